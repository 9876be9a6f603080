"""JSON objects one a line, as files in the wild hold them: glued, torn, with marks of a merge between."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memtui.formats.base import Problem
from memtui.formats.text import SURROGATE_NOTE, Line, lines, sound_value

_MERGE_MARKS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
_SPACE = " \t\r\n"
_DECODER = json.JSONDecoder()
_SUSPECT = re.compile(r"\\u[dD]|NaN|Infinity|[eE]\+?\d{3}")
"""What may decode to half a character or to a number without end."""


@dataclass(frozen=True, slots=True)
class Found:
    """An object of a line; `number` is the line's."""

    number: int
    value: dict[str, Any]


def objects(path: Path, shown: str, leave: tuple[str, ...] = ()) -> Iterator[Found | Problem]:
    """Yield the objects of a JSON Lines file and a problem for each line that holds none; streams.

    Lines that begin with one of `leave` are passed over unread.
    """
    for line in lines(path):
        if not (leave and line.text.startswith(leave)):
            yield from _of_line(line, shown)


def _of_line(line: Line, shown: str) -> Iterator[Found | Problem]:
    text = line.text.strip(_SPACE + "\ufeff\x1e")
    if not text:
        return
    if text[:7] in _MERGE_MARKS:
        yield Problem(file=shown, line=line.number, reason="a conflict mark of a merge")
        return
    values = decode_all(text)
    if isinstance(values, str):
        yield Problem(file=shown, line=line.number, reason=values)
        return
    if line.note:
        yield Problem(file=shown, line=line.number, reason=line.note, skipped=False)
    if len(values) > 1:
        reason = f"{len(values)} objects on one line: all read"
        yield Problem(file=shown, line=line.number, reason=reason, skipped=False)
    for value in values:
        if not isinstance(value, dict):
            yield Problem(file=shown, line=line.number, reason=f"a {type(value).__name__}, not an object")
            continue
        mended, changed = _sound(value, text)
        if changed:
            yield Problem(file=shown, line=line.number, reason=SURROGATE_NOTE, skipped=False)
        yield Found(line.number, mended)


def decode_all(text: str) -> list[Any] | str:
    """Return the JSON values of a line, one or several glued together, or why they cannot all be read."""
    values: list[Any] = []
    at, end = 0, len(text)
    try:
        while at < end:
            value, at = _DECODER.raw_decode(text, at)
            values.append(value)
            while at < end and text[at] in _SPACE + ",":
                at += 1
    except RecursionError:
        return "nested too deeply to read"
    except ValueError as error:
        return _why(text, values, error)
    return values


def _why(text: str, values: list[Any], error: ValueError) -> str:
    if values:
        return "several objects glued together, of which not all can be read"
    if isinstance(error, json.JSONDecodeError) and text.startswith("{"):
        if _open_text(text):
            return "a torn object: it breaks off"
        return f"not JSON: {error.msg} at column {error.pos + 1}"
    return "not a JSON object"


def _open_text(text: str) -> bool:
    """Say whether a line ends within a text or with braces still open."""
    inside = escaped = False
    depth = 0
    for sign in text:
        if escaped:
            escaped = False
        elif sign == "\\":
            escaped = inside
        elif sign == '"':
            inside = not inside
        elif not inside and sign in "{[":
            depth += 1
        elif not inside and sign in "}]":
            depth -= 1
    return inside or depth > 0


def _sound(value: dict[str, Any], text: str) -> tuple[dict[str, Any], bool]:
    return sound_value(value) if _SUSPECT.search(text) else (value, False)
