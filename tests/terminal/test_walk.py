"""A walk through the graph, box by box, and the way back."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.conftest import Sit
from tests.terminal.driver import Person

START = "JWT authentication implementation"
STEPS = 10


def centre(person: Person) -> str:
    """Return what the graph is drawn around, as the pane beside it says while the cursor is on it."""
    return person.lines[3].rpartition("│ ")[2] if person.status.startswith(" centre") else ""


def step(person: Person, ways: str) -> None:
    """Go to a neighbouring box, the first of some ways that leads to one, and draw the graph around it."""
    for way in ways:
        person.press(way)
        person.settles()
        if not person.status.startswith(" centre"):
            break
    name = person.status.split(" · ")[0].strip()
    before = centre(person)
    person.press("enter")
    person.until(lambda: centre(person) not in ("", before), f"{name} is the centre")
    assert name.startswith(centre(person).rstrip("…"))


def test_ten_steps_and_back(sit: Sit, sample: Path) -> None:
    person = sit(sample)
    person.press("/")
    person.type(START)
    person.press("enter")
    person.until(lambda: START in person.cursor, "it is found")
    person.goes("4")
    assert centre(person) == START
    passed = [START]
    for number in range(STEPS):
        step(person, "jlhk" if number % 3 else "khlj")
        passed.append(centre(person))
    assert len(set(passed)) >= 5
    for place in passed[-2::-1]:
        person.press("backspace")
        person.until(lambda place=place: centre(person) == place, f"back at {place}")
    assert person.view == "4 Graph"
    person.press("backspace")
    person.until(lambda: person.view == "1 Search", "back in Search")
    assert START in person.cursor
    assert person.screen.foreign == []
