"""The preview of a consolidation: it is done as a whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from memtui.tui.modals.dialog import Keys
from memtui.tui.modals.preview import Planned, PreviewScreen
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.intelligence.consolidation import Plan


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
