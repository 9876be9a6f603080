"""JSON Lines as they are found: glued, torn, merged; each bad line is named and none stops the rest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from memtui.formats.base import Problem
from memtui.formats.jsonlines import Found, objects

Write = Callable[..., Path]


def split(path: Path) -> tuple[list[object], list[tuple[int, str, bool]]]:
    found = list(objects(path, path.name))
    return (
        [part.value for part in found if isinstance(part, Found)],
        [(part.line, part.reason, part.skipped) for part in found if isinstance(part, Problem)],
    )


def test_glued_objects_are_read_when_all_of_them_can_be(write: Write) -> None:
    values, told = split(write("a.jsonl", '{"a":1}{"b":2} {"c":3}\n'))
    assert values == [{"a": 1}, {"b": 2}, {"c": 3}]
    assert told == [(1, "3 objects on one line: all read", False)]


def test_a_glued_line_of_which_one_is_broken_is_left_out_whole(write: Write) -> None:
    values, told = split(write("a.jsonl", '{"a":1}\n{"b":2}{"c":\n{"d":4}\n'))
    assert values == [{"a": 1}, {"d": 4}]
    assert [(line, skipped) for line, _, skipped in told] == [(2, True)]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"type":"entity","name":"torn","observa', "torn"),
        ("<<<<<<< HEAD", "conflict mark"),
        ("=======", "conflict mark"),
        ("[1, 2]", "a list, not an object"),
        ("not json", "not a JSON object"),
        ('{"a": 1 "b": 2}', "not JSON"),
        ("[" * 100_000, "nested"),
    ],
)
def test_a_bad_line_is_named_with_its_number_and_reason(write: Write, line: str, reason: str) -> None:
    values, told = split(write("a.jsonl", f'{{"ok":1}}\n{line}\n{{"ok":2}}'))
    assert values == [{"ok": 1}, {"ok": 2}]
    assert len(told) == 1
    assert told[0][0] == 2
    assert reason in told[0][1]


def test_blank_lines_and_marks_are_no_lines(write: Write) -> None:
    values, told = split(write("a.jsonl", b'\xef\xbb\xbf{"a":1}\r\n\r\n  \r\n{"a":2}'))
    assert values == [{"a": 1}, {"a": 2}]
    assert told == []


def test_half_characters_in_a_line_are_replaced_and_told(write: Write) -> None:
    values, told = split(write("a.jsonl", '{"a":"x\\ud800y"}'))
    assert values == [{"a": "x\ufffdy"}]
    assert told[0][2] is False
