"""The only way off the event loop: services run in threads, and only what they return comes back.

Three lanes, each one thread: reads (what the screen shows), writes (acts) and long (imports, exports,
scans). The first job of the reads lane opens the store, after the first paint; every other call waits
for it. Nothing here draws.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from memtui.domain.errors import MemtuiError, StoreGone, StoreUnavailable
from memtui.tui.jobs import Change, Job, Lane, Listeners

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from memtui.services.as_of import Moment
    from memtui.services.workspace import Workspace

__all__ = ["Change", "Gateway", "Job", "Lane", "Listeners"]

P = ParamSpec("P")
T = TypeVar("T")

POLL_SECONDS = 0.5
"""How often another process's commits are looked for; SCREENS wants them within a second."""

REPORT_SECONDS = 0.05
"""The shortest time between two progress reports, so that a fast job cannot flood the event loop."""


@lru_cache(maxsize=256)
def _wishes(function: Callable[..., object]) -> frozenset[str]:
    """Return which of `stop` and `progress` a service takes."""
    try:
        names = inspect.signature(function).parameters.keys()
    except (TypeError, ValueError):
        return frozenset()
    return frozenset(names & {"stop", "progress"})


class Gateway:
    """Runs services for the screens.

    `open_services` is called once in the reads lane and returns the workspace. Cancelling the coroutine
    that awaits `run` (a Textual worker with `exclusive=True` does it) cancels the job's token, so a
    superseded search stops at its next step.
    """

    def __init__(self, open_services: Callable[[], Workspace], listeners: Listeners | None = None) -> None:
        self.listeners = listeners or Listeners()
        self.workspace: Workspace | None = None
        self.failure: MemtuiError | None = None
        self.jobs: list[Job] = []
        self._open_services = open_services
        self._ready = asyncio.Event()
        self._project: str | None = None
        self._present: Workspace | None = None
        self.moment: Moment | None = None
        """The past moment that is looked at; None is now."""
        self._seen_version: int | None = None
        self._writing = 0
        self._acts = 0
        self._closed = False

    async def open(self, open_services: Callable[[], Workspace] | None = None) -> None:
        """Open the store, or another one in its place; raises what opening raises and keeps a MemtuiError as `failure`."""
        if open_services is not None:
            self._open_services = open_services
        self._ready.clear()
        self.failure = None
        loop = asyncio.get_running_loop()
        before = self._present
        try:
            workspace = await loop.run_in_executor(self._lanes[Lane.READS], self._open_services)
            version = await loop.run_in_executor(self._lanes[Lane.READS], workspace.store.data_version)
        except MemtuiError as failure:
            self.failure = failure
            self._ready.set()
            raise
        except Exception as failure:
            self.failure = StoreUnavailable("The store cannot be opened.", f"{type(failure).__name__}: {failure}")
            self._ready.set()
            raise
        self.workspace = self._present = workspace
        self._seen_version, self.moment = version, None
        self._project = workspace.settings.project
        if before is not None and before.store is not workspace.store:
            await loop.run_in_executor(self._lanes[Lane.WRITES], before.store.close)
        self._ready.set()
        self.listeners.opened()

    @cached_property
    def _lanes(self) -> dict[Lane, ThreadPoolExecutor]:
        from concurrent.futures import ThreadPoolExecutor

        return {lane: ThreadPoolExecutor(1, thread_name_prefix=f"memtui-{lane}") for lane in Lane}

    @property
    def is_open(self) -> bool:
        """Whether the store is open."""
        return self.workspace is not None and self.failure is None

    @property
    def present(self) -> Workspace | None:
        """The store as it is, whatever moment is looked at; its clock tells the present."""
        return self._present

    @property
    def project(self) -> str | None:
        """The project that is looked at; None is all."""
        return self._project

    def look_at(self, project: str | None) -> None:
        """See the store from another project from the next call on."""
        self._project = project
        if self._present is not None and self.workspace is not None:
            self._present = self._present.in_project(project)
            self.workspace = self.workspace.in_project(project)

    def look_back(self, moment: Moment | None) -> None:
        """See the store as it was at a moment, or (None) as it is, from the next call on.

        Raises InvalidRecord for a moment ahead. While one is looked at, services that write raise Refused.
        """
        if self._present is None:
            return
        from memtui.services.as_of import seen_at

        self.workspace = seen_at(self._present, moment)
        self.moment = moment

    async def run(
        self,
        function: Callable[Concatenate[Workspace, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a reading service in the reads lane and return what it returns.

        The workspace is passed first; `stop` and `progress` are supplied if the service takes them.
        Raises what the service raises, and the opening's failure while there is no store.
        """
        return await self.run_in(Lane.READS, "", function, *args, **kwargs)

    async def write(
        self,
        function: Callable[Concatenate[Workspace, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run an act in the writes lane; when its result has a `batch`, the screens are told of the change.

        Whatever writes belongs here, counting an opening (`recall.open_memory`) too: its commit is
        then not taken for somebody else's.
        """
        return await self.run_in(Lane.WRITES, "", function, *args, **kwargs)

    async def run_in(
        self,
        lane: Lane,
        title: str,
        function: Callable[Concatenate[Workspace, P], T],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a service in a lane; `title` is what the status line calls it while it takes long."""
        await self._ready.wait()
        if self.failure is not None:
            raise self.failure
        workspace = self.workspace
        assert workspace is not None
        loop, seen = asyncio.get_running_loop(), self._seen_version
        job = Job(title or str(getattr(function, "__name__", "work")), lane, time.monotonic())
        call = self._call(loop, job, workspace, function, args, dict(kwargs))
        self.jobs.append(job)
        self._writing += lane is not Lane.READS
        self.listeners.progress(job)
        try:
            result, before, version = await loop.run_in_executor(self._lanes[lane], call)
        except asyncio.CancelledError:
            job.cancel()
            raise
        finally:
            job.finished = True
            self.jobs.remove(job)
            self._writing -= lane is not Lane.READS
            self.listeners.progress(job)
        if lane is not Lane.READS:
            self._acts += 1
            # Between two looks somebody else may have committed too; what the store said before the act tells.
            others = before != (self._seen_version if lane is Lane.WRITES else seen)
            self._seen_version = version
            batch = getattr(result, "batch", None)
            if batch is not None:
                self.listeners.changed(Change(batch))
            if others:
                self.listeners.changed(Change(elsewhere=True))
        return result

    def _call(
        self,
        loop: asyncio.AbstractEventLoop,
        job: Job,
        workspace: Workspace,
        function: Callable[..., T],
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Callable[[], tuple[T, int | None, int | None]]:
        wishes = _wishes(function)
        if "stop" in wishes:
            kwargs.setdefault("stop", job.check)
        if "progress" in wishes:
            kwargs.setdefault("progress", self._reporter(loop, job))

        def call() -> tuple[T, int | None, int | None]:
            job.check()
            if job.lane is Lane.READS:
                return function(workspace, *args, **kwargs), None, None
            before = workspace.store.data_version()
            return function(workspace, *args, **kwargs), before, workspace.store.data_version()

        return call

    def _reporter(self, loop: asyncio.AbstractEventLoop, job: Job) -> Callable[[int, int | None, str], None]:
        last = 0.0

        def report(done: int, total: int | None, what: str) -> None:
            nonlocal last
            job.check()
            job.done, job.total = done, total
            now = time.monotonic()
            if now - last >= REPORT_SECONDS and not self._closed:
                last = now
                loop.call_soon_threadsafe(self.listeners.progress, job)

        return report

    async def watch(self) -> None:
        """Look for other processes' commits until cancelled, and tell of each once.

        While an act of this program is under way its own commits cannot be told from others': they are
        published with the act, but for a long one's chunks, which the screens may follow as they come.
        """
        while True:
            await asyncio.sleep(POLL_SECONDS)
            await self.look_for_changes()

    async def look_for_changes(self) -> None:
        """Compare the store's version with the last one seen and tell of a commit made elsewhere."""
        if not self.is_open or self.workspace is None or any(job.lane is Lane.WRITES for job in self.jobs):
            return
        loop = asyncio.get_running_loop()
        workspace, acts = self.workspace, self._acts
        store = workspace.store
        try:
            version = await loop.run_in_executor(self._lanes[Lane.READS], store.data_version)
        except StoreGone as gone:
            self.failure = gone
            self.listeners.lost(gone)
            return
        except MemtuiError:
            return
        overtaken = acts != self._acts or any(job.lane is Lane.WRITES for job in self.jobs)
        if overtaken or self.workspace is not workspace:
            return
        if version != self._seen_version:
            self._seen_version = version
            self.listeners.changed(Change(elsewhere=self._writing == 0))

    def cancel_long(self) -> Job | None:
        """Ask the newest work that the status line shows to stop; returns it, or None when there is none."""
        for job in reversed(self.jobs):
            if job.lane is Lane.LONG and not job.cancelled:
                job.cancel()
                return job
        return None

    async def close(self) -> None:
        """Stop all work, wait for the threads and close the store."""
        self._closed = True
        for job in self.jobs:
            job.cancel()
        loop = asyncio.get_running_loop()
        for executor in self._lanes.values():
            await loop.run_in_executor(None, executor.shutdown)
        if self._present is not None:
            await loop.run_in_executor(None, self._present.store.close)
            self.workspace = self._present = None
