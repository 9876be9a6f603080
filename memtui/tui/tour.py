"""One step at a time through the sample project: what could be tried next, gone once it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from memtui.render.spans import Line, Role, Span
from memtui.tui.keymap import Keymap


class Step(NamedTuple):
    """Something to try: the acts of which any does it, and what it shows; `{count}` is what waits in that view."""

    acts: tuple[str, ...]
    words: str
    after: str = ""
    """An act that comes before it."""


STEPS: tuple[Step, ...] = (
    Step(("review",), "{count} things to judge"),
    Step(("accept", "older"), "your verdict"),
    Step(("undo",), "takes it back", after="accept"),
    Step(("timeline",), "how auth evolved"),
    Step(("help",), "all keys"),
)
"""The steps in the order in which they are offered (SCREENS 11)."""

ENTITY = "auth"
"""What the step to the timeline shows, whatever is selected."""


class Tour:
    """The steps that are left; a store that is no sample has none."""

    def __init__(self, wanted: bool) -> None:
        self._left = list(STEPS) if wanted else []
        self._shown: Step | None = None

    def hint(self, keymap: Keymap, possible: Callable[[str], bool], count: Callable[[str], int | None]) -> Line:
        """Return the next step that can be done at once, as the status line shows it; `count` is what waits in a view."""
        self._shown = next((step for step in self._left if self._fits(step, possible, count)), None)
        if self._shown is None:
            return ()
        spans: list[Span] = [Span("try ", Role.DIM)]
        for place, act in enumerate(self._shown.acts):
            spans += [Span(" or ", Role.DIM)] * bool(place) + [Span(keymap.shown(act), Role.KEY)]
        words = self._shown.words.format(count=f"{count(self._shown.acts[0]) or 0:,}")
        return (*spans, Span(f": {words}", Role.DIM))

    def _fits(self, step: Step, possible: Callable[[str], bool], count: Callable[[str], int | None]) -> bool:
        if any(step.after in other.acts for other in self._left) or not all(map(possible, step.acts)):
            return False
        return "{count}" not in step.words or bool(count(step.acts[0]))

    def leads_to(self, act: str) -> str:
        """Return the entity that an act is to show while it is a step that is left; empty else."""
        return ENTITY if act == "timeline" and any(act in step.acts for step in self._left) else ""

    def did(self, act: str) -> None:
        """Take a step off once it was done, whenever that is."""
        self._left = [step for step in self._left if act not in step.acts]

    def skip(self) -> None:
        """Take the step off that is shown."""
        self._left = [step for step in self._left if step is not self._shown]

    def begin(self) -> None:
        """Offer all steps."""
        self._left = list(STEPS)
