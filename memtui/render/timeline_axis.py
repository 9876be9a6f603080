"""The axis of a timeline: which stretch of time stands on how many cells, its labels, and the ways to zoom and move it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from memtui.render.dates import local
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span, line
from memtui.render.timeline_shapes import TimelineShape

LANE_CELLS = 22
"""Cells of a lane's name at the left of its line."""

LEAST_AXIS = 20

ZOOM = 2
"""Each step shows so many times less of the time, or more."""

SHORTEST = timedelta(days=2)
"""No zoom shows less than this."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

Window = tuple[datetime, datetime]
"""A stretch of time: its beginning and its end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """A stretch of time on so many cells; `last` is the last moment that has something on it."""

    start: datetime
    end: datetime
    cells: int
    last: datetime | None = None

    def column(self, moment: datetime) -> int:
        """Return where a moment stands, at the nearest edge when it lies outside."""
        whole = (self.end - self.start).total_seconds()
        share = (moment - self.start).total_seconds() / whole if whole > 0 else 0.0
        return round(min(max(share, 0.0), 1.0) * (self.cells - 1))

    def holds(self, moment: datetime) -> bool:
        """Say whether a moment lies on it."""
        return self.start <= moment <= self.end


def whole_of(timeline: TimelineShape) -> Window | None:
    """Return the stretch that holds all memories and values of a timeline, with some room for what is still true.

    None without dates. What was found or decided much later, as after an import, stands at the axis's end.
    """
    moments = [one.at for one in timeline.lines if one.at is not None and one.kind == "added"]
    moments = moments or [one.at for one in timeline.lines if one.at is not None]
    moments += [moment for span in timeline.spans for moment in (span.start, span.end) if moment is not None]
    if not moments:
        return None
    start, end = min(moments), max(moments)
    still = any(span.end is None for span in timeline.spans)
    return start, max(end, start + timedelta(days=1)) + ((end - start) / 12 if still else timedelta())


def axis_of(timeline: TimelineShape, pen: Pen, cells: int, window: Window | None = None) -> Axis | None:
    """Return the axis that holds all of a timeline and today's end, or only a window of it; None where nothing has a date."""
    whole = whole_of(timeline)
    if whole is None:
        return None
    start, end = window or whole
    moments = [one.at for one in timeline.lines if one.at is not None and one.kind == "added"]
    moments += [span.end for span in timeline.spans if span.end is not None]
    return Axis(start=start, end=end, cells=max(cells - LANE_CELLS - 3, LEAST_AXIS), last=max(moments, default=None))


def nearer(whole: Window, window: Window | None, around: datetime | None) -> Window | None:
    """Return a window of half the time around a moment within the whole; None where that would be too short."""
    start, end = window or whole
    length = (end - start) / ZOOM
    if length < SHORTEST:
        return None
    middle = around if around is not None and start <= around <= end else start + (end - start) / 2
    return _within(whole, middle - length / 2, length)


def farther(whole: Window, window: Window) -> Window | None:
    """Return a window of twice the time, None for all of it."""
    start, end = window
    length = (end - start) * ZOOM
    if length >= whole[1] - whole[0]:
        return None
    return _within(whole, start - (length - (end - start)) / 2, length)


def moved(whole: Window, window: Window, step: int) -> Window | None:
    """Return the window half its length earlier (-1) or later (1); None where it already stands at that end."""
    start, end = window
    there = _within(whole, start + (end - start) / 2 * step, end - start)
    return None if there == window else there


def bringing(whole: Window, window: Window, moment: datetime) -> Window:
    """Return the window, moved as little as needed to hold a moment of the whole."""
    start, end = window
    if start <= moment <= end or not whole[0] <= moment <= whole[1]:
        return window
    edge = (end - start) / 8
    first = moment - edge if moment < start else moment + edge - (end - start)
    return _within(whole, first, end - start)


def _within(whole: Window, start: datetime, length: timedelta) -> Window:
    start = max(whole[0], min(start, whole[1] - length))
    return start, start + length


def header(axis: Axis, pen: Pen) -> Line:
    """Return the axis in words: the first day, what begins on it (years, months, weeks or days), the last day."""
    first = local(axis.start, pen.zone)
    labels = [(0, f"{first.year}" if _in_years(axis) else f"{first.day} {MONTHS[first.month - 1]}")]
    ticks = [(axis.column(moment), name) for moment, name in _ticks(axis, first, pen)]
    # Where a year begins is said before the months around it.
    labels += [tick for tick in ticks if tick[1][-1].isdigit() and " " in tick[1]]
    if axis.last is not None and axis.holds(axis.last):
        last = local(axis.last, pen.zone)
        name = f"{last.day}" if _same_month(axis, last, pen) else f"{last.day} {MONTHS[last.month - 1]}"
        ticks.append((axis.column(axis.last), name))
    cells = [" "] * axis.cells
    for column, name in (*labels, *ticks):
        end = column + len(name)
        if end <= axis.cells and not "".join(cells[max(column - 1, 0) : end + 1]).strip():
            cells[column:end] = name
    return line(" " * (LANE_CELLS + 2), Span("".join(cells).rstrip(), Role.LABEL))


def _in_years(axis: Axis) -> bool:
    """Say whether years are named, not months."""
    return (axis.end - axis.start).days > 365 * 6


def _same_month(axis: Axis, last: datetime, pen: Pen) -> bool:
    begin = last.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return begin >= local(axis.start, pen.zone)


def _ticks(axis: Axis, first: datetime, pen: Pen) -> Iterator[tuple[datetime, str]]:
    """Yield the moments to name: years where there are many, days where there are few, else months."""
    days = max((axis.end - axis.start).days, 1)
    day = first.replace(hour=0, minute=0, second=0, microsecond=0)
    if days <= 45:
        step = max(1, -(-days * 8 // axis.cells))
        at = day + timedelta(days=step)
        while at <= axis.end:
            yield at, f"{at.day} {MONTHS[at.month - 1]}" if at.day <= step or days > 20 else f"{at.day}"
            at += timedelta(days=step)
        return
    year, month, step = first.year, first.month, 12 if _in_years(axis) else 1
    if step == 12:
        month = 1
    while True:
        year, month = (year + 1, 1) if month + step > 12 else (year, month + step)
        begin = day.replace(year=year, month=month, day=1)
        if begin > axis.end or year > 9998:
            return
        yield begin, MONTHS[month - 1] if month > 1 else (f"{MONTHS[0]} {year}" if step == 1 else f"{year}")
