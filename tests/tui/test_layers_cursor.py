"""The cursor of Layers: walked over cards and columns, and kept through changes, sizes and runs."""

from __future__ import annotations

import pytest

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Kind, Layer
from memtui.services import remember
from tests.snapshots.running import running, still_world  # noqa: F401
from tests.tui.board import go_to, number_of, on_board


async def test_h_and_l_walk_the_columns_and_the_window_goes_along() -> None:
    async with on_board() as screens:
        await screens.press("l", "l")
        assert screens.view.window.current is Layer.WORKING
        assert "[ep 4  se 10  wk 2]" in screens.lines[1]
        await screens.press("l")
        assert "[se 10  wk 2  op 4]" in screens.lines[1]
        await screens.press("right")
        assert screens.said == "This is the highest layer."
        await screens.press("h", "h", "h", "left")
        assert "[st 1  ep 4  se 10]" in screens.lines[1]
        assert screens.app.focused is screens.view.main_list


async def test_the_archive_unfolds_on_enter_or_l_and_folds_on_h() -> None:
    async with on_board() as screens:
        await screens.press("h", "h")
        assert "folded" in screens.lines[-2]
        await screens.press("d")
        assert screens.said == "The archive is folded; enter opens it."
        await screens.press("enter")
        assert screens.view.chosen() == [number_of(screens, "Database transactions")]
        await screens.press("h")
        assert screens.view.chosen() == []
        await screens.press("h")
        assert screens.said == "This is the lowest layer."
        await screens.press("l")
        assert "Database transactions" in screens.text
        await screens.press("l")
        assert screens.view.window.current is Layer.SHORT_TERM


async def test_j_and_k_stay_in_the_column_and_set_the_selection() -> None:
    async with on_board() as screens:
        first = screens.view.cursor_number
        await screens.press("j", "j")
        assert screens.app.selection.number == screens.view.cursor_number != first
        await screens.press("k", "k")
        assert screens.view.cursor_number == first
        await screens.press("G")
        assert screens.lines[-2].startswith(" ep 4 of 4")
        await screens.press("g", "J")
        assert screens.lines[-2].startswith(" ep 2 of 4")


async def test_plus_and_minus_change_how_many_columns_are_shown() -> None:
    async with on_board() as screens:
        await screens.press("plus")
        assert screens.said.endswith("4 columns at once.")
        assert screens.lines[2].count("│") == 3
        await screens.press("plus")
        assert screens.said == "There is no room for another column."
        await screens.press("minus", "minus", "minus")
        assert screens.lines[2].count("│") == 0
        await screens.press("minus")
        assert screens.said == "One column is the least."


async def test_v_shows_one_list_under_its_layers_and_back() -> None:
    async with on_board() as screens:
        await screens.press("l", "j")
        number = screens.view.cursor_number
        await screens.press("v")
        assert screens.view.cursor_number == number
        assert "─ se semantic  10 ─" in screens.text
        await screens.press("l")
        assert screens.view.window.current is Layer.WORKING
        await screens.press("plus")
        assert screens.said == "The list shows all layers; v shows columns."
        await screens.press("v")
        assert "═" in screens.text
        assert screens.view.window.current is Layer.WORKING


async def test_the_selection_of_another_view_is_shown_as_a_card() -> None:
    async with running((80, 24)) as screens:
        await screens.find("Never push to main")
        number = screens.view.main_list.cursor_key
        await screens.press("3")
        assert screens.view.cursor_number == number
        assert screens.view.window.current is Layer.OPERATIONAL
        assert "► Never push to main" in screens.text
        await screens.press("backspace")
        assert screens.view.NAME == "search"


async def test_enter_opens_the_memory_counts_it_and_escape_closes() -> None:
    async with on_board() as screens:
        number = await go_to(screens, "Caching reduces")
        before = screens.workspace.store.reads.memory(number).access_count
        await screens.press("enter")
        assert screens.workspace.store.reads.memory(number).access_count == before + 1
        assert "esc closes" in screens.text
        assert "recorded" in screens.text
        await screens.press("escape")
        assert screens.app.focused is screens.view.main_list
        assert "esc closes" not in screens.text


async def test_star_marks_the_column_and_escape_unmarks_all() -> None:
    async with on_board() as screens:
        await screens.press("asterisk", "l", "space", "V")
        assert "5 marked" in screens.lines[-2] or "6 marked" in screens.lines[-2]
        await screens.press("escape")
        assert screens.view.marked == 0


async def test_another_processes_write_keeps_cursor_marks_and_column() -> None:
    async with on_board() as screens:
        await screens.press("j", "space")
        number, marked = screens.view.cursor_number, screens.view.marked
        remember.add(screens.workspace, Draft(content="A note from elsewhere", kind=Kind.NOTE, layer=Layer.EPISODIC))
        await screens.changed_elsewhere()
        assert "ep 5" in screens.lines[1]
        assert (screens.view.cursor_number, screens.view.marked) == (number, marked)


@pytest.mark.parametrize("key", ["N", "left_square_bracket", "right_square_bracket", "less_than_sign", "c", "m", "E"])
async def test_a_key_that_means_nothing_says_why(key: str) -> None:
    async with on_board() as screens:
        await screens.press(key)
        assert screens.said
        assert screens.said.rstrip("0123456789: ").endswith(".")


async def test_place_filter_and_columns_come_back_in_the_next_run() -> None:
    async with on_board() as screens:
        await screens.press("l", "j", "j", "plus")
        await screens.press("full_stop")
        kept = dict(screens.view.remember())
        number = screens.view.cursor_number
    async with on_board() as screens:
        screens.app.selection.number = None
        screens.view.restore(kept)
        screens.view.reload()
        await screens.press("w", "w")
        assert screens.view.cursor_number == number
        assert screens.view.live
        assert screens.lines[2].count("│") == 3
    async with on_board() as screens:
        screens.view.restore({"layer": "nowhere", "cursor": "x", "columns": 77, "query": 3, "why": 1})
        assert screens.view.window.current in Layer


async def test_growing_and_shrinking_keeps_card_and_marks() -> None:
    async with on_board() as screens:
        await screens.press("l", "j", "space")
        number = screens.view.cursor_number
        for size in ((120, 40), (160, 50), (60, 16), (80, 24)):
            await screens.pilot.resize_terminal(*size)
            await screens.press("r")
            assert screens.view.cursor_number == number
            assert screens.view.marked == 1
            assert len(screens.lines) == size[1]
