"""The chrome around every view: tabs, footer, themes, the room it needs, and no control byte in it."""

from __future__ import annotations

import pytest
from textual.driver import Driver

from memtui.render.spans import Span
from memtui.tui.app import MemtuiApp
from memtui.tui.options import Options
from memtui.tui.picture import settle
from tests.tui.fakes import FakeStore, fake_app, front_view, screen_text, workspace_on

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
