"""Rows of Graph: the tree of links, folded and unfolded, and what a search for a centre finds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from memtui.domain.filters import Badge
from memtui.render.graph import TYPE_SIGNS
from memtui.render.graph_tree import Branch, tree
from memtui.render.memories import row_text, status_span
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown
from memtui.services.graph import Neighbourhood, entity_key, memory_key
from memtui.tui.widgets.rows import Drawing, Rows, RowState

if TYPE_CHECKING:
    from memtui.domain.records import Memory
    from memtui.services.ports import EntityCount
    from memtui.services.workspace import Workspace

FOUND_ENTITIES, FOUND_MEMORIES = 8, 30
"""So many entities and memories are offered to centre on."""


class TreeRows(Rows):
    """One row for each link, those under a folded row left out; a row's key is its place in the whole tree."""

    def __init__(
        self, graph: Neighbourhood, pen: Pen, branches: Sequence[Branch], cells: int, folded: frozenset[int]
    ) -> None:
        self.graph, self.pen, self.branches, self.folded = graph, pen, branches, folded
        self._cells = cells
        super().__init__(self._visible())

    def with_folded(self, folded: frozenset[int]) -> TreeRows:
        """Return the same tree with other rows folded."""
        rows = TreeRows(self.graph, self.pen, self.branches, self._cells, folded)
        rows.tail = self.tail
        return rows

    def _visible(self) -> list[int]:
        seen: list[int] = []
        under: int | None = None
        for at, branch in enumerate(self.branches):
            if under is not None and branch.depth > under:
                continue
            under = branch.depth if at in self.folded else None
            seen.append(at)
        return seen

    def node(self, row: int) -> str:
        """Return the node of a row of the whole tree."""
        return self.branches[row].key

    def row_of(self, node: str) -> int | None:
        """Return the row at which a node is shown first."""
        return next((at for at, branch in enumerate(self.branches) if branch.key == node), None)

    def inside(self, row: int) -> int:
        """Return how many rows stand below a row and belong to it."""
        depth = self.branches[row].depth
        rest = self.branches[row + 1 :]
        return next((at for at, branch in enumerate(rest) if branch.depth <= depth), len(rest))

    def parent(self, row: int) -> int | None:
        """Return the row that a row belongs to."""
        depth = self.branches[row].depth
        return next((at for at in range(row - 1, -1, -1) if self.branches[at].depth < depth), None)

    def draw(self, index: int, width: int, state: RowState) -> Drawing:
        """Draw a link; a folded one says how much it holds."""
        if width != self._cells:
            self._cells, self.branches = width, tree(self.graph, self.pen, width)
        row = self.keys[index]
        line = self.branches[row].line
        if row in self.folded:
            line = self.pen.ends(line, (Span(f"  +{self.inside(row)} folded", Role.ACCENT),), width)
        return Drawing((line,))


def grown(workspace: Workspace, graph: Neighbourhood, pen: Pen, cells: int, folded: frozenset[str]) -> TreeRows:
    """Return a neighbourhood's tree for a width in cells, the first row of each of these nodes folded."""
    branches = tree(graph, pen, cells)
    first: dict[str, int] = {}
    for at, branch in enumerate(branches):
        first.setdefault(branch.key, at)
    return TreeRows(graph, pen, branches, cells, frozenset(first[key] for key in folded if key in first))


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What words may mean as a centre: entities, most mentioned first, then memories, best first."""

    entities: tuple[EntityCount, ...] = ()
    memories: tuple[Memory, ...] = ()


def find(workspace: Workspace, text: str, hidden: bool) -> Found:
    """Return the entities and memories that some words find."""
    from memtui.services import entity_list, recall
    from memtui.services.findings import Request

    page = entity_list.entities(workspace, text, limit=FOUND_ENTITIES)
    request = Request(text=text, limit=FOUND_MEMORIES, typing=True, superseded=True, archived=hidden, transient=hidden)
    hits = recall.search(workspace, request)
    return Found(entities=page.entities, memories=tuple(hit.memory for hit in hits))


class FoundRows(Rows):
    """Entities and memories to centre on; an entity's key is its number below zero."""

    def __init__(self, found: Found, text: str, pen: Pen) -> None:
        self.found, self.pen = found, pen
        self._entities = {-(each.entity.number or 0): each for each in found.entities}
        self._memories = {memory.number or 0: memory for memory in found.memories}
        super().__init__([*self._entities, *self._memories])
        if not len(self):
            self.tail = (
                (),
                (
                    Span(f"  Nothing is called or says “{shown(pen.mask(text))}”. ", Role.DIM),
                    Span("esc", Role.KEY),
                    Span(" leads back", Role.DIM),
                ),
            )

    @staticmethod
    def node(key: int) -> str:
        """Return the node that a row stands for."""
        return memory_key(key) if key > 0 else entity_key(-key)

    def draw(self, index: int, width: int, state: RowState) -> Drawing:
        """Draw an entity with its count, or a memory."""
        key, pen = self.keys[index], self.pen
        role = Role.STRONG if state.cursor else Role.TEXT
        if key < 0:
            each = self._entities[key]
            count = f"{each.memories:,} {'memory' if each.memories == 1 else 'memories'}"
            left: Line = (
                Span(TYPE_SIGNS[each.entity.type], Role.LABEL),
                Span(f" {shown(pen.mask(each.entity.name))}", role),
                Span(f"  {each.entity.type.value.replace('_', ' ')}", Role.DIM),
            )
            return Drawing((pen.ends(left, (Span(f" {count}", Role.LABEL),), width),))
        memory = self._memories[key]
        text = row_text(memory, frozenset({Badge.SECRET}), pen)
        return Drawing((pen.fit_line((status_span(memory, pen), Span(f"  {text}", role)), width),))
