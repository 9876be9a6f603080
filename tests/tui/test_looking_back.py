"""As of: a day typed in words, the store as it was on every screen, nothing writable, and the ways back to now."""

from __future__ import annotations

import pytest

from memtui.tui.modals.prompt import PromptScreen
from tests.snapshots.running import Screens, running, still_world

__all__ = ["still_world"]


async def look_back(screens: Screens, words: str) -> None:
    await screens.press("T")
    assert isinstance(screens.app.screen, PromptScreen)
    await screens.type(words)
    await screens.press("enter")


async def test_a_day_is_typed_and_every_screen_says_it() -> None:
    async with running() as screens:
        await look_back(screens, "1 mar")
        assert screens.lines[0].endswith(" as of 1 Mar")
        assert "The store as of 1 Mar" in screens.said
        for digit in "23456":
            await screens.press(digit)
            assert screens.lines[0].endswith(" as of 1 Mar")


async def test_what_came_later_is_not_there_and_comes_back() -> None:
    async with running() as screens:
        await screens.find("MongoDB")
        assert any("Switched from PostgreSQL" in line for line in screens.lines)
        await look_back(screens, "1 mar")
        await screens.find("MongoDB")
        assert not any("Switched from PostgreSQL" in line for line in screens.lines)
        await look_back(screens, "")
        assert screens.said == "This is now again."
        assert any("Switched from PostgreSQL" in line for line in screens.lines)


async def test_known_asks_for_what_was_known_then() -> None:
    async with running() as screens:
        await look_back(screens, "known 1 mar")
        assert screens.lines[0].endswith(" known 1 Mar")
        moment = screens.app.gateway.moment
        assert moment is not None
        assert moment.known


@pytest.mark.parametrize(
    ("words", "said"), [("soon", "names no moment"), ("2027-01-01", "lies ahead"), ("03/04", "names no moment")]
)
async def test_words_that_name_no_past_day_are_answered_in_the_dialog(words: str, said: str) -> None:
    async with running() as screens:
        await look_back(screens, words)
        assert isinstance(screens.app.screen, PromptScreen)
        assert said in screens.text
        await screens.press("escape")
        assert screens.app.gateway.moment is None


async def test_a_wrong_word_can_be_put_right() -> None:
    async with running() as screens:
        await look_back(screens, "marc")
        assert "names no moment" in screens.text
        await screens.press("backspace", "backspace", "backspace", "backspace")
        await screens.type("3d")
        await screens.press("enter")
        assert screens.lines[0].endswith(" 20 Mar 14:10")


async def test_escape_ends_it_after_marks_and_filter() -> None:
    async with running() as screens:
        await look_back(screens, "1 mar")
        await screens.find("database")
        await screens.press("space", "escape", "escape")
        assert screens.app.gateway.moment is not None
        await screens.press("escape")
        assert screens.app.gateway.moment is None
        assert "as of" not in screens.lines[0]


async def test_nothing_is_written_in_the_past_and_the_footer_shows_it() -> None:
    async with running() as screens:
        await look_back(screens, "1 mar")
        before = screens.workspace.store.reads.count_batches()
        for key in ("d", "e", "n", "t", "i", "p", "u", "U", "H", "L", "M", "c", "m", "A"):
            screens.app.say("")
            await screens.press(key)
            assert screens.said == "The past cannot be changed (as of 1 Mar): esc leads back to now.", key
        assert screens.workspace.store.reads.count_batches() == before


async def test_a_second_day_is_counted_from_the_present() -> None:
    async with running() as screens:
        await look_back(screens, "2026-01-01")
        await look_back(screens, "1 mar")
        assert screens.lines[0].endswith(" as of 1 Mar")


async def test_a_long_tab_line_keeps_the_day_and_gives_up_the_project() -> None:
    async with running() as screens:
        screens.app.open_counts["review"] = 1234
        await look_back(screens, "1 mar")
        screens.app.open_counts["review"] = 1234
        screens.app.update_chrome()
        await screens.press("down")
        assert screens.lines[0].endswith("1 Mar")
