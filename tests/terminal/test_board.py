"""A memory is carried across the board and back, by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.domain.kinds import Layer
from memtui.services.workspace import Workspace
from tests.terminal.conftest import Sit

NOTE = "deploy/canary.sh asks the old health path"
WAY_UP = [Layer.SHORT_TERM, Layer.EPISODIC, Layer.SEMANTIC, Layer.WORKING, Layer.OPERATIONAL]


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_promoted_across_the_board_and_back(
    sit: Sit, sample: Path, opened: Callable[[Path], Workspace], size: tuple[int, int]
) -> None:
    workspace = opened(sample)
    (number,) = (
        memory.number for memory in workspace.store.reads.memories(range(1, 500)) if memory.content.startswith(NOTE)
    )

    def layer() -> Layer:
        return workspace.store.reads.memory(number).layer

    person = sit(sample, size=size)
    person.press("/")
    person.type("is:transient canary")
    person.press("enter")
    person.until(lambda: "1 of 1" in person.status, "the note is found")
    person.goes("3")
    assert layer() is Layer.SHORT_TERM
    for key, stations in (("L", WAY_UP[1:]), ("H", WAY_UP[-2::-1])):
        for station in stations:
            short = SHORT[station]
            person.press(key)
            person.until(lambda short=short: person.status.lstrip().startswith(f"{short} "), f"it stands in {short}")
            person.until(lambda: "deploy/canary.sh" in person.cursor, "the cursor went along")
            assert layer() is station
    person.press("u")
    person.until(lambda: layer() is Layer.EPISODIC, "the last step is taken back")
    assert person.screen.foreign == []


SHORT = {
    Layer.SHORT_TERM: "st",
    Layer.EPISODIC: "ep",
    Layer.SEMANTIC: "se",
    Layer.WORKING: "wk",
    Layer.OPERATIONAL: "op",
}
