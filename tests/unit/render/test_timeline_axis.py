"""The axis of a timeline: where moments stand, what is named on it, and how it is zoomed and moved."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memtui.intelligence.secrets import mask
from memtui.render.pen import Pen
from memtui.render.plain import plain_text
from memtui.render.timeline_axis import SHORTEST, Axis, bringing, farther, header, moved, nearer

START = datetime(2025, 9, 10, tzinfo=UTC)
END = datetime(2026, 3, 23, tzinfo=UTC)
WHOLE = (START, END)
PEN = Pen(now=END, mask=mask, zone=UTC)


def named(start: datetime, end: datetime, cells: int) -> list[str]:
    return plain_text([header(Axis(start=start, end=end, cells=cells), PEN)]).split()


def test_months_are_named_where_they_begin_and_a_year_before_the_months_around_it() -> None:
    assert named(START, END, 70) == ["10", "Sep", "Oct", "Nov", "Dec", "Jan", "2026", "Feb", "Mar"]
    assert "2026" in named(START, END, 24)


def test_few_days_are_named_by_day_and_many_years_by_year() -> None:
    assert named(START, START + timedelta(days=6), 60)[2:5] == ["11", "12", "13"]
    years = named(START, START + timedelta(days=365 * 12), 70)
    assert years[:4] == ["2025", "2027", "2028", "2029"]


def test_zooming_in_and_out_ends_at_the_least_and_at_all_of_it() -> None:
    window, steps = nearer(WHOLE, None, END), 0
    while window is not None and (closer := nearer(WHOLE, window, END)) is not None:
        window, steps = closer, steps + 1
    assert window is not None
    assert SHORTEST <= window[1] - window[0] < 2 * SHORTEST
    assert window[1] == END
    for _ in range(steps):
        window = farther(WHOLE, window) if window is not None else None
    assert window is not None
    assert farther(WHOLE, window) is None


def test_a_range_moves_to_the_ends_and_no_further() -> None:
    window = nearer(WHOLE, None, END)
    assert window is not None
    assert moved(WHOLE, window, 1) is None
    earlier = moved(WHOLE, window, -1)
    assert earlier is not None
    assert earlier[0] == START or earlier[0] < window[0]
    assert earlier[1] - earlier[0] == window[1] - window[0]


def test_a_range_follows_a_moment_and_leaves_what_lies_outside_alone() -> None:
    window = nearer(WHOLE, None, END)
    assert window is not None
    there = bringing(WHOLE, window, START)
    assert there[0] == START
    assert bringing(WHOLE, window, END - timedelta(days=1)) == window
    assert bringing(WHOLE, window, END + timedelta(days=90)) == window
