"""The stories of Button and of handleSubmit, reached from the keyboard and told as the Memento guide tells them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal.conftest import Sit

BUTTON = (
    ("15 Jan", "Button component styling uses Tailwind"),
    ("3 Feb", "Button component has accessibility issues"),
    ("1 Mar", "Fixed Button component click handler race"),
    ("20 Mar", "Refactored Button component to use hooks"),
)
SUBMIT = (
    ("10 Mar", "Refactored handleSubmit to use async/await"),
    ("18 Mar", "Fixed race condition in handleSubmit"),
    ("20 Mar", "The handleSubmit function now validates"),
)
EVOLUTIONS = {
    "Button": "Tailwind styling → accessibility issues → race condition fixed",
    "handleSubmit": "async/await → race condition fixed → validation",
}


@pytest.mark.parametrize(("name", "told"), [("Button", BUTTON), ("handleSubmit", SUBMIT)])
def test_told_as_the_guide_prints_it(sit: Sit, sample: Path, name: str, told: tuple[tuple[str, str], ...]) -> None:
    person = sit(sample, size=(120, 50))
    person.goes("5")
    person.press("/")
    person.type(name)
    person.press("enter")
    person.until(lambda: person.row(f"│ {name}  "), f"{name} is shown")
    person.until(lambda: all(text in person.text for _, text in told), "its memories are told")
    places = [
        next(row for row, line in enumerate(person.lines) if f"{day}  + added" in line and text in line)
        for day, text in told
    ]
    assert places == sorted(places)
    assert EVOLUTIONS[name] in " ".join(person.text.split())
    assert person.screen.foreign == []
