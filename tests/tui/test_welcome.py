"""The first minute: where there is no store, memtui looks, offers, and writes nothing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from memtui.bootstrap import open_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft
from memtui.domain.records import Actor
from memtui.services import remember
from memtui.services.workspace import Workspace
from memtui.tui.app import MemtuiApp
from memtui.tui.modals.editor import EditorScreen
from memtui.tui.modals.import_report import ImportScreen
from memtui.tui.options import Options
from memtui.tui.picture import settle
from memtui.tui.screens.welcome import QUESTION, WelcomeScreen, usual_places
from tests.tui.fakes import NOW, screen_text

pytestmark = pytest.mark.usefixtures("fake_views")


@asynccontextmanager
async def first_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[MemtuiApp, Pilot[None], Path]]:
    """Start where there is no store, in a home and a project folder of the test's own."""
    for name in ("home", "project"):
        (tmp_path / name).mkdir(exist_ok=True)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.chdir(tmp_path / "project")
    place = tmp_path / "data" / "memtui.db"

    def opened(location: str | None = None) -> Workspace:
        return open_workspace(
            location or str(place),
            face="screens",
            actor=Actor("ana"),
            config=tmp_path / "none.toml",
            clock=FixedClock(NOW),
        )

    def sample() -> Workspace:
        workspace = opened(str(tmp_path / "sample.db"))
        remember.add(workspace, Draft(content="Switched from PostgreSQL to MongoDB"))
        return workspace

    options = Options(location=str(place), create_store=opened, open_store=opened, open_sample=sample)
    app = MemtuiApp(opened, options)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        yield app, pilot, place


async def test_nothing_is_written_before_something_is_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await pilot.press("j", "j", "k")
        assert isinstance(app.screen, WelcomeScreen)
        text = "\n".join(screen_text(app))
        assert "no store here yet" in text
        assert "Nothing was written yet." in text
        assert place.name in text
    assert not place.parent.exists()


async def test_looking_around_opens_the_sample_with_a_question_typed_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await pilot.press("enter")
        await settle(pilot)
        assert app.front is not None
        assert app.front.filter_line.text == QUESTION
        assert "nothing here is kept" in screen_text(app)[1]
        assert "try w" in screen_text(app)[-2]
        await pilot.press("w")
        await pilot.pause()
        assert "try w" not in screen_text(app)[-2]
    assert not place.exists()


async def test_n_makes_the_store_and_opens_the_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await pilot.press("n")
        await settle(pilot)
        await pilot.pause()
        assert isinstance(app.screen, EditorScreen)
        await pilot.press(*"Never push to main", "escape")
        await settle(pilot)
        await pilot.press("y")
        await settle(pilot)
        assert app.gateway.workspace is not None
        assert app.gateway.workspace.store.reads.census().total == 1
    assert place.exists()


async def test_what_agents_left_in_the_usual_places_is_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "project").mkdir()
    left = tmp_path / "project" / "AGENTS.md"
    left.write_text("- Always run the linter\n")
    async with first_run(tmp_path, monkeypatch) as (app, pilot, _):
        assert isinstance(app.screen, WelcomeScreen)
        place = next(index for index, offer in enumerate(app.screen.offers) if offer.path is not None)
        assert app.screen.offers[place].path == left
        await pilot.press(*["j"] * place, "enter")
        await settle(pilot)
        assert isinstance(app.screen, ImportScreen)
        await pilot.press("y")
        await settle(pilot)
        assert app.gateway.workspace is not None
        assert app.gateway.workspace.store.reads.census().total == 1


async def test_another_store_can_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await pilot.press("end", "enter")
        await pilot.pause()
        app.screen.query_one(Input).value = str(tmp_path / "other.db")
        await pilot.press("enter")
        await settle(pilot)
        assert app.gateway.workspace is not None
        assert app.gateway.workspace.store.path == tmp_path / "other.db"
    assert not place.exists()


def test_the_usual_places_are_named_after_the_project(tmp_path: Path) -> None:
    places = usual_places(tmp_path / "home", Path("/home/ana/acme.shop"))
    assert tmp_path / "home" / ".claude" / "projects" / "-home-ana-acme-shop" / "memory" in places
