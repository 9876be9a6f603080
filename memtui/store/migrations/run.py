"""Brings an older store up to date: all steps in one transaction, with a backup before and checks after."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, event, inspect, text

from memtui.domain.errors import MemtuiError, StoreUnavailable
from memtui.store import schema
from memtui.store.backups import copy_database
from memtui.store.engine import WRITING, connect_file, file_engine

HERE: Final = Path(__file__).parent
KEPT: Final = ("memory", "relation", "conflict", "entity", "fact", "batch", "event", "note")
"""Tables in which no step may lose or add a row."""


class _Unsound(Exception):
    """A step left something behind that may not be kept."""


def migrate(
    engine: Engine, *, location: str, path: Path | None, versions: Path | None = None, target: int | None = None
) -> Path | None:
    """Carry out every step that a store has not seen yet and return its backup (None on a server, or when it is up to date).

    `versions` holds the steps and `target` is the schema to reach; both are memtui's own unless a test says
    otherwise. Raises StoreUnavailable and leaves the store as it was when anything goes wrong.
    """
    wanted = schema.SCHEMA_VERSION if target is None else target
    steps = versions or HERE / "versions"
    with (
        _own_engine(engine, location, path) as own,
        own.connect().execution_options(**{WRITING: True}) as connection,
        connection.begin(),
    ):
        if connection.dialect.name == "postgresql":
            connection.execute(text("UPDATE stamp SET commits = commits + 1"))
        # Another process may have been faster: only under the lock is the version certain.
        version = schema.version_of(connection)
        if version >= wanted:
            return None
        kept = None if path is None else _back_up(path, wanted)
        try:
            _take_steps(connection, version, wanted, steps)
        except MemtuiError:
            raise
        except Exception as error:
            raise _failed(location, wanted, kept, error) from error
    return kept


def _take_steps(connection: Connection, version: int, wanted: int, versions: Path) -> None:
    before = _counts(connection)
    numbers = _numbers_given(connection)
    script = ScriptDirectory(str(HERE), version_locations=[str(versions)])
    context = MigrationContext.configure(connection, opts={"transactional_ddl": True})
    steps = list(script.iterate_revisions(f"{wanted:04d}", f"{version:04d}"))
    with Operations.context(context):
        for step in reversed(steps):
            step.module.upgrade()
    _keep_numbers(connection, numbers)
    if connection.dialect.name == "sqlite" and connection.exec_driver_sql("PRAGMA foreign_key_check").first():
        raise _Unsound("rows would point to rows that are not there")
    if _counts(connection) != before:
        raise _Unsound("rows would be lost")
    schema.set_version(connection, wanted)


@contextmanager
def _own_engine(engine: Engine, location: str, path: Path | None) -> Iterator[Engine]:
    """Lend an engine whose connections do not enforce foreign keys: with them on, making a table anew deletes rows."""
    if path is None:
        yield engine
        return
    own = file_engine(path, location)

    @event.listens_for(own, "connect")
    def unchecked(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA foreign_keys=OFF")

    try:
        yield own
    finally:
        own.dispose()


def _back_up(path: Path, wanted: int) -> Path:
    moment = datetime.now(UTC)
    name = f"{path.stem}.before-schema-{wanted}.{moment:%Y%m%d-%H%M%S-%f}{path.suffix}"
    target = path.with_name(name)
    try:
        with closing(connect_file(path, "ro")) as source:
            copy_database(source, target)
    except (sqlite3.Error, OSError) as error:
        target.unlink(missing_ok=True)
        raise StoreUnavailable(
            f"The store {path} needs a newer schema, but no backup could be made beside it: {error}.",
            "It was left as it is. Make room beside it and try again.",
        ) from None
    return target


def _counts(connection: Connection) -> Mapping[str, int]:
    present = set(inspect(connection).get_table_names())
    tables = [table for table in KEPT if table in present]
    return {name: connection.execute(text(f"SELECT count(*) FROM {name}")).scalar_one() for name in tables}


def _numbers_given(connection: Connection) -> list[tuple[str, int]]:
    """Return the highest number that each table ever gave out: a table made anew would forget it."""
    if connection.dialect.name != "sqlite":
        return []
    return [(name, seq) for name, seq in connection.execute(text("SELECT name, seq FROM sqlite_sequence"))]


def _keep_numbers(connection: Connection, numbers: list[tuple[str, int]]) -> None:
    for name, seq in numbers:
        given: Mapping[str, Any] = {"name": name, "seq": seq}
        raised = text("UPDATE sqlite_sequence SET seq = max(seq, :seq) WHERE name = :name")
        if not connection.execute(raised, given).rowcount and inspect(connection).has_table(name):
            connection.execute(text("INSERT INTO sqlite_sequence(name, seq) VALUES (:name, :seq)"), given)


def _failed(location: str, wanted: int, kept: Path | None, error: Exception) -> StoreUnavailable:
    why = str(error) if isinstance(error, _Unsound) else f"{type(error).__name__}"
    beside = f" A backup is at {kept}." if kept is not None else ""
    return StoreUnavailable(
        f"The store {location} could not be brought to schema {wanted}: {why}.", f"It was left as it is.{beside}"
    )
