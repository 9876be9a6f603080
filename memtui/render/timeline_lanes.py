"""What of a thing was current when, in lanes on one axis or as a table, with rows of conflicts and of layer moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memtui.render.dates import days_between, short_day
from memtui.render.glyphs import conflict_sign
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span, line
from memtui.render.timeline_axis import LANE_CELLS, Axis, header
from memtui.render.timeline_rows import event_sign
from memtui.render.timeline_shapes import LineShape, TimelineShape, ValueSpanShape
from memtui.render.widths import shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """A moment that a timeline is looked at from; memories in `unknown` (ids) were not known then."""

    at: datetime
    unknown: frozenset[str] = frozenset()


def lanes_of(timeline: TimelineShape, axis: Axis | None = None) -> dict[str, list[ValueSpanShape]]:
    """Return the spans by lane, in the order in which they began; with an axis only those on it."""
    lanes: dict[str, list[ValueSpanShape]] = {}
    for span in timeline.spans:
        if axis is None or (span.start <= axis.end and (span.end is None or span.end >= axis.start)):
            lanes.setdefault(span.lane, []).append(span)
    return lanes


@dataclass(frozen=True, slots=True)
class LaneLine:
    """A drawn line of the lanes; `keys` are the ids of the memories whose values stand on it."""

    line: Line
    keys: frozenset[str] = frozenset()

    def pointed_at(self, key: str) -> Line:
        """Return the line, its name standing out where the memory with that id is on it."""
        if key not in self.keys:
            return self.line
        return (self.line[0], Span(self.line[1].text, Role.STRONG), *self.line[2:])


def current_lines(timeline: TimelineShape, pen: Pen, axis: Axis, *, past: Past | None = None) -> list[Line]:
    """Return the axis, then the lanes of values: ended ones `●──○`, those that are still true `●══►`, then points.

    `past` puts a bar on the axis and greys what was not known then.
    """
    return [each.line for each in lane_lines(timeline, pen, axis, past=past)]


def lane_lines(
    timeline: TimelineShape, pen: Pen, axis: Axis, *, past: Past | None = None, most: int | None = None
) -> list[LaneLine]:
    """Return the axis and lanes, at most so many: those that changed most, then the newest."""
    disputed: dict[str, list[datetime]] = {}
    for one in timeline.lines:
        if one.kind == "conflict" and one.at is not None:
            disputed.setdefault(one.memory.id, []).append(one.at)
    look = _Look(pen, axis, past, disputed)
    lines = [LaneLine(look.barred(header(axis, pen)))]
    lanes = lanes_of(timeline, axis)
    kept = _kept(lanes, most)
    for lane, spans in lanes.items():
        if lane not in kept:
            continue
        keys = frozenset(span.key for span in spans)
        if len(spans) == 1:
            same = spans[0].value.casefold() in lane.casefold()
            lines.append(LaneLine(look.lane(lane if same else f"{lane}: {spans[0].value}", spans), keys))
            continue
        lines.append(LaneLine(look.barred(line(" ", Span(pen.fit(shown_name(lane, pen), LANE_CELLS), Role.DIM)))))
        for value in dict.fromkeys(span.value for span in spans):
            those = [span for span in spans if span.value == value]
            lines.append(LaneLine(look.lane(f"  {value}", those), frozenset(span.key for span in those)))
    if len(kept) < len(lanes):
        lines.append(LaneLine(line(" ", Span(f"+{len(lanes) - len(kept):,} more lanes", Role.DIM))))
    for name, kinds in (("conflicts", ("conflict", "verdict")), ("layer moves", ("layer", "archive"))):
        dated = [one for one in timeline.lines if one.kind in kinds and one.at is not None]
        points = [one for one in dated if one.at is not None and axis.holds(one.at)]
        if points:
            lines.append(LaneLine(look.points(name, points)))
    return lines


def _kept(lanes: Mapping[str, Sequence[ValueSpanShape]], most: int | None) -> frozenset[str]:
    if most is None or len(lanes) <= most:
        return frozenset(lanes)
    order = {lane: place for place, lane in enumerate(lanes)}
    ranked = sorted(lanes, key=lambda lane: (-min(len(lanes[lane]), 3), -order[lane]))
    return frozenset(ranked[:most])


def shown_name(name: str, pen: Pen) -> str:
    """Return a lane's name, its indent kept."""
    bare = name.lstrip()
    return name[: len(name) - len(bare)] + shown(pen.mask(bare))


