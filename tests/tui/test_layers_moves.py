"""Cards moved from layer to layer: a step, to a named one, many at once, and each taken back."""

from __future__ import annotations

from memtui.domain.kinds import Layer
from tests.snapshots.running import Screens, still_world  # noqa: F401
from tests.tui.board import go_to, layer_of, number_of, on_board


async def test_a_card_goes_across_the_board_and_back_and_undo_takes_each_step_back() -> None:
    async with on_board() as screens:
        number = await go_to(screens, "Looked at the login page")
        for layer in (Layer.EPISODIC, Layer.SEMANTIC, Layer.WORKING, Layer.OPERATIONAL):
            await screens.press("L")
            assert layer_of(screens, number) is layer
            assert screens.view.window.current is layer
            assert screens.view.cursor_number == number
        await screens.press("L")
        assert screens.said == "It is in operational, already the highest layer."
        for layer in (Layer.WORKING, Layer.SEMANTIC, Layer.EPISODIC, Layer.SHORT_TERM, Layer.ARCHIVED):
            await screens.press("H")
            assert layer_of(screens, number) is layer
            assert screens.view.cursor_number == number
        await screens.press("H")
        assert screens.said == "It is archived, already the lowest layer."
        for layer in (Layer.SHORT_TERM, Layer.EPISODIC):
            await screens.press("u")
            assert layer_of(screens, number) is layer
            assert screens.view.window.current is layer


async def test_the_column_that_a_card_went_to_is_marked_for_a_moment() -> None:
    async with on_board() as screens:
        await go_to(screens, "PostgreSQL connection pooling")
        await screens.press("L")
        assert screens.view.target is Layer.SEMANTIC


async def test_m_moves_to_a_named_layer() -> None:
    async with on_board() as screens:
        number = await go_to(screens, "PostgreSQL connection pooling")
        await screens.press("M")
        await screens.press("slash")
        await screens.type("operational")
        await screens.press("enter")
        assert layer_of(screens, number) is Layer.OPERATIONAL
        assert screens.view.window.current is Layer.OPERATIONAL


async def test_a_pinned_card_is_not_archived_and_says_so() -> None:
    async with on_board() as screens:
        number = await go_to(screens, "Looked at the login page")
        await screens.press("p")
        await screens.press("H")
        assert "pinned" in screens.said
        assert layer_of(screens, number) is Layer.SHORT_TERM


async def test_marks_of_several_columns_move_together_after_a_preview() -> None:
    async with on_board() as screens:
        one = await go_to(screens, "Caching reduces")
        await screens.press("space")
        other = await go_to_marked(screens, "JWT token contains")
        await screens.press("space")
        assert sorted(screens.view.chosen()) == sorted([one, other])
        assert "2 marked" in screens.lines[-2]
        await screens.press("L")
        assert "2 of 2 ticked" in screens.text
        await screens.press("L")
        assert layer_of(screens, one) is Layer.EPISODIC
        await screens.press("y")
        assert layer_of(screens, one) is Layer.SEMANTIC
        assert layer_of(screens, other) is Layer.WORKING
        assert screens.view.marked == 0
        await screens.press("u")
        assert layer_of(screens, one) is Layer.EPISODIC
        assert layer_of(screens, other) is Layer.SEMANTIC


async def go_to_marked(screens: Screens, words: str) -> int:
    """Put the cursor on a card while others are marked."""
    number = number_of(screens, words)
    screens.view.shown(number)
    await screens.press("w", "w")
    assert screens.view.cursor_number == number
    return number


async def test_archiving_leaves_the_cursor_in_its_column() -> None:
    async with on_board() as screens:
        number = await go_to(screens, "PostgreSQL connection pooling")
        await screens.press("d")
        assert layer_of(screens, number) is Layer.ARCHIVED
        assert screens.view.window.current is Layer.EPISODIC
        assert screens.view.cursor_number not in (None, number)


async def test_reading_only_refuses_moves_with_a_reason() -> None:
    async with on_board(read_only=True) as screens:
        for key in ("L", "H", "M", "a", "A"):
            await screens.press(key)
            assert screens.said == "This store is open for reading only."
