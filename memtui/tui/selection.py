"""What is selected, shared by all views, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

TRAIL = 50
"""Steps back that are kept."""


class Place(NamedTuple):
    """A view, and what was selected in it: row numbers of a memory, an entity, a conflict."""

    view: str
    number: int | None
    entity: int | None
    conflict: int | None


def _nobody() -> None:
    pass


class Selection:
    """What all views look at, by row number, and the places one came from.

    `number` is the memory. `entity`, where it is set, is what a lens follows first (Graph, Timeline);
    choosing a memory unsets it. `conflict` is the pair that was last under the cursor of a queue, or that
    another view asks Review to show. `changed` is called after each of them changes.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self.entity: int | None = None
        self.conflict: int | None = None
        self.changed: Callable[[], None] = _nobody
        self._trail: list[Place] = []

    def set(self, number: int | None) -> None:
        """Look at another memory."""
        if (number, None) != (self.number, self.entity):
            self.number, self.entity = number, None
            self.changed()

    def set_entity(self, entity: int | None) -> None:
        """Look at an entity; the memory stays what it was, for views that show memories only."""
        if entity != self.entity:
            self.entity = entity
            self.changed()

    def set_conflict(self, conflict: int | None) -> None:
        """Look at a conflict."""
        self.conflict = conflict

    def leave(self, view: str) -> None:
        """Remember that view and selection before going elsewhere."""
        self._trail = [*self._trail[-TRAIL + 1 :], Place(view, self.number, self.entity, self.conflict)]

    def back(self) -> str | None:
        """Return the view to go back to, with its selection restored; None at the start."""
        if not self._trail:
            return None
        view, self.number, self.entity, self.conflict = self._trail.pop()
        return view

    def forget(self, view: str) -> None:
        """Take the newest step off where it leads to that view: one goes there without going back."""
        if self._trail and self._trail[-1].view == view:
            self._trail.pop()
