"""What an engine reports, as one sentence for people and a way on."""

from __future__ import annotations

import sqlite3
from typing import Final

from memtui.domain.errors import InvalidRecord, MemtuiError, Refused, StoreUnavailable

BUSY_TIMEOUT_MS: Final = 5000
"""How long a write waits for another program's write; a commit takes well under a millisecond."""

_SERVER_BUSY = frozenset({"55P03", "40001", "40P01"})
_SERVER_FULL = frozenset({"53100", "53200"})
_SERVER_READ_ONLY = frozenset({"25006", "42501"})


def fault(error: BaseException, location: str) -> MemtuiError | None:
    """Return what a user is told about an engine's error, or None where it is none of an engine's."""
    if isinstance(error, sqlite3.Error):
        return _of_sqlite(error, location)
    if isinstance(error, OverflowError):
        return InvalidRecord("A number is too large to be stored.")
    if hasattr(error, "sqlstate"):
        return _of_server(error, location)
    return None


def closed(location: str) -> StoreUnavailable:
    """Return the error of a store that was given up."""
    return StoreUnavailable(f"The store {location} is closed.")


def busy(location: str) -> StoreUnavailable:
    """Return the error of a store that another program keeps writing to."""
    return StoreUnavailable(
        f"The store {location} is busy: another program has been writing to it for {BUSY_TIMEOUT_MS // 1000} seconds.",
        "Nothing was written. Try again in a moment.",
    )


def damaged(location: str) -> StoreUnavailable:
    """Return the error of a file that cannot be read as a store any more."""
    return StoreUnavailable(
        f"The store {location} is damaged and cannot be read.",
        "It was left as it is. Restore a backup, or keep a copy of the file before you try to repair it.",
    )


def not_writable(location: str) -> StoreUnavailable:
    """Return the error of a file or folder that may not be written to."""
    return StoreUnavailable(
        f"The store {location} cannot be written: the file or its folder is read-only.",
        "Open it with --read-only, or change its permissions.",
    )


def full(location: str) -> StoreUnavailable:
    """Return the error of a disk without room."""
    return StoreUnavailable(
        f"The disk that holds the store {location} is full.", "Nothing was written. Free some space and try again."
    )


def _of_sqlite(error: sqlite3.Error, location: str) -> MemtuiError:
    message = str(error)
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return busy(location)
        case sqlite3.SQLITE_FULL:
            return full(location)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return not_writable(location)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            return damaged(location)
        case sqlite3.SQLITE_CANTOPEN:
            return StoreUnavailable(
                f"The store {location} cannot be opened.", "See whether its folder exists and may be read."
            )
        case sqlite3.SQLITE_IOERR:
            return StoreUnavailable(
                f"The disk failed while the store {location} was in use.", "Nothing was half-written. Check the disk."
            )
        case sqlite3.SQLITE_TOOBIG:
            return InvalidRecord("This text is too long to be stored.")
        case sqlite3.SQLITE_CONSTRAINT:
            return _constraint(message)
    if "no such table" in message or "no such column" in message:
        return damaged(location)
    if "closed" in message:
        return closed(location)
    return StoreUnavailable(f"The store {location} failed: {message}.")


def _constraint(message: str) -> Refused:
    if "FOREIGN KEY" in message.upper():
        return Refused("Another record still refers to this one, or it refers to one that is not there.")
    if "UNIQUE" in message.upper():
        return Refused("The store already holds a record with that id or number.")
    return Refused(f"The store refuses this record: {message}.")


def _of_server(error: BaseException, location: str) -> MemtuiError:
    state = getattr(error, "sqlstate", None) or ""
    if state in _SERVER_BUSY:
        return busy(location)
    if state in _SERVER_FULL:
        return full(location)
    if state in _SERVER_READ_ONLY:
        return StoreUnavailable(
            f"The store {location} does not let this user write.", "Open it with --read-only, or ask for the right."
        )
    if state.startswith("23"):
        return _constraint("FOREIGN KEY" if state == "23503" else "UNIQUE" if state == "23505" else str(error))
    if state.startswith("22"):
        return InvalidRecord("A value is too large or of the wrong kind for the store.")
    if state.startswith("28") or "password authentication failed" in str(error):
        return StoreUnavailable(f"The server refuses the user or password for {location}.")
    if state.startswith(("08", "57", "3D")) or not state:
        return StoreUnavailable(
            f"The server of the store {location} cannot be reached.", "See whether it runs and the address is right."
        )
    return StoreUnavailable(f"The store {location} failed (server error {state}).")
