"""The filter line: what letters, arrows, enter and escape do while it has the focus."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import Input

from memtui.tui.keymap import SHARED
from memtui.tui.picture import settle
from tests.tui.fakes import fake_app, front_view

pytestmark = pytest.mark.usefixtures("fake_views")


LETTERS = sorted({key for act in SHARED for key in act.keys.split(",") if len(key) == 1} | {"j", "k", "g", "G", "V"})


async def test_letters_type_while_the_filter_line_has_the_focus() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("slash", *LETTERS, "colon", "semicolon", "full_stop", "space", "question_mark")
        typed = "".join(LETTERS) + ":;. ?"
        assert app.front is not None
        assert app.front.filter_line.text == typed
        assert front_view(app).calls[-1] == f"filter {typed}"
        assert app.is_running


async def test_arrows_in_the_filter_line_move_the_list_and_enter_keeps_the_filter() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("slash", "a", "down", "down", "up", "pagedown")
        view = front_view(app)
        assert view.list.cursor > 1
        assert isinstance(app.focused, Input)
        await pilot.press("enter")
        assert app.focused is view.list
        assert view.calls[-1] == "kept a"
        assert app.front is not None
        assert app.front.filter_line.text == "a"


async def test_escape_in_the_filter_line_clears_it_and_returns() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("slash", "a", "escape")
        assert app.focused is front_view(app).list
        assert front_view(app).calls[-1] == "filter "


async def test_ctrl_r_redoes_in_the_list_and_not_while_typing(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        front_view(app).act_redo = lambda: done.append("redo")  # type: ignore[attr-defined]
        await pilot.press("slash", "ctrl+r")
        assert not done
        await pilot.press("escape", "ctrl+r", "U")
        assert done == ["redo", "redo"]


async def test_escape_takes_marks_then_the_filter_and_never_leaves() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("slash", "a", "enter", "space", "z")
        view = front_view(app)
        assert not view.pane.display
        await pilot.press("escape")
        assert view.pane.display
        assert view.list.marks
        await pilot.press("escape")
        assert not view.list.marks
        assert app.front is not None
        assert app.front.filter_line.text == "a"
        await pilot.press("escape")
        assert app.front.filter_line.text == ""
        await pilot.press("escape", "escape")
        assert app.is_running


async def test_keys_that_arrive_in_one_packet_are_taken_one_after_the_other() -> None:
    app = fake_app()
    done: list[str] = []
    async with app.run_test() as pilot:
        await settle(pilot)
        view = front_view(app)
        view.act_archive = lambda: done.append("archive")  # type: ignore[attr-defined]
        for key, sign in (("slash", "/"), ("d", "d"), ("b", "b"), ("enter", "\r"), ("j", "j"), ("d", "d")):
            app.post_message(events.Key(key, sign))
        while not done:
            await pilot.pause()
        assert app.front is not None
        assert app.front.filter_line.text == "db"
        assert view.list.cursor == 1
        assert done == ["archive"]
