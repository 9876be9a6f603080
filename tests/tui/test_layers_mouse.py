"""The mouse on the board of Layers: cards carried to another column, and clicks."""

from __future__ import annotations

from memtui.domain.kinds import Layer
from tests.snapshots.running import Screens, still_world  # noqa: F401
from tests.tui.board import layer_of, on_board


async def carried(screens: Screens, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Press at one cell, move to another one."""
    await screens.pilot.mouse_down(offset=start)
    await screens.pilot.hover(offset=(start[0] + 3, start[1]))
    await screens.pilot.hover(offset=end)


async def test_a_card_is_carried_to_another_column() -> None:
    async with on_board() as screens:
        number = screens.view.cursor_number
        await carried(screens, (5, 4), (40, 10))
        assert screens.view.target is Layer.SEMANTIC
        assert "to move to se" in screens.said
        await screens.pilot.mouse_up(offset=(40, 10))
        await screens.press("w", "w")
        assert layer_of(screens, number) is Layer.SEMANTIC
        assert screens.view.target is None or screens.view.target is Layer.SEMANTIC
        await screens.press("u")
        assert layer_of(screens, number) is Layer.EPISODIC


async def test_a_card_let_go_where_it_was_or_on_escape_stays() -> None:
    async with on_board() as screens:
        number = screens.view.cursor_number
        await carried(screens, (5, 4), (8, 9))
        await screens.pilot.mouse_up(offset=(8, 9))
        assert screens.said.endswith("Put back.")
        await carried(screens, (5, 4), (40, 10))
        await screens.press("escape")
        await screens.pilot.mouse_up(offset=(40, 10))
        await screens.press("w", "w")
        assert layer_of(screens, number) is Layer.EPISODIC
        assert screens.view.target is None


async def test_a_card_can_be_let_go_on_a_count_of_the_strip() -> None:
    async with on_board() as screens:
        number = screens.view.cursor_number
        place = screens.lines[1].index("op 4")
        await carried(screens, (5, 4), (place + 1, 1))
        await screens.pilot.mouse_up(offset=(place + 1, 1))
        await screens.press("w", "w")
        assert layer_of(screens, number) is Layer.OPERATIONAL


async def test_marked_cards_are_carried_together_after_a_preview() -> None:
    async with on_board() as screens:
        await screens.press("space", "space", "g")
        marked = list(screens.view.chosen())
        await carried(screens, (5, 4), (40, 10))
        await screens.pilot.mouse_up(offset=(40, 10))
        await screens.press("w")
        assert "move to semantic: 2 memories" in screens.text
        await screens.press("y")
        assert {layer_of(screens, number) for number in marked} == {Layer.SEMANTIC}


async def test_a_click_goes_to_a_card_a_head_or_a_count() -> None:
    async with on_board() as screens:
        await screens.pilot.click(offset=(40, 9))
        await screens.press("w", "w")
        assert screens.view.window.current is Layer.SEMANTIC
        assert screens.lines[-2].startswith(" se 2 of 10")
        await screens.pilot.click(offset=(60, 2))
        await screens.press("w", "w")
        assert screens.view.window.current is Layer.WORKING
        await screens.pilot.click(offset=(screens.lines[1].index("st 1"), 1))
        await screens.press("w", "w")
        assert screens.view.window.current is Layer.SHORT_TERM
