"""The list keeps its cursor, its marks and its promises, however long it is and whatever stands in it."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from textual.app import App, ComposeResult

from memtui.render.spans import Line, line, plain
from memtui.tui.widgets.heights import Heights
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.rows import PAGE, Drawing, PagedRows, RowState
from tests.tui.fakes import TextRows


class ListApp(App[None]):
    """One list and what it told."""

    def __init__(self, rows: TextRows | None = None) -> None:
        super().__init__()
        self.list = LineList(rows)
        self.opened: list[int] = []
        self.marked: list[int] = []

    def compose(self) -> ComposeResult:
        yield self.list

    def on_mount(self) -> None:
        self.list.focus()

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        self.opened.append(message.key)

    def on_line_list_marks_changed(self, message: LineList.MarksChanged) -> None:
        self.marked.append(message.count)


def shown(app: ListApp) -> list[str]:
    """The lines of the list on the screen."""
    return [app.list.render_line(y).text.rstrip() for y in range(app.list.size.height)]


def numbered(count: int) -> TextRows:
    return TextRows(f"row {n}" for n in range(count))


MOVES = [
    ("j", 1), ("down", 1), ("k", 0), ("G", 99_999), ("end", 99_999), ("g", 0), ("home", 0),
    ("pagedown", 8), ("pageup", 0), ("ctrl+d", 5), ("ctrl+u", 0),
]  # fmt: skip


@pytest.mark.parametrize(("key", "place"), MOVES)
async def test_each_movement_key_moves_the_cursor_and_keeps_it_in_sight(key: str, place: int) -> None:
    app = ListApp(numbered(100_000))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press(key)
        assert app.list.cursor == place + (key == "pagedown")
        assert any(text.startswith("►") for text in shown(app))


async def test_a_hundred_thousand_rows_draw_only_those_in_sight() -> None:
    drawn: list[int] = []

    class Counting(TextRows):
        def draw(self, index: int, width: int, state: RowState) -> Drawing:
            drawn.append(index)
            return super().draw(index, width, state)

    app = ListApp(Counting(f"row {n}" for n in range(100_000)))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("G")
        assert shown(app)[-1] == "► row 99999"
        assert len(set(drawn)) <= 20


async def test_space_marks_and_goes_down_and_again_unmarks() -> None:
    app = ListApp(numbered(5))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("space", "space")
        assert app.list.chosen_keys == [0, 1]
        assert app.list.cursor == 2
        await pilot.press("k", "space")
        assert app.list.chosen_keys == [0]
        assert shown(app)[0] == " ■row 0"


async def test_an_act_applies_to_the_cursor_when_nothing_is_marked() -> None:
    app = ListApp(numbered(5))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("j")
        assert app.list.chosen_keys == [1]


async def test_a_range_follows_the_cursor_by_any_key_and_shrinks_again() -> None:
    app = ListApp(numbered(50))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("j", "V", "pagedown", "k")
        assert app.list.chosen_keys == list(range(1, app.list.cursor + 1))
        await pilot.press("V", "G")
        assert len(app.list.chosen_keys) == 9
        assert app.list.marks.anchor is None


async def test_shift_and_arrows_draw_a_range_that_a_plain_step_ends() -> None:
    app = ListApp(numbered(50))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("shift+down", "shift+down", "j", "j")
        assert app.list.chosen_keys == [0, 1, 2]


async def test_the_star_marks_all_and_again_none() -> None:
    app = ListApp(numbered(300))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("asterisk")
        assert len(app.list.chosen_keys) == 300
        await pilot.press("asterisk")
        assert not app.list.marks


async def test_enter_and_double_click_open_the_row() -> None:
    app = ListApp(numbered(20))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("j", "enter")
        await pilot.click(LineList, offset=(5, 4), times=2)
        await pilot.pause()
        assert app.opened == [1, 4]


async def test_new_rows_leave_the_cursor_on_its_row_and_its_screen_line() -> None:
    app = ListApp(numbered(60))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("pagedown", "pagedown", "pagedown")
        before = app.list.cursor_key
        line_before = next(y for y, text in enumerate(shown(app)) if text.startswith("►"))
        app.list.set_rows(TextRows([f"row {n}" for n in range(-7, 60)], keys=range(-7, 60)))
        await pilot.pause()
        assert app.list.cursor_key == before
        assert shown(app)[line_before] == f"► row {before}"


async def test_another_query_puts_the_cursor_on_the_first_row() -> None:
    app = ListApp(numbered(60))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("G")
        app.list.set_rows(numbered(30), follow=False)
        await pilot.pause()
        assert shown(app)[0] == "► row 0"


async def test_marks_stay_with_their_rows_and_go_with_them() -> None:
    app = ListApp(numbered(5))
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("space", "space")
        app.list.set_rows(TextRows(["b", "c", "d"], keys=[1, 2, 3]))
        await pilot.pause()
        assert app.list.chosen_keys == [1]


async def test_an_empty_list_answers_every_key_with_calm() -> None:
    app = ListApp(numbered(0))
    async with app.run_test(size=(40, 10)) as pilot:
        for key in ("j", "k", "G", "g", "space", "V", "asterisk", "enter", "shift+down", "pagedown"):
            await pilot.press(key)
        await pilot.click(LineList, offset=(5, 4))
        assert app.list.cursor_key is None
        assert not app.opened


async def test_lead_lines_stand_above_their_row_and_cannot_be_chosen() -> None:
    rows = numbered(10)
    rows.others = {0: 2, 3: 2}
    app = ListApp(rows)
    async with app.run_test(size=(40, 14)) as pilot:
        assert shown(app)[:6] == ["-- 0 --", "► row 0", "  row 1", "  row 2", "-- 3 --", "  row 3"]
        await pilot.click(LineList, offset=(5, 4))
        assert app.list.cursor == 3
        await pilot.press("k")
        assert shown(app)[3] == "► row 2"


async def test_lines_below_the_last_row_are_shown_at_the_end() -> None:
    rows = numbered(20)
    rows.tail = (line("no more"),)
    app = ListApp(rows)
    async with app.run_test(size=(40, 10)) as pilot:
        await pilot.press("G")
        assert shown(app)[-2:] == ["► row 19", "no more"]


class NumberRows(PagedRows[str]):
    """Rows whose records are the words of their keys."""

    def draw_record(self, index: int, record: str, width: int, state: RowState) -> Drawing:
        return Drawing((line(record),), (line(f"-- {record} --"),) if index in self.others else ())

    def lines_of(self, index: int, record: str) -> int:
        return 2 if self.keys[index] % 10 == 0 else 1


async def test_long_lists_fetch_only_the_pages_in_sight_and_show_what_is_on_its_way() -> None:
    asked: list[int] = []
    gate = asyncio.Event()

    async def fetch(keys: Sequence[int]) -> dict[int, str]:
        asked.append(keys[0])
        await gate.wait()
        return {key: f"memory {key}" for key in keys}

    app = ListApp()
    async with app.run_test(size=(40, 10)) as pilot:
        rows = NumberRows(array("q", range(1, 100_001)), fetch, asyncio.ensure_future, app.list.redraw)
        app.list.set_rows(rows, follow=False)
        await pilot.pause()
        assert shown(app)[0] == "► …"
        gate.set()
        await pilot.pause()
        assert shown(app)[0] == "► memory 1"
        await pilot.press("G")
        await pilot.pause()
        assert "memory 100000" in shown(app)[-1]
        assert len(asked) <= 4
        assert len(rows.keys) == 100_000


async def test_rows_that_turn_out_taller_do_not_move_the_cursor_line() -> None:
    app = ListApp()
    gate = asyncio.Event()

    async def fetch(keys: Sequence[int]) -> dict[int, str]:
        await gate.wait()
        return {key: f"memory {key}" for key in keys}

    async with app.run_test(size=(40, 10)) as pilot:
        rows = NumberRows(range(1, 3 * PAGE), fetch, asyncio.ensure_future, app.list.redraw)
        app.list.set_rows(rows, follow=False)
        await pilot.press(*["pagedown"] * 4)
        line_before = next(y for y, text in enumerate(shown(app)) if text.startswith("►"))
        gate.set()
        await pilot.pause()
        after = shown(app)
        at = next(y for y, text in enumerate(after) if text.startswith("►"))
        assert abs(at - line_before) <= 1
        assert after[at] == f"► memory {app.list.cursor_key}"


@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=40),
    st.integers(1, 3),
)
def test_heights_map_rows_to_lines_and_back(lines: list[int], usual: int) -> None:
    heights = Heights(len(lines), usual, {i: n for i, n in enumerate(lines) if n != usual})
    whole = [row for row, n in enumerate(lines) for _ in range(n)]
    assert heights.total == len(whole)
    assert [heights.row_at(y) for y in range(len(whole))] == whole
    assert [heights.top(row) for row in range(len(lines))] == [whole.index(row) for row in range(len(lines))]
    assert [heights.height(row) for row in range(len(lines))] == lines


HOSTILE = st.text(
    st.one_of(st.characters(), st.sampled_from("\x1b\x07\x00\x9b\x7f\r\n\t\u202e\u2066\u200d[]")), max_size=60
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(HOSTILE, min_size=1, max_size=8))
async def test_no_control_byte_of_a_row_reaches_a_strip(texts: list[str]) -> None:
    def unsafe(sign: str) -> bool:
        code = ord(sign)
        return code < 0x20 or 0x7F <= code <= 0x9F or 0x202A <= code <= 0x202E or 0x2066 <= code <= 0x2069

    app = ListApp(TextRows(text.replace("\n", " ") for text in texts))
    async with app.run_test(size=(30, 8)):
        for y in range(8):
            strip = app.list.render_line(y)
            assert strip.cell_length == 30
            assert not any(unsafe(sign) for sign in strip.text)


def test_plain_gives_a_line_without_roles() -> None:
    drawn: Line = line("a", "b")
    assert plain(drawn) == "ab"
