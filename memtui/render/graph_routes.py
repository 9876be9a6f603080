"""How the lines of a graph run between two rows of boxes: ports, tracks and the places of their words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from memtui.render.graph_layout import Crossing, Item, Layout, Net
from memtui.render.widths import width

MARGIN = 2
"""Ports keep so far from a box's corners."""

MOST_LABEL_ROWS = 4


@dataclass(slots=True)
class Run:
    """One net between two rows: the columns where it enters from above and leaves below, and its track (None: straight)."""

    net: Net
    tops: dict[str, int]
    bottoms: dict[str, int]
    track: int | None = None

    @property
    def columns(self) -> list[int]:
        """All columns that it touches."""
        return [*self.tops.values(), *self.bottoms.values()]

    @property
    def first(self) -> int:
        """Its leftmost column."""
        return min(self.columns)

    @property
    def last(self) -> int:
        """Its rightmost column."""
        return max(self.columns)

    @property
    def straight(self) -> bool:
        """Whether it goes straight down."""
        return bool(self.tops and self.bottoms) and len(set(self.columns)) == 1

    @property
    def ends(self) -> bool:
        """Whether it reaches one of the boxes that it leads to here."""
        return any(key in self.net.members for key in (*self.tops, *self.bottoms))


@dataclass(frozen=True, slots=True)
class Word:
    """A label's place: its row within the gutter and its first column; `short` leaves only its sign."""

    net: Net
    row: int
    column: int
    text: str


@dataclass(slots=True)
class Gutter:
    """All that runs between two rows of boxes; `above` and `under` are rows for words beside `tracks` rows of lines."""

    runs: list[Run]
    tracks: int = 0
    above: int = 0
    under: int = 0
    least: int = 1
    words: list[Word] = field(default_factory=list)

    @property
    def height(self) -> int:
        """Rows in all."""
        return max(self.above + self.tracks + self.under, self.least if self.runs else 0)


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
            _place_words(gutter)
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
    """Move ends apart where two nets would meet in one column."""
    taken = {column: run.net.number for run in runs for column in run.tops.values()}
    for run in runs:
        for key, column in run.bottoms.items():
            item = layout.items[key]
            if taken.get(column, run.net.number) == run.net.number:
                continue
            others = {c for each in runs for k, c in each.bottoms.items() if k == key}
            for step in (1, -1, 2, -2, 3, -3):
                there = column + step
                if there not in taken and there not in others and _inside(item, there):
                    run.bottoms[key] = there
                    break


def _assign_tracks(gutter: Gutter) -> None:
    """Give each net that does not go straight a row of its own where it would meet another's."""
    bent = [run for run in gutter.runs if not run.straight]
    order: list[Run] = []
    for run in sorted(bent, key=lambda one: (one.last - one.first, one.net.number)):
        upward = [_cost(run, other) for other in order]
        downward = [_cost(other, run) for other in order]
        cost = sum(upward)
        best, place = cost, 0
        for at, (over, under) in enumerate(zip(upward, downward, strict=True), start=1):
            cost += under - over
            if cost < best:
                best, place = cost, at
        order.insert(place, run)
    for at, run in enumerate(order):
        before = [other.track for other in order[:at] if other.track is not None and _meet(other, run)]
        run.track = max(before, default=-1) + 1
        gutter.tracks = max(gutter.tracks, run.track + 1)


def _cost(upper: Run, lower: Run) -> int:
    """Return how often two nets cross when one runs above the other; lines that would run into each other cost most."""
    cost = 0
    for column in lower.tops.values():
        cost += upper.first < column < upper.last
        cost += 100 * (column in upper.bottoms.values())
    for column in upper.bottoms.values():
        cost += lower.first < column < lower.last
    return cost


def _meet(one: Run, other: Run) -> bool:
    return one.first <= other.last + 1 and other.first <= one.last + 1


def _place_words(gutter: Gutter) -> None:
    """Find each net's word a place on its line: along its track, else in a row of its own beside its end."""
    waiting: list[Run] = []
    later: list[tuple[Run, int, int]] = []
    for run in gutter.runs:
        if not run.ends or not run.net.label:
            continue
        on_track = _on_track(run, gutter)
        if on_track is None:
            waiting.append(run)
        else:
            later.append((run, run.track or 0, on_track))
    zones = {"under": _Zone(gutter, "bottoms"), "above": _Zone(gutter, "tops")}
    for run in waiting:
        under = bool(run.bottoms) and (run.net.below or not run.tops)
        first, second = ("under", "above") if under else ("above", "under")
        zones[first].take(run) or zones[second].take(run) or zones[first].squeeze(run)
    gutter.above, gutter.under = zones["above"].rows, zones["under"].rows
    base = {"above": 0, "under": gutter.above + gutter.tracks}
    for name, zone in zones.items():
        gutter.words += [Word(run.net, base[name] + row, column, text) for run, row, column, text in zone.placed]
    gutter.words += [Word(run.net, gutter.above + track, column, run.net.label) for run, track, column in later]


def _on_track(run: Run, gutter: Gutter) -> int | None:
    """Return the column of a net's word on its own track; None where there is no free stretch."""
    if run.track is None:
        return None
    crossing = {
        column
        for other in gutter.runs
        if other is not run
        for column in (
            *(other.tops.values() if other.track is None or other.track > run.track else ()),
            *(other.bottoms.values() if other.track is None or other.track < run.track else ()),
        )
    }
    first, last = run.first, run.last
    stops = sorted({*(column for column in crossing if first < column < last), *run.columns})
    need = width(run.net.label) + 4
    free = [(end - start - 1, start + 1) for start, end in pairwise(stops)]
    fitting = [(size, start) for size, start in free if size >= need]
    if not fitting:
        return None
    size, start = max(fitting)
    return int(start + (size - width(run.net.label)) // 2)


class _Zone:
    """Rows for words above or below the tracks, where only lines up and down pass."""

    def __init__(self, gutter: Gutter, side: str) -> None:
        self.side = side
        self.rows = 0
        self.placed: list[tuple[Run, int, int, str]] = []
        self.columns = {column for run in gutter.runs for column in getattr(run, side).values()}

    def take(self, run: Run) -> bool:
        """Place a net's word beside one of its ends; the first row that has room, or one more."""
        return self._placed(run, run.net.label)

    def squeeze(self, run: Run) -> bool:
        """Place only the sign of a net's word: what is left where lines stand too close."""
        return self._placed(run, run.net.label[:1])

    def _placed(self, run: Run, text: str) -> bool:
        for row in range(MOST_LABEL_ROWS):
            for end, column in self._places(run, width(text)):
                if self._free(end, row, column, width(text)):
                    self.placed.append((run, row, column, text))
                    self.rows = max(self.rows, row + 1)
                    return True
        return False

    def _places(self, run: Run, size: int) -> Iterator[tuple[int, int]]:
        """Yield the ends of a net's line here and where its word may begin: over the line, else beside it."""
        ends = [column for key, column in getattr(run, self.side).items() if key in run.net.members]
        for column in ends or list(getattr(run, self.side).values()):
            middle = column - size // 2
            for start in (middle, middle + 1, middle - 1, column + 2, column - size - 1):
                if start >= 0:
                    yield column, start

    def _free(self, end: int, row: int, column: int, size: int) -> bool:
        if any(at in self.columns and at != end for at in range(column - 1, column + size + 1)):
            return False
        return all(
            other_row != row or column > start + width(text) or start > column + size
            for _, other_row, start, text in self.placed
        )
