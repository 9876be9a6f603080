"""What the status line answers: a reason belongs to its key, what was done stays; and where keys go after a resize."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import Input

from memtui.tui.views.base import View
from tests.snapshots.running import Screens, running, settle, still_world

__all__ = ["still_world"]

ROOM = (80, 24)


def front(screens: Screens) -> View:
    assert screens.app.front is not None
    view = screens.app.front.view
    assert isinstance(view, View)
    return view


async def test_a_reason_goes_with_the_next_key() -> None:
    async with running(ROOM) as screens:
        await screens.press("0")
        assert screens.said.startswith("The Desk needs")
        await screens.press("j")
        assert screens.said == ""


async def test_a_reason_does_not_follow_to_another_view() -> None:
    async with running(ROOM) as screens:
        await screens.press("1")
        assert screens.said == "This is Search."
        await screens.press("2")
        assert screens.said == ""
        await screens.press("1")
        assert screens.said == ""


async def test_what_was_done_is_said_again_after_a_reason() -> None:
    async with running(ROOM) as screens:
        await screens.press("p")
        done = screens.said
        assert done.endswith("u undo")
        await screens.press("0")
        assert screens.said.startswith("The Desk needs")
        await screens.press("j")
        assert screens.said == done


async def test_what_was_taken_back_is_not_offered_to_be_taken_back_again() -> None:
    async with running(ROOM) as screens:
        await screens.press("p", "u")
        taken_back = screens.said
        assert taken_back.startswith("Took back")
        await screens.press("0", "j")
        assert screens.said == taken_back


async def test_the_reason_why_the_past_stays_ends_with_the_past() -> None:
    async with running(ROOM) as screens:
        await screens.press("T", *"2020-01-01", "enter")
        await screens.press("d")
        assert "The past cannot be changed" in screens.said
        await screens.press("escape")
        assert "past" not in screens.said


async def test_a_click_takes_a_reason_away_too() -> None:
    async with running(ROOM) as screens:
        await screens.press("0")
        assert screens.said.startswith("The Desk needs")
        # As the driver hands it over: a pilot's click goes to the screen and passes the app by.
        screens.app.post_message(events.MouseDown(None, 4, 5, 0, 0, 1, False, False, False))
        await settle(screens.pilot)
        assert screens.said == ""


@pytest.mark.parametrize("view", ["search", "review", "layers", "graph", "timeline", "history"])
async def test_a_list_has_the_keys_again_once_there_is_room(view: str) -> None:
    async with running(ROOM, view=view) as screens:
        had = screens.app.screen.focused
        assert had is not None
        await screens.pilot.resize_terminal(40, 10)
        await settle(screens.pilot)
        await screens.pilot.resize_terminal(*ROOM)
        await settle(screens.pilot)
        assert screens.app.screen.focused is had


async def test_what_is_typed_goes_on_in_the_filter_line_once_there_is_room() -> None:
    async with running(ROOM) as screens:
        await screens.press("/", "m")
        await screens.pilot.resize_terminal(40, 10)
        await settle(screens.pilot)
        await screens.pilot.resize_terminal(*ROOM)
        await settle(screens.pilot)
        assert isinstance(screens.app.screen.focused, Input)


async def test_a_dialog_over_a_screen_that_was_too_small_gives_the_keys_back_to_the_list() -> None:
    async with running(ROOM) as screens:
        await screens.press("question_mark")
        await screens.pilot.resize_terminal(40, 10)
        await settle(screens.pilot)
        await screens.pilot.resize_terminal(*ROOM)
        await settle(screens.pilot)
        await screens.press("escape", "escape")
        assert screens.app.screen.focused is front(screens).main_list
