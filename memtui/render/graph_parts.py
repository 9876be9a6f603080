"""The parts of a graph that is being laid out: boxes and links as given, items in rows, and lines that share a way."""

from __future__ import annotations

from dataclasses import dataclass, field

from memtui.render.pen import line_width
from memtui.render.spans import Line, Role
from memtui.render.widths import width

LANE_GAP = 2

AROUND_WORD = 6
"""Cells of a line that runs sideways beside its word: a blank and two of the line at each end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A box to be drawn: its lines without borders, its layer (above the centre below 0), and who stands further left.

    It is at least `least` cells wide.
    """

    key: str
    body: tuple[Line, ...]
    layer: int = 0
    order: float = 0.0
    centre: bool = False
    note: str = ""
    least: int = 0

    @property
    def width(self) -> int:
        """Cells with borders and a blank at each side."""
        return max(max((line_width(one) for one in self.body), default=1) + 4, self.least)


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A directed line between two boxes; `heavy` draws it double. Links with one `bundle` may share a line."""

    source: str
    target: str
    label: str = ""
    bundle: str = ""
    role: Role = Role.DIM
    heavy: bool = False

    @property
    def word(self) -> str:
        """Its label without the sign, which is another one in ASCII: what links are ordered by."""
        return self.label.partition(" ")[2]


@dataclass(slots=True)
class Item:
    """What takes room in a row: a box, or a net's way through."""

    key: str
    width: int
    box: Box | None = None
    left: int = 0

    @property
    def centre(self) -> int:
        """Its middle column."""
        return self.left + self.width // 2


@dataclass(slots=True)
class Net:
    """Links that share a line: they all meet in `hub` and lie on one side of it; `heads` are the boxes with an arrowhead."""

    number: int
    hub: str
    label: str
    role: Role
    heavy: bool
    below: bool
    members: list[str] = field(default_factory=list)
    heads: set[str] = field(default_factory=set)

    def lane(self, row: int) -> str:
        """Return the key of its way through a row."""
        return f"{self.number}/{row}"


@dataclass(frozen=True, slots=True)
class Crossing:
    """One net between two rows: which items of the upper row and of the lower one it joins there."""

    net: Net
    tops: tuple[str, ...]
    bottoms: tuple[str, ...]


@dataclass(slots=True)
class Sides:
    """Links that run sideways, by the boxes at their left and right ends; each box has at most one partner a side."""

    links: dict[tuple[str, str], list[Link]] = field(default_factory=dict)

    def cells(self, left: str, right: str) -> int:
        """Return the cells between two neighbours of a row that their lines' words need; 0 where no line joins them."""
        found = self.links.get((left, right))
        return max(width(link.label) for link in found) + AROUND_WORD if found else 0


@dataclass(slots=True)
class Layout:
    """Rows of items from top to bottom, what runs between each and the next (below the last one too), and sideways."""

    gap: int
    rows: list[list[Item]]
    gutters: list[list[Crossing]]
    items: dict[str, Item]
    sides: Sides

    def between(self, item: Item, following: Item) -> int:
        """Return the cells that two neighbours of a row leave between them."""
        usual = self.gap if item.box is not None and following.box is not None else LANE_GAP
        return self.sides.cells(item.key, following.key) or usual

    def groups(self, row: list[Item]) -> list[list[Item]]:
        """Return a row's items, those that lines join sideways together."""
        found: list[list[Item]] = []
        for item in row:
            if found and (found[-1][-1].key, item.key) in self.sides.links:
                found[-1].append(item)
            else:
                found.append([item])
        return found

    @property
    def width(self) -> int:
        """Cells from the first column to the last."""
        return max((row[-1].left + row[-1].width for row in self.rows if row), default=0)
