"""One step at a time through the sample project: what could be tried next, gone once it is done."""

from __future__ import annotations

from collections.abc import Callable

from memtui.render.spans import Line, Role, Span
from memtui.tui.keymap import Keymap

STEPS: tuple[tuple[str, str], ...] = (
    ("why", "why it ranks there"),
    ("hidden", "what was believed before"),
    ("archive", "put one away"),
    ("undo", "takes it back"),
    ("history", "all that was done"),
    ("help", "all keys"),
)
"""Acts in the order in which they are offered, each with what it shows."""


class Tour:
    """The steps that are left; a store that is no sample has none."""

    def __init__(self, wanted: bool) -> None:
        self._left = list(STEPS) if wanted else []

    def hint(self, keymap: Keymap, possible: Callable[[str], bool]) -> Line:
        """Return the next step as the status line shows it, where it can be done at once."""
        if not self._left or not possible(self._left[0][0]):
            return ()
        act, words = self._left[0]
        return (Span("try ", Role.DIM), Span(keymap.shown(act), Role.KEY), Span(f" {words}", Role.DIM))

    def did(self, act: str) -> None:
        """Take a step off once it was done, whenever that is."""
        self._left = [step for step in self._left if step[0] != act]

    def begin(self) -> None:
        """Offer all steps."""
        self._left = list(STEPS)

    def end(self) -> None:
        """Offer nothing more."""
        self._left = []
