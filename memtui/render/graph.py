"""A neighbourhood as boxes and lines of text: the picture, and where each box stands in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from memtui.domain.kinds import EntityType, RelationKind, Status
from memtui.render.dates import short_day
from memtui.render.glyphs import Glyphs, Sign, relation_sign
from memtui.render.graph_choice import MOST_BOXES, drawn_edges
from memtui.render.graph_parts import Box, Link
from memtui.render.graph_picture import Drawing, picture
from memtui.render.graph_shapes import EdgeShape, NeighbourhoodShape, NodeShape
from memtui.render.memories import beginning, share, status_span
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown, width, wrap

PLAIN_TITLE = 20
"""Cells of a title's line in the guide's drawing; two lines at most."""

NARROW_TITLE, WIDE_TITLE, WIDE_FROM = 18, 20, 100
"""Cells of a title's line on a narrow and on a wide picture: three boxes side by side in 80 cells, four in 120."""

CROWDED_TITLE, MANY = 16, 9
"""Cells of a title's line on a narrow picture with more boxes than that on one side: three and the lines past them."""

ASIDE = 24
"""Cells of what a roomy box tells beside its title."""

PLAIN_GAP = 4

MOST_SCORES = 2
"""Similar memories of one node whose scores are told on lines of their own."""

UNDATED = 1e12
"""Where an entity stands among dates: right of memories, but left of them as the centre."""

TYPE_SIGNS = {
    EntityType.CONCEPT: "cn",
    EntityType.FUNCTION: "fn",
    EntityType.PACKAGE: "pk",
    EntityType.URL: "ur",
    EntityType.FILE_PATH: "fi",
    EntityType.CLASS: "cl",
    EntityType.ENV_VAR: "ev",
    EntityType.CODE_NOTE: "nt",
    EntityType.PERSON: "pe",
    EntityType.PROJECT: "pr",
    EntityType.TOOL: "to",
}
"""Two letters for each type of entity."""


def draw(graph: NeighbourhoodShape, pen: Pen, cells: int, *, roomy: bool = False, opens: bool = False) -> Drawing:
    """Return a neighbourhood as boxes with their status and importance, typed lines between them, the centre double.

    Arrowheads stand at the target. The picture is as wide as `cells` where it can be. `roomy` boxes have a line more:
    whose memory the centre is and when it happened, and until when a superseded one held. `opens` says in the centre's
    box what enter does there.
    """
    layers = _layers(graph, by_age=True)
    room = NARROW_TITLE if cells < WIDE_FROM else WIDE_TITLE
    if cells < WIDE_FROM and max(Counter(layers[node.key] for node in graph.nodes[:MOST_BOXES]).values()) > MANY:
        room = CROWDED_TITLE
    boxes = [_box(node, graph, layers, pen, room, roomy=roomy, opens=opens) for node in graph.nodes[:MOST_BOXES]]
    shown_edges = drawn_edges(graph)
    crowded = _crowded(shown_edges)
    links = [_link(edge, pen.glyphs, scored=crowded.isdisjoint((edge.source, edge.target))) for edge in shown_edges]
    return picture(boxes, links, pen, cells, labels=True)


def draw_plainly(graph: NeighbourhoodShape, pen: Pen, cells: int) -> Drawing:
    """Return a neighbourhood as the Memento guide draws it: the kind of each link in brackets in its box, the centre named.

    What the centre rests on stands above it, everything else below; lines are read downwards.
    """
    layers = _layers(graph)
    kinds = _kinds(graph, layers)
    boxes = _evened([_plain_box(node, graph, layers, kinds, pen) for node in graph.nodes[:MOST_BOXES]])
    pairs = dict.fromkeys(tuple(sorted((e.source, e.target), key=lambda key: layers[key])) for e in drawn_edges(graph))
    links = [Link(source=upper, target=lower, bundle="all") for upper, lower in pairs]
    return picture(boxes, links, pen, cells, labels=False, gap=PLAIN_GAP)


def step(drawing: Drawing, key: str, way: str) -> str:
    """Return the key of the box that stands next in a direction (left, right, up, down); the same one at the edge.

    Up and down lead to the next row, left and right along the own one and, at its end, to what lies further that way:
    so every box can be reached.
    """
    here, others = drawing.boxes[key], [(name, rect) for name, rect in drawing.boxes.items() if name != key]
    column, line = here.middle
    if way in ("up", "down"):
        beyond = [
            (name, rect) for name, rect in others if (rect.top < here.top if way == "up" else rect.top > here.top)
        ]
        row = min((abs(rect.top - here.top) for _, rect in beyond), default=0)
        found = [(abs(rect.middle[0] - column), name) for name, rect in beyond if abs(rect.top - here.top) == row]
    else:
        sign = 1 if way == "right" else -1
        aside = [(name, rect, sign * (rect.middle[0] - column)) for name, rect in others]
        found = [(along, name) for name, rect, along in aside if along > 0 and rect.top == here.top]
        found = found or [(along + 4 * abs(rect.middle[1] - line), name) for name, rect, along in aside if along > 0]
    return min(found, default=(0.0, key))[1]


