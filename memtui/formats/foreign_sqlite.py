"""SQLite files of other programs, opened so that nothing is written: not to the file and not beside it."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from memtui.formats.sniff import is_sqlite


@contextmanager
def open_copy(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a foreign database for reading.

    With a write-ahead log beside it, file and log are copied first, since reading a log writes its index;
    without one, the file is opened as immutable. Raises sqlite3.Error, OSError.
    """
    log = path.with_name(path.name + "-wal")
    if not (log.exists() and log.stat().st_size):
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            yield connection
        return
    with tempfile.TemporaryDirectory(prefix="memtui-import-") as folder:
        copy = Path(folder) / "foreign.db"
        shutil.copyfile(path, copy)
        shutil.copyfile(log, copy.with_name(copy.name + "-wal"))
        with closing(sqlite3.connect(copy)) as connection:
            yield connection


def is_own_store(path: Path) -> bool:
    """Say whether a file is a store of memtui's own, which is opened and not imported."""
    try:
        if not (path.is_file() and is_sqlite(path)):
            return False
        with open_copy(path) as connection:
            return {"memory", "memory_index", "batch", "event"} <= set(tables(connection))
    except (sqlite3.Error, OSError):
        return False


def tables(connection: sqlite3.Connection) -> dict[str, set[str]]:
    """Return the columns of each ordinary table."""
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    found: dict[str, set[str]] = {}
    for name in names:
        quoted = '"' + str(name).replace('"', '""') + '"'
        try:
            found[name] = {row[1] for row in connection.execute(f"PRAGMA table_info({quoted})")}
        except sqlite3.Error:
            found[name] = set()
    return found
