"""The Desk: four panes on one selection, what leads and what follows, and the room that it needs."""

from __future__ import annotations

from pathlib import Path

from memtui.tui.modals.jump import JumpScreen
from memtui.tui.modals.preview import PreviewScreen
from memtui.tui.screens.desk import DeskScreen
from tests.snapshots.running import Screens, running, settle, still_world

__all__ = ["still_world"]

ROOM = (140, 40)


def desk(screens: Screens) -> DeskScreen:
    front = screens.app.front
    assert isinstance(front, DeskScreen)
    return front


def focused(screens: Screens) -> str:
    return desk(screens).view.NAME


async def test_four_panes_stand_around_a_cross_with_one_line_of_detail_below() -> None:
    async with running(ROOM) as screens:
        await screens.find("MongoDB")
        await screens.press("0")
        lines = screens.lines
        assert lines[1].startswith("═ search ══")
        assert "│─ review ──" in lines[1]
        assert lines[2].startswith(" / MongoDB")
        assert lines[3].startswith("►  1")
        assert any(line.startswith("─ layers ──") and "│─ graph · " in line for line in lines)
        assert "active · se semantic · " in lines[-2]
        assert "#architecture" in lines[-2]
        assert "[" not in lines[0]
        assert "? keys" in lines[-1]


async def test_below_its_room_it_says_what_it_needs() -> None:
    async with running((139, 40)) as screens:
        await screens.press("0")
        assert screens.said == "The Desk needs 140×40, this is 139×40."
        assert screens.app.current_mode == "search"


async def test_tab_goes_round_the_panes_and_the_footer_is_that_of_the_one_in_focus() -> None:
    async with running(ROOM) as screens:
        await screens.press("0")
        seen = []
        for _ in range(4):
            seen.append(focused(screens))
            await screens.press("tab")
        assert seen == ["search", "review", "layers", "graph"]
        assert focused(screens) == "search"
        await screens.press("shift+tab")
        assert focused(screens) == "graph"
        assert any("═ graph" in line for line in screens.lines)
        assert not any("═ search" in line for line in screens.lines)


async def test_moving_in_one_pane_takes_the_others_along() -> None:
    async with running(ROOM) as screens:
        await screens.find("MongoDB")
        await screens.press("0")
        told: list[tuple[str, int | None]] = []
        for pane in desk(screens).panes[1:]:
            pane.view.shown = lambda number, name=pane.view.NAME: told.append((name, number))  # type: ignore[method-assign,misc]
        await screens.press("j")
        number = screens.view.main_list.cursor_key
        assert screens.app.selection.number == number
        assert told == [("review", number), ("graph", number), ("layers", number)]
        assert "Switched from PostgreSQL" in screens.row("─ graph · ")


async def test_a_pane_that_follows_does_not_lead() -> None:
    async with running(ROOM) as screens:
        await screens.press("0")
        number = screens.app.selection.number
        await screens.press("tab")
        follower = desk(screens).panes[0].view
        follower.select(12345)
        assert screens.app.selection.number == number


async def test_an_act_in_one_pane_shows_in_all() -> None:
    async with running(ROOM) as screens:
        await screens.find("MongoDB")
        await screens.press("0")
        told: list[str] = []
        for pane in desk(screens).panes:
            pane.view.store_changed = lambda change, name=pane.view.NAME: told.append(name)  # type: ignore[method-assign,misc]
        await screens.press("p")
        assert told == ["search", "review", "graph", "layers"]
        assert "Pinned 1 memory · u undo" in screens.lines[-2]


async def test_z_zooms_a_pane_to_its_full_screen_and_back() -> None:
    async with running(ROOM) as screens:
        await screens.press("0", "slash")
        await screens.type("database")
        await screens.press("enter", "j", "j")
        number = screens.app.selection.number
        await screens.press("z")
        assert screens.app.current_mode == "search"
        assert screens.view.filter_text == "database"
        assert screens.view.main_list.cursor_key == number
        await screens.press("j", "z")
        assert screens.app.current_mode == "desk"
        assert screens.view.main_list.cursor_key == screens.app.selection.number != number
        await screens.press("z", "backspace")
        assert screens.app.current_mode == "desk"
        await screens.press("1", "tab", "z")
        assert screens.app.current_mode == "search", "a screen that was not zoomed from the Desk zooms its own pane"


