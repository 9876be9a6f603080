"""Work under way: coroutines that report instead of raising, and the line that says how far it is."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Generator, Sequence
from typing import TYPE_CHECKING, Any

from memtui.tui.jobs import Job, Lane

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp


class Guarded:
    """A coroutine for a worker: what it raises is handed to `report`, so that no failure ends the app.

    `close` ends a coroutine that was never awaited, because its worker was cancelled before its first step.
    """

    def __init__(self, work: Coroutine[Any, Any, None], report: Callable[[Exception], None]) -> None:
        self._work = work
        self._report = report

    def close(self) -> None:
        """End the coroutine if it was never begun."""
        self._work.close()

    def __await__(self) -> Generator[Any, None, None]:
        """Await the coroutine."""
        return self._run().__await__()

    async def _run(self) -> None:
        try:
            await self._work
        except Exception as failure:
            self._report(failure)


SLOW_SECONDS = 0.15
"""Work that takes longer says so; shorter work would only flicker (SCREENS 11)."""


class WorkDisplay:
    """Keeps the status lines of an app's screens saying what takes long."""

    def __init__(self, app: MemtuiApp) -> None:
        self._app = app
        self._timer_runs = False

    def progress(self, job: Job) -> None:
        """Take notice that a job began, went on or ended."""
        if job.finished or (job.lane is Lane.LONG and job.done):
            self._show()
        if self._app.gateway.jobs and not self._timer_runs:
            self._timer_runs = True
            self._app.set_timer(SLOW_SECONDS, self._look)

    def _look(self) -> None:
        self._timer_runs = False
        self._show()
        if self._app.gateway.jobs:
            self.progress(self._app.gateway.jobs[-1])

    def _show(self) -> None:
        jobs = self._app.gateway.jobs
        work = work_line(jobs, SLOW_SECONDS)
        for screen in self._app.view_screens:
            screen.status.set_work(work)


def work_line(jobs: Sequence[Job], slow_seconds: float) -> str:
    """Return what the status line says of work that takes longer than that; empty when there is none."""
    now = time.monotonic()
    slow = [job for job in jobs if now - job.started >= slow_seconds]
    if not slow:
        return ""
    job = max(slow, key=lambda one: (one.lane is Lane.LONG, one.started))
    if job.lane is not Lane.LONG:
        return "reading…" if job.lane is Lane.READS else "writing…"
    if job.cancelled:
        return f"stopping {job.title}…"
    if job.total:
        return f"{job.title} {job.done:,} of {job.total:,} · esc stops"
    return f"{job.title} {job.done:,} · esc stops" if job.done else f"{job.title} · esc stops"
