"""A walk through the graph, box by box, and the way back."""

from __future__ import annotations

from pathlib import Path

from tests.terminal.conftest import Sit
from tests.terminal.driver import Person

START = "JWT authentication implementation"
STEPS = 10


def centre(person: Person) -> str:
    """Return the first words of what the double box holds, without the sign of its status."""
    top = next((row for row, line in enumerate(person.lines) if "╔═" in line and "═╗" in line), None)
    if top is None:
        return ""
    left, right = person.lines[top].index("╔"), person.lines[top].index("═╗") + 1
    return " ".join(" ".join(line[left + 1 : right] for line in person.lines[top + 1 : top + 3]).split()[1:3])


def step(person: Person, passed: list[str]) -> None:
    """Walk to another box, one not yet passed where the arrows lead to it, and draw the graph around it."""
    for way in "jlkhjlkh":
        person.moves(way)
        name = person.status.split(" · ")[0].strip()
        if name != "centre" and not any(name.startswith(place) for place in passed):
            break
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