async def test_the_cross_moves_and_stops_at_its_ends() -> None:
    async with running(ROOM) as screens:
        await screens.press("0")

        def cross() -> tuple[int, int]:
            row = next(number for number, line in enumerate(screens.lines) if line.startswith("─ layers"))
            return screens.lines[1].index("│"), row

        before = cross()
        await screens.press("less_than_sign")
        assert cross()[0] < before[0]
        assert cross()[1] < before[1]
        await screens.press("greater_than_sign")
        assert cross() == before
        await screens.press(*["greater_than_sign"] * 4)
        assert screens.said == "The cross goes no further."


async def test_every_pane_has_a_filter_line_while_it_is_needed() -> None:
    async with running(ROOM) as screens:
        await screens.press("0", "tab", "slash")
        assert focused(screens) == "review"
        await screens.type("xy")
        assert any("/ xy" in line for line in screens.lines)
        await screens.press("escape")
        assert not any("/ xy" in line for line in screens.lines)
        assert focused(screens) == "review"


async def test_jump_mode_puts_a_letter_on_every_pane() -> None:
    async with running(ROOM) as screens:
        await screens.press("0", "semicolon")
        assert isinstance(screens.app.screen, JumpScreen)
        views = {pane.view for pane in desk(screens).panes}
        targets = desk(screens).jump_targets()
        assert {view for view in views for one in targets if view in one.ancestors} == views
        await screens.press("s")
        assert focused(screens) != "search"


async def test_help_and_palette_are_those_of_the_pane_in_focus() -> None:
    async with running(ROOM) as screens:
        await screens.press("0", "question_mark")
        assert "keys: Search" in screens.text
        await screens.press("escape", "tab", "question_mark")
        assert "keys: Review" in screens.text


async def test_marks_are_counted_and_an_act_on_them_is_previewed() -> None:
    async with running(ROOM) as screens:
        await screens.find("database")
        await screens.press("0", "space", "space")
        assert "2 marked" in screens.lines[-2]
        await screens.press("d")
        assert isinstance(screens.app.screen, PreviewScreen)
        await screens.press("y")
        assert "14:10 Archived " in screens.lines[-2]
        assert "marked" not in screens.lines[-2]


async def test_where_the_terminal_becomes_too_small_it_goes_back_and_says_so() -> None:
    async with running(ROOM) as screens:
        await screens.press("6", "0")
        await screens.pilot.resize_terminal(120, 40)
        await settle(screens.pilot)
        assert screens.app.current_mode == "history"
        assert screens.said == "The Desk needs 140×40, this is 120×40."


async def test_it_is_restored_as_it_was_left(tmp_path: Path) -> None:
    location, kept = tmp_path / "store.db", tmp_path / "state.json"
    async with running(ROOM, location=location, state_file=kept) as screens:
        await screens.press("0", "slash")
        await screens.type("database")
        await screens.press("enter", "j", "j", "less_than_sign")
        number = screens.app.selection.number
        cross = screens.lines[1].index("│")
    async with running(ROOM, location=location, state_file=kept) as screens:
        assert screens.app.current_mode == "desk"
        assert screens.lines[2].startswith(" / database")
        assert screens.view.main_list.cursor_key == number
        assert screens.lines[1].index("│") == cross
    async with running((80, 24), location=location, state_file=kept) as screens:
        assert screens.app.current_mode == "search"


async def test_a_digit_on_its_own_screen_says_where_one_is() -> None:
    async with running(ROOM) as screens:
        await screens.press("1")
        assert screens.said == "This is Search."
        await screens.press("0", "0")
        assert screens.said == "This is the Desk."
