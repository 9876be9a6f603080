"""A walk through the graph, box by box, and the way back."""

from __future__ import annotations

import re
from pathlib import Path

from tests.terminal.conftest import Sit
from tests.terminal.driver import Person

START = "JWT authentication implementation"
STEPS = 10


def centre(person: Person) -> str:
    """Return the first words of what the double box holds, without the sign of its status."""
    for row, line in enumerate(person.lines[:-2]):
        # Lines that tell of a supersession are double too: a box has its sides below its corners.
        for frame in re.finditer("╔[═╧╩▲▼]+╗", line):
            left, right = frame.start(), frame.end() - 1
            below = person.lines[row + 1]
            if len(below) > left and below[left] in "║►":
                told = [one[left + 1 : right] for one in person.lines[row + 1 : row + 3]]
                return " ".join(" ".join(told).split()[1:3])
    return ""


def reached(person: Person, way: str) -> str:
    """Press a key and return the first words of the box that the cursor is then on; "centre" on the centre."""
    person.press(way)
    person.settles()
    return person.status.split(" · ")[0].strip()


def step(person: Person, passed: list[str]) -> None:
    """Walk to another box, one not yet passed where the keys lead to it, and draw the graph around it."""
    name = "centre"
    for way in "jlkhjlkhjjllkkhh":
        name = reached(person, way)
        if name != "centre" and not any(name.startswith(place) for place in passed):
            break
    for way in "jlkh":
        name = name if name != "centre" else reached(person, way)
    assert name != "centre", "there is a box to go to"
    person.press("enter")
    person.until(
        lambda: name.startswith(centre(person)) and person.status.startswith(" centre"), f"{name} is the centre"
    )
    passed.append(centre(person))


def test_ten_steps_and_back(sit: Sit, sample: Path) -> None:
    person = sit(sample)
    person.press("/")
    person.type(START)
    person.press("enter")
    person.until(lambda: START in person.cursor, "it is found")
    person.goes("4")
    person.until(lambda: centre(person) != "", "the graph is drawn")
    passed = [centre(person)]
    assert START.startswith(passed[0])
    for _ in range(STEPS):
        step(person, passed)
    assert len(set(passed)) >= 5
    for place in passed[-2::-1]:
        person.press("backspace")
        person.until(lambda place=place: centre(person) == place, f"back at {place}")
    assert person.view == "4 Graph"
    person.press("backspace")
    person.until(lambda: person.view == "1 Search", "back in Search")
    assert START in person.cursor
    assert person.screen.foreign == []
