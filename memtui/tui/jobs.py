"""Work of the gateway: its lanes, one call under way, and what the screens are told of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from memtui.domain.errors import Cancelled, MemtuiError

if TYPE_CHECKING:
    from memtui.domain.records import Batch


class Lane(StrEnum):
    """Which thread a call runs on."""

    READS = "reads"
    WRITES = "writes"
    LONG = "long"


MANY = 500
"""With more memories or changes than this an act is long work, which says how far it is and can be stopped."""


def lane_for(changes: int) -> Lane:
    """Return the lane of an act that writes so many memories or changes."""
    return Lane.LONG if changes > MANY else Lane.WRITES


class Job:
    """One call under way: what it is called on screen, how far it is, and its cancel token."""

    def __init__(self, title: str, lane: Lane, started: float) -> None:
        self.title = title
        self.lane = lane
        self.started = started
        self.done = 0
        self.total: int | None = None
        self.finished = False
        self._stopped = threading.Event()

    def cancel(self) -> None:
        """Ask the work to stop at its next step; safe from any thread."""
        self._stopped.set()

    @property
    def cancelled(self) -> bool:
        """Whether somebody asked it to stop."""
        return self._stopped.is_set()

    def check(self) -> None:
        """Raise Cancelled if nobody waits for the answer any more; the `stop` that services take."""
        if self._stopped.is_set():
            raise Cancelled()


class Change(NamedTuple):
    """A commit that the screens should follow: this program's own `batch`, or somebody else's (`elsewhere`)."""

    batch: Batch | None = None
    elsewhere: bool = False


def _nothing(*_: object) -> None:
    pass


class Listeners(NamedTuple):
    """What the gateway tells: all are called on the event loop."""

    changed: Callable[[Change], None] = _nothing
    progress: Callable[[Job], None] = _nothing
    opened: Callable[[], None] = _nothing
    lost: Callable[[MemtuiError], None] = _nothing
