"""The store over one database: reads, search, the unit of work and its care."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Update, bindparam, case, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.pool import PoolProxiedConnection
from sqlmodel import col

from memtui.clock import Clock
from memtui.services.ports import Act, Derive
from memtui.store import faults
from memtui.store.conflict_queue import SqlQueue
from memtui.store.engine import Database
from memtui.store.graph import SqlGraph
from memtui.store.kin import SqlClaims
from memtui.store.maintenance import SqlMaintenance
from memtui.store.mapping import escaped, unescaped
from memtui.store.presence import Presence
from memtui.store.reads import SqlReads
from memtui.store.schema import SCHEMA_VERSION
from memtui.store.search import SqlSearch
from memtui.store.statements import pieces, table_of
from memtui.store.tables import MemoryRow, NoteRow, StampRow
from memtui.store.unit_of_work import SqlUnitOfWork
from memtui.store.vectors import SqlVectors

_SERVER_ONLY_COMMITS: Final = select(col(StampRow.commits))


class SqlStore:
    """One store; see `services.ports.Store`. Safe to call from several threads at once."""

    def __init__(self, database: Database, derive: Derive, clock: Clock, tokenizer_version: int) -> None:
        self._database = database
        self._derive = derive
        self._tokenizer_version = tokenizer_version
        self._poll: PoolProxiedConnection | None = None
        self._poll_lock = threading.Lock()
        self._presence = Presence(database.path, database.location)
        self._reads = SqlReads(database, clock)
        self._search = _search_of(database)
        self._claims = _claims_of(database)
        self._queue = SqlQueue(database)
        self._graph = SqlGraph(database)
        self._vectors = SqlVectors(database)
        self._maintenance = SqlMaintenance(database, derive, tokenizer_version)

    @property
    def location(self) -> str:
        """Where it is, for people; never holds a password."""
        return self._database.location

    @property
    def path(self) -> Path | None:
        """The file of a file store; None for a server or a throw-away one."""
        return self._database.path

    @property
    def read_only(self) -> bool:
        """Whether writes are refused."""
        return self._database.read_only

    @property
    def schema(self) -> int:
        """Which version of the tables it has."""
        return SCHEMA_VERSION

    @property
    def reads(self) -> SqlReads:
        """Records out of the store."""
        return self._reads

    @property
    def search(self) -> SqlSearch:
        """The inverted index."""
        return self._search

    @property
    def claims(self) -> SqlClaims:
        """The index of claims, for detection."""
        return self._claims

    @property
    def queue(self) -> SqlQueue:
        """The conflicts."""
        return self._queue

    @property
    def graph(self) -> SqlGraph:
        """Entities, facts and relations."""
        return self._graph

    @property
    def vectors(self) -> SqlVectors:
        """Vectors of memories, where an embedder is plugged in."""
        return self._vectors

    @property
    def maintenance(self) -> SqlMaintenance:
        """Care of the store as a whole."""
        return self._maintenance

    @contextmanager
    def write(self, act: Act) -> Iterator[SqlUnitOfWork]:
        """Open a unit of work: leaving the block commits, an exception rolls back to the last checkpoint."""
        unit = SqlUnitOfWork(self._database, act, self._derive, self._tokenizer_version)
        try:
            yield unit
            unit.finish()
        except BaseException:
            unit.abandon()
            raise

    def touch(self, numbers: Sequence[int], at: datetime) -> None:
        """Count an opening of those memories; not journalled."""
        if not numbers:
            return
        with self._database.writing() as connection:
            for run in pieces(list(dict.fromkeys(numbers))):
                connection.execute(_TOUCH, {"wanted": list(run), "at": at})

    def data_version(self) -> int:
        """Return a number that changes when another process or thread has committed; raises StoreGone."""
        self._presence.check()
        database = self._database
        if database.path is None and database.is_sqlite:
            return database.commits
        with self._poll_lock:
            if database.is_sqlite:
                if self._poll is None:
                    # SQLite counts other connections' commits for each connection: this one only looks.
                    self._poll = database.watch()
                return _data_version(self._poll, database.location)
            with database.reading() as connection:
                return int(connection.execute(_SERVER_ONLY_COMMITS).scalar_one())

    def remembered(self, key: str) -> str | None:
        """Return a small value kept with the store, or None."""
        statement = select(col(NoteRow.value)).where(col(NoteRow.key) == escaped(key))
        with self._database.reading() as connection:
            value = connection.execute(statement).scalar()
        return None if value is None else unescaped(value)

    def remember(self, key: str, value: str) -> None:
        """Keep a small value with the store; not journalled."""
        note = table_of(NoteRow)
        insert = sqlite.insert(note) if self._database.is_sqlite else postgresql.insert(note)
        statement = insert.on_conflict_do_update(index_elements=[note.c.key], set_={"value": insert.excluded.value})
        with self._database.writing() as connection:
            connection.execute(statement, {"key": escaped(key), "value": escaped(value)})

    def close(self) -> None:
        """Give up all connections."""
        with self._poll_lock:
            if self._poll is not None:
                self._poll.close()
                self._poll = None
        self._database.close()


def _data_version(connection: PoolProxiedConnection, location: str) -> int:
    cursor = connection.cursor()
    try:
        cursor.execute("PRAGMA data_version")
        (version,) = cursor.fetchone() or (0,)
        return int(version)
    except sqlite3.Error as error:
        raise faults.fault(error, location) or error from error
    finally:
        cursor.close()


def _touch() -> Update:
    row = MemoryRow
    later = or_(col(row.last_accessed_at).is_(None), col(row.last_accessed_at) < bindparam("at"))
    return (
        update(row)
        .where(col(row.number).in_(bindparam("wanted", expanding=True)))
        .values(
            access_count=col(row.access_count) + 1,
            last_accessed_at=case((later, bindparam("at")), else_=col(row.last_accessed_at)),
        )
    )


_TOUCH: Final = _touch()


def _search_of(database: Database) -> SqlSearch:
    if database.is_sqlite:
        from memtui.store.search_sqlite import SqliteSearch

        return SqliteSearch(database)
    from memtui.store.search_postgres import PostgresSearch

    return PostgresSearch(database)


def _claims_of(database: Database) -> SqlClaims:
    if database.is_sqlite:
        from memtui.store.kin_sqlite import SqliteClaims

        return SqliteClaims(database)
    from memtui.store.kin_postgres import PostgresClaims

    return PostgresClaims(database)
