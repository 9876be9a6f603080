"""What a key answers: its act, or why not; a person's own keys, the help and the palette."""

from __future__ import annotations

import pytest
from textual import events
from textual.widgets import Input

from memtui.tui.app import MemtuiApp
from memtui.tui.modals.help import HelpScreen
from memtui.tui.options import Options
from memtui.tui.picture import settle
from tests.tui.fakes import fake_app, front_view, said, screen_text

pytestmark = pytest.mark.usefixtures("fake_views")


async def test_q_quits_and_neither_ctrl_c_nor_ctrl_q_does() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("ctrl+q", "ctrl+c")
        assert app.is_running
        assert "q leaves memtui" in said(app)
        await pilot.press("q")
        await pilot.pause()
        assert not app.is_running


async def test_a_key_that_can_do_nothing_says_why_and_stays_in_its_place() -> None:
    app = fake_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        view = front_view(app)
        before = screen_text(app)[-1]
        view.reason = "It is pinned."
        view.status_changed()
        await pilot.pause()
        assert screen_text(app)[-1] == before
        await pilot.press("d")
        assert said(app) == "It is pinned."


@pytest.mark.parametrize("key", ["B", "9", "%"])
async def test_a_key_that_nothing_has_says_so(key: str) -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press(key)
        await settle(pilot)
        assert said(app) == f"{key} does nothing here; ? lists the keys."


async def test_a_shared_key_without_effect_here_says_so() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("6", "w")
        await settle(pilot)
        assert said(app) == "Why means nothing in History."


async def test_writing_keys_are_refused_where_only_reading_is_allowed() -> None:
    app = fake_app(options=Options(read_only=True))
    async with app.run_test(size=(120, 30)) as pilot:
        await settle(pilot)
        assert "reading only" in screen_text(app)[0]
        for key in ("d", "e", "n", "t", "i", "p", "u", "U"):
            app.say("")
            await pilot.press(key)
            assert said(app) == "This store is open for reading only."


async def test_help_lists_the_focused_panes_keys_and_runs_the_chosen_one() -> None:
    app = fake_app()
    async with app.run_test(size=(80, 40)) as pilot:
        await settle(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, HelpScreen)
        text = "\n".join(screen_text(app))
        assert "this pane" in text
        assert "mark and go down" in text
        await pilot.press("slash", *"why: score", "enter")
        await pilot.pause()
        assert "why" in front_view(app).calls


async def test_the_palette_finds_acts_by_name_those_of_the_view_too() -> None:
    app = fake_app()
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(pilot)
        await pilot.press("colon")
        await pilot.press(*"count")
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert said(app) == "20 rows"


async def test_a_persons_keys_are_in_force_and_shown() -> None:
    app = fake_app(options=Options(keys={"why": "W"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "W why" in screen_text(app)[-1]
        await pilot.press("w")
        assert "why" not in front_view(app).calls
        await pilot.press("W")
        assert "why" in front_view(app).calls


def test_a_keymap_that_clashes_is_refused_before_anything_is_drawn() -> None:
    from memtui.domain.errors import Refused

    with pytest.raises(Refused):
        MemtuiApp(lambda: None, Options(keys={"why": "d"}))  # type: ignore[arg-type,return-value]


async def test_letters_typed_right_after_the_colon_reach_the_palette() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        for key, sign in (("colon", ":"), ("d", "d"), ("q", "q")):
            app.post_message(events.Key(key, sign))
        while not app.screen.query(Input) or len(app.screen.query_one(Input).value) < 2:
            await pilot.pause()
        assert app.screen.query_one(Input).value == "dq"
        assert app.is_running
