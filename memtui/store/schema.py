"""The present schema: how a store is recognised and made anew, without loading Alembic."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, inspect, select, text, update
from sqlmodel import col

from memtui.domain.errors import StoreUnavailable
from memtui.store.tables import CorpusRow, StampRow, Table

Guard = Callable[[Connection], None]

APPLICATION_ID: Final = 0x6D656D74
"""The bytes "memt" in a SQLite file's header say that the file is ours."""
SCHEMA_VERSION: Final = 2
"""The schema of this version; each step of `migrations/versions` raises it by one."""
FTS_TABLE: Final = "memory_fts"
SHADOW_TABLES: Final = tuple(f"{FTS_TABLE}_{part}" for part in ("data", "idx", "docsize", "config", "content"))
_CREATION_LOCK: Final = 0x6D656D7475

_TOKEN_CHARACTERS: Final = string.punctuation.replace("'", "''").replace('"', '""')
FTS_DDL: Final = (
    f"CREATE VIRTUAL TABLE {FTS_TABLE} USING fts5(tokens, content='memory_text', content_rowid='number', "
    f"tokenize=\"ascii tokenchars '{_TOKEN_CHARACTERS}'\")"
)
"""Tokens are cut by memtui and joined by spaces, so that no other character may be a border.

Positions are kept (detail=full): without them bm25() cuts every match's text anew, which takes 28 ms instead
of 12 for 15,000 matches, and the index is 2 % smaller only.
"""
VECTOR_DDL: Final = (
    (
        "ALTER TABLE memory_text ADD COLUMN vector tsvector "
        "GENERATED ALWAYS AS (array_to_tsvector(string_to_array(tokens, ' '))) STORED"
    ),
    "CREATE INDEX ix_memory_text_vector ON memory_text USING gin (vector)",
)


def create(connection: Connection) -> None:
    """Make all tables of the present schema in an empty database, within the caller's transaction."""
    Table.metadata.create_all(connection, checkfirst=False)
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(FTS_DDL)
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    else:
        for statement in VECTOR_DDL:
            connection.exec_driver_sql(statement)
    connection.execute(CorpusRow.__table__.insert(), {"number": 1, "n": 0, "total_length": 0})  # type: ignore[attr-defined]
    connection.execute(StampRow.__table__.insert(), {"number": 1, "schema_version": 0, "commits": 0})  # type: ignore[attr-defined]
    set_version(connection, SCHEMA_VERSION)


def set_version(connection: Connection, version: int) -> None:
    """Write down which schema the store has."""
    connection.execute(update(StampRow).values(schema_version=version))
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA user_version={version}")


def version_of(connection: Connection) -> int:
    """Return the store's schema version; 0 is an empty database."""
    if connection.dialect.name == "sqlite":
        return int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
    if not inspect(connection).has_table("stamp"):
        return 0
    return int(connection.execute(select(col(StampRow.schema_version))).scalar_one())


def create_on_server(connection: Connection, location: str) -> None:
    """Make the tables in a server's schema unless they are there; raises StoreUnavailable beside another program's tables."""
    connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _CREATION_LOCK})
    if version_of(connection):
        return
    present = set(inspect(connection).get_table_names()) & set(Table.metadata.tables)
    if present:
        raise StoreUnavailable(
            f"The database {location} belongs to another program: it has a table named {min(present)} that is not memtui's.",
            "Name another database or schema.",
        )
    create(connection)


def newer(location: str, version: int) -> StoreUnavailable:
    """Return the error of a store that a later memtui has written."""
    return StoreUnavailable(
        f"The store {location} was written by a newer memtui (schema {version}, this one knows {SCHEMA_VERSION}).",
        "Update memtui. The store was left as it is.",
    )


def guard_file(location: str) -> Guard:
    """Return a check that a file's schema is still the one that this process knows; it costs a few microseconds."""

    def check(connection: Connection) -> None:
        version = version_of(connection)
        if version != SCHEMA_VERSION:
            raise newer(location, version)

    return check


def guard_server(location: str) -> Guard:
    """Return the check of a server's schema, which takes the writers' lock and counts the commit."""
    take = update(StampRow).values(commits=col(StampRow.commits) + 1).returning(col(StampRow.schema_version))

    def check(connection: Connection) -> None:
        version = connection.execute(take).scalar_one()
        if version != SCHEMA_VERSION:
            raise newer(location, version)

    return check
