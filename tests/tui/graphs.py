"""What the tests of Graph need: memories linked by hand in the store that is on the screen."""

from __future__ import annotations

import itertools
from datetime import timedelta
from typing import Any

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Kind
from memtui.services import linking, remember
from tests.snapshots.sample import NOW

FRUIT = [
    "apple",
    "bread",
    "cloud",
    "drum",
    "eagle",
    "flute",
    "grape",
    "hotel",
    "igloo",
    "jelly",
    "kettle",
    "lemon",
    "mango",
    "nickel",
    "olive",
]


def add(screens: Any, text: str, days: float = 1.0, **more: Any) -> int:
    """Write a memory that nothing is compared with and return its number."""
    when = None if more.get("undated") else NOW - timedelta(days=days)
    draft = Draft(content=text, kind=more.pop("kind", Kind.DECISION), created_at=when, **more)
    found = remember.add_all(screens.workspace, [draft], detect=False)
    return found.memories[0].number or 0


def say(screens: Any, text: str, days: float = 0.0) -> int:
    """Write a memory that is compared with the others and return its number."""
    found = remember.add(screens.workspace, Draft(content=text, created_at=NOW - timedelta(days=days)))
    return found.memory.number or 0


def link(screens: Any, one: int, other: int, kind: str = "references") -> None:
    """Link two memories by hand."""
    linking.link(screens.workspace, one, other, kind)


def star(screens: Any, rays: int, kind: str = "references") -> tuple[int, list[int]]:
    """Write one memory and others that link to it; returns their numbers."""
    hub = add(screens, "The hub that all of them tell of", 300)
    others = [add(screens, f"Ray number {at} of the wheel", 200 - at / 100) for at in range(rays)]
    for other in others:
        link(screens, other, hub, kind)
    return hub, others


def chain(screens: Any, length: int) -> list[int]:
    """Write memories of which each references the one before; returns their numbers, oldest first."""
    made = [add(screens, f"Chapter {FRUIT[at]} of the story", 100 - at) for at in range(length)]
    for older, newer in itertools.pairwise(made):
        link(screens, newer, older)
    return made


async def centre_on(screens: Any, number: int) -> None:
    """Bring a memory into the centre as if it had been selected elsewhere."""
    screens.app.selection.set(number)
    screens.view.shown(number)
    await screens.press("r")
