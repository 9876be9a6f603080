"""What a file is, read from its first bytes alone: nothing is opened as a database that is not ours."""

from __future__ import annotations

import os
from enum import Enum, auto
from pathlib import Path
from typing import Final

from memtui.domain.errors import StoreUnavailable
from memtui.store import faults, schema

_MAGIC: Final = b"SQLite format 3\0"
_HEADER_BYTES: Final = 100


class Access(Enum):
    """What may be done with a file: make it, write it, only read it, or read it in a folder that may not be written."""

    ABSENT = auto()
    WRITABLE = auto()
    READABLE = auto()
    FROZEN = auto()


def look_at(path: Path, location: str) -> Access:
    """Say what may be done with a file; raises StoreUnavailable for one that is foreign, newer, cut short or unreadable."""
    try:
        if path.is_dir():
            raise StoreUnavailable(f"{location} is a folder, not a store.", "Name a file in it.")
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        return Access.ABSENT
    except OSError as error:
        raise StoreUnavailable(
            f"The store {location} cannot be read: {error.strerror or error}.", "See whether you may read it."
        ) from None
    if not header:
        return Access.ABSENT
    _judge(header, size, path, location)
    if not _writable(path.parent):
        return Access.READABLE if _log(path).exists() else Access.FROZEN
    return Access.WRITABLE if _writable(path) else Access.READABLE


def _judge(header: bytes, size: int, path: Path, location: str) -> None:
    if not header.startswith(_MAGIC[: len(header)]) or len(header) < len(_MAGIC):
        raise StoreUnavailable(
            f"{location} is not a memtui store.",
            "It was left untouched. Name another file, or import it: memtui import PATH.",
        )
    if len(header) < _HEADER_BYTES:
        raise faults.damaged(location)
    if _number(header, 68) != schema.APPLICATION_ID:
        raise StoreUnavailable(
            f"{location} is the database of another program.",
            "It was left untouched. Name another file, or import it: memtui import PATH.",
        )
    version = _number(header, 60)
    if version > schema.SCHEMA_VERSION:
        raise schema.newer(location, version)
    page_size = int.from_bytes(header[16:18], "big")
    page_size = 65_536 if page_size == 1 else page_size
    # The header counts the pages of the last checkpoint; with a log beside the file the rest may stand there.
    counted = _number(header, 24) == _number(header, 92)
    if counted and not _log(path).exists() and _number(header, 28) * page_size > size:
        raise faults.damaged(location)


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _number(header: bytes, offset: int) -> int:
    return int.from_bytes(header[offset : offset + 4], "big")


def _log(path: Path) -> Path:
    return path.with_name(path.name + "-wal")
