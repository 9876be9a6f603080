"""Verdicts on several, as rows of a preview: confidence, old and new, and which of them wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memtui.render.memories import share
from memtui.render.pen import Pen
from memtui.render.queue import subject
from memtui.tui.modals.preview import Planned

if TYPE_CHECKING:
    from memtui.services.review import PlannedVerdict

TEXT = 300
"""Characters of a text that a row reads."""


def planned_row(one: PlannedVerdict, pen: Pen) -> Planned:
    """Return what a verdict would do to one conflict: its values, or the texts where it names none, and the winner."""
    entry = one.entry
    before, after = entry.old_value, entry.new_value
    if not before or not after:
        before, after = entry.old.content[:TEXT], entry.new.content[:TEXT]
    winner = "" if one.winner is None else "new" if one.winner.number == entry.new.number else "old"
    said = f"{winner} wins" if winner else "both stay"
    return Planned(
        entry.conflict.number or 0,
        subject(entry, pen),
        pen.mask(before),
        pen.mask(after),
        one.refusal,
        right=f"{share(entry.conflict.confidence)}  {said}",
        winner=winner,
    )
