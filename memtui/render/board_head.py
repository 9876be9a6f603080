"""The heads of the board: its strip of counts, its columns' heads, and the rules that cross them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.kinds import Layer
from memtui.domain.layers import SHORT_NAMES
from memtui.render.pen import Pen, line_width
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import width

FOLDED = 5
"""Cells of the archived column while it is folded."""

LEAST = 16
"""Cells that a column needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What a column's head says: its layer, how many memories it shows of how many, their tokens, and a limit.

    `tokens` None: not known yet. `folded` leaves room for two letters and a count; `target` marks where
    something goes, `focused` where the cursor is. `cells` is the column's width.
    """

    layer: Layer
    shown: int
    total: int
    cells: int
    tokens: int | None = None
    limit: int | None = None
    focused: bool = False
    folded: bool = False
    target: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What the suggestions amount to; None while they are being worked out."""

    up: int
    down: int
    stale: int


def short_count(count: int) -> str:
    """Return a count in at most four cells: `312`, `4.5k`, `100k`, `1.2M`."""
    if count < 1000:
        return str(count)
    if count < 10_000:
        return f"{count / 1000:.1f}k"
    return f"{count // 1000}k" if count < 1_000_000 else f"{count / 1_000_000:.1f}M"


def tokens_words(tokens: int | None) -> str:
    """Return what a layer costs: `21k tok`, `380 tok`; empty while that is not known."""
    if tokens is None:
        return ""
    return f"{tokens} tok" if tokens < 1000 else f"{(tokens + 500) // 1000:,}k tok"


def count_words(head: Head) -> str:
    """Return how many a column shows: `806`, `96/100` with a limit, `7 of 806` where a filter is on."""
    if head.shown != head.total:
        return f"{head.shown:,} of {head.total:,}"
    return f"{head.total:,}/{head.limit:,}" if head.limit is not None else f"{head.total:,}"


def heads(columns: Sequence[Head], pen: Pen, *, lines: int) -> list[Line]:
    """Return the heads of columns that stand side by side, in one or two lines, and the rule under them."""
    drawn: list[list[Line]] = [_head(head, pen, lines) for head in columns]
    bar = Span(pen.glyphs.separator, Role.RULE)
    rows: list[Line] = []
    for place in range(lines):
        spans: list[Span] = []
        for index, one in enumerate(drawn):
            spans += [bar] if index else []
            spans += one[place]
        rows.append(tuple(spans))
    return [*rows, rule(columns, pen)]


def rule(columns: Sequence[Head], pen: Pen) -> Line:
    """Return the rule under the heads, double under the focused one."""
    glyphs = pen.glyphs
    spans: list[Span] = []
    for index, head in enumerate(columns):
        if index:
            beside = head.focused or columns[index - 1].focused
            spans.append(Span(glyphs.focus_cross if beside else glyphs.cross, Role.RULE))
        sign, role = (glyphs.focus_rule, Role.ACCENT) if head.focused else (glyphs.rule, Role.RULE)
        spans.append(Span(sign * head.cells, role))
    return tuple(spans)


def foot_rule(columns: Sequence[Head], pen: Pen) -> Line:
    """Return the rule below the columns."""
    glyphs = pen.glyphs
    spans: list[Span] = []
    for index, head in enumerate(columns):
        spans += [Span(glyphs.join_up, Role.RULE)] if index else []
        spans.append(Span(glyphs.rule * head.cells, Role.RULE))
    return tuple(spans)


def _head(head: Head, pen: Pen, lines: int) -> list[Line]:
    short, full = SHORT_NAMES[head.layer], f"{SHORT_NAMES[head.layer]} {head.layer.value}"
    role = Role.CURRENT if head.target else Role.TITLE if head.focused else Role.TEXT
    count, tokens = count_words(head), tokens_words(head.tokens)
    over = Role.WARNING if head.limit is not None and head.total > head.limit else Role.LABEL
    if head.folded:
        body = short_count(head.shown)
        names = [Span(f" {short}", role)], [Span(f" {body}", Role.LABEL)]
        return [pen.fit_line(tuple(one), head.cells) for one in names[:lines]]
    if lines == 2:
        gap = max(head.cells - 4 - 1 - width(count) - width(tokens), 1)
        second: Line = (Span(f" {count}", over), Span(" " * gap + tokens, Role.LABEL))
        if width(count) + width(tokens) + 2 > head.cells:
            second = second[:1]
        return [pen.fit_line((Span(f" {full}", role),), head.cells), pen.fit_line(second, head.cells)]
    both = f"{count}  {tokens}" if tokens else count
    for name, right in ((full, both), (full, count), (short, both), (short, count)):
        if width(name) + width(right) + 2 <= head.cells:
            gap = head.cells - 1 - width(name) - width(right)
            return [(Span(f" {name}", role), Span(" " * gap), Span(right, over))]
    return [pen.fit_line((Span(f" {short} ", role), Span(count, over)), head.cells)]


# --- the strip ------------------------------------------------------------------------------------


def strip(
    counts: Mapping[Layer, int], window: Sequence[Layer], pen: Pen, right: Line, cells: int
) -> tuple[Line, list[tuple[int, int, Layer]]]:
    """Return the counts of all layers, those in the window between brackets, and where each of them stands."""
    spans: list[Span] = []
    places: list[tuple[int, int, Layer]] = []
    at = 0
    for layer in Layer:
        before = ("  " if at else " ") + ("[" if window and layer is window[0] else "")
        text = f"{SHORT_NAMES[layer]} {counts.get(layer, 0):,}"
        after = "]" if window and layer is window[-1] else ""
        places.append((at + width(before), at + width(before) + width(text), layer))
        spans += [Span(before), Span(text, Role.STRONG if layer in window else Role.LABEL), Span(after)]
        at += width(before) + width(text) + width(after)
    room = cells - at - 1
    if line_width(right) + 1 > room:
        right = ()
    return (*spans, Span(" " * max(cells - at - line_width(right) - 1, 0)), *right), places


def suggested(counts: Counts | None, pen: Pen, *, words: bool) -> Line:
    """Return what an evaluation would do: `suggested ↑11 ↓4 †19`, or with words; nothing while that is not known."""
    if counts is None:
        return ()
    glyphs = pen.glyphs
    if not (counts.up or counts.down or counts.stale):
        return (Span("nothing suggested", Role.LABEL),)
    parts = (
        (glyphs.up, counts.up, "promote", Role.SUCCESS),
        (glyphs.down, counts.down, "demote", Role.WARNING),
        (glyphs.stale, counts.stale, "to archive", Role.LABEL),
    )
    spans: list[Span] = [Span("suggested", Role.LABEL)]
    for sign, count, word, role in parts:
        if count:
            text = f"  {sign} {count:,} {word}" if words else f" {sign}{count:,}"
            spans.append(Span(text, role))
    return tuple(spans)
