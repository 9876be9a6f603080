"""A thing's timeline drawn: when which value was current on one axis, how it evolved, and what happened."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memtui.domain.filters import Badge
from memtui.domain.kinds import RelationKind
from memtui.render.dates import days_between, local, short_day
from memtui.render.glyphs import relation_sign
from memtui.render.memories import layer_span, row_text, status_span
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span, line
from memtui.render.timeline_shapes import LineShape, TimelineShape, ValueSpanShape
from memtui.render.widths import shown, width

LANE_CELLS = 22
"""Cells of a lane's name at the left of its line."""

LEAST_AXIS = 20

_SIGNS = {"added": "+", "conflict": "conflicted", "verdict": "a", "archive": "archived", "merge": "+"}
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """A stretch of time on so many cells."""

    start: datetime
    end: datetime
    cells: int

    def column(self, moment: datetime) -> int:
        """Return where a moment stands, at the nearest edge when it lies outside."""
        whole = (self.end - self.start).total_seconds()
        share = (moment - self.start).total_seconds() / whole if whole > 0 else 0.0
        return round(min(max(share, 0.0), 1.0) * (self.cells - 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One drawn line of what happened; `memory` is the id of the memory that it is about."""

    line: Line
    memory: str


def axis_of(
    timeline: TimelineShape, pen: Pen, cells: int, window: tuple[datetime, datetime] | None = None
) -> Axis | None:
    """Return the axis that holds all of a timeline and today's end, or only a window of it; None where nothing has a date."""
    moments = [one.at for one in timeline.lines if one.at is not None and one.kind == "added"]
    moments += [moment for span in timeline.spans for moment in (span.start, span.end) if moment is not None]
    if not moments:
        return None
    start, end = window if window is not None else (min(moments), max(moments))
    if window is None:
        still = any(span.end is None for span in timeline.spans)
        end = max(end, start + timedelta(days=1)) + ((end - start) / 12 if still else timedelta())
    return Axis(start=start, end=end, cells=max(cells - LANE_CELLS - 3, LEAST_AXIS))


def current_lines(timeline: TimelineShape, pen: Pen, axis: Axis) -> list[Line]:
    """Return the lanes of values: ended ones `●──○`, those that are still true `●══►`, and rows of conflicts and moves."""
    lanes: dict[str, list[ValueSpanShape]] = {}
    for span in timeline.spans:
        if span.start <= axis.end and (span.end is None or span.end >= axis.start):
            lanes.setdefault(span.lane, []).append(span)
    lines = [_header(axis, pen)]
    for lane, spans in lanes.items():
        if len(spans) == 1:
            name = lane if spans[0].value.casefold() in lane.casefold() else f"{lane}: {spans[0].value}"
            lines.append(_lane(name, spans, pen, axis))
            continue
        lines.append(line(" ", Span(pen.cut(shown(pen.mask(lane)), LANE_CELLS), Role.STRONG)))
        for value in dict.fromkeys(span.value for span in spans):
            lines.append(_lane(f"  {value}", [span for span in spans if span.value == value], pen, axis))
    for name, kinds in (("conflicts", ("conflict", "verdict")), ("layer moves", ("layer", "archive"))):
        dated = [one for one in timeline.lines if one.kind in kinds and one.at is not None]
        points = [one for one in dated if one.at is not None and axis.start <= one.at <= axis.end]
        if points:
            lines.append(_points(name, points, pen, axis))
    return lines


def evolution_line(timeline: TimelineShape, pen: Pen) -> str:
    """Return the chain of values with dates and days, or of short labels where the thing has no slot."""
    ascii_signs = pen.glyphs.rule == "-"
    if not timeline.values:
        return f" {'->' if ascii_signs else pen.glyphs.becomes} ".join(shown(pen.mask(one)) for one in timeline.labels)
    parts: list[str] = []
    for at, span in enumerate(timeline.values):
        if at:
            before = timeline.values[at - 1]
            held = days_between(before.start, span.start, pen.zone)
            sign = pen.glyphs.supersedes
            parts.append(f"{sign} {short_day(span.start, pen.now, pen.zone)}, {_days(held)} {sign}")
        parts.append(shown(pen.mask(span.value)))
    last = timeline.values[-1]
    if last.end is None:
        parts.append(f"({_days(days_between(last.start, pen.now, pen.zone))} so far)")
    return " ".join(parts)


def extent(timeline: TimelineShape, pen: Pen) -> str:
    """Return from when to when a timeline reaches, with the days: `15 Jan – 20 Mar 2026 (64 days)`."""
    moments = [one.at for one in timeline.lines if one.at is not None and one.kind == "added"]
    if not moments:
        return "undated" if timeline.undated else "none of that time"
    first, last = min(moments), max(moments)
    dash = "-" if pen.glyphs.rule == "-" else "–"
    there = local(last, pen.zone)
    end = f"{short_day(last, last, pen.zone)} {there.year}"
    if days_between(first, last, pen.zone) == 0:
        return end
    return f"{short_day(first, last, pen.zone)} {dash} {end} ({_days(days_between(first, last, pen.zone))})"


def happened(timeline: TimelineShape, pen: Pen, cells: int, *, newest_first: bool = False) -> list[Row]:
    """Return what happened, one row each and one for each relation of an added memory, the undated ones in a band of their own."""
    rows: list[Row] = []
    for one in reversed(timeline.lines) if newest_first else timeline.lines:
        rows += _event_rows(one, pen, cells)
    if timeline.undated:
        rows.append(Row(line=line(Span(" undated", Role.DIM)), memory=""))
        for one in timeline.undated:
            rows += _event_rows(one, pen, cells)
    return rows


def _event_rows(one: LineShape, pen: Pen, cells: int) -> Iterable[Row]:
    when = pen.fit_right(short_day(one.at, pen.now, pen.zone) if one.at is not None else "?", 7)
    sign = _sign(one, pen)
    by = f"by {shown(one.actor)}" if one.actor and one.kind != "added" else ""
    said = f"{shown(pen.mask(one.said))}  " if one.said else ""
    text = said + row_text(one.memory, frozenset({Badge.SECRET}), pen)
    state: Line = (status_span(one.memory, pen), Span(" "), layer_span(one.memory.layer)) if one.kind == "added" else ()
    head = line(Span(f"{when}  ", Role.LABEL), sign, Span(pen.fit(f" {one.kind}", 10)), text)
    right = line("  ", *state) if state else line(Span(f"  {by}" if by else "", Role.LABEL))
    yield Row(line=pen.ends(head, right, cells), memory=one.memory.id)
    grouped: dict[RelationKind, list[str]] = {}
    for link in one.links:
        day = short_day(link.other.created_at, pen.now, pen.zone) if link.other.created_at else "undated"
        grouped.setdefault(link.relation.kind, []).append(day)
    for kind, days in grouped.items():
        mark = relation_sign(pen.glyphs, kind, outward=True)
        others = " and ".join(filter(None, (", ".join(days[:-1]), days[-1])))
        joined = "   joined" if one.joined else ""
        told = line(" " * 20, Span(mark.glyph, mark.role), f" {mark.word} {others}{joined}")
        yield Row(line=pen.fit_line(told, cells), memory=one.memory.id)


def _sign(one: LineShape, pen: Pen) -> Span:
    if one.kind == "layer":
        return Span(pen.glyphs.up if _rises(one.said) else pen.glyphs.down, Role.SUCCESS)
    name = _SIGNS.get(one.kind, "+")
    return Span(getattr(pen.glyphs, name, name), Role.ERROR if one.kind == "conflict" else Role.DIM)


def _rises(said: str) -> bool:
    order = ("ar", "st", "ep", "se", "wk", "op")
    before, _, after = said.partition(" → ")
    return before in order and after[:2] in order and order.index(before) < order.index(after[:2])


def _header(axis: Axis, pen: Pen) -> Line:
    """Return the axis: the first day, the months that begin on it, the last day."""
    first = local(axis.start, pen.zone)
    labels = [(0, f"{first.day} {_MONTHS[first.month - 1]}")]
    year, month = first.year, first.month
    while True:
        year, month = (year + 1, 1) if month == 12 else (year, month + 1)
        begin = first.replace(year=year, month=month, day=1, hour=0, minute=0, second=0, microsecond=0)
        if begin > axis.end:
            break
        name = _MONTHS[month - 1] if month > 1 else f"{_MONTHS[0]} {year}"
        labels.append((axis.column(begin), name))
    text, at = "", 0
    for column, name in labels:
        if column >= at and column + len(name) <= axis.cells:
            text += " " * (column - at + bool(at)) + name if not text else " " * (column - width(text)) + name
            at = width(text) + 2
    return line(" " * (LANE_CELLS + 2), Span(text, Role.LABEL))


def _lane(name: str, spans: Sequence[ValueSpanShape], pen: Pen, axis: Axis) -> Line:
    plain_signs = pen.glyphs.rule == "-"
    begin, end, onward = ("*", "o", ">") if plain_signs else ("●", "○", "►")
    held, holds = ("-", "=") if plain_signs else ("─", "═")
    row: list[Span] = [Span(" ")] * axis.cells
    for span in spans:
        first = axis.column(span.start)
        last = axis.column(span.end) if span.end is not None else axis.cells - 1
        role = Role.DIM if span.end is not None else Role.BAR
        for column in range(first, last + 1):
            row[column] = Span(held if span.end is not None else holds, role)
        row[last] = Span(end if span.end is not None else onward, role)
        row[first] = Span(begin, role)
    return line(" ", Span(pen.fit(shown_lane(name, pen), LANE_CELLS), Role.TEXT), " ", *_runs(row))


def shown_lane(name: str, pen: Pen) -> str:
    """Return a lane's name, its indent kept."""
    bare = name.lstrip()
    return name[: len(name) - len(bare)] + shown(pen.mask(bare))


def _points(name: str, lines: Sequence[LineShape], pen: Pen, axis: Axis) -> Line:
    row: list[Span] = [Span(" ")] * axis.cells
    for one in lines:
        if one.at is not None and axis.start <= one.at <= axis.end:
            row[axis.column(one.at)] = _sign(one, pen)
    return line(" ", Span(pen.fit(name, LANE_CELLS), Role.DIM), " ", *_runs(row))


def _runs(cells: Sequence[Span]) -> Line:
    """Return cells as spans, neighbours in one role joined, without the blanks at the end."""
    spans: list[Span] = []
    for cell in cells:
        if spans and spans[-1].role is cell.role:
            spans[-1] = Span(spans[-1].text + cell.text, cell.role)
        else:
            spans.append(cell)
    while spans and not spans[-1].text.strip():
        spans.pop()
    return tuple(spans)


def _days(count: int) -> str:
    return f"{count:,} day{'' if count == 1 else 's'}"
