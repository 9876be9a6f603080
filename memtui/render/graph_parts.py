"""The parts of a graph that is being laid out: boxes and links as given, items in rows, and lines that share a way."""

from __future__ import annotations

from dataclasses import dataclass, field

from memtui.render.pen import line_width
from memtui.render.spans import Line, Role


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
class Layout:
    """Rows of items from top to bottom, and what runs between each and the next (below the last one too)."""

    gap: int
    rows: list[list[Item]]
    gutters: list[list[Crossing]]
    items: dict[str, Item]

    @property
    def width(self) -> int:
        """Cells from the first column to the last."""
        return max((row[-1].left + row[-1].width for row in self.rows if row), default=0)