def _layers(graph: NeighbourhoodShape, *, by_age: bool = False) -> dict[str, int]:
    """Return each node's layer, step by step from the centre's, which is 0: negative ones stand above it.

    What the centre refers to and builds on stands above it, all else below. With `by_age` that holds only where one
    of the two has no date: older memories stand above, newer ones below.
    """
    nodes = {node.key: node for node in graph.nodes}
    edges = sorted(graph.edges, key=lambda edge: (edge.source, edge.target, edge.kind))
    layers = {graph.centre: 0}
    frontier = [graph.centre]
    while frontier:
        reached: dict[str, int] = {}
        for edge in edges:
            for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
                if here in frontier and there not in layers and there not in reached:
                    if here == graph.centre:
                        age = _ages(nodes.get(here), nodes.get(there)) if by_age else 0
                        sign = age or _side(edge, outward=here == edge.source)
                    else:
                        sign = layers[here]
                    reached[there] = layers[here] + (1 if sign > 0 else -1)
        layers |= reached
        frontier = list(reached)
    lowest = max(layers.values())
    return layers | {node.key: lowest + 1 for node in graph.nodes if node.key not in layers}


def _ages(one: NodeShape | None, other: NodeShape | None) -> int:
    """Return -1 where the other of two memories is the older one, 1 where it is newer, 0 where that is not known."""
    if one is None or other is None or one.memory is None or other.memory is None:
        return 0
    here, there = _order(one), _order(other)
    return (there > here) - (there < here)


def _side(edge: EdgeShape, *, outward: bool) -> int:
    rests_on = edge.kind in (RelationKind.REFERENCES, RelationKind.ELABORATES, "depends_on", "uses")
    return -1 if outward and rests_on else 1


def _order(node: NodeShape) -> float:
    return node.memory.sort_at.timestamp() if node.memory is not None else UNDATED


def _title(node: NodeShape, pen: Pen, cells: int, second: int) -> list[str]:
    """Return a node's title in one or two lines, the first of at most `cells`, the other of at most `second`."""
    if node.memory is not None:
        text = beginning(node.memory.content, pen)
    else:
        text = shown(pen.mask(node.entity.name)) if node.entity is not None else node.key
    parts = wrap(text, cells)
    first = text[parts[0][0] : parts[0][1]]
    return [first] if len(parts) == 1 else [first, pen.cut(text[parts[1][0] :], second)]


def _sign(node: NodeShape, pen: Pen) -> Span:
    if node.memory is not None:
        return status_span(node.memory, pen)
    return Span(TYPE_SIGNS[node.entity.type] if node.entity is not None else "?", Role.LABEL)


def _aside(node: NodeShape, pen: Pen, *, centre: bool) -> str:
    """Return whose memory the centre is and when it happened, or until when a superseded one held; else nothing."""
    memory = node.memory
    if memory is None:
        return ""
    if memory.status is Status.SUPERSEDED and memory.valid_until is not None:
        return f"until {short_day(memory.valid_until, pen.now, pen.zone)}"
    if not centre:
        return ""
    who = shown(memory.agent or memory.speaker or "")
    when = short_day(memory.created_at, pen.now, pen.zone) if memory.created_at is not None else ""
    return f" {pen.glyphs.dot} ".join(part for part in (who, when) if part)


