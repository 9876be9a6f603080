"""Text is measured, cut and wrapped by terminal cells."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from memtui.render.widths import cut, exact, fit, fit_right, shorten, shown, shown_lines, width, wrap

ANY_TEXT = st.text(alphabet=st.characters(exclude_categories=()), max_size=80) | st.sampled_from(
    [
        "👩‍👩‍👧 ❤️ 🏳️‍🌈",
        "数据库 backups",
        "e\u0301e\u0301 \u200d\ufe0f",
        "1\ufe0f\u20e3",
        "\x1b]52;c;aGk=\x07",
        "\u202eabc",
    ]
)


def test_wide_characters_count_two_cells() -> None:
    assert width("数据库") == 6
    assert cut("数据库 backups", 6) == "数据…"
    assert fit("数据库", 6) == "数据库"
    assert fit("数据库", 5) == "数据…"
    assert fit_right("库", 4) == "  库"


def test_a_cut_inside_a_wide_character_is_filled_up() -> None:
    assert fit("数据库", 4) == "数… "


def test_joined_emoji_are_drawn_apart_so_that_every_terminal_agrees() -> None:
    assert shown("👩‍👩‍👧") == "👩👩👧"
    assert width(shown("❤️")) == 1


def test_what_terminals_draw_in_different_widths_is_left_out() -> None:
    assert shown("👩🏽‍💻") == "👩💻"
    assert shown("a\u3164\u115f\uffa0\U000e0041b") == "ab"
    assert exact("a\ufffe\uffff\ufdd0b") == "a���b"


def test_marks_piled_on_a_letter_do_not_reach_into_other_rows() -> None:
    assert shown("e" + "\u0301" * 30) == "e" + "\u0301" * 3
    assert shown("Vie\u0323\u0302t") == "Vie\u0323\u0302t"


def test_shorten_always_says_that_something_follows() -> None:
    assert shorten("abc", 3) == "ab…"
    assert shorten("abc", 0) == ""


def test_list_text_joins_white_space_and_detail_text_keeps_it() -> None:
    assert shown("a\n\n  b\tc") == "a b c"
    assert exact("a  b") == "a  b"
    assert shown_lines("a\r\n  b\n") == ["a", "  b", ""]


@pytest.mark.parametrize(
    ("text", "cells", "lines"),
    [
        (
            "Migration scripts live in scripts/migrate/; the old",
            36,
            ["Migration scripts live in scripts/", "migrate/; the old"],
        ),
        ("  def f():  return", 12, ["  def f():", "return"]),
        ("数据库数据库", 5, ["数据", "库数", "据库"]),
        ("", 10, [""]),
        ("    ", 10, [""]),
        ("abcdefgh i", 4, ["abcd", "efgh", "i"]),
    ],
)
def test_lines_break_where_a_reader_expects(text: str, cells: int, lines: list[str]) -> None:
    assert [text[start:end] for start, end in wrap(text, cells)] == lines


@given(ANY_TEXT, st.integers(0, 40))
def test_fitted_text_has_exactly_the_asked_width(text: str, cells: int) -> None:
    assert cell_len(fit(shown(text), cells)) == cells
    assert cell_len(fit_right(exact(text), cells)) == cells


@given(ANY_TEXT, st.integers(2, 40))
def test_wrapped_lines_fit_and_lose_nothing_but_spaces(text: str, cells: int) -> None:
    for one in shown_lines(text):
        parts = [one[start:end] for start, end in wrap(one, cells)]
        assert all(cell_len(part) <= cells for part in parts)
        assert "".join("".join(parts).split()) == "".join(one.split())
