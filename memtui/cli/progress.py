"""Long work on the command line: shows how far it is on a terminal's stderr and stops cleanly on ctrl+c."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Any

from memtui.cli.output import Output, is_terminal, rich_console
from memtui.domain.errors import Cancelled
from memtui.safe_text import one_line

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

    from memtui.services.ports import Progress

PATIENCE = 0.4
"""Seconds before a bar appears: shorter work needs none."""


class Stoppable:
    """Reports progress; the first ctrl+c lets the work end at its next safe point, a second one breaks off."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._visible = is_terminal(sys.stderr) and not output.quiet
        self._started = time.monotonic()
        self._bar: Bar | None = None
        self._task: TaskID | None = None
        self.stopped = False

    def __call__(self, done: int, total: int | None, what: str) -> None:
        """Show how far the work is; raises Cancelled when it is to stop."""
        if self.stopped:
            raise Cancelled
        if self._visible and time.monotonic() - self._started >= PATIENCE:
            self._show(done, total, one_line(what))

    def stop(self, number: int, frame: FrameType | None) -> None:
        """Ask the work to stop."""
        if self.stopped:
            raise KeyboardInterrupt
        self.stopped = True
        if self._visible:
            self._output.note("\nStopping at the next safe point; ctrl+c again breaks off.")

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def _show(self, done: int, total: int | None, what: str) -> None:
        if self._bar is None:
            from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

            text = TextColumn("{task.description}", markup=False)
            console = rich_console(sys.stderr, no_color=self._output.no_color, ascii=self._output.ascii)
            self._bar = Progress(text, BarColumn(), MofNCompleteColumn(), console=console, transient=True)
            self._task = self._bar.add_task(what, total=total)
            self._bar.start()
        if self._task is not None:
            self._bar.update(self._task, completed=done, total=total, description=what)


@contextmanager
def stoppable(output: Output) -> Iterator[Progress]:
    """Watch over long work: yields its progress report and takes ctrl+c as a wish to stop."""
    work = Stoppable(output)
    before: Any = None
    try:
        before = signal.signal(signal.SIGINT, work.stop)
    except ValueError:
        pass  # not the main thread: ctrl+c goes elsewhere
    try:
        yield work
    finally:
        work.close()
        if before is not None:
            signal.signal(signal.SIGINT, before)
