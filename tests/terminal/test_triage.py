"""Conflicts are judged by one key each, by the dozen and by the hundred, and every verdict can be taken back."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from memtui.domain.kinds import ConflictState
from memtui.services import review
from memtui.services.workspace import Workspace
from tests.terminal.conftest import Sit
from tests.terminal.driver import Person

Look = Callable[[Path], Workspace]


def verdicts(workspace: Workspace) -> int:
    """Return how many conflicts hold the verdict of a person."""
    return sum(conflict.human_verdict is not None for conflict in review.conflict_reports(workspace))


def waiting(workspace: Workspace) -> int:
    """Return how many conflicts are open in the store."""
    return review.queue(workspace, limit=1).counts.states.get(ConflictState.OPEN, 0)


def judged(person: Person) -> int:
    """Return how many verdicts of this sitting the status line counts."""
    found = re.search(r"(\d+) done", person.status)
    return int(found[1]) if found else 0


def test_twenty_conflicts_in_twenty_keys(sit: Sit, sample: Path, opened: Look) -> None:
    workspace = opened(sample)
    before, known = waiting(workspace), verdicts(workspace)
    person = sit(sample, size=(80, 24))
    person.goes("2")
    person.until(lambda: "1 of " in person.status, "the queue is read")
    person.keys.clear()
    for number, key in enumerate("acbadaobaacaadabaaoa", start=1):
        person.press(key)
        person.until(lambda number=number: judged(person) >= number, f"verdict {number} is counted")
    assert len(person.keys) == 20
    assert verdicts(workspace) - known >= 20
    assert waiting(workspace) <= before - 20
    person.until(lambda: person.open_conflicts == waiting(workspace), "the tab says what is left")


def test_four_hundred_in_less_than_three_hundred_keys(sit: Sit, overgrown: Path, opened: Look) -> None:
    """By groups first, then one by one with a look at every fourth; partners close by themselves."""
    workspace = opened(overgrown)
    assert waiting(workspace) == 400
    person = sit(overgrown, size=(80, 24))
    person.keys.clear()
    person.goes("2")
    accept_group(person, "supersede, surest", left=160)
    assert waiting(workspace) == 160, "60 contradictions closed as their partners were judged"
    accept_group(person, "duplicate, surest", left=110)
    person.press("escape")
    person.until(lambda: "110 of 400" not in person.lines[2] and "1 of 110" in person.status, "the rest is listed")
    left = 110
    while left:
        if left % 4 == 0:
            look_closer(person, left)
        person.press("oabc"[left % 4] if left % 5 == 0 else "a")
        left -= 1
        person.until(lambda left=left: person.open_conflicts == left, f"{left} are left")
    assert waiting(workspace) == 0
    person.sees("All judged.")
    assert len(person.keys) < 300
    assert person.screen.foreign == []


def accept_group(person: Person, name: str, left: int) -> None:
    """Accept all conflicts of a group of the facets, typed without waiting, after a look at what that would do."""
    person.press("f")
    person.sees("which conflicts")
    while f"► {name}" not in person.text:
        was = person.cursor
        person.press("j")
        person.until(lambda was=was: person.cursor != was, "the cursor moves")
    count = person.cursor.split()[-1]
    person.press("enter", "*", "a")
    person.sees(f"newer is true: {count} conflicts, least sure first")
    person.press("y")
    person.until(lambda: person.open_conflicts == left, f"{left} are left")


def look_closer(person: Person, left: int) -> None:
    """Ask why; now and then see how the thing came to be, and come back."""
    person.press("w")
    person.settles()
    if left % 20 == 0:
        person.goes("5")
        person.press("backspace")
        person.until(lambda: person.view.startswith("2 Review") and person.cursor, "back at the conflict")


def test_fifteen_accepted_at_once_come_back_by_one_undo(sit: Sit, overgrown: Path, opened: Look) -> None:
    workspace = opened(overgrown)
    person = sit(overgrown, size=(80, 24))
    person.goes("2")
    person.press(*["space"] * 15)
    person.sees("15 marked")
    person.press("a")
    person.sees("15 conflicts, least sure first")
    assert waiting(workspace) == 400, "the key that opens the preview changes nothing"
    person.press("a")
    person.settles()
    assert waiting(workspace) == 400, "and never confirms it"
    person.press("y")
    person.until(lambda: person.open_conflicts < 400, "they are judged")
    assert waiting(workspace) == person.open_conflicts <= 385
    person.press("u")
    person.until(lambda: person.open_conflicts == 400, "all are back")
    assert waiting(workspace) == 400
    assert not [
        batch for batch in workspace.store.reads.batches(10) if batch.action == "resolve" and not batch.undone_by
    ]
    assert all(memory.status.value != "superseded" for memory in workspace.store.reads.memories(range(1, 700)))
