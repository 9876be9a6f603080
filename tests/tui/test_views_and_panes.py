"""Going from view to view and from pane to pane: digits, backspace, zoom and the letters of jump mode."""

from __future__ import annotations

import pytest

from memtui.tui.gateway import Change
from memtui.tui.modals.jump import JumpScreen
from memtui.tui.picture import settle
from tests.tui.fakes import fake_app, front_view, said

pytestmark = pytest.mark.usefixtures("fake_views")


async def test_digits_change_the_view_and_backspace_goes_back_with_the_selection() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        app.selection.set(7)
        await pilot.press("6")
        await settle(pilot)
        assert app.current_mode == "history"
        assert "shown 7" in front_view(app).calls
        app.selection.set(9)
        await pilot.press("backspace")
        await settle(pilot)
        assert app.current_mode == "search"
        assert app.selection.number == 7
        await pilot.press("backspace")
        assert said(app) == "This is where you started."


async def test_keys_typed_right_after_a_digit_reach_the_new_view() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("6", "j", "j")
        await settle(pilot)
        assert front_view(app).NAME == "history"
        await pilot.press("j", "j")
        assert front_view(app).list.cursor >= 2


async def test_digits_of_screens_that_do_not_exist_lead_nowhere() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("2", "3", "4", "5", "0")
        assert app.current_mode == "search"


async def test_zoom_gives_the_view_to_the_focused_pane_and_back() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        view = front_view(app)
        await pilot.press("tab", "z")
        assert not view.list.display
        assert app.focused is view.pane
        await pilot.press("z")
        assert view.list.display


async def test_capital_j_and_k_move_the_list_from_any_pane() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("tab", "J", "J", "K")
        view = front_view(app)
        assert app.focused is view.pane
        assert view.list.cursor == 1


async def test_h_and_l_walk_the_panes() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        view = front_view(app)
        await pilot.press("l")
        assert app.focused is view.pane
        await pilot.press("h")
        assert app.focused is view.list


@pytest.mark.parametrize("opens", ["semicolon", "question_mark"])
async def test_two_keys_that_leave_at_once_leave_only_the_dialog(opens: str) -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        view = app.screen
        await pilot.press(opens)
        dialog = app.screen
        assert dialog is not view
        dialog.dismiss(None)
        dialog.dismiss(None)
        await settle(pilot)
        await pilot.press("g")
        assert app.screen is view


async def test_jump_mode_reaches_any_pane_by_a_letter() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("semicolon")
        assert isinstance(app.screen, JumpScreen)
        assert app.screen.styles.background.a < 1, "the panes stay in sight"
        await pilot.press("s")
        assert app.focused is front_view(app).pane
        await pilot.press("semicolon", "escape")
        assert app.focused is front_view(app).pane


async def test_the_view_in_front_follows_a_change_and_the_other_when_it_comes_to_front() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("6")
        await settle(pilot)
        history = front_view(app)
        app.gateway.listeners.changed(Change(elsewhere=True))
        assert history.calls[-1] == "changed elsewhere=True"
        await pilot.press("1")
        await settle(pilot)
        assert "changed elsewhere=True" in front_view(app).calls
