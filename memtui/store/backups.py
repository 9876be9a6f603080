"""Consistent copies of a store in one new file."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, Engine, text
from sqlalchemy.pool import PoolProxiedConnection

from memtui.domain.errors import Refused, StoreUnavailable
from memtui.store import faults, schema
from memtui.store.engine import WRITING, Database, file_engine
from memtui.store.reads_memories import highest_number
from memtui.store.tables import Table

ROWS_AT_ONCE = 1000


def back_up(database: Database, target: Path) -> None:
    """Write a consistent copy of a store to a new SQLite file; raises Refused if it exists, StoreUnavailable.

    The copy appears under its name only when it is whole.
    """
    if target.exists():
        raise Refused(f"{target} exists already.", "Name a new file.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        # A folder of its own: nothing that happens to have the same name can be in the way.
        with TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as folder:
            partial = Path(folder) / target.name
            partial.touch()
            if database.is_sqlite:
                _copy_file(database, partial)
            else:
                _copy_rows(database, partial)
            _keep(partial, target)
    except OSError as error:
        if target.exists() and isinstance(error, FileExistsError):
            raise Refused(f"{target} exists already.", "Name a new file.") from None
        raise StoreUnavailable(f"{target} cannot be written: {error.strerror or error}.") from None


def copy_database(source: sqlite3.Connection, target: Path) -> None:
    """Copy a SQLite database page by page under one read lock into a file that needs no log beside it."""
    with closing(sqlite3.connect(target)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")


def _copy_file(database: Database, target: Path) -> None:
    try:
        with database.bare() as source:
            copy_database(_driver(source), target)
    except sqlite3.Error as error:
        raise faults.fault(error, str(target)) or error from None


def _driver(connection: PoolProxiedConnection) -> sqlite3.Connection:
    driver = connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _keep(partial: Path, target: Path) -> None:
    with partial.open("rb") as file:
        os.fsync(file.fileno())
    try:
        os.link(partial, target)
    except FileExistsError:
        raise
    except OSError:
        # File systems without links: a rename is as whole, but could replace a file made this very moment.
        partial.rename(target)


def _copy_rows(database: Database, target: Path) -> None:
    """Copy a server's tables, which are the same ones, into a new file."""
    engine = file_engine(target, str(target))
    try:
        with database.reading() as source, engine.connect().execution_options(**{WRITING: True}) as copy, copy.begin():
            schema.create(copy)
            for table in Table.metadata.sorted_tables:
                copy.execute(table.delete())
                _copy_table(source, copy, table.name)
            copy.exec_driver_sql("INSERT INTO memory_fts(memory_fts) VALUES ('rebuild')")
        _settle(engine)
    finally:
        engine.dispose()


def _copy_table(source: Connection, copy: Connection, name: str) -> None:
    table = Table.metadata.tables[name]
    rows = source.execution_options(yield_per=ROWS_AT_ONCE).execute(table.select().order_by(*table.primary_key))
    for run in rows.mappings().partitions():
        copy.execute(table.insert(), [dict(row) for row in run])
    if table.dialect_options["sqlite"]["autoincrement"]:
        copy.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": name})
        highest = {"name": name, "seq": highest_number(source, name)}
        copy.execute(text("INSERT INTO sqlite_sequence(name, seq) VALUES (:name, :seq)"), highest)


def _settle(engine: Engine) -> None:
    with closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=DELETE")
        cursor.close()
