"""An undo of many changes says how far it is, stops on escape, and goes on; so do long acts on memories."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from memtui.domain.drafts import Draft, Edit
from memtui.services import remember, revising, undoing
from memtui.tui import jobs
from memtui.tui.gateway import Lane
from tests.snapshots.running import Screens, running, still_world  # noqa: F401

MEMORIES = 20


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let five changes be many, and a chunk."""
    monkeypatch.setattr(undoing, "CHUNK", 5)
    monkeypatch.setattr(revising, "CHUNK", 5)
    monkeypatch.setattr(jobs, "MANY", 5)


@asynccontextmanager
async def tagged(view: str = "history", size: tuple[int, int] = (120, 40)) -> AsyncIterator[Screens]:
    """Run the screens on memories that got a tag in one batch."""
    async with running(size, filled=False, view=view) as screens:
        drafts = [Draft(content=f"Number {place} of the things that were noted") for place in range(MEMORIES)]
        numbers = [one.number or 0 for one in remember.add_all(screens.workspace, drafts).memories]
        remember.edit_all(screens.workspace, numbers, Edit(add_tags=("morning",)))
        await screens.changed_elsewhere()
        await screens.press("g")
        yield screens


def tags(screens: Screens) -> int:
    reads = screens.workspace.store.reads
    return sum("morning" in one.tags for one in reads.memories(list(range(1, MEMORIES + 1))))


def after_the_first_chunk(monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """Do something once the first chunk of an undo is carried out, in the thread that carries it out."""
    apply, done = undoing._apply, iter([True])

    def applied(*args: Any) -> None:
        apply(*args)
        if next(done, False):
            do()

    monkeypatch.setattr(undoing, "_apply", applied)


async def test_an_undo_is_stopped_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with tagged() as screens:
        after_the_first_chunk(monkeypatch, screens.app.gateway.cancel_long)
        await screens.press("u")
        assert "undo stopped at 5 of 20 · u goes on · U turns back" in screens.said
        assert tags(screens) == MEMORIES - 5
        assert "partial" in screens.row("►")
        assert "taken back in part; u goes on" in screens.text
        await screens.press("u")
        assert "Took back the last of 20 changes: tag: 20 memories" in screens.said
        assert tags(screens) == 0
        assert "undone" in screens.row("►")


async def test_an_undo_that_was_stopped_is_turned_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async with tagged() as screens:
        after_the_first_chunk(monkeypatch, screens.app.gateway.cancel_long)
        await screens.press("u", "U")
        assert tags(screens) == MEMORIES
        assert "undone" not in screens.row("►")


async def test_a_redo_is_stopped_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with tagged() as screens:
        await screens.press("u")
        after_the_first_chunk(monkeypatch, screens.app.gateway.cancel_long)
        await screens.press("U")
        assert "redo stopped at 5 of 20 · U goes on · u turns back" in screens.said
        await screens.press("U")
        assert tags(screens) == MEMORIES


async def test_the_undo_of_another_view_goes_on_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    async with tagged("search") as screens:
        after_the_first_chunk(monkeypatch, screens.app.gateway.cancel_long)
        await screens.press("u")
        assert "undo stopped at 5 of 20" in screens.said
        await screens.press("u")
        assert tags(screens) == 0


async def test_while_an_undo_is_under_way_lists_are_read_and_another_one_is_not_begun(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with tagged() as screens:
        begun, go_on = threading.Event(), threading.Event()

        def wait() -> None:
            begun.set()
            go_on.wait(10)

        after_the_first_chunk(monkeypatch, wait)
        pilot = screens.pilot
        await pilot.press("u")
        while not begun.is_set():
            await pilot.pause()
        try:
            assert [job.lane for job in screens.app.gateway.jobs] == [Lane.LONG]
            await pilot.press("j")
            while screens.view.main_list.cursor != 1:
                await pilot.pause()
            await pilot.press("U")
            await pilot.pause()
            assert screens.said == "undo 0 of 20 · esc stops"
        finally:
            go_on.set()
        await screens.press("g")
        assert tags(screens) == 0


async def test_many_memories_are_archived_until_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    async with tagged("search") as screens:
        follow, done = revising.follow, iter([True])

        def followed(*args: Any) -> int:
            if next(done, False):
                screens.app.gateway.cancel_long()
            return follow(*args)

        monkeypatch.setattr(revising, "follow", followed)
        await screens.press("asterisk", "d", "y")
        assert "Archived 5 memories. Stopped before the end" in screens.said
        await screens.press("u")
        assert "Took back 5" in screens.said
        assert f"{MEMORIES} of {MEMORIES}" in screens.lines[1]
