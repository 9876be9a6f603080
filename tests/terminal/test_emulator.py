"""The terminal of the tests does what real ones do with what Textual sends, and notes everything else."""

from __future__ import annotations

import pytest

from tests.terminal.emulator import Emulator


def fed(*pieces: str, columns: int = 12, rows: int = 3) -> Emulator:
    screen = Emulator(columns, rows)
    for piece in pieces:
        screen.feed(piece)
    return screen


def test_text_stands_where_the_cursor_was_put() -> None:
    screen = fed("\x1b[2;3Habc\r\nd\x1b[1;12Hz")
    assert screen.lines == ["           z", "  abc", "d"]
    assert screen.foreign == []


def test_a_sequence_may_be_cut_anywhere() -> None:
    whole = "\x1b[2;3H\x1b[1;38;2;1;2;3mabc\x1b[0m\x1b]22;default\x07d"
    for place in range(len(whole)):
        screen = fed(whole[:place], whole[place:])
        assert (screen.lines, screen.foreign) == (["", "  abcd", ""], [])
    assert screen.styles_of("abc") == {"1;38;2;1;2;3"}


def test_a_wide_sign_takes_two_cells_and_is_gone_when_half_of_it_is_overwritten() -> None:
    assert fed("数据x").lines[0] == "数据x"
    assert fed("数据x", "\x1b[1;2Hy").lines[0] == " y据x"
    assert fed("数据x", "\x1b[1;3Hy").lines[0] == "数y x"
    assert fed("12345678901数").lines[0] == "12345678901"


def test_what_does_not_fit_into_a_row_is_lost() -> None:
    assert fed("1234567890123\r\nnext").lines == ["123456789012", "next", ""]


def test_rows_and_screens_can_be_erased() -> None:
    assert fed("abc\r\ndef", "\x1b[1;2H\x1b[K").lines == ["a", "def", ""]
    assert fed("abc\r\ndef", "\x1b[1;2H\x1b[J").lines == ["a", "", ""]
    assert fed("abc\r\ndef", "\x1b[2J").lines == ["", "", ""]


def test_a_frame_is_whole_once_it_has_ended() -> None:
    screen = fed("\x1b[?2026$p", "\x1b[?2026h", "abc")
    assert (screen.answers, screen.whole) == ("\x1b[?2026;2$y", False)
    screen.feed("\x1b[?2026l")
    assert (screen.whole, screen.frames) == (True, 1)


@pytest.mark.parametrize(
    "sent",
    [
        "\x1b]52;c;aGk=\x07",
        "\x1b]0;title\x1b\\",
        "\x1b[6n",
        "\x1bc",
        "\x9b2J",
        "\x00",
        "\u202e",
        "\x1bP1q\x1b\\",
        "\x1b[?47h",
    ],
)
def test_what_no_screen_has_reason_to_send_is_noted(sent: str) -> None:
    screen = fed("a", sent, "b")
    assert screen.foreign
    assert fed("ab").foreign == []
