"""What the tests of Layers need: the board, and its cards by the words that they begin with."""

from __future__ import annotations

from memtui.domain.kinds import Layer
from tests.snapshots.running import Screens, running


def on_board(size: tuple[int, int] = (80, 24), **options):
    """The screens, opened on Layers."""
    return running(size, view="layers", **options)


def number_of(screens: Screens, words: str) -> int:
    """The number of the sample's memory that begins so."""
    found = screens.workspace.store.reads.records("memory", 0, 100)
    return next(one.number for one in found if one.content.startswith(words))


def layer_of(screens: Screens, number: int) -> Layer:
    """The layer that a memory is in now."""
    return screens.workspace.store.reads.memory(number).layer


async def go_to(screens: Screens, words: str) -> int:
    """Put the cursor on a card."""
    number = number_of(screens, words)
    screens.app.selection.set(number)
    screens.view.shown(number)
    await screens.press("w", "w")
    assert screens.view.chosen() == [number]
    return number
