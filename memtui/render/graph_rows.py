"""Which boxes share a row, and which of them stand side by side with a line between them.

A row is as full as the width allows. A box that only one other links to comes beside that one where there is room:
the older of two on the left. Two linked boxes of a row stand side by side alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from memtui.render.graph_parts import AROUND_WORD, LANE_GAP, Box, Link, Sides
from memtui.render.widths import width

MOST_BESIDE = 3
"""Lines between two boxes that stand side by side; more of them leave by the boxes' lower borders."""

MANY_ROWS = 2
"""A layer that needs more rows than this is ordered by its lines."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How rows are filled: `sideways` joins neighbours, `even` spreads a layer's boxes evenly over its rows.

    `nested` puts the boxes of a further layer next to the row that they link to; else they stand beyond all its rows.
    `bundled` lets boxes that one line leads to share rows where a layer needs many.
    """

    sideways: bool = False
    even: bool = False
    nested: bool = False
    bundled: bool = False


PLAIN = Manner()
MANNERS = (
    Manner(sideways=True, even=True, nested=True, bundled=True),
    Manner(sideways=True, even=True, nested=True),
    Manner(sideways=True, nested=True),
    Manner(sideways=True, even=True),
    Manner(sideways=True),
)
"""What is tried: the picture that is easiest to follow is kept."""


def rows_of(
    boxes: Sequence[Box], links: Sequence[Link], room: int, gap: int, manner: Manner
) -> tuple[list[list[Box]], Sides]:
    """Return the rows from top to bottom, at least one for each layer, and what runs sideways within them."""
    pairs: dict[frozenset[str], list[Link]] = {}
    for link in links:
        pairs.setdefault(frozenset((link.source, link.target)), []).append(link)
    choice = _Choice({box.key: box for box in boxes}, pairs if manner.sideways else {}, room, gap)
    parents = _parents(boxes, pairs) if manner.nested else {}
    bundles = _bundles(boxes, links) if manner.bundled else {}
    rows: dict[int, list[_Row]] = {}
    inner: dict[bool, list[_Row]] = {False: [], True: []}
    for layer in sorted({box.layer for box in boxes}, key=lambda layer: (abs(layer), layer)):
        members = [box for box in boxes if box.layer == layer and box.key not in choice.moved]
        rows[layer] = []
        for home, group in _groups(members, inner[layer > 0], parents):
            group.sort(key=lambda box: (box.order, box.key))
            if manner.bundled and _cells(group, gap) > MANY_ROWS * room:
                chunks = _bundled(group, bundles, room, gap)[:: 1 if layer > 0 else -1]
            else:
                chunks = _chunks(group, room, gap, even=manner.even)
            rows[layer] += [_Row(choice.joined(row), home) for row in chunks]
        if layer and rows[layer]:
            inner[layer > 0] = rows[layer]
    above, middle, below = _outward(rows, -1), rows.get(0, ()), _outward(rows, 1)
    return [row.boxes for row in (*reversed(above), *middle, *below)], choice.sides


@dataclass(frozen=True, slots=True, eq=False)
class _Row:
    """A row of boxes, and the row further inwards that they stand next to."""

    boxes: list[Box]
    home: _Row | None


def _bundles(boxes: Sequence[Box], links: Sequence[Link]) -> dict[str, tuple[str, str, bool]]:
    """Return for each box the line that leads to it from further inwards: from which box, its word, and which way."""
    distance = {box.key: abs(box.layer) for box in boxes}
    found: dict[str, tuple[str, str, bool]] = {}
    for link in links:
        for here, there in ((link.source, link.target), (link.target, link.source)):
            if distance[here] > distance[there]:
                bundle = (there, link.word, here == link.source)
                found[here] = min(found.get(here, bundle), bundle)
    return found


def _bundled(
    members: Sequence[Box], bundles: Mapping[str, tuple[str, str, bool]], room: int, gap: int
) -> list[list[Box]]:
    """Return rows from the centre outwards: boxes that one line leads to next to each other, the fewest first.

    So the lines to those further out pass as few rows as may be; a row keeps room for them.
    """
    groups: dict[tuple[str, str, bool], list[Box]] = {}
    for box in members:
        groups.setdefault(bundles.get(box.key, ("", "", False)), []).append(box)
    ordered = sorted(groups.items(), key=lambda one: (len(one[1]), one[0]))
    rows: list[list[Box]] = []
    used = room
    for at, (_, group) in enumerate(ordered):
        # Each line to what stands further out takes a column and its gap, and this group's own takes another.
        free = room - (len(ordered) - at) * (LANE_GAP + 1)
        for box in group:
            if used + gap + box.width > free:
                rows.append([])
                used = -gap
            used += gap + box.width
            rows[-1].append(box)
    return rows


def _parents(boxes: Sequence[Box], pairs: Iterable[frozenset[str]]) -> dict[str, set[str]]:
    """Return for each box those that it links to in the next layer inwards."""
    layers = {box.key: box.layer for box in boxes}
    found: dict[str, set[str]] = {}
    for pair in pairs:
        for key in pair:
            for other in pair - {key}:
                if abs(layers[other]) == abs(layers[key]) - 1 and layers[other] * layers[key] >= 0:
                    found.setdefault(key, set()).add(other)
    return found


