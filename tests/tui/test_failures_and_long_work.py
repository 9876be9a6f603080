"""Work that fails, takes long or is stopped, and a store that cannot be opened."""

from __future__ import annotations

import asyncio
import threading

import pytest

from memtui.domain.errors import NotFound, StoreUnavailable
from memtui.services.ports import Progress
from memtui.services.workspace import Workspace
from memtui.tui import work
from memtui.tui.gateway import Lane
from memtui.tui.modals.error import ErrorScreen
from memtui.tui.options import Options
from memtui.tui.picture import settle
from tests.tui.fakes import FakeStore, fake_app, front_view, said, screen_text

pytestmark = pytest.mark.usefixtures("fake_views")


async def test_an_expected_failure_is_a_sentence_in_the_status_line() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)

        async def work() -> None:
            raise NotFound("There is no such memory.", "Look again.")

        front_view(app).start(work())
        await pilot.pause()
        assert said(app) == "There is no such memory. Look again."


async def test_an_unexpected_failure_opens_a_dialog_and_the_view_stays_usable() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)

        async def work() -> None:
            raise ZeroDivisionError("oops [/] \x1b]52;c;AAAA\x07")

        front_view(app).start(work())
        await pilot.pause()
        assert isinstance(app.screen, ErrorScreen)
        await pilot.press("y")
        assert "ZeroDivisionError" in app.clipboard
        assert "\x1b" not in app.clipboard
        await pilot.press("escape", "j")
        assert front_view(app).list.cursor == 1


async def test_work_that_is_cancelled_before_its_first_step_leaves_no_warning() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        ran: list[int] = []

        async def work(number: int) -> None:
            ran.append(number)

        for number in range(5):
            front_view(app).start(work(number), group="same", exclusive=True)
        await pilot.pause()
        assert ran == [4]


async def test_a_store_that_cannot_be_opened_says_why_and_r_tries_again() -> None:
    store = FakeStore(failure=StoreUnavailable("Another program holds the store.", "Close it."))
    app = fake_app(store, Options(location="/somewhere/memtui.db"))
    async with app.run_test() as pilot:
        await settle(pilot)
        text = "\n".join(screen_text(app))
        assert "Another program holds the store." in text
        assert "/somewhere/memtui.db" in text
        await pilot.press("d")
        assert said(app) == "There is no open store."
        store.failure = None
        await pilot.press("r")
        await settle(pilot)
        await pilot.pause()
        assert "row 0" in "\n".join(screen_text(app))
        assert app.focused is front_view(app).list


async def test_long_work_says_how_far_it_is_and_escape_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "SLOW_SECONDS", 0.001)
    began, go_on = threading.Event(), threading.Event()

    def scan(workspace: Workspace, progress: Progress) -> None:
        progress(1204, 9310, "memories")
        began.set()
        go_on.wait(10)
        progress(1205, 9310, "memories")

    app = fake_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        view = front_view(app)

        async def long() -> None:
            await app.gateway.run_in(Lane.LONG, "scan", scan)

        view.start(long())
        await asyncio.to_thread(began.wait, 10)
        while "esc stops" not in said(app):
            await pilot.pause()
        assert said(app) == "scan 1,204 of 9,310 · esc stops"
        await pilot.press("j", "escape")
        assert view.list.cursor == 1
        while "esc stops" in said(app):
            await pilot.pause()
        assert said(app) == "stopping scan…"
        go_on.set()
        await settle(pilot)
        assert said(app) == "Stopped."
