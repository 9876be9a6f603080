"""The first minute: where there is no store, memtui looks, offers, and writes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from memtui.bootstrap import open_workspace
from memtui.tui.modals.editor import EditorScreen
from memtui.tui.modals.help import HelpScreen
from memtui.tui.picture import settle
from memtui.tui.screens.welcome import QUESTION, WelcomeScreen
from memtui.tui.state import State, load, save, state_file
from tests.tui.fakes import screen_text
from tests.tui.first_run import first_run

pytestmark = pytest.mark.usefixtures("fake_views")


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
        app.open_counts["review"] = 12
        app.update_chrome()
        await pilot.pause()
        assert "try 2: 12 things to judge" in screen_text(app)[-2]
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


async def test_palette_and_keys_work_before_there_is_a_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await settle(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        await pilot.press("escape", "colon")
        await pilot.pause()
        await pilot.press(*"Look around", "enter", "enter")
        await settle(pilot)
        assert app.front is not None
        assert app.front.filter_line.text == QUESTION
    assert not place.exists()


async def test_another_store_can_be_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, place):
        await pilot.press("end", "enter")
        await pilot.pause()
        other = tmp_path / "other.db"
        app.screen.query_one(Input).value = str(other)
        await pilot.press("enter")
        for _ in range(200):
            await pilot.pause(0.01)
            if "There is no file of that name" in "\n".join(screen_text(app)):
                break
        else:
            pytest.fail("nothing was said of the name that leads nowhere")
        assert not other.exists()
        open_workspace(str(other), face="cli", config=tmp_path / "none.toml").store.close()
        await pilot.press("enter")
        await settle(pilot)
        assert app.gateway.workspace is not None
        assert app.gateway.workspace.store.path == tmp_path / "other.db"
    assert not place.exists()


async def test_every_key_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with first_run(tmp_path, monkeypatch) as (app, pilot, _):
        await settle(pilot)
        await pilot.press("w")
        assert "w does nothing here; ? lists the keys." in screen_text(app)[-2]
        await pilot.press("space")
        assert "Only places are ticked; enter does this." in screen_text(app)[-2]


async def test_the_sample_leaves_no_place_behind_and_another_store_has_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMTUI_STATE", str(tmp_path / "state"))
    kept = state_file(str(tmp_path / "data" / "memtui.db"))
    async with first_run(tmp_path, monkeypatch, state_file=kept) as (app, pilot, _):
        await pilot.press("enter")
        await settle(pilot)
        await pilot.press("5")
        await settle(pilot)
    assert not kept.exists()
    other = tmp_path / "other.db"
    open_workspace(str(other), face="cli", config=tmp_path / "none.toml").store.close()
    save(state_file(str(other)), State(view="history"))
    async with first_run(tmp_path, monkeypatch, state_file=kept) as (app, pilot, _):
        await pilot.press("end", "enter")
        await pilot.pause()
        app.screen.query_one(Input).value = str(other)
        await pilot.press("enter")
        await settle(pilot)
        assert app.current_mode == "history"
        await pilot.press("1")
        await settle(pilot)
        assert app.current_mode == "search"
    assert not kept.exists()
    assert load(state_file(str(other))).view == "search"
