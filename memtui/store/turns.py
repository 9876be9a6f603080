"""Whose turn it is to write to a SQLite file: waiting for the write lock, and leaving it to others for a moment."""

from __future__ import annotations

import sqlite3
import time
from typing import Any, Final

from sqlalchemy import Connection

from memtui.store import faults

ASKING_S: Final = 0.005
"""Seconds between two tries for the write lock."""

SHARE: Final = 0.1
"""The part of the time that long work held the write lock for which it leaves it to others between two chunks."""

LONGEST_S: Final = 0.02
"""Seconds that it leaves it at most: whoever waits asks more often."""


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


def pause(held: float) -> None:
    """Leave the write lock, which was held for some seconds, to whoever waits for it; no transaction may be open."""
    time.sleep(min(held * SHARE, LONGEST_S))
