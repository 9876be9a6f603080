"""The journal as a table, for an export."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.render.dates import iso
from memtui.render.pen import Pen
from memtui.render.widths import shown

if TYPE_CHECKING:
    from memtui.services.history import BatchLine

HEAD = ("number", "at", "who", "what", "summary", "changes", "state", "id")


def table_of(lines: Sequence[BatchLine], pen: Pen) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """Return head and rows, secrets masked."""
    return HEAD, [_row(line, pen.mask(shown(line.batch.summary))) for line in lines]


def _row(line: BatchLine, summary: str) -> Sequence[str]:
    batch = line.batch
    return (
        str(batch.number or ""),
        iso(batch.at) or "",
        batch.actor,
        batch.action,
        summary,
        str(batch.changes),
        line.state,
        batch.id,
    )
