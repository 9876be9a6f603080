"""The language of drawing: a line is a run of spans, a span is text and the role that it plays.

Roles carry no colour; each face gives them one. A span's text is clean (no control bytes) and holds no
line break.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple


class Role(StrEnum):
    """What a piece of text is, so that a face can style it."""

    TEXT = "text"
    STRONG = "strong"
    DIM = "dim"
    TITLE = "title"
    RULE = "rule"
    LABEL = "label"
    KEY = "key"
    ACCENT = "accent"
    SUCCESS = "success"
    WARNING = "warning"
    ERROR = "error"
    MATCH = "match"
    REMOVED = "removed"
    ADDED = "added"
    SIGNAL = "signal"
    BAR = "bar"
    BADGE_ERROR = "badge-error"
    BADGE_ACCENT = "badge-accent"
    BADGE_WARNING = "badge-warning"
    MARK = "mark"
    CURRENT = "current"


class Span(NamedTuple):
    """A piece of text and its role."""

    text: str
    role: Role = Role.TEXT


Line = tuple[Span, ...]


def line(*parts: Span | str) -> Line:
    """Return a line of spans; bare strings are plain text."""
    return tuple(part if isinstance(part, Span) else Span(part) for part in parts)


def plain(drawn: Line) -> str:
    """Return a line's text without roles."""
    return "".join(span.text for span in drawn)


def marked(
    text: str,
    marks: Sequence[tuple[int, int]],
    *,
    role: Role = Role.TEXT,
    mark: Role = Role.MATCH,
    start: int = 0,
    end: int | None = None,
) -> Line:
    """Return the part of `text` between two offsets as spans, with the stretches in `marks` in their own role."""
    stop = len(text) if end is None else end
    spans: list[Span] = []
    at = start
    for mark_start, mark_end in sorted(marks):
        first, last = max(mark_start, at), min(mark_end, stop)
        if first >= last:
            continue
        if first > at:
            spans.append(Span(text[at:first], role))
        spans.append(Span(text[first:last], mark))
        at = last
    if at < stop:
        spans.append(Span(text[at:stop], role))
    return tuple(spans)
