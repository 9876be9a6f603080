"""Memories as a CSV table, for spreadsheets; written only."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar

from memtui.formats.base import Cargo, Entry
from memtui.formats.rows import iso

COLUMNS = [
    "id",
    "content",
    "kind",
    "memory_type",
    "status",
    "layer",
    "tier",
    "project",
    "tags",
    "priority",
    "confidence",
    "importance_override",
    "pinned",
    "created_at",
    "recorded_at",
    "updated_at",
    "valid_from",
    "valid_until",
    "access_count",
    "superseded_by",
    "source",
    "agent",
    "session",
    "file",
    "format",
    "foreign_id",
]
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


class CsvTable:
    """Writes a row a memory."""

    name: ClassVar[str] = "csv"
    title: ClassVar[str] = "CSV table"
    reads: ClassVar[bool] = False
    writes: ClassVar[bool] = True

    def recognise(self, path: Path) -> bool:
        """Say no: tables are not read."""
        return False

    def read(self, path: Path, *, named: bool = True) -> Iterator[Entry]:
        """Yield nothing: tables are not read."""
        return iter(())

    def write(self, cargo: Cargo, target: Path) -> int:
        """Write all memories, whatever their status, which has its column."""
        count = 0
        with target.open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream, lineterminator="\r\n")
            writer.writerow(COLUMNS)
            for memory in cargo.memories():
                writer.writerow([_cell(getattr(memory, name)) for name in COLUMNS])
                count += 1
                cargo.wrote(count)
        return count


def _cell(value: Any) -> str:
    """Return a value as a cell's text; a text that a spreadsheet would run as a formula gets an apostrophe."""
    if value is None:
        return ""
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(value)
    text = value.value if isinstance(value, StrEnum) else str(value).replace("\0", "\u2400")
    return f"'{text}" if isinstance(value, str) and text.startswith(_FORMULA) else text
