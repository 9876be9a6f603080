"""How a face wants things drawn: the moment, the zone, the signs, what is masked and what is marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo

from memtui.render.glyphs import UNICODE, Glyphs
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import cut, shorten, width

Highlight = Callable[[str], Sequence[tuple[int, int]]]
"""Returns where the words of the query stand in a text, as offsets."""


def nothing_marked(text: str) -> Sequence[tuple[int, int]]:
    """Mark no word."""
    return ()


def nothing_masked(text: str) -> str:
    """Show secrets as they are: for a person who asked to see them."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Pen:
    """The settings of a drawing.

    `now` is aware; `zone` None is the machine's own. `mask` hides secrets in a text and has no default,
    so that no face shows them by forgetting; it is `intelligence.secrets.mask` or `nothing_masked`.
    `brackets` adds the signs that stand in for styles where there are none (NO_COLOR, plain text).
    """

    now: datetime
    mask: Callable[[str], str]
    zone: tzinfo | None = None
    highlight: Highlight = nothing_marked
    glyphs: Glyphs = UNICODE
    brackets: bool = False

    def cut(self, text: str, cells: int) -> str:
        """Return `text` cut to at most `cells`."""
        return cut(text, cells, self.glyphs.ellipsis)

    def fit(self, text: str, cells: int) -> str:
        """Return `text` cut or padded at the right to exactly `cells`."""
        piece = self.cut(text, cells)
        return piece + " " * (cells - width(piece))

    def fit_right(self, text: str, cells: int) -> str:
        """Return `text` cut or padded at the left to exactly `cells`."""
        piece = self.cut(text, cells)
        return " " * (cells - width(piece)) + piece

    def fit_line(self, drawn: Line, cells: int) -> Line:
        """Return a line cut or padded to exactly `cells`."""
        size = line_width(drawn)
        if size < cells:
            return (*drawn, Span(" " * (cells - size)))
        return drawn if size == cells else self._cut_line(drawn, cells)

    def _cut_line(self, drawn: Line, cells: int) -> Line:
        spans: list[Span] = []
        left = cells
        for index, span in enumerate(drawn):
            size = width(span.text)
            more = any(width(rest.text) for rest in drawn[index + 1 :])
            if size < left or (size == left and not more):
                spans.append(span)
                left -= size
                continue
            piece = shorten(span.text, left, self.glyphs.ellipsis)
            spans.append(Span(piece, span.role))
            left -= width(piece)
            break
        return (*spans, Span(" " * left)) if left > 0 else tuple(spans)

    def ends(self, left: Line, right: Line, cells: int) -> Line:
        """Return a line of exactly `cells` with one text at its left and one at its right; the left gives way."""
        room = cells - line_width(right)
        if room < 2:
            return self.fit_line(left, cells)
        return (*self.fit_line(left, room), *right)

    def rule(self, title: str, hint: str, cells: int, *, focused: bool = False, lead: bool = True) -> Line:
        """Return a pane's title rule, with what its key does at the right; a focused one is drawn double."""
        sign = self.glyphs.focus_rule if focused else self.glyphs.rule
        role = Role.ACCENT if focused else Role.RULE
        right = f" {hint}" if hint else ""
        room = cells - width(right) - 4
        head = f" {self.cut(title, room)} " if title and room > 4 else ""
        fill = cells - 1 - width(head) - width(right)
        if fill < 0:
            return self.fit_line((Span(sign, role), Span(head, Role.TITLE)), cells)
        return (Span(sign, role), Span(head, Role.TITLE), Span(sign * fill, role), Span(right, Role.LABEL))


def line_width(drawn: Line) -> int:
    """Return the cells that a line takes."""
    return sum(width(span.text) for span in drawn)
