"""What is shown while the answer to a newer question takes long: the old content stays, dim."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memtui.tui.work import SLOW_SECONDS

if TYPE_CHECKING:
    from textual.timer import Timer

    from memtui.tui.views.base import View

STALE = "-stale"
"""The class of a view whose list is older than what was asked for."""


class Stale:
    """Dims a view's list when an answer has not come in time (SCREENS 11: after 150 ms).

    A newer question takes the place of an older one, whose end then means nothing any more.
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._timer: Timer | None = None
        self._asked = 0

    @property
    def waiting(self) -> bool:
        """Whether an answer is on its way."""
        return self._timer is not None

    def start(self) -> int:
        """Begin to wait for an answer; returns the number of the question."""
        self._asked += 1
        if self._timer is None:
            self._timer = self._view.set_timer(SLOW_SECONDS, self._show)
        return self._asked

    def stop(self, question: int) -> None:
        """The answer to a question is there, or nobody waits for it any more."""
        if question != self._asked:
            return
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._view.remove_class(STALE)

    def _show(self) -> None:
        self._view.add_class(STALE)
