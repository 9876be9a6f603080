"""What a compaction says of what stays."""

from __future__ import annotations

from memtui.domain.drafts import Draft
from memtui.services import remember
from memtui.services.compacting import compact
from memtui.services.workspace import Workspace


def test_what_a_person_left_out_is_not_called_pinned(ana: Workspace) -> None:
    added = [remember.add(ana, Draft(content=f"The {word} is written down.")).memory for word in ("plan", "menu")]
    numbers = {memory.number for memory in added if memory.number is not None}
    for apply in (False, True):
        found = compact(ana, 0, spared=numbers, apply=apply)
        assert not found.archived
        assert "pinned" not in found.sentence
