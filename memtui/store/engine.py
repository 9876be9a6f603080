"""Connections: how each engine is opened, and who may read and write when.

A writing transaction takes the store's one write lock at its beginning (BEGIN IMMEDIATE on SQLite, the
stamp's row on a server), because a deferred one fails as soon as somebody else commits in between.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event, exc
from sqlalchemy.engine import URL
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection, QueuePool, StaticPool

from memtui.domain.errors import Refused, StoreUnavailable
from memtui.store import faults
from memtui.store.driver import LOCATION
from memtui.store.turns import begin_writing

CACHE_KIB: Final = 16_384
"""For each connection: the system holds the file too, and twice or half of this makes no measurable difference."""
CHECKPOINT_PAGES: Final = 4_000
"""An add changes about 50 pages; at SQLite's own 1,000 every twentieth one waited 17 ms for the disk."""
WRITING: Final = "memtui_writing"
_MEMORY: Final = ":memory:"


def connect_file(path: Path, mode: str = "rw", *, immutable: bool = False) -> sqlite3.Connection:
    """Return a bare connection to a SQLite file: `mode` is ro, rw or rwc."""
    uri = f"{path.absolute().as_uri()}?mode={mode}" + ("&immutable=1" if immutable else "")
    return sqlite3.connect(uri, uri=True, check_same_thread=False, timeout=faults.BUSY_TIMEOUT_MS / 1000)


def file_engine(path: Path, location: str, *, read_only: bool = False, immutable: bool = False) -> Engine:
    """Return a pooled engine for a SQLite file that exists."""
    mode = "ro" if read_only else "rw"
    return _sqlite_engine(
        lambda: connect_file(path, mode, immutable=immutable),
        location,
        poolclass=QueuePool,
        pool_size=8,
        max_overflow=8,
    )


def memory_engine() -> Engine:
    """Return an engine whose one connection holds a throw-away database."""
    return _sqlite_engine(lambda: sqlite3.connect(_MEMORY, check_same_thread=False), _MEMORY, poolclass=StaticPool)


def server_engine(url: URL) -> Engine:
    """Return a pooled engine for a PostgreSQL server; raises StoreUnavailable without a driver."""
    try:
        engine = create_engine(url, pool_size=8, max_overflow=8, pool_pre_ping=True)
    except ModuleNotFoundError:
        raise StoreUnavailable(
            "The driver for PostgreSQL is not installed.", 'Run: pip install "memtui[postgres]"'
        ) from None
    _translate_faults(engine, url.render_as_string(hide_password=True))

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = {faults.BUSY_TIMEOUT_MS}; SET timezone = 'UTC'")
        connection.commit()

    return engine


def _sqlite_engine(creator: Callable[[], sqlite3.Connection], location: str, **pool: Any) -> Engine:
    engine = create_engine("sqlite://", creator=creator, **pool)
    _translate_faults(engine, location)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, record: ConnectionPoolEntry) -> None:
        record.info[LOCATION] = location
        # The driver's own transactions begin deferred; ours begin by the hook below.
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute("PRAGMA temp_store=MEMORY")
        connection.execute(f"PRAGMA cache_size=-{CACHE_KIB}")
        connection.execute(f"PRAGMA wal_autocheckpoint={CHECKPOINT_PAGES}")
        connection.execute("PRAGMA journal_size_limit=67108864")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get(WRITING):
            begin_writing(connection)
        else:
            connection.exec_driver_sql("BEGIN")

    return engine


def _translate_faults(engine: Engine, location: str) -> None:
    @event.listens_for(engine, "handle_error")
    def translate(context: Any) -> None:
        found = faults.fault(context.original_exception, location)
        if found is not None:
            raise found from context.original_exception


