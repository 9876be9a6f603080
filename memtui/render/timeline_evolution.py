"""How a thing came to be what it is, in a line: its values with their days, or short labels where it has none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from memtui.render.dates import counted_days, days_between, short_day
from memtui.render.detail import flow
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span, line
from memtui.render.timeline_shapes import TimelineShape
from memtui.render.widths import shown, width

MOST_STEPS = 60
"""The first state of an evolution and so many of the latest are told."""

LEAST_KEPT = 2
"""Of an evolution that is too long for its lines, the first step and at least so many of the latest stay."""

LEAST_STEP = 4
"""The cells of the shortest step: a letter, blanks and the sign."""

LEAST_NAME = 6
"""A name is not cut to less."""


@dataclass(frozen=True, slots=True)
class _Chain:
    """Names with what stands between each and the next, in full and in short; `tail` follows the last."""

    names: tuple[str, ...]
    links: tuple[str, ...]
    short_links: tuple[str, ...]
    sign: str
    tail: str = ""

    def steps(self, links: Sequence[str], latest: int, pen: Pen) -> list[str]:
        """Return the first name and the latest ones, each with what leads to the next."""
        steps = [f"{name} {link}" for name, link in zip(self.names, links, strict=False)]
        steps.append(self.names[-1] + self.tail)
        if latest + 1 >= len(steps):
            return steps
        return [f"{self.names[0]} {self.sign} {pen.glyphs.ellipsis} {self.sign}", *steps[-latest:]]

    def ends(self, pen: Pen, cells: int, latest: int) -> list[str]:
        """Return the first name and the latest ones without their days, where need be without the tail and cut to equal shares."""
        told = min(latest + 1, len(self.names))
        names = (self.names[0], *self.names[len(self.names) - told + 1 :])
        first = self.sign if told == len(self.names) else f"{self.sign} {pen.glyphs.ellipsis} {self.sign}"
        links = (first, *(self.sign,) * (told - 2))[: told - 1]
        room = cells - 2 - sum(width(link) + 2 for link in links)
        if sum(map(width, names)) + width(self.tail) > room:
            names = tuple(pen.cut(name, max(room // told, LEAST_NAME)) for name in names)
            return replace(self, names=names, tail="").steps(links, told, pen)
        return replace(self, names=names).steps(links, told, pen)


def evolution_line(timeline: TimelineShape, pen: Pen) -> str:
    """Return the chain of values with dates and days, or of short labels where the thing has no slot."""
    return _whole(_of_values(timeline, pen) if timeline.values else _of_states(timeline.labels, pen))


def states_line(timeline: TimelineShape, pen: Pen) -> str:
    """Return the state that each change left behind, as the Memento guide joins them."""
    return _whole(_of_states(timeline.evolution, pen))


def evolution_lines(timeline: TimelineShape, pen: Pen, cells: int, lines: int, *, states: bool = False) -> list[Line]:
    """Return the evolution in at most so many lines, broken between its steps.

    One that is too long loses the days that each value held, then steps in its middle, then the ends of long names:
    the first step and the latest stay in sight.
    """
    if states or not timeline.values:
        chain = _of_states(timeline.evolution if states else timeline.labels, pen)
    else:
        chain = _of_values(timeline, pen)
    if not chain.names:
        return [line(Span(" nothing changed yet", Role.DIM))]
    told = _fitting(chain, pen, cells, lines)
    return told or [pen.fit_line((Span(" " + " ".join(chain.ends(pen, cells, 1))),), cells)]


def _fitting(chain: _Chain, pen: Pen, cells: int, lines: int) -> list[Line]:
    """Return the fullest form that has room, nothing where not even the ends of it have."""
    count = len(chain.names)
    best: list[Line] = []
    if count * LEAST_STEP <= cells * lines:
        for links in (chain.links, chain.short_links):
            if len(best := flow(chain.steps(links, count, pen), " ", pen, cells - 1)) <= lines:
                return best
    best = []
    for latest in range(LEAST_KEPT, count):
        drawn = flow(chain.steps(chain.short_links, latest, pen), " ", pen, cells - 1)
        if len(drawn) > lines:
            break
        best = drawn
    if not best and count > LEAST_KEPT:
        drawn = flow(chain.ends(pen, cells, LEAST_KEPT), " ", pen, cells - 1)
        best = drawn if len(drawn) <= lines else []
    return best


def _whole(chain: _Chain) -> str:
    return " ".join([f"{name} {link}" for name, link in zip(chain.names, chain.links, strict=False)] + _last(chain))


def _last(chain: _Chain) -> list[str]:
    return [chain.names[-1] + chain.tail] if chain.names else []


def _of_states(states: Sequence[str], pen: Pen) -> _Chain:
    """Return states, each with the arrow to the next."""
    latest = (*states[:1], *states[1:][-MOST_STEPS:])
    arrows = [pen.glyphs.leads] * max(len(latest) - 1, 0)
    if len(latest) < len(states):
        arrows[0] = f"{arrows[0]} {pen.glyphs.ellipsis} {arrows[0]}"
    names = tuple(shown(pen.mask(one)) for one in latest)
    return _Chain(names=names, links=tuple(arrows), short_links=tuple(arrows), sign=pen.glyphs.leads)


def _of_values(timeline: TimelineShape, pen: Pen) -> _Chain:
    """Return values, each with the day and the days after which the next took its place."""
    sign, values = pen.glyphs.supersedes, timeline.values
    days, whole = list[str](), list[str]()
    for before, after in pairwise(values):
        held = counted_days(days_between(before.start, after.start, pen.zone))
        days.append(short_day(after.start, pen.now, pen.zone))
        whole.append(f"{sign} {days[-1]}, {held} {sign}")
    last = values[-1]
    since = f" ({counted_days(days_between(last.start, pen.now, pen.zone))} so far)" if last.end is None else ""
    return _Chain(
        names=tuple(shown(pen.mask(span.value)) for span in values),
        links=tuple(whole),
        short_links=tuple(f"{sign} {day} {sign}" for day in days),
        sign=sign,
        tail=since,
    )
