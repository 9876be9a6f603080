"""Whose turn it is to write to a SQLite file: waiting for the write lock, and leaving it to others for a moment."""

from __future__ import annotations

import sqlite3
import time
from typing import Any, Final

from sqlalchemy import Connection

from memtui.store import faults

ASKING_S: Final = 0.005
"""Seconds between two tries for the write lock."""

PAUSE_S: Final = 0.01
"""Seconds that long work leaves the write lock to others between two chunks."""


def begin_writing(connection: Connection) -> None:
    """Begin with the write lock, waiting for it as long as a write may; raises StoreUnavailable."""
    driver: Any = connection.connection.driver_connection
    deadline = time.monotonic() + faults.BUSY_TIMEOUT_MS / 1000
    # SQLite's own waiting asks ten times a second: it would never come between two chunks of long work.
    driver.execute("PRAGMA busy_timeout=0")
    try:
        while time.monotonic() < deadline:
            try:
                driver.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as refusal:
                if refusal.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                    break
                time.sleep(ASKING_S)
            else:
                return
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    finally:
        driver.execute(f"PRAGMA busy_timeout={faults.BUSY_TIMEOUT_MS}")


def pause() -> None:
    """Leave the write lock to whoever waits for it; no transaction may be open."""
    time.sleep(PAUSE_S)
