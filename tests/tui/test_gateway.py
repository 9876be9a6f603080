"""Services run off the event loop, stop when nobody waits, and tell of each change once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass

import pytest

from memtui.domain.errors import Cancelled, NotFound, StoreUnavailable
from memtui.services.workspace import Workspace
from memtui.tui.gateway import Change, Gateway, Lane, Listeners
from tests.tui.fakes import FakeStore, workspace_on


@dataclass
class Result:
    """What an act returns; the gateway looks at its batch."""

    batch: object | None


class Heard:
    """What the gateway told."""

    def __init__(self) -> None:
        self.changes: list[Change] = []
        self.progress: list[tuple[int, int | None]] = []

    def listeners(self) -> Listeners:
        return Listeners(self.changes.append, lambda job: self.progress.append((job.done, job.total)))


@pytest.fixture
def store() -> FakeStore:
    return FakeStore()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
async def gateway(store: FakeStore, heard: Heard) -> AsyncIterator[Gateway]:
    gate = Gateway(lambda: workspace_on(store), heard.listeners())
    yield gate
    await gate.close()


async def test_services_get_the_workspace_in_a_thread_of_their_lane(gateway: Gateway) -> None:
    await gateway.open()

    def where(workspace: Workspace, word: str) -> tuple[str, str, str]:
        return workspace.actor.name, word, threading.current_thread().name

    actor, word, thread = await gateway.run(where, "hello")
    assert (actor, word) == ("ana", "hello")
    assert "reads" in thread
    assert "writes" in (await gateway.write(where, ""))[2]
    assert "long" in (await gateway.run_in(Lane.LONG, "import", where, ""))[2]


async def test_calls_wait_until_the_store_is_open(gateway: Gateway) -> None:
    early = asyncio.ensure_future(gateway.run(lambda workspace: workspace.face))
    await asyncio.sleep(0)
    assert not early.done()
    await gateway.open()
    assert await early == "screens"


async def test_a_store_that_cannot_be_opened_fails_every_call_until_it_can(store: FakeStore) -> None:
    store.failure = StoreUnavailable("It is locked.")

    def open_services() -> Workspace:
        if store.failure is not None:
            raise store.failure
        return workspace_on(store)

    gateway = Gateway(open_services)
    with pytest.raises(StoreUnavailable):
        await gateway.open()
    assert not gateway.is_open
    with pytest.raises(StoreUnavailable):
        await gateway.run(lambda workspace: workspace.face)
    store.failure = None
    await gateway.open()
    assert await gateway.run(lambda workspace: workspace.face) == "screens"
    await gateway.close()
    assert store.closed


async def test_a_cancelled_call_stops_at_its_next_step(gateway: Gateway) -> None:
    await gateway.open()
    began, steps, ended = threading.Event(), [], threading.Event()
    go_on = threading.Event()

    def search(workspace: Workspace, stop: Callable[[], None]) -> None:
        try:
            for step in range(100):
                began.set()
                go_on.wait(5)
                stop()
                steps.append(step)
        finally:
            ended.set()

    task = asyncio.ensure_future(gateway.run(search))  # type: ignore[call-arg]
    await asyncio.to_thread(began.wait, 5)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    go_on.set()
    await asyncio.to_thread(ended.wait, 5)
    assert not steps


async def test_a_superseded_call_that_has_not_begun_never_begins(gateway: Gateway) -> None:
    await gateway.open()
    hold, ran = threading.Event(), []
    first = asyncio.ensure_future(gateway.run(lambda workspace: hold.wait(5)))
    second = asyncio.ensure_future(gateway.run(lambda workspace: ran.append("second")))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    hold.set()
    await first
    await gateway.run(lambda workspace: ran.append("third"))
    assert ran == ["third"]


async def test_long_work_reports_and_stops_on_request(gateway: Gateway, heard: Heard) -> None:
    await gateway.open()
    began, go_on = threading.Event(), threading.Event()

    def work(workspace: Workspace, progress: Callable[[int, int | None, str], None]) -> None:
        progress(1, 10, "rows")
        began.set()
        go_on.wait(5)
        progress(2, 10, "rows")

    task = asyncio.ensure_future(gateway.run_in(Lane.LONG, "import", work))  # type: ignore[call-arg]
    await asyncio.to_thread(began.wait, 5)
    job = gateway.cancel_long()
    assert job is not None
    assert job.title == "import"
    go_on.set()
    with pytest.raises(Cancelled):
        await task
    assert (1, 10) in heard.progress
    assert gateway.cancel_long() is None


async def test_what_a_service_raises_reaches_the_caller(gateway: Gateway) -> None:
    await gateway.open()

    def missing(workspace: Workspace) -> None:
        raise NotFound("There is no such memory.")

    with pytest.raises(NotFound):
        await gateway.run(missing)
    with pytest.raises(ZeroDivisionError):
        await gateway.run(lambda workspace: 1 // 0)
    assert await gateway.run(lambda workspace: 1) == 1


async def test_an_act_is_told_once_and_its_commit_is_not_taken_for_somebody_elses(
    gateway: Gateway, store: FakeStore, heard: Heard
) -> None:
    await gateway.open()
    batch = object()

    def act(workspace: Workspace) -> Result:
        store.version += 1
        return Result(batch)

    await gateway.write(act)
    await gateway.look_for_changes()
    await gateway.look_for_changes()
    assert [change.batch for change in heard.changes] == [batch]


async def test_counting_an_opening_is_nobodys_news(gateway: Gateway, store: FakeStore, heard: Heard) -> None:
    await gateway.open()

    def touch(workspace: Workspace) -> None:
        store.version += 1

    await gateway.write(touch)
    await gateway.look_for_changes()
    assert not heard.changes


async def test_another_process_is_noticed_once(gateway: Gateway, store: FakeStore, heard: Heard) -> None:
    await gateway.open()
    await gateway.look_for_changes()
    store.version += 1
    await gateway.look_for_changes()
    await gateway.look_for_changes()
    assert heard.changes == [Change(elsewhere=True)]


@pytest.mark.parametrize("batch", [None, object()])
async def test_what_another_committed_just_before_an_act_is_not_taken_for_the_acts_own(
    gateway: Gateway, store: FakeStore, heard: Heard, batch: object | None
) -> None:
    await gateway.open()

    def act(workspace: Workspace) -> Result:
        store.version += 1
        return Result(batch)

    store.version += 1
    await gateway.write(act)
    await gateway.write(act)
    await gateway.look_for_changes()
    assert [change.elsewhere for change in heard.changes].count(True) == 1


async def test_the_chunks_of_long_work_are_nobody_elses(gateway: Gateway, store: FakeStore, heard: Heard) -> None:
    await gateway.open()
    begun, go_on = threading.Event(), threading.Event()

    def long(workspace: Workspace) -> None:
        store.version += 1
        begun.set()
        go_on.wait()
        store.version += 1

    work = asyncio.ensure_future(gateway.run_in(Lane.LONG, "import", long))
    await asyncio.to_thread(begun.wait)
    await gateway.look_for_changes()
    go_on.set()
    await work
    await gateway.look_for_changes()
    assert not any(change.elsewhere for change in heard.changes)


async def test_a_refused_act_leaves_others_changes_to_be_noticed(
    gateway: Gateway, store: FakeStore, heard: Heard
) -> None:
    await gateway.open()

    def refused(workspace: Workspace) -> None:
        raise NotFound("There is no such memory.")

    with pytest.raises(NotFound):
        await gateway.write(refused)
    store.version += 1
    await gateway.look_for_changes()
    assert len(heard.changes) == 1


async def test_a_store_that_is_gone_for_a_moment_does_not_end_the_watch(
    gateway: Gateway, store: FakeStore, heard: Heard
) -> None:
    await gateway.open()
    store.failure = StoreUnavailable("It is locked.")
    await gateway.look_for_changes()
    store.failure = None
    store.version += 1
    await gateway.look_for_changes()
    assert len(heard.changes) == 1


async def test_closing_stops_work_and_closes_the_store(store: FakeStore) -> None:
    gateway = Gateway(lambda: workspace_on(store))
    await gateway.open()
    began = threading.Event()

    def endless(workspace: Workspace, stop: Callable[[], None]) -> None:
        began.set()
        while True:
            stop()

    task = asyncio.ensure_future(gateway.run_in(Lane.LONG, "scan", endless))  # type: ignore[call-arg]
    await asyncio.to_thread(began.wait, 5)
    await gateway.close()
    with pytest.raises(Cancelled):
        await task
    assert store.closed
