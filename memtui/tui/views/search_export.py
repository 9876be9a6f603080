"""Search as lines and as a table, for an export."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.render.dates import iso
from memtui.render.memories import row_text
from memtui.render.pen import Pen
from memtui.render.spans import Line
from memtui.render.tables import memory_table

if TYPE_CHECKING:
    from memtui.services.findings import Hit

HEAD = ("rank", "rank before", "memory", "importance", "layer", "status", "tier", "kind", "tags", "created", "id")


def lines_of(hits: Sequence[Hit], pen: Pen, width: int) -> list[Line]:
    """Return hits as a table of lines, signs in place of styles."""
    return memory_table(hits, replace(pen, brackets=True), width) if hits else []


def table_of(hits: Sequence[Hit], pen: Pen) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """Return head and rows, secrets masked."""
    return HEAD, [_row(hit, pen) for hit in hits]


def _row(hit: Hit, pen: Pen) -> Sequence[str]:
    memory = hit.memory
    return (
        str(hit.rank or ""),
        str(hit.rank_before or ""),
        row_text(memory, hit.badges, pen),
        f"{hit.importance.value:.2f}",
        memory.layer.value,
        memory.status.value,
        memory.tier.value,
        memory.kind.value if memory.kind else "",
        pen.mask(" ".join(memory.tags)),
        iso(memory.created_at) or "",
        memory.id,
    )
