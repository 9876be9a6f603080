"""Coroutines that views and acts start, and what becomes of those that fail."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from memtui.domain.errors import Cancelled, MemtuiError
from memtui.tui.stage import StagedApp
from memtui.tui.work import Guarded

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.worker import Worker

    from memtui.tui.views.base import View


ACT = "act"
"""The group of the workers that do what a key asked for."""


class WorkingApp(StagedApp, inherit_bindings=False):
    """An app whose work goes on beside the keyboard and never ends it."""

    def start(
        self, view: View, work: Coroutine[Any, Any, None], *, group: str, exclusive: bool = False
    ) -> Worker[None]:
        """Run a coroutine as a worker of a view and report what it raises."""
        return self._start_on(view, work, group, exclusive)

    def start_act(self, view: View, work: Coroutine[Any, Any, None]) -> None:
        """Run what a key asked for; keys are held until it opened its dialog or is done."""
        worker = self._start_on(view, work, ACT, False)
        if worker._task is not None:
            hold = self.hold
            worker._task.add_done_callback(lambda _: self.release_keys(hold))

    def hold_while_acting(self) -> None:
        """Let keys wait until the acts under way, which were told something, have done it or ask something else."""
        self.hold_keys_until(self._acts_are_done)

    def _acts_are_done(self) -> bool:
        acting = any(worker.group == ACT and not worker.is_finished for worker in self.workers)
        return not acting and (self.front is None or not self.front.view.asking)

    def start_here(self, work: Coroutine[Any, Any, None], *, group: str) -> Worker[None]:
        """Run a coroutine as a worker of the app, which outlives the screen that wanted it."""
        return self._start_on(self, work, group, True)

    def _start_on(self, node: DOMNode, work: Coroutine[Any, Any, None], group: str, exclusive: bool) -> Worker[None]:
        guarded = Guarded(work, self.report)
        worker = node.run_worker(guarded, group=group, exclusive=exclusive, exit_on_error=False)
        if worker._task is not None:
            worker._task.add_done_callback(lambda _: guarded.close())
        return worker

    def report(self, failure: Exception) -> None:
        """Say what went wrong: an expected failure in the status line, anything else in a dialog."""
        if isinstance(failure, Cancelled | MemtuiError):
            self.say(str(failure), kept=not isinstance(failure, Cancelled))
        else:
            self.report_unexpected(failure)

    def report_unexpected(self, failure: BaseException) -> None:
        """Open the error dialog, whose details can be copied."""
        from memtui.tui.modals.error import ErrorScreen

        self.push_screen(ErrorScreen(failure))
