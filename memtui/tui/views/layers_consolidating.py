"""The previews of a consolidation, which is done as a whole or not at all, and of a compaction, row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from memtui.domain.layers import SHORT_NAMES
from memtui.render.board import text_of
from memtui.render.dates import age
from memtui.render.memories import share
from memtui.tui.modals.dialog import Keys
from memtui.tui.modals.preview import Planned, PreviewScreen
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memtui.intelligence.consolidation import Plan
    from memtui.render.pen import Pen
    from memtui.services.compacting import Candidate

THE_REST = 0
"""The key of the row that stands for what a preview of a compaction does not list."""

MOST_LISTED = 2000
"""Memories that the preview of a compaction lists; the rest of them is one row."""


class WholePreview(PreviewScreen):
    """Shows a plan whose steps hang on each other: none can be left out."""

    KEYS: ClassVar[Keys] = (("y", "does it"), ("n", "does not"))

    def on_mount(self) -> None:
        """Leave every step ticked."""
        self.query_one(LineList).markable = False


def rows_of(plan: Plan) -> list[Planned]:
    """Return the steps of a plan: merges, facts and entities that end, memories whose claim is no longer true."""
    steps: list[tuple[str, str, str]] = []
    steps += [(one.source.name, "entity", f"merged into {one.target.name} ({one.reason})") for one in plan.merges]
    steps += [(str(fact), "true", f"ended: {fact.reason}") for fact in plan.retired_facts]
    steps += [(str(node), "in use", f"retired: {node.reason}") for node in plan.retired_nodes]
    steps += [(entity.name, "retired", "in use again") for entity in plan.revived]
    steps += [(f"memory {memory.memory}", "active", f"superseded: {memory.reason}") for memory in plan.retired_memories]
    return [Planned(place, *step) for place, step in enumerate(steps, 1)]


def number_complaint(answer: str, active: int) -> str:
    """Return why an answer is not how many memories are to stay active; empty where it is."""
    digits = answer.strip().replace(",", "")
    if not digits.isdecimal() or len(digits) > 9:
        return "A number, from 0."
    return "" if int(digits) < active else f"No more than {active:,} are active: nothing would be archived."


def going(candidates: Sequence[Candidate], total: int, pen: Pen) -> list[Planned]:
    """Return what a compaction would archive, and why these: how important each is, how often and how long ago it was used."""
    rows = [_going(one, pen) for one in candidates]
    if total > len(rows):
        title = f"{total - len(rows):,} more, each at least as important as these"
        rows.append(Planned(THE_REST, title, "active", "archived"))
    return rows


def _going(one: Candidate, pen: Pen) -> Planned:
    memory = one.memory
    since = age(memory.sort_at, pen.now, pen.zone)
    why = f"importance {share(one.importance)}, opened {memory.access_count:,}×, {since} old"
    return Planned(memory.number or 0, text_of(memory, pen), SHORT_NAMES[memory.layer], f"archived: {why}")
