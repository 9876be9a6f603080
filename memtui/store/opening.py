"""Opening a store: what is at a location is looked at before anything there is touched."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from memtui.domain.errors import StoreUnavailable
from memtui.store import faults, schema
from memtui.store.engine import WRITING, Database, file_engine, memory_engine, server_engine
from memtui.store.headers import Access, look_at
from memtui.store.presence import Presence

_SERVERS: Final = ("postgresql", "postgres")
_WAL_TRIES: Final = 100
_WAL_PAUSE_S: Final = 0.02


def open_database(location: str, *, read_only: bool = False) -> Database:
    """Open the store at a path, `:memory:` or a postgresql:// URL, made or migrated as needed.

    Raises StoreUnavailable for what is foreign, newer, damaged, locked or not to be written; it is left as it was.
    """
    if location == ":memory:":
        return _open_memory()
    if "://" in location:
        return _open_url(location, read_only)
    return _open_file(Path(location).expanduser(), read_only)


def _open_memory() -> Database:
    engine = memory_engine()
    with engine.connect() as connection, connection.begin():
        schema.create(connection)
    return Database(engine, location=":memory:")


def _open_url(location: str, read_only: bool) -> Database:
    try:
        url = make_url(location)
    except (ArgumentError, ValueError):
        hint = "Give a path or postgresql://host/database."
        raise StoreUnavailable("This is not the address of a store.", hint) from None
    backend = url.drivername.partition("+")[0]
    if backend == "sqlite":
        if url.database in (None, "", ":memory:"):
            return _open_memory()
        return _open_file(Path(str(url.database)), read_only)
    if backend not in _SERVERS:
        raise StoreUnavailable(f"memtui keeps no store in {backend}.", "Use a SQLite file or PostgreSQL.")
    return _open_server(url.set(drivername="postgresql+psycopg"), read_only)


def _open_server(url: URL, read_only: bool) -> Database:
    location = url.render_as_string(hide_password=True)
    engine = server_engine(url)
    try:
        with engine.connect() as connection, connection.begin():
            version = schema.version_of(connection)
            if not version:
                if read_only:
                    raise _missing(location)
                schema.create_on_server(connection, location)
                version = schema.SCHEMA_VERSION
        _agree(engine, version, location, path=None, read_only=read_only)
    except BaseException:
        engine.dispose()
        raise
    return Database(engine, location=location, read_only=read_only, guard=schema.guard_server(location))


def _open_file(given: Path, read_only: bool) -> Database:
    location = str(given)
    path = given.resolve()
    access = look_at(path, location)
    if read_only:
        if access is Access.ABSENT:
            raise _missing(location)
    elif access is Access.ABSENT:
        _make_room(path, location)
    elif access is not Access.WRITABLE:
        raise faults.not_writable(location)
    engine = file_engine(path, location, read_only=read_only, immutable=access is Access.FROZEN)
    try:
        version = _version_or_create(engine, location, read_only)
        _agree(engine, version, location, path=path, read_only=read_only)
        if not read_only:
            _use_wal(engine)
    except BaseException:
        engine.dispose()
        raise
    return Database(engine, location=location, path=path, read_only=read_only, guard=_guard(path, location))


def _guard(path: Path, location: str) -> Callable[[Connection], None]:
    """Return the check before each write: the file is the one that was opened, and its schema is still known."""
    presence, known = Presence(path, location), schema.guard_file(location)

    def check(connection: Connection) -> None:
        presence.check()
        known(connection)

    return check


def _version_or_create(engine: Engine, location: str, read_only: bool) -> int:
    with engine.connect() as connection:
        version = schema.version_of(connection)
        if version or read_only:
            _has_tables(connection, location)
            return version
    # Two processes may find an empty file at once: the second one waits here and finds it filled.
    with engine.connect().execution_options(**{WRITING: True}) as connection, connection.begin():
        version = schema.version_of(connection)
        if not version:
            schema.create(connection)
        return version or schema.SCHEMA_VERSION


def _has_tables(connection: Connection, location: str) -> None:
    names = set(connection.exec_driver_sql("SELECT name FROM sqlite_master WHERE type = 'table'").scalars())
    if not {"memory", "batch", "event", schema.FTS_TABLE} <= names:
        raise faults.damaged(location)


def _agree(engine: Engine, version: int, location: str, *, path: Path | None, read_only: bool) -> None:
    """Bring an older schema up to date; raises StoreUnavailable for a newer one, or an older one that may only be read."""
    if version > schema.SCHEMA_VERSION:
        raise schema.newer(location, version)
    if version < schema.SCHEMA_VERSION:
        if read_only:
            raise StoreUnavailable(
                f"The store {location} has the older schema {version} and may not be changed.",
                "Open it once without --read-only; a backup is kept beside it.",
            )
        from memtui.store.migrations.run import migrate

        migrate(engine, location=location, path=path)


def _use_wal(engine: Engine) -> None:
    """Let readers go on while somebody writes; the switch itself needs a moment without any reader."""
    with closing(engine.raw_connection()) as connection:
        cursor = connection.cursor()
        for attempt in range(_WAL_TRIES):
            try:
                (mode,) = cursor.execute("PRAGMA journal_mode=WAL").fetchone()
            except sqlite3.OperationalError:
                if attempt == _WAL_TRIES - 1:
                    raise
                mode = ""
            if mode == "wal":
                return
            time.sleep(_WAL_PAUSE_S)


def _make_room(path: Path, location: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.open("ab").close()
    except PermissionError:
        raise faults.not_writable(location) from None
    except OSError as error:
        raise StoreUnavailable(
            f"The store {location} cannot be made: {error.strerror or error}.", "Name a file in a folder of yours."
        ) from None


def _missing(location: str) -> StoreUnavailable:
    return StoreUnavailable(f"There is no store at {location}.", "Open it without --read-only to make one.")
