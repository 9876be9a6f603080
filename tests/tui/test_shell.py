"""The frame around every view: one key, one meaning, with and without an input in focus."""

from __future__ import annotations

import asyncio
import threading

import pytest
from textual import events
from textual.driver import Driver
from textual.widgets import Input

from memtui.domain.errors import NotFound, StoreUnavailable
from memtui.render.spans import Span
from memtui.services.ports import Progress
from memtui.services.workspace import Workspace
from memtui.tui import work
from memtui.tui.app import MemtuiApp
from memtui.tui.gateway import Change, Lane
from memtui.tui.keymap import SHARED
from memtui.tui.modals.error import ErrorScreen
from memtui.tui.modals.help import HelpScreen
from memtui.tui.modals.jump import JumpScreen
from memtui.tui.options import Options
from memtui.tui.picture import settle
from tests.tui.fakes import FakeStore, fake_app, front_view, said, screen_text, workspace_on

pytestmark = pytest.mark.usefixtures("fake_views")


async def test_the_chrome_stands_top_to_bottom() -> None:
    app = fake_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        lines = screen_text(app)
        assert lines[0].startswith(" 1 Search  6 History ")
        assert lines[0].rstrip().endswith("all projects")
        assert lines[1].startswith(" / all")
        assert lines[2].startswith("► row 0")
        assert lines[-2].startswith(" 1 of 20")
        assert lines[-1].rstrip() == " / find   w why   d archive   u undo   ? keys"


async def test_a_wide_footer_has_room_for_more() -> None:
    app = fake_app()
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        assert "space mark" in screen_text(app)[-1]
        assert screen_text(app)[0].rstrip().endswith("● live")


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


async def test_a_click_on_the_footer_and_on_a_tab_does_what_it_says() -> None:
    app = fake_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        await pilot.click("KeyFooter", offset=(11, 0))
        assert "why" in front_view(app).calls
        await pilot.click("TabLine", offset=(12, 0))
        await settle(pilot)
        assert app.current_mode == "history"


@pytest.mark.parametrize("size", [(59, 24), (80, 15), (48, 12)])
async def test_a_screen_that_is_too_small_says_so_and_recovers(size: tuple[int, int]) -> None:
    app = fake_app()
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert f"memtui needs 60×16, this is {size[0]}×{size[1]}" in "\n".join(screen_text(app))
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "row 0" in "\n".join(screen_text(app))


@pytest.mark.parametrize(("size", "words"), [((30, 8), " needs 60×16"), ((8, 4), "60×16")])
async def test_a_tiny_screen_still_says_what_it_needs(size: tuple[int, int], words: str) -> None:
    app = fake_app()
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        assert words in [line.rstrip() for line in screen_text(app)]


async def test_all_is_painted_again_when_the_shell_hands_the_terminal_back() -> None:
    app = fake_app()
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        painted: list[bool] = []
        app.screen._compositor_refresh = lambda: painted.append(app.screen._layout_required)  # type: ignore[method-assign]
        app.post_message(Driver.SignalResume())
        await pilot.pause()
        assert any(painted)


async def test_the_filters_sample_text_keeps_away_from_the_notes() -> None:
    app = fake_app()
    async with app.run_test(size=(60, 24)) as pilot:
        await settle(pilot)
        assert app.front is not None
        line = app.front.filter_line
        line.input.placeholder = "words " * 20
        line.show_notes((Span("7 of 7"),))
        await settle(pilot)
        assert next(strip for strip in screen_text(app) if strip.startswith(" /")).endswith(" 7 of 7 ")


async def test_a_persons_keys_are_in_force_and_shown() -> None:
    app = fake_app(options=Options(keys={"why": "W"}))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(pilot)
        assert "W why" in screen_text(app)[-1]
        await pilot.press("w")
        assert "why" not in front_view(app).calls
        await pilot.press("W")
        assert "why" in front_view(app).calls


@pytest.mark.parametrize("theme", ["memtui-dark", "memtui-light", "ansi-dark", "ansi-light", "textual-dark"])
async def test_every_theme_draws(theme: str) -> None:
    app = fake_app(options=Options(theme=theme))
    async with app.run_test() as pilot:
        await settle(pilot)
        await pilot.press("question_mark")
        await pilot.pause()
        assert app.theme == theme
        assert app.export_screenshot()


async def test_no_control_byte_of_any_widget_reaches_the_terminal() -> None:
    app = fake_app()
    async with app.run_test() as pilot:
        await settle(pilot)
        assert app.front is not None
        app.front.filter_line.set_text("\x1b]52;c;AAAA\x07\u202e")
        app.say("\x1b[2J gone\x9b")
        app.notify("\x1b]0;title\x07", markup=False)
        await pilot.pause()
        text = "".join(screen_text(app))
        assert not any(ord(sign) < 0x20 or 0x7F <= ord(sign) <= 0x9F or sign == "\u202e" for sign in text)


def test_a_keymap_that_clashes_is_refused_before_anything_is_drawn() -> None:
    from memtui.domain.errors import Refused

    with pytest.raises(Refused):
        MemtuiApp(lambda: None, Options(keys={"why": "d"}))  # type: ignore[arg-type,return-value]


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
        assert said(app) == "stopping scan…"
        go_on.set()
        await settle(pilot)
        assert said(app) == "Stopped."


class HeldApp(MemtuiApp):
    """Stays at the first sight until it is told to go on."""

    async def begin(self, wanted: str) -> None:
        self.wanted = wanted

    def go_on(self) -> None:
        self.call_later(super().begin, self.wanted)


async def test_the_first_sight_is_the_outline_of_what_follows_and_loses_no_key() -> None:
    app = HeldApp(lambda: workspace_on(FakeStore()))
    async with app.run_test(size=(80, 24)) as pilot:
        first = screen_text(app)
        await pilot.press("slash", "d", "b")
        app.go_on()
        await settle(pilot)
        await pilot.pause()
        later = screen_text(app)
        assert first[0].strip()
        assert later[0].startswith(first[0].rstrip())
        assert later[1].startswith(first[1].rstrip())
        assert later[-1].rstrip().endswith(first[-1].strip())
        assert app.front is not None
        assert app.front.filter_line.text == "db"


async def test_ascii_draws_no_other_sign_in_the_chrome() -> None:
    app = fake_app(options=Options(ascii=True))
    async with app.run_test(size=(120, 40)) as pilot:
        await settle(pilot)
        await pilot.press("space", "question_mark")
        await pilot.pause()
        odd = {sign for sign in "".join(screen_text(app)) if ord(sign) > 0x7E}
        assert not odd


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
