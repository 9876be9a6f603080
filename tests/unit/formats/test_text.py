"""Bytes become text whatever they are, and what had to be guessed is said."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from memtui.formats.text import LEGACY_NOTE, composed, lines, sound, sound_value, whole

Write = Callable[..., Path]


def test_a_byte_order_mark_and_both_line_ends_are_dropped(write: Write) -> None:
    path = write("a.md", b"\xef\xbb\xbfone\r\ntwo\nthree")
    assert [line.text for line in lines(path)] == ["one", "two", "three"]


def test_utf_16_with_its_mark_is_read(write: Write) -> None:
    assert whole(write("a.md", "café\r\nzwei".encode("utf-16")))[0] == "café\nzwei"


def test_lines_that_are_not_utf_8_are_read_as_windows_1252_and_named(write: Write) -> None:
    text, guessed = whole(write("a.md", b"plain\n" + "Müller “says”".encode("cp1252") + b"\x81"))
    assert text == "plain\nMüller “says”\x81"
    assert [(line.number, line.note) for line in guessed] == [(2, LEGACY_NOTE)]


def test_half_characters_are_replaced_and_pairs_are_joined() -> None:
    assert sound("a\ud800b") == ("a\ufffdb", True)
    assert sound("\ud83d\ude00") == ("\U0001f600", False)
    assert sound("plain") == ("plain", False)


def test_json_values_come_back_sound_at_any_depth() -> None:
    value, changed = sound_value({"a": ["\udc00", float("inf"), 1.5], "\ud800": None})
    assert changed
    assert value == {"a": ["\ufffd", "inf", 1.5], "\ufffd": None}


def test_names_from_a_mac_and_from_linux_agree() -> None:
    assert composed(unicodedata.normalize("NFD", "Übersicht.md")) == "Übersicht.md"


@given(st.binary(max_size=300))
def test_no_bytes_make_reading_fail(tmp_path_factory: object, raw: bytes) -> None:
    folder: Path = tmp_path_factory.mktemp("bytes")  # type: ignore[attr-defined]
    path = folder / "any"
    path.write_bytes(raw)
    for line in lines(path):
        line.text.encode("utf-8")
