"""How the lines of a graph run between two rows of boxes: where they leave them, and on which track."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.render.graph_layout import LANE_GAP
from memtui.render.graph_parts import Crossing, Item, Layout
from memtui.render.graph_words import Gutter, Run, place_words

MARGIN = 2
"""Ports keep so far from a box's corners."""


def route(layout: Layout, *, labels: bool, fan: bool) -> list[Gutter]:
    """Return a gutter for each row of boxes, the one below it.

    With `labels` each net's word finds a place; with `fan` lines that branch keep within the width of the box that
    they come from where they can.
    """
    gutters = []
    for at, crossings in enumerate(layout.gutters):
        gutter = Gutter(_runs(layout, crossings, fan), least=1 if at < len(layout.rows) - 1 else 0)
        _assign_tracks(gutter)
        if labels:
            place_words(gutter)
        gutters.append(gutter)
    return gutters


def _runs(layout: Layout, crossings: Sequence[Crossing], fan: bool) -> list[Run]:
    runs = [Run(one.net, dict.fromkeys(one.tops, 0), dict.fromkeys(one.bottoms, 0)) for one in crossings]
    for side in ("tops", "bottoms"):
        users: dict[str, list[Run]] = {}
        for run in runs:
            for key in getattr(run, side):
                users.setdefault(key, []).append(run)
        for key, those in users.items():
            for run, column in zip(_in_order(those, key, layout), _ports(layout.items[key], len(those)), strict=True):
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


def _ports(item: Item, count: int) -> list[int]:
    if count == 1 or item.box is None:
        return [item.centre] * count
    return [item.left + (place + 1) * (item.width - 1) // (count + 1) for place in range(count)]


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
            for step in (1, -1, 2, -2, 3, -3):
                there = column + step
                room = _inside(item, there) if item.box is not None else abs(step) < LANE_GAP and there >= 0
                if room and there not in taken and not beside.intersection((there - 1, there, there + 1)):
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