def _groups(
    members: Sequence[Box], inner: Sequence[_Row], parents: Mapping[str, set[str]]
) -> list[tuple[_Row | None, list[Box]]]:
    """Return a layer's boxes by the row that they link to, of several the one that stands furthest out."""
    if not members:
        return []
    outermost = None if not inner else inner[-1] if members[0].layer > 0 else inner[0]
    groups: dict[int, tuple[_Row | None, list[Box]]] = {}
    for box in members:
        mine = parents.get(box.key, set())
        homes = [row for row in inner if any(other.key in mine for other in row.boxes)]
        home = outermost if not homes else homes[-1] if box.layer > 0 else homes[0]
        groups.setdefault(id(home), (home, []))[1].append(box)
    return list(groups.values())


def _outward(rows: Mapping[int, list[_Row]], way: int) -> list[_Row]:
    """Return the rows of one side from the centre outwards, each followed by those that stand next to it."""
    found: list[_Row] = []
    layers = sorted((layer for layer in rows if layer * way > 0 and rows[layer]), key=abs)

    def follow(place: int, home: _Row | None) -> None:
        for row in rows[layers[place]][::way] if place < len(layers) else ():
            if row.home is home:
                found.append(row)
                follow(place + 1, row)

    follow(0, None)
    return found


def _chunks(members: Sequence[Box], room: int, gap: int, *, even: bool) -> list[list[Box]]:
    """Return boxes in as few rows as hold them; `even` gives each row about as many."""
    chunks: list[list[Box]] = []
    used = 0
    for box in members:
        if not chunks or used + gap + box.width > room:
            chunks.append([])
            used = -gap
        used += gap + box.width
        chunks[-1].append(box)
    if not even or len(chunks) < 2:
        return chunks
    count = len(chunks)
    cuts = [len(members) * at // count for at in range(count + 1)]
    evened = [list(members[start:end]) for start, end in pairwise(cuts)]
    fits = all(_cells(row, gap) <= room for row in evened)
    return evened if fits else chunks


def _cells(row: Iterable[Box], gap: int) -> int:
    return sum(box.width + gap for box in row) - gap


@dataclass(slots=True)
class _Choice:
    """What stands beside what; `moved` are the boxes that left their layer for it."""

    boxes: Mapping[str, Box]
    pairs: Mapping[frozenset[str], list[Link]]
    room: int
    gap: int
    sides: Sides = field(default_factory=Sides)
    moved: set[str] = field(default_factory=set)
    lefts: set[str] = field(default_factory=set)
    rights: set[str] = field(default_factory=set)

    def joined(self, row: Sequence[Box]) -> list[Box]:
        """Return a row in the order in which it stands, with the boxes of further layers that joined it."""
        here = {box.key: box for box in row}
        used = _cells(row, self.gap)
        inside = [(one, other) for pair in self.pairs if pair <= here.keys() for one, other in [self._ordered(pair)]]
        for left, right in sorted(inside, key=lambda pair: (self._rank(pair[0]), self._rank(pair[1]))):
            more = self._between(left, right) - self.gap
            if used + more <= self.room and self._join(left, right):
                used += more
        for left, right, leaf in self._leaves(here):
            more = self._between(left, right) + self.boxes[leaf].width
            if leaf not in self.moved and used + more <= self.room and self._join(left, right):
                used += more
                self.moved.add(leaf)
                here[leaf] = self.boxes[leaf]
        return self._in_chains(here)

    def _leaves(self, here: Mapping[str, Box]) -> list[tuple[str, str, str]]:
        """Return the boxes of other layers that only one of these links to, as (left, right, which), newest first."""
        partners: dict[str, set[str]] = {}
        for pair in self.pairs:
            for key in pair:
                partners.setdefault(key, set()).update(pair - {key})
        found = []
        for leaf, others in partners.items():
            parent = next(iter(others))
            if len(others) == 1 and parent in here and self._is_further(leaf, parent):
                left, right = self._ordered(frozenset((leaf, parent)))
                found.append((left, right, leaf))
        return sorted(found, key=lambda one: (not self.boxes[one[0]].centre, _turned(self._rank(one[2]))))

    def _is_further(self, leaf: str, parent: str) -> bool:
        box, other = self.boxes[leaf], self.boxes[parent]
        return not box.centre and abs(box.layer) > abs(other.layer)

    def _rank(self, key: str) -> tuple[float, str]:
        return self.boxes[key].order, key

    def _ordered(self, pair: frozenset[str]) -> tuple[str, str]:
        one, other = sorted(pair, key=self._rank)
        return one, other

    def _between(self, left: str, right: str) -> int:
        return max(width(link.label) for link in self.pairs[frozenset((left, right))]) + AROUND_WORD

    def _join(self, left: str, right: str) -> bool:
        links = self.pairs[frozenset((left, right))]
        if len(links) > MOST_BESIDE or left in self.lefts or right in self.rights:
            return False
        self.sides.links[left, right] = sorted(links, key=lambda link: (link.word, link.source))
        self.lefts.add(left)
        self.rights.add(right)
        return True

    def _in_chains(self, here: Mapping[str, Box]) -> list[Box]:
        """Return boxes by age, those that are joined next to each other."""
        onward = dict(self.sides.links.keys())
        row: list[Box] = []
        for key in sorted(here, key=self._rank):
            if key not in self.rights:
                following: str | None = key
                while following is not None:
                    row.append(here[following])
                    following = onward.get(following)
        return row


def _turned(rank: tuple[float, str]) -> tuple[float, str]:
    return -rank[0], rank[1]
