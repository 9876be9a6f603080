"""Whatever a memory holds, only memtui's own bytes act on the terminal: on every screen, dialog and preview."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal.conftest import Sit
from tests.terminal.driver import Person


@pytest.fixture
def hostile(written: Callable[[str], Path], tmp_path: Path) -> Path:
    """A copy of the sample whose hostile memories are in conflict with one another."""
    return Path(shutil.copy(written("hostile"), tmp_path / "hostile.db"))


def find_hostile(person: Person) -> int:
    """Narrow Search to the hostile memories and return how many there are."""
    person.press("/")
    person.type("tag:hostile")
    person.press("enter")
    person.until(lambda: "1 of 9" in person.status, "the nine hostile memories are listed")
    return 9


def harmless(person: Person) -> None:
    """Say that the program runs, and that it sent nothing but what draws its screens."""
    assert person.screen.foreign == []
    assert person.alive
    assert "Traceback" not in person.seen
    assert "Something went wrong" not in person.text


def test_every_view_of_every_hostile_memory(sit: Sit, hostile: Path) -> None:
    person = sit(hostile, size=(110, 32))
    person.goes("1")
    for place in range(find_hostile(person)):
        for key in "34561":
            person.goes(key)
        harmless(person)
        person.press("w", "w", "j")
        person.until(lambda place=place: f"{min(place + 2, 9)} of 9" in person.status, "the next one is reached")
    assert "[@click=app.quit]x[/]" in person.text


OPENING = {
    "1": "etiMcmxf?:;TPd",
    "2": "NmfvwA]w]]",
    "3": "MAvfw",
    "4": "fvw+;",
    "5": "fvwTa",
    "6": "fwx",
    "0": "e?:A",
}
"""What opens a dialog, a preview, an editor or another form, by view."""


@pytest.mark.parametrize("view", OPENING)
def test_dialogs_and_previews_on_hostile_memories(sit: Sit, hostile: Path, view: str) -> None:
    """With all hostile memories marked, on the conflicts of the hostile where the view shows conflicts."""
    person = sit(hostile, size=(160, 50))
    find_hostile(person)
    person.press("*", *([view] if view != "1" else []))
    person.settles()
    if view == "2":
        person.press("/")
        person.type("supplier")
        person.press("enter")
        person.settles()
    for key in OPENING[view]:
        person.press(key)
        person.settles()
        person.press("escape")
        person.settles(0.15)
        harmless(person)