def _box(
    node: NodeShape,
    graph: NeighbourhoodShape,
    layers: Mapping[str, int],
    pen: Pen,
    cells: int,
    *,
    roomy: bool,
    opens: bool,
) -> Box:
    sign, note = _sign(node, pen), share(node.importance) if node.memory is not None else ""
    centre, indent = node.key == graph.centre, " " * (width(sign.text) + 1)
    aside = pen.cut(_aside(node, pen, centre=centre), ASIDE) if roomy else ""
    more = f"+{node.more:,} more{': enter lists' if opens and centre else ''}" if node.more else ""
    told = [(text, role) for text, role in ((aside, Role.LABEL), (more, Role.DIM)) if text]
    cells = max(cells, *(width(text) for text, _ in told), 0)
    title = _title(node, pen, cells, cells - (len(note) + 1 if note else 0))
    role = Role.STRONG if centre else Role.TEXT
    second = title[1] if len(title) > 1 else ""
    if node.entity is not None and not second:
        second = node.entity.type.value.replace("_", " ")
    size = max(width(title[0]), width(second) + (len(note) + 1 if note else 0), *(width(text) for text, _ in told))
    below: Line = (Span(indent + second, role),)
    body: list[Line] = [(sign, Span(" " + title[0], role))]
    body.append(pen.ends(below, (Span(note, Role.LABEL),), len(indent) + size) if note else below)
    body += [(Span(indent + text, dim),) for text, dim in told]
    return Box(
        key=node.key,
        body=tuple(body),
        layer=layers[node.key],
        order=-UNDATED if node.memory is None and node.key == graph.centre else _order(node),
        centre=centre,
    )


def _crowded(edges: Iterable[EdgeShape]) -> set[str]:
    """Return the nodes with so many similar ones that these share a line: it cannot tell each one's score."""
    counts = Counter(key for edge in edges if edge.kind == RelationKind.SIMILAR for key in (edge.source, edge.target))
    return {key for key, count in counts.items() if count > MOST_SCORES}


def _link(edge: EdgeShape, glyphs: Glyphs, *, scored: bool) -> Link:
    sign = edge_sign(edge, glyphs)
    score = edge.relation.evidence.get("score") if edge.relation is not None else None
    similarity = (
        f" {share(score)}" if scored and edge.kind == RelationKind.SIMILAR and isinstance(score, int | float) else ""
    )
    return Link(
        source=edge.source,
        target=edge.target,
        label=f"{sign.glyph} {sign.word}{similarity}",
        role=sign.role,
        heavy=edge.kind == RelationKind.SUPERSEDES and edge.conflict is None,
    )


def edge_sign(edge: EdgeShape, glyphs: Glyphs, *, outward: bool = True) -> Sign:
    """Return the sign and the words of an edge as seen from its source, or (not outward) from its target.

    A question mark follows the words of one that is only proposed.
    """
    if edge.conflict is not None:
        sign = relation_sign(glyphs, RelationKind.SUPERSEDES, outward=outward)
        return replace(sign, word=f"{sign.word}?")
    if edge.relation is not None:
        return relation_sign(glyphs, edge.relation.kind, outward=outward)
    word = edge.kind.replace("_", " ")
    if edge.kind == RelationKind.SUPERSEDES:
        return relation_sign(glyphs, RelationKind.SUPERSEDES, outward=outward)
    return Sign(glyphs.references if outward else glyphs.referenced_by, Role.DIM, word)


def _kinds(graph: NeighbourhoodShape, layers: Mapping[str, int]) -> dict[str, str]:
    """Return for each node the kinds of its links towards the centre, as words."""
    found: dict[str, list[str]] = {}
    for edge in graph.edges:
        inner, outer = sorted((edge.source, edge.target), key=lambda key: abs(layers[key]))
        if abs(layers[inner]) < abs(layers[outer]) and edge.kind not in found.setdefault(outer, []):
            found[outer].append(edge.kind)
    return {key: ", ".join(kinds).replace("_", " ") for key, kinds in found.items()}


def _plain_box(
    node: NodeShape, graph: NeighbourhoodShape, layers: Mapping[str, int], kinds: Mapping[str, str], pen: Pen
) -> Box:
    body: list[Line] = [(Span(one),) for one in _title(node, pen, PLAIN_TITLE, PLAIN_TITLE)]
    kind = kinds.get(node.key, "")
    if kind and (layers[node.key] > 0 or kind != RelationKind.REFERENCES):
        body.append((Span(f"({kind})", Role.DIM),))
    if node.more:
        body.append((Span(f"+{node.more} more", Role.DIM),))
    return Box(
        key=node.key,
        body=tuple(body),
        layer=layers[node.key],
        order=_order(node),
        centre=node.key == graph.centre,
        note=f"{pen.glyphs.referenced_by if pen.glyphs.rule != '-' else '<-'} central memory"
        if node.key == graph.centre
        else "",
    )


def _evened(boxes: list[Box]) -> list[Box]:
    """Return boxes of odd widths, so that each has a middle; those that stand alone in their layer are equally wide."""
    alone = [box.width for box in boxes if sum(other.layer == box.layer for other in boxes) == 1]
    least = max(alone, default=0)
    return [
        replace(box, least=size + 1 - size % 2)
        for box in boxes
        for size in (max(box.width, least if sum(other.layer == box.layer for other in boxes) == 1 else 0),)
    ]
