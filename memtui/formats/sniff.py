"""A look at the beginning of a file, to tell what it is."""

from __future__ import annotations

import codecs
from pathlib import Path

_HEAD = 65_536
_SQLITE = b"SQLite format 3\x00"


def head(path: Path, size: int = _HEAD) -> bytes:
    """Return a file's first bytes; none if it cannot be read."""
    try:
        with path.open("rb") as stream:
            return stream.read(size)
    except OSError:
        return b""


def head_text(path: Path) -> str:
    """Return the beginning of a file as text, with what is not UTF-8 replaced."""
    raw = head(path)
    if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return raw.decode("utf-16", "replace")
    return raw.decode("utf-8-sig", "replace")


def tail(path: Path, size: int = 4_096) -> bytes:
    """Return a file's last bytes; none if it cannot be read."""
    try:
        with path.open("rb") as stream:
            stream.seek(max(path.stat().st_size - size, 0))
            return stream.read(size)
    except OSError:
        return b""


def is_sqlite(path: Path) -> bool:
    """Say whether a file is an SQLite database."""
    return head(path, 16) == _SQLITE
