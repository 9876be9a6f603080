"""Text measured, cut, padded and wrapped by terminal cells, never by characters.

Terminals disagree on how wide joined emoji, soft hyphens and other invisible signs are, so `shown` leaves the
joining and the invisible ones out; after that the width of a text is the sum of the widths of its characters,
wherever it is cut.
"""

from __future__ import annotations

import re

from rich.cells import cell_len

from memtui.safe_text import INVISIBLE, clean, clean_lines

_MARKS = "\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
_STACK = re.compile(f"([{_MARKS}]{{3}})[{_MARKS}]+")
"""Combining marks on one letter, after three of which they only smear the rows above and below."""
_WIDE = "\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff01-\uff60\U0001f300-\U0001faff\U00020000-\U0003fffd"
_PIECES = re.compile(rf"\s+|[{_WIDE}]|[^\s/{_WIDE}]*/|[^\s/{_WIDE}]+")


def width(text: str) -> int:
    """Return the cells that `text` takes."""
    return len(text) if text.isascii() else cell_len(text)


def shown(text: str) -> str:
    """Return `text` as one line that is safe to draw: white space runs become one space."""
    return _apart(clean(" ".join(text.split())))


def exact(text: str) -> str:
    """Return `text` as one line that is safe to draw, its spaces kept and its line breaks made visible."""
    return _apart(clean(text))


def shown_lines(text: str) -> list[str]:
    """Return the lines of `text`, each safe to draw, spaces kept."""
    return [_apart(one) for one in clean_lines(text)]


def _apart(text: str) -> str:
    return text if text.isascii() else _STACK.sub(r"\1", INVISIBLE.sub("", text))


def cut(text: str, cells: int, ellipsis: str = "…") -> str:
    """Return `text` if it fits into `cells`, else its beginning with an ellipsis."""
    if cells <= 0:
        return ""
    return text if width(text) <= cells else shorten(text, cells, ellipsis)


def shorten(text: str, cells: int, ellipsis: str = "…") -> str:
    """Return the beginning of `text` with an ellipsis, in at most `cells`, even where all of it would fit."""
    room = cells - width(ellipsis)
    return _head(text, room).rstrip() + ellipsis if room >= 0 else ""


def _head(text: str, cells: int) -> str:
    if text.isascii():
        return text[: max(cells, 0)]
    used = 0
    for index, character in enumerate(text):
        used += cell_len(character)
        if used > cells:
            return text[:index]
    return text


def fit(text: str, cells: int, ellipsis: str = "…") -> str:
    """Return `text` cut or padded at the right to exactly `cells`."""
    piece = cut(text, cells, ellipsis)
    return piece + " " * (cells - width(piece))


def fit_right(text: str, cells: int, ellipsis: str = "…") -> str:
    """Return `text` cut or padded at the left to exactly `cells`."""
    piece = cut(text, cells, ellipsis)
    return " " * (cells - width(piece)) + piece


def wrap(text: str, cells: int) -> list[tuple[int, int]]:
    """Return the (start, end) offsets of the lines of `text` when wrapped to `cells`.

    Lines end at spaces, after a slash or beside a wide character where they can, else anywhere; the
    spaces at a break are left out, leading ones stay. An empty text is one empty line.
    """
    cells = max(cells, 2)
    lines: list[tuple[int, int]] = []
    start = end = used = 0
    for piece in _PIECES.finditer(text):
        first, last = piece.span()
        size = width(piece.group())
        if text[first].isspace():
            used += size
            continue
        if used + size > cells:
            if end > start:
                lines.append((start, end))
            start, used = first, 0
        if size > cells:
            start, used = _break(text, first, last, cells, lines)
        else:
            used += size
        end = last
    if end > start or not lines:
        lines.append((start, max(end, start)))
    return lines


def _break(text: str, first: int, last: int, cells: int, lines: list[tuple[int, int]]) -> tuple[int, int]:
    """Cut one long piece into full lines and return where its rest starts and how wide that is."""
    start, used = first, 0
    for index in range(first, last):
        size = cell_len(text[index])
        if used + size > cells:
            lines.append((start, index))
            start, used = index, 0
        used += size
    return start, used
