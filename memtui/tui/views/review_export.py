"""Conflicts as a table, for an export as Markdown or CSV."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from memtui.render.dates import iso
from memtui.render.memories import share
from memtui.render.pen import Pen
from memtui.render.queue import subject
from memtui.render.review import DETECTOR, PERSON
from memtui.render.widths import shown

if TYPE_CHECKING:
    from memtui.services.review_queue import QueueRow

HEAD = (
    "conflict",
    "state",
    "severity",
    "type",
    "subject",
    "old",
    "new",
    "confidence",
    "suggested",
    "verdict",
    "by",
    "note",
)
HEAD_TEXTS = ("old text", "new text", "found")


def table_of(rows: Sequence[QueueRow], pen: Pen) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Return head and rows, secrets masked."""

    def safe(text: str | None) -> str:
        return shown(pen.mask(text or ""))

    table: list[Sequence[str]] = []
    for row in rows:
        entry, conflict = row.entry, row.entry.conflict
        table.append(
            (
                conflict.id,
                conflict.state.value,
                conflict.severity.value,
                conflict.type.value,
                subject(entry, pen),
                safe(entry.old_value),
                safe(entry.new_value),
                share(conflict.confidence),
                DETECTOR[conflict.suggested_action],
                PERSON.get(conflict.human_verdict or "", ""),
                safe(conflict.decided_by),
                safe(conflict.note),
                safe(entry.old.content),
                safe(entry.new.content),
                iso(conflict.created_at) or "",
            )
        )
    return (*HEAD, *HEAD_TEXTS), table
