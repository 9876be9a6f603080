"""The words of a graph's lines: each finds a place along its line's track, or beside the line's end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from memtui.render.graph_parts import Net
from memtui.render.widths import width

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


def place_words(gutter: Gutter) -> None:
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
