"""Bytes of foreign files as text: byte order marks, line ends, old code pages and broken characters.

Nothing here raises for what a file holds: what cannot be read as it stands is replaced and said.
"""

from __future__ import annotations

import codecs
import math
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LEGACY_NOTE = "not UTF-8: read as Windows-1252"
SURROGATE_NOTE = "held half a character (a lone surrogate): replaced by U+FFFD"
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UNDEFINED_1252 = {code: chr(code) for code in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file without its end; `number` counts from 1, `note` says what was assumed in reading it."""

    number: int
    text: str
    note: str = ""


def lines(path: Path) -> Iterator[Line]:
    """Yield a file's lines as text, streaming; CRLF and LF both end a line, a byte order mark is dropped."""
    with path.open("rb") as stream:
        head = stream.read(4)
        stream.seek(0)
        if head[:2] in _UTF16:
            yield from _wide_lines(path)
            return
        if head[:3] == codecs.BOM_UTF8:
            stream.seek(3)
        for number, raw in enumerate(stream, start=1):
            yield _decoded(number, raw.removesuffix(b"\n").removesuffix(b"\r"))


def whole(path: Path) -> tuple[str, list[Line]]:
    """Return a file's text with LF line ends, and those of its lines that had to be guessed."""
    parts: list[str] = []
    guessed: list[Line] = []
    for line in lines(path):
        parts.append(line.text)
        if line.note:
            guessed.append(line)
    return "\n".join(parts), guessed


def sound(text: str) -> tuple[str, bool]:
    """Return `text` without lone surrogates (a pair is joined), and whether any was replaced."""
    if text.isascii():
        return text, False
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return joined, joined.count("\ufffd") > text.count("\ufffd")
    return text, False


def sound_value(value: Any) -> tuple[Any, bool]:
    """Return a JSON value with sound texts and finite numbers, and whether anything was replaced."""
    if isinstance(value, str):
        return sound(value)
    if isinstance(value, float) and not math.isfinite(value):
        return str(value), True
    if isinstance(value, list):
        pairs = [sound_value(part) for part in value]
        return [part for part, _ in pairs], any(changed for _, changed in pairs)
    if isinstance(value, dict):
        result: dict[str, Any] = {}
        changed = False
        for key, part in value.items():
            good_key, key_changed = sound(key)
            result[good_key], part_changed = sound_value(part)
            changed = changed or key_changed or part_changed
        return result, changed
    return value, False


def composed(name: str) -> str:
    """Return a file name in composed form (NFC), so that a name from a Mac and one from Linux agree."""
    return sound(unicodedata.normalize("NFC", name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")))[0]


def _decoded(number: int, raw: bytes) -> Line:
    try:
        return Line(number, raw.decode("utf-8"))
    except UnicodeDecodeError:
        text = "".join(
            _UNDEFINED_1252.get(byte) or bytes((byte,)).decode("cp1252") if byte > 0x7F else chr(byte) for byte in raw
        )
        return Line(number, text, LEGACY_NOTE)


def _wide_lines(path: Path) -> Iterator[Line]:
    with path.open("r", encoding="utf-16", errors="replace", newline="\n") as stream:
        for number, text in enumerate(stream, start=1):
            yield Line(number, text.removesuffix("\n").removesuffix("\r"))