class Database:
    """One open database: reading for everybody, writing for one at a time.

    A thread that reads while it writes reads through its own transaction, so it sees what it wrote.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        location: str,
        path: Path | None = None,
        read_only: bool = False,
        guard: Callable[[Connection], None] | None = None,
    ) -> None:
        self.engine = engine
        self.location = location
        self.path = path
        self.read_only = read_only
        self.is_sqlite = engine.dialect.name == "sqlite"
        self.commits = 0
        """Commits of this process, for stores that no other process can see."""
        self._guard = guard
        self._one_connection = isinstance(engine.pool, StaticPool)
        self._lock = threading.RLock()
        self._own = threading.local()
        self._closed = False

    @contextmanager
    def reading(self, *, derived: bool = False) -> Iterator[Connection]:
        """Lend a connection with one consistent view; `derived` first brings this thread's unwritten derived rows up to date."""
        transaction: Transaction | None = getattr(self._own, "transaction", None)
        if transaction is not None and transaction.active:
            if derived:
                transaction.before_derived_read()
            yield transaction.connection
            return
        nested: Connection | None = getattr(self._own, "reader", None)
        if nested is not None:
            yield nested
            return
        with self._turn(), self._checkout() as connection:
            if not self.is_sqlite:
                # SQLite's readers see one moment anyway.
                connection.execution_options(isolation_level="REPEATABLE READ")
            self._own.reader = connection
            try:
                yield connection
            finally:
                self._own.reader = None

    def transaction(self) -> Transaction:
        """Return a writing transaction of this thread that has not begun yet; raises Refused in a store for reading only."""
        if self.read_only:
            raise Refused(
                f"The store {self.location} is open for reading only.", "Open it without --read-only to change it."
            )
        return Transaction(self)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Lend a writing connection for a small unjournalled write; within a unit of work it is that one's."""
        current: Transaction | None = getattr(self._own, "transaction", None)
        if current is not None and current.active:
            yield current.connection
            return
        transaction = self.transaction()
        try:
            yield transaction.connection
        except BaseException:
            transaction.rollback()
            raise
        transaction.commit()

    def watch(self) -> PoolProxiedConnection:
        """Lend a bare connection that never begins a transaction, to be closed by the caller."""
        if self._closed:
            raise faults.closed(self.location)
        return self.engine.raw_connection()

    @contextmanager
    def bare(self) -> Iterator[PoolProxiedConnection]:
        """Lend a bare connection for what the driver alone can do."""
        with self._turn(), closing(self.watch()) as connection:
            yield connection

    def close(self) -> None:
        """Give up all connections."""
        self._closed = True
        self.engine.dispose()

    def begin(self, transaction: Transaction) -> Connection:
        """Take the write lock and begin; for `Transaction` only."""
        if getattr(self._own, "transaction", None) is not None:
            raise RuntimeError("a unit of work is open in this thread already")
        if not self._lock.acquire(timeout=faults.BUSY_TIMEOUT_MS / 1000 * 12):
            raise faults.busy(self.location)
        try:
            connection = self._checkout().execution_options(**{WRITING: True})
            try:
                connection.begin()
                if self._guard is not None:
                    self._guard(connection)
            except BaseException:
                connection.close()
                raise
        except BaseException:
            self._lock.release()
            raise
        self._own.transaction = transaction
        return connection

    def end(self, connection: Connection, *, keep: bool) -> None:
        """Commit or roll back and release the write lock; for `Transaction` only."""
        try:
            if keep:
                connection.commit()
                self.commits += 1
        finally:
            self._own.transaction = None
            try:
                connection.close()
            finally:
                self._lock.release()

    def _turn(self) -> AbstractContextManager[object]:
        return self._lock if self._one_connection else nullcontext()

    def _checkout(self) -> Connection:
        if self._closed:
            raise faults.closed(self.location)
        try:
            return self.engine.connect()
        except exc.TimeoutError:
            raise StoreUnavailable(f"The store {self.location} has too many readers at once.", "Try again.") from None


class Transaction:
    """A writing transaction that begins with its first use, so that judging beforehand holds up nobody."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Connection | None = None
        self._begun = 0.0
        self.before_derived_read: Callable[[], None] = _nothing

    @property
    def active(self) -> bool:
        """Whether it has begun."""
        return self._connection is not None

    @property
    def connection(self) -> Connection:
        """The connection, with the write lock held; begins the transaction."""
        if self._connection is None:
            self._connection = self._database.begin(self)
            self._begun = time.monotonic()
        return self._connection

    @property
    def held(self) -> float:
        """Seconds since it began, the last time it did."""
        return time.monotonic() - self._begun

    def commit(self) -> None:
        """Make everything since the beginning lasting; the next use begins anew."""
        self._end(keep=True)

    def rollback(self) -> None:
        """Take back everything since the beginning."""
        self._end(keep=False)

    def _end(self, *, keep: bool) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            self._database.end(connection, keep=keep)


def _nothing() -> None: ...