class _Look:
    """Draws lanes cell by cell."""

    def __init__(self, pen: Pen, axis: Axis, past: Past | None, disputed: dict[str, list[datetime]]) -> None:
        self.pen, self.axis, self.past, self.disputed = pen, axis, past, disputed
        self.bar = axis.column(past.at) if past is not None and axis.holds(past.at) else None

    def lane(self, name: str, spans: Sequence[ValueSpanShape]) -> Line:
        glyphs = self.pen.glyphs
        row = [Span(" ")] * self.axis.cells
        for span in spans:
            first = self.axis.column(span.start)
            last = self.axis.column(span.end) if span.end is not None else self.axis.cells - 1
            self._stretch(row, span, first, last)
            for at in self.disputed.get(span.key, ()):
                if self.axis.holds(at) and first < self.axis.column(at) < last:
                    row[self.axis.column(at)] = Span(glyphs.conflicted, Role.ERROR)
        ahead = self.past is not None and all(self._ahead(span) for span in spans)
        return self._line(name, row, Role.DIM if ahead else Role.TEXT)

    def _ahead(self, span: ValueSpanShape) -> bool:
        return self.past is not None and (span.start > self.past.at or span.key in self.past.unknown)

    def _stretch(self, row: list[Span], span: ValueSpanShape, first: int, last: int) -> None:
        glyphs, past = self.pen.glyphs, self.past
        ended = span.end is not None
        for column in range(first, last + 1):
            over = ended
            role = Role.DIM if ended else Role.BAR
            if past is not None:
                later = self._ahead(span) or column > self.axis.column(past.at)
                over = ended and (later or (span.end is not None and span.end <= past.at))
                role = Role.DIM if later or over else Role.BAR
            sign = glyphs.span_held if over else glyphs.span_holds
            if column == last:
                sign = (
                    glyphs.span_end
                    if ended and span.end is not None and span.end <= self.axis.end
                    else (glyphs.span_onward if not ended else sign)
                )
            if column == first and span.start >= self.axis.start:
                sign = glyphs.span_begin
            row[column] = Span(sign, role)

    def points(self, name: str, lines: Sequence[LineShape]) -> Line:
        row = [Span(" ")] * self.axis.cells
        for one in lines:
            if one.at is None:
                continue
            sign = event_sign(one, self.pen)
            if one.conflict is not None:
                kind = conflict_sign(self.pen.glyphs, one.conflict.type)
                sign = Span(kind.glyph, Role.DIM if one.kind == "verdict" else kind.role)
            if self.past is not None and one.at > self.past.at:
                sign = Span(sign.text, Role.DIM)
            row[self.axis.column(one.at)] = sign
        return self._line(name, row, Role.DIM)

    def _line(self, name: str, row: list[Span], role: Role) -> Line:
        if self.bar is not None and row[self.bar].text in (" ", self.pen.glyphs.span_held, self.pen.glyphs.span_holds):
            row[self.bar] = Span(self.pen.glyphs.moment, Role.ACCENT)
        return line(" ", Span(self.pen.fit(shown_name(name, self.pen), LANE_CELLS), role), " ", *runs(row))

    def barred(self, drawn: Line) -> Line:
        """Return a line with the bar on it where nothing else stands there."""
        if self.bar is None:
            return drawn
        at, words = LANE_CELLS + 2 + self.bar, "".join(span.text for span in drawn)
        if words[at : at + 1].strip() or not words.isascii():
            return drawn
        before = words[:at].ljust(at)
        return line(
            Span(before, drawn[-1].role), Span(self.pen.glyphs.moment, Role.ACCENT), Span(words[at + 1 :], Role.LABEL)
        )


def runs(cells: Iterable[Span]) -> Line:
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


def table_lines(timeline: TimelineShape, pen: Pen, cells: int, *, past: Past | None = None) -> list[Line]:
    """Return the same as a table: what, its value, from when to when, and for how many days."""
    room = max(cells - 37, 20)
    name, value = room * 2 // 5, room - room * 2 // 5 - 1
    head = f" {pen.fit('what', name)} {pen.fit('value', value)} {pen.fit_right('from', 11)} {pen.fit_right('until', 11)} {pen.fit_right('days', 9)}"
    lines: list[Line] = [pen.fit_line(line(Span(head, Role.LABEL)), cells)]
    before = ""
    for row in table_rows(timeline, pen):
        lane, said, start, end, days, span = row
        ahead = past is not None and (span.start > past.at or span.key in past.unknown)
        role = Role.DIM if ahead or span.end is not None else Role.TEXT
        words = (
            Span(f" {pen.fit(lane if lane != before else '', name)} ", Role.DIM if ahead else Role.LABEL),
            Span(
                f"{pen.fit(said, value)} {pen.fit_right(start, 11)} {pen.fit_right(end, 11)} {pen.fit_right(days, 9)}",
                role,
            ),
        )
        lines.append(pen.fit_line(words, cells))
        before = lane
    return lines


def table_rows(timeline: TimelineShape, pen: Pen) -> list[tuple[str, str, str, str, str, ValueSpanShape]]:
    """Return lane, value, from, until and days of each span, lane by lane."""
    rows = []
    for lane, spans in lanes_of(timeline).items():
        for span in spans:
            until = span.end or pen.now
            rows.append(
                (
                    shown(pen.mask(lane)),
                    shown(pen.mask(span.value)),
                    short_day(span.start, pen.now, pen.zone),
                    short_day(span.end, pen.now, pen.zone) if span.end is not None else "still true",
                    f"{days_between(span.start, until, pen.zone):,}",
                    span,
                )
            )
    return rows
