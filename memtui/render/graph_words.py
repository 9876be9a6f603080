"""The words of a graph's lines: each finds a place along its line's track, or beside the line's end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from memtui.render.graph_parts import Net
from memtui.render.widths import cut, width

MOST_LABEL_ROWS = 4

LEAST_WORD = 6
"""Cells of a cut word; where there are fewer, its sign stands alone."""


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
    on_tracks: list[tuple[Run, int, int]] = field(default_factory=list)
    """Words along tracks: the net, its track, the word's first column."""

    def settle(self, zones: Mapping[str, _Zone]) -> None:
        """Set the rows of all words, once it is known how many rows there are for them."""
        self.above, self.under = zones["above"].rows, zones["under"].rows
        base = {"above": 0, "under": self.above + self.tracks}
        for name, zone in zones.items():
            self.words += [Word(run.net, base[name] + row, column, text) for run, row, column, text in zone.placed]
        self.words += [
            Word(run.net, self.above + track, column, run.net.label) for run, track, column in self.on_tracks
        ]

    @property
    def height(self) -> int:
        """Rows in all."""
        return max(self.above + self.tracks + self.under, self.least if self.runs else 0)


def place_words(gutters: Sequence[Gutter], first: int, last: int, ellipsis: str) -> int:
    """Find the word of each net its place: where the net reaches a box, along its track or beside its end.

    Words stand within the columns from `first` to before `last`. Where lines stand too close for one there, it goes to
    another gutter that the net runs through; a net whose word has no place at all shows its sign, and is returned.
    """
    room = (first, last)
    zones = {
        id(gutter): {"under": _Zone(gutter, "bottoms", room), "above": _Zone(gutter, "tops", room)}
        for gutter in gutters
    }
    squeezed = 0
    named: set[int] = set()
    missing: list[tuple[Run, Gutter]] = []
    for gutter in gutters:
        # Words on tracks need no room of their own: they come first.
        runs = [run for run in gutter.runs if run.ends and run.net.label]
        left = [run for run in runs if not _name_track(run, gutter)]
        found = [run for run in left if _name_end(run, zones[id(gutter)])]
        named |= {run.net.number for run in runs if run not in left or run in found}
        missing += [(run, gutter) for run in left if run not in found]
    for run, gutter in missing:
        if run.net.number not in named and not _name_elsewhere(run, gutters, zones):
            zones[id(gutter)]["under" if run.bottoms else "above"].squeeze(run, ellipsis)
            squeezed += 1
        named.add(run.net.number)
    for gutter in gutters:
        gutter.settle(zones[id(gutter)])
    return squeezed


def _name_elsewhere(run: Run, gutters: Sequence[Gutter], zones: Mapping[int, Mapping[str, _Zone]]) -> bool:
    """Place a net's word on another stretch of its way."""
    others = [(each, gutter) for gutter in gutters for each in gutter.runs if each.net is run.net and each is not run]
    return any(_name_track(each, gutter) for each, gutter in others) or any(
        _name_end(each, zones[id(gutter)]) for each, gutter in others
    )


def _name_track(run: Run, gutter: Gutter) -> bool:
    column = _on_track(run, gutter)
    if column is not None:
        gutter.on_tracks.append((run, run.track or 0, column))
    return column is not None


def _name_end(run: Run, zones: Mapping[str, _Zone]) -> bool:
    under = bool(run.bottoms) and (run.net.below or not run.tops)
    first, second = ("under", "above") if under else ("above", "under")
    return zones[first].take(run) or zones[second].take(run)


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

    def __init__(self, gutter: Gutter, side: str, room: tuple[int, int]) -> None:
        self.side, self.room = side, room
        self.rows = 0
        self.placed: list[tuple[Run, int, int, str]] = []
        self.columns = {column for run in gutter.runs for column in getattr(run, side).values()}

    def take(self, run: Run) -> bool:
        """Place a net's word beside one of its ends; the first row that has room, or one more."""
        return self._placed(run, run.net.label)

    def squeeze(self, run: Run, ellipsis: str) -> None:
        """Place as much of a net's word as there is room for: at least its sign."""
        sizes = range(width(run.net.label) - 1, LEAST_WORD - 1, -1)
        any(self._placed(run, cut(run.net.label, size, ellipsis)) for size in sizes) or self._placed(
            run, run.net.label[:1]
        )

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
            over = sorted(range(column - size + 1, column + 1), key=lambda start: abs(start - middle))
            for start in (*over[:3], column + 2, column - size - 1, *over[3:]):
                if self.room[0] <= start <= self.room[1] - size:
                    yield column, start

    def _free(self, end: int, row: int, column: int, size: int) -> bool:
        if any(at in self.columns and at != end for at in range(column - 1, column + size + 1)):
            return False
        return all(
            other_row != row or column > start + width(text) + 1 or start > column + size + 1
            for _, other_row, start, text in self.placed
        )
