"""How the lines of a graph run between two rows of boxes: where they leave them, and on which track."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from memtui.render.graph_parts import LANE_GAP, Crossing, Item, Layout
from memtui.render.graph_words import Gutter, Run, place_words

MARGIN = 2
"""Ports keep so far from a box's corners."""

NEAR = 3
ASIDE = tuple(way * step for steps in (range(1, NEAR + 1), range(NEAR + 1, 24)) for step in steps for way in (1, -1))
"""How far an end is moved aside, tried in this order."""

PORT_GAP = 4
"""Columns from one port to the next, where there is room."""


@dataclass(frozen=True, slots=True)
class Routes:
    """A gutter for each row of boxes, the one below it; how many words were cut, and how often lines cross."""

    gutters: list[Gutter]
    squeezed: int = 0
    crossings: int = 0


def route(layout: Layout, cells: int, ellipsis: str, *, labels: bool, fan: bool) -> Routes:
    """Return how the lines of a layout run, which stands in the middle of `cells`.

    With `labels` each net's word finds a place; with `fan` lines that branch keep within the width of the box that
    they come from where they can.
    """
    gutters = []
    for at, crossings in enumerate(layout.gutters):
        gutter = Gutter(_runs(layout, crossings, fan), least=1 if at < len(layout.rows) - 1 else 0)
        _assign_tracks(gutter)
        gutters.append(gutter)
    if not labels:
        return Routes(gutters)
    margin = max((cells - layout.width) // 2, 0)
    squeezed = place_words(gutters, -margin, max(cells - margin, layout.width), ellipsis)
    return Routes(gutters, squeezed, sum(map(_crossings, gutters)))


def _crossings(gutter: Gutter) -> int:
    """Return how often lines cross between two rows."""
    count = 0
    bent = [run for run in gutter.runs if run.track is not None]
    for run in bent:
        first, last, track = run.first, run.last, run.track or 0
        for other in gutter.runs:
            if other is not run:
                above = other.track is None or other.track > track
                below = other.track is None or other.track < track
                tops = other.tops.values() if above else ()
                bottoms = other.bottoms.values() if below and other.track is not None else ()
                count += sum(first < column < last for column in (*tops, *bottoms))
    return count


def _runs(layout: Layout, crossings: Sequence[Crossing], fan: bool) -> list[Run]:
    runs = [Run(one.net, dict.fromkeys(one.tops, 0), dict.fromkeys(one.bottoms, 0)) for one in crossings]
    for side in ("tops", "bottoms"):
        users: dict[str, list[Run]] = {}
        for run in runs:
            for key in getattr(run, side):
                users.setdefault(key, []).append(run)
        for key, those in users.items():
            ordered = _in_order(those, key, layout)
            for run, column in zip(ordered, _ports(layout.items[key], ordered, side, layout), strict=True):
                getattr(run, side)[key] = column
    for run in runs:
        if fan:
            _draw_together(run, layout)
        _straighten(run, runs, layout)
    _part(runs, layout)
    return runs


def _in_order(runs: list[Run], key: str, layout: Layout) -> list[Run]:
    """Return the nets of one side of a box as they are to leave it: those that lead left first."""

    def middle(run: Run) -> tuple[float, int]:
        others = [layout.items[other].centre for other in (*run.tops, *run.bottoms) if other != key]
        return (sum(others) / len(others) if others else 0.0, run.net.number)

    return sorted(runs, key=middle)


def _ports(item: Item, runs: Sequence[Run], side: str, layout: Layout) -> list[int]:
    """Return where nets leave a box, in their order: evenly, but straight on to a way through the next row."""
    count = len(runs)
    if item.box is None or (count == 1 and item.width < 2 * MARGIN + 1):
        return [item.centre] * count
    even = [item.left + (place + 1) * (item.width - 1) // (count + 1) for place in range(count)]
    wishes = []
    for run, column in zip(runs, even, strict=True):
        others = [layout.items[key] for key in (run.bottoms if side == "tops" else run.tops)]
        lane = others[0].centre if len(others) == 1 and others[0].box is None else column
        wishes.append(lane if _inside(item, lane) else column)
    if wishes == even:
        return [item.centre] if count == 1 else even
    step = min([PORT_GAP, *(after - before for before, after in pairwise(even))])
    for place in range(1, count):
        wishes[place] = max(wishes[place], wishes[place - 1] + step)
    ceiling = max(item.left + item.width - 1 - MARGIN, even[-1])
    for place in range(count - 1, -1, -1):
        wishes[place] = min(wishes[place], ceiling - (count - 1 - place) * step)
    return wishes


def _inside(item: Item, column: int) -> bool:
    return item.box is not None and item.left + MARGIN <= column < item.left + item.width - MARGIN


def _draw_together(run: Run, layout: Layout) -> None:
    """Let branches leave a line where its box ends, if that is above the boxes that they lead to."""
    for near, far in ((run.tops, run.bottoms), (run.bottoms, run.tops)):
        if len(near) == 1 and len(far) > 1 and run.net.hub in near:
            hub = layout.items[run.net.hub]
            edges = (hub.left, hub.left + hub.width - 1)
            for key in far:
                for edge in edges:
                    if _inside(layout.items[key], edge):
                        far[key] = edge


def _straighten(run: Run, runs: Sequence[Run], layout: Layout) -> None:
    """Move one end of a line to the column of its other end, where the box is wide enough and has no other line there."""
    if len(run.tops) != 1 or len(run.bottoms) != 1 or run.straight:
        return
    (top, upper), (bottom, lower) = next(iter(run.tops.items())), next(iter(run.bottoms.items()))
    alone_below = sum(bottom in each.bottoms for each in runs) == 1
    alone_above = sum(top in each.tops for each in runs) == 1
    if alone_below and _inside(layout.items[bottom], upper):
        run.bottoms[bottom] = upper
    elif alone_above and _inside(layout.items[top], lower):
        run.tops[top] = lower


def _part(runs: Sequence[Run], layout: Layout) -> None:
    """Move lower ends aside where two nets would meet in one column, lanes too: then no line can run into another."""
    taken = {column: run.net.number for run in runs for column in run.tops.values()}
    for run in runs:
        for key, column in run.bottoms.items():
            item = layout.items[key]
            if taken.get(column, run.net.number) == run.net.number:
                continue
            beside = _columns_beside(item, key, runs, layout)
            for step in ASIDE:
                there = column + step
                room = _inside(item, there) if item.box is not None else abs(step) < LANE_GAP and there >= 0
                # Where ends stand close they may come next to each other, but never into one column.
                near = (there - 1, there, there + 1) if abs(step) <= NEAR else (there,)
                if room and there not in taken and beside.isdisjoint(near):
                    run.bottoms[key] = there
                    if item.box is None:
                        item.left = there
                    break


def _columns_beside(item: Item, key: str, runs: Sequence[Run], layout: Layout) -> set[int]:
    """Return the columns that a lower end must keep away from: other ends at its box, or its neighbours in the row."""
    if item.box is not None:
        return {column for run in runs for other, column in run.bottoms.items() if other == key}
    row = next(row for row in layout.rows if any(each is item for each in row))
    return {column for each in row if each is not item for column in (each.left, each.left + each.width - 1)}


def _assign_tracks(gutter: Gutter) -> None:
    """Give each net that does not go straight a row of its own where it would meet another's."""
    bent = sorted(
        (_Bend(run) for run in gutter.runs if not run.straight),
        key=lambda one: (one.last - one.first, one.run.net.number),
    )
    order: list[_Bend] = []
    for bend in bent:
        upward = [_cost(bend, other) for other in order]
        downward = [_cost(other, bend) for other in order]
        cost = sum(upward)
        best, place = cost, 0
        for at, (over, under) in enumerate(zip(upward, downward, strict=True), start=1):
            cost += under - over
            if cost < best:
                best, place = cost, at
        order.insert(place, bend)
    for at, bend in enumerate(order):
        before = [other.track for other in order[:at] if _meet(other, bend)]
        bend.run.track = bend.track = max(before, default=-1) + 1
        gutter.tracks = max(gutter.tracks, bend.track + 1)


class _Bend:
    """A net that needs a track, and the columns that it touches; they no longer change."""

    __slots__ = ("bottoms", "first", "last", "run", "tops", "track")

    def __init__(self, run: Run) -> None:
        self.run = run
        self.tops, self.bottoms = tuple(run.tops.values()), tuple(run.bottoms.values())
        self.first, self.last = run.first, run.last
        self.track = 0


def _cost(upper: _Bend, lower: _Bend) -> int:
    """Return how often two nets cross when one runs above the other; lines that would run into each other cost most."""
    cost = 0
    for column in lower.tops:
        cost += upper.first < column < upper.last
        cost += 100 * (column in upper.bottoms)
    for column in upper.bottoms:
        cost += lower.first < column < lower.last
    return cost


def _meet(one: _Bend, other: _Bend) -> bool:
    return one.first <= other.last + 1 and other.first <= one.last + 1
