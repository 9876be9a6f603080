"""A neighbourhood as an indented tree: one line for each link, each node in full where it is first met."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.filters import Badge
from memtui.render.graph import TYPE_SIGNS, edge_sign
from memtui.render.graph_shapes import EdgeShape, NeighbourhoodShape, NodeShape
from memtui.render.memories import row_text, share, status_span
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown

KIND_CELLS = 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One line of a tree: the node that it shows, and how deep it stands.

    `again` marks one that stands further up in full, `more` one that counts what is not shown of its node.
    """

    key: str
    depth: int
    line: Line
    again: bool = False
    more: bool = False


def tree(graph: NeighbourhoodShape, pen: Pen, cells: int) -> list[Branch]:
    """Return the lines of a neighbourhood's tree, the centre first; every link stands on one line."""
    nodes = {node.key: node for node in graph.nodes}
    edges = [edge for edge in graph.edges if edge.source in nodes and edge.target in nodes]
    children = _children(graph.centre, edges, nodes)
    branches: list[Branch] = []
    _grow(_Trunk(nodes, children, pen, cells, branches), graph.centre, None, "", "", 0)
    met = {branch.key for branch in branches}
    for node in graph.nodes:
        if node.key not in met:
            _grow(_Trunk(nodes, children, pen, cells, branches), node.key, None, "", "", 0)
    return branches


@dataclass(frozen=True, slots=True)
class _Trunk:
    nodes: Mapping[str, NodeShape]
    children: Mapping[str, Sequence[tuple[EdgeShape, str, bool]]]
    pen: Pen
    cells: int
    branches: list[Branch]


def _children(
    centre: str, edges: Sequence[EdgeShape], nodes: Mapping[str, NodeShape]
) -> dict[str, list[tuple[EdgeShape, str, bool]]]:
    """Return each node's links outwards as (link, other end, met before), in the order in which the nodes come.

    A link belongs to the end that is nearer to the centre; a node is met by the first link that reaches it.
    """
    place = {key: at for at, key in enumerate(nodes)}
    children: dict[str, list[tuple[EdgeShape, str, bool]]] = {}
    met = {centre}
    done: set[int] = set()
    frontier = [centre]
    while frontier:
        reached: list[str] = []
        for here in frontier:
            links = [
                (at, edge) for at, edge in enumerate(edges) if at not in done and here in (edge.source, edge.target)
            ]
            ends = [(edge.target if edge.source == here else edge.source, at, edge) for at, edge in links]
            for there, at, edge in sorted(ends, key=lambda end: (place[end[0]], end[1])):
                done.add(at)
                children.setdefault(here, []).append((edge, there, there in met))
                if there not in met:
                    met.add(there)
                    reached.append(there)
        frontier = reached
    return children


def _grow(trunk: _Trunk, key: str, edge: tuple[EdgeShape, bool] | None, lead: str, below: str, depth: int) -> None:
    """Add a node's line and those of what it leads to; `lead` stands before its own line, `below` before theirs."""
    node = trunk.nodes[key]
    trunk.branches.append(Branch(key=key, depth=depth, line=_line(trunk, node, edge, lead)))
    links = trunk.children.get(key, ())
    in_ascii = trunk.pen.glyphs.rule == "-"
    middle, last, down = ("+- ", "+- ", "|  ") if in_ascii else ("├─ ", "└─ ", "│  ")
    for at, (link, there, again) in enumerate(links):
        ends = at == len(links) - 1 and not node.more
        sign, outward = last if ends else middle, link.source == key
        if again:
            line = _line(trunk, trunk.nodes[there], (link, outward), below + sign, again=True)
            trunk.branches.append(Branch(key=there, depth=depth + 1, line=line, again=True))
        else:
            _grow(trunk, there, (link, outward), below + sign, below + ("   " if ends else down), depth + 1)
    if node.more:
        more: Line = (Span(f"{below}{last}", Role.RULE), Span(f"+{node.more} more", Role.DIM))
        trunk.branches.append(Branch(key=key, depth=depth + 1, line=more, again=True, more=True))


def _line(
    trunk: _Trunk, node: NodeShape, edge: tuple[EdgeShape, bool] | None, lead: str, *, again: bool = False
) -> Line:
    pen = trunk.pen
    kind: Line = ()
    if edge is not None:
        sign = edge_sign(edge[0], pen.glyphs, outward=edge[1])
        kind = (Span(sign.glyph, sign.role), Span(pen.fit(f" {sign.word}", KIND_CELLS - 1)))
    if node.memory is not None:
        mark, text = status_span(node.memory, pen), row_text(node.memory, frozenset({Badge.SECRET}), pen)
        note = share(node.importance)
    else:
        mark = Span(TYPE_SIGNS[node.entity.type] if node.entity is not None else "?", Role.LABEL)
        text, note = shown(pen.mask(node.entity.name)) if node.entity is not None else node.key, ""
    right: Line = (Span(" (above)" if again else f" {note}" if note else "", Role.LABEL),)
    role = Role.DIM if again else Role.STRONG if edge is None else Role.TEXT
    return pen.ends((Span(lead, Role.RULE), *kind, mark, Span(" " + text, role)), right, trunk.cells)
