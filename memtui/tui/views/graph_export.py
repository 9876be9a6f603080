"""Graph written out: the picture or the tree as lines, the links as a table."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.render.graph import draw, edge_sign
from memtui.render.graph_edges import node_title
from memtui.render.graph_tree import tree
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.tui.views.graph_scene import Scene

HEAD = ("from", "kind", "to", "status of both", "rests on")


def lines_of(scene: Scene, pen: Pen, width: int, *, in_tree: bool) -> Sequence[Line]:
    """Return the neighbourhood as it is shown, under its title."""
    title = (Span(pen.cut(node_title(scene.nodes[scene.graph.centre], pen), width - 24), Role.TITLE),)
    shown = (Span(f"depth {scene.question.depth}, {len(scene.graph.nodes)} of {scene.total:,} shown", Role.LABEL),)
    head = [pen.ends(title, shown, width), ()]
    if in_tree:
        return [*head, *(branch.line for branch in tree(scene.graph, pen, width))]
    return [*head, *draw(scene.graph, pen, width).lines]


def table_of(scene: Scene, pen: Pen) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """Return head and rows: one for each link, in the order of the nodes."""
    rows = []
    place = {key: at for at, key in enumerate(scene.nodes)}
    for edge in sorted(scene.graph.edges, key=lambda one: (place[one.source], place[one.target], one.kind)):
        source, target = scene.nodes[edge.source], scene.nodes[edge.target]
        states = [node.memory.status.value if node.memory is not None else "entity" for node in (source, target)]
        evidence = edge.relation.evidence if edge.relation is not None else {}
        reason = edge.conflict.reason if edge.conflict is not None else evidence.get("reason")
        told = pen.mask(str(reason or evidence.get("made") or ""))
        word = edge_sign(edge, pen.glyphs).word
        rows.append((node_title(source, pen), word, node_title(target, pen), ", ".join(states), told))
    return HEAD, rows
