"""Layers: the board, its columns and keys, moves there and back, and what says why not."""

from __future__ import annotations

import pytest

from memtui.domain.drafts import Draft, Edit
from memtui.domain.kinds import Kind, Layer
from memtui.safe_text import has_controls
from memtui.services import remember
from tests.snapshots.running import Screens, running, still_world  # noqa: F401


def on_board(size: tuple[int, int] = (80, 24), **options):
    """The screens, opened on Layers."""
    return running(size, view="layers", **options)


def number_of(screens: Screens, words: str) -> int:
    """The number of the sample's memory that begins so."""
    found = screens.workspace.store.reads.records("memory", 0, 100)
    return next(one.number for one in found if one.content.startswith(words))


def layer_of(screens: Screens, number: int) -> Layer:
    """The layer that a memory is in now."""
    return screens.workspace.store.reads.memory(number).layer


async def go_to(screens: Screens, words: str) -> int:
    """Put the cursor on a card."""
    number = number_of(screens, words)
    screens.app.selection.set(number)
    screens.view.shown(number)
    await screens.press("w", "w")
    assert screens.view.chosen() == [number]
    return number


# --- what is seen ---------------------------------------------------------------------------------


async def test_at_80_columns_three_columns_and_all_six_counts_are_shown() -> None:
    async with on_board() as screens:
        assert screens.lines[1].startswith(" ar 1  st 1  [ep 4  se 10  wk 2]  op 4")
        assert "suggested" in screens.lines[1]
        assert screens.lines[2].startswith(" ep episodic")
        assert "│ se semantic" in screens.lines[2]
        assert "│ wk working" in screens.lines[2]
        assert screens.lines[3] == "═" * 26 + "╪" + "─" * 26 + "┼" + "─" * 26
        assert screens.lines[4].startswith("► ")


async def test_at_120_columns_all_six_stand_side_by_side_with_the_archive_folded() -> None:
    async with on_board((120, 40)) as screens:
        heads = screens.lines[2]
        assert [part.strip()[:2] for part in heads.split("│")] == ["ar", "st", "ep", "se", "wk", "op"]
        assert heads.index("│") == 5
        assert "tok" in screens.lines[3]
        assert "by retention, highest first" in screens.lines[1]
        assert "why" in screens.text
        assert "M names a layer" in screens.text


async def test_wider_screens_give_wider_columns() -> None:
    async with on_board((160, 50)) as screens:
        places = [place for place, sign in enumerate(screens.lines[2]) if sign == "│"]
        assert places == [5, 36, 67, 98, 129]


async def test_a_column_stands_by_retention_highest_first() -> None:
    async with on_board((120, 40)) as screens:
        for column in screens.view.columns.values():
            kept = [column.card(index).retention.value for index in range(len(column.rows)) if column.card(index)]
            assert kept == sorted(kept, reverse=True)


async def test_a_card_says_status_importance_openings_age_and_what_is_suggested() -> None:
    async with on_board((160, 50)) as screens:
        await go_to(screens, "User prefers tabs")
        line = next(line for line in screens.lines if "→ se" in line or "why" in line)
        assert "why" in line
        assert "●=.90" in screens.text
        assert "6×" in screens.text
        assert "◊" in screens.text


async def test_the_foot_of_a_column_says_how_many_follow() -> None:
    async with on_board((120, 40)) as screens:
        assert "  3 more" in screens.text


async def test_an_empty_store_says_what_leads_on() -> None:
    async with on_board(filled=False) as screens:
        assert "No memories yet. n writes one · : import brings some in" in screens.text
        await screens.press("L")
        assert screens.said == "No memory is selected."


async def test_nothing_of_a_hostile_text_reaches_the_screen() -> None:
    async with on_board((160, 50)) as screens:
        assert not has_controls(screens.text.replace("\n", ""))
        await screens.press("v")
        assert not has_controls(screens.text.replace("\n", ""))
        assert "AKIA" not in screens.text


async def test_ascii_signs_only() -> None:
    async with on_board((120, 40), ascii=True) as screens:
        for line in screens.lines[1:-1]:
            assert all(sign.isascii() or sign.isalpha() or ord(sign) > 0x2FFF for sign in line), line


# --- moving about ---------------------------------------------------------------------------------


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


async def test_w_shows_the_retention_with_its_parts() -> None:
    async with on_board() as screens:
        await go_to(screens, "PostgreSQL connection pooling")
        await screens.press("w")
        words = " ".join(screens.text.split())
        assert "= .45 × importance" in words
        assert "+ .35 × opened 0/10 + .15 × young" in words
        assert "L here goes to se · H to st" in words
        await screens.press("w")
        assert "× importance" not in screens.text


# --- moves ----------------------------------------------------------------------------------------


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


async def test_star_marks_the_column_and_escape_unmarks_all() -> None:
    async with on_board() as screens:
        await screens.press("asterisk", "l", "space", "V")
        assert "5 marked" in screens.lines[-2] or "6 marked" in screens.lines[-2]
        await screens.press("escape")
        assert screens.view.marked == 0


async def test_archiving_leaves_the_cursor_in_its_column() -> None:
    async with on_board() as screens:
        number = await go_to(screens, "PostgreSQL connection pooling")
        await screens.press("d")
        assert layer_of(screens, number) is Layer.ARCHIVED
        assert screens.view.window.current is Layer.EPISODIC
        assert screens.view.cursor_number not in (None, number)


async def test_another_processes_write_keeps_cursor_marks_and_column() -> None:
    async with on_board() as screens:
        await screens.press("j", "space")
        number, marked = screens.view.cursor_number, screens.view.marked
        remember.add(screens.workspace, Draft(content="A note from elsewhere", kind=Kind.NOTE, layer=Layer.EPISODIC))
        await screens.changed_elsewhere()
        assert "ep 5" in screens.lines[1]
        assert (screens.view.cursor_number, screens.view.marked) == (number, marked)


async def test_reading_only_refuses_moves_with_a_reason() -> None:
    async with on_board(read_only=True) as screens:
        for key in ("L", "H", "M", "a", "A"):
            await screens.press(key)
            assert screens.said == "This store is open for reading only."


# --- every key ------------------------------------------------------------------------------------


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


async def test_an_edit_of_the_card_shows_at_once() -> None:
    async with on_board() as screens:
        number = await go_to(screens, "Caching reduces")
        remember.edit(screens.workspace, number, Edit(content="Caching halves the load"))
        await screens.changed_elsewhere()
        assert "Caching halves the load" in screens.text


async def test_export_holds_every_layer() -> None:
    async with on_board() as screens:
        from memtui.services import hierarchy

        lanes = {layer: hierarchy.cards(screens.workspace, hierarchy.lane(screens.workspace, layer)) for layer in Layer}
        screens.view.exported = lanes
        lines = ["".join(span.text for span in line) for line in screens.view.export_lines(100)]
        assert any("op operational  4" in line for line in lines)
        head, rows = screens.view.export_table()
        assert len(rows) == 22
        assert head[0] == "layer"
        assert "AKIA" not in "".join(map(str, rows))
