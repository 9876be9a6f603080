"""What Graph says in words: its head, where the cursor is, why there is nothing, what kinds are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from memtui.domain.filters import Badge
from memtui.domain.records import Memory
from memtui.render.graph import TYPE_SIGNS, edge_sign
from memtui.render.graph_edges import node_title
from memtui.render.memories import row_text, share
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import cut, shown
from memtui.services.graph import Beyond, Node, entity_key
from memtui.tui.modals.choice import Choice
from memtui.tui.views.graph_scene import Scene

STEP_CELLS = 14
"""Cells of a step of the trail."""

TRAIL_SHOWN = 3
"""Steps of the trail that are shown; backspace goes further."""

NO_EDGE: Line = (
    Span(" Nothing links here yet; ", Role.DIM),
    Span("c", Role.KEY),
    Span(" ", Role.DIM),
    Span("m", Role.KEY),
    Span(" link two marked ones", Role.DIM),
)

EMPTY: Line = (
    Span(" No memories yet. ", Role.DIM),
    Span("n", Role.KEY),
    Span(" writes one · ", Role.DIM),
    Span(":", Role.KEY),
    Span(" import brings some in", Role.DIM),
)

NAMES_NOTHING = "This memory names nothing to follow."


class Step(NamedTuple):
    """A centre that was left: its node, its title, and where the cursor stood."""

    key: str
    title: str


def kind_word(kind: str) -> str:
    """Return how a kind of link is called."""
    return kind.replace("_", " ")


def kinds_word(kinds: Iterable[str]) -> str:
    """Return which kinds are shown, as the head says it."""
    chosen = sorted(kinds)
    if not chosen:
        return "all"
    return ", ".join(map(kind_word, chosen)) if len(chosen) < 4 else f"{len(chosen)} chosen"


def trail_words(trail: Sequence[Step], here: str, pen: Pen) -> str:
    """Return the way that led here: `Button > auth > JWT`; empty where nothing was left."""
    if not trail:
        return ""
    steps = [pen.cut(step.title, STEP_CELLS) for step in trail[-TRAIL_SHOWN + 1 :]]
    lead = f"{pen.glyphs.ellipsis} > " if len(trail) > TRAIL_SHOWN - 1 else ""
    return lead + " > ".join([*steps, pen.cut(here, STEP_CELLS)])


def notes(scene: Scene, trail: str, moment: str, *, wide: bool) -> Line:
    """Return the right of the head: trail, depth, kinds, the moment, and how many are shown."""
    question = scene.question
    parts: list[Line] = []
    if wide and trail:
        parts.append((Span("trail  ", Role.LABEL), Span(trail)))
    parts.append((Span(f"depth {question.depth}", Role.LABEL),))
    kinds = kinds_word(question.kinds)
    parts.append((Span("kinds ", Role.LABEL), Span(kinds, Role.ACCENT if question.kinds else Role.LABEL)))
    if question.hidden:
        parts.append((Span(". hidden too" if wide else ". hidden", Role.ACCENT),))
    if wide:
        parts.append((Span(moment or "as of now", Role.ACCENT if moment else Role.LABEL),))
    parts.append((Span(f"{len(scene.graph.nodes)} of {scene.total:,} shown"),))
    gap = Span("   ")
    return tuple(span for at, part in enumerate(parts) for span in ((gap, *part) if at else part))


def place(scene: Scene, cursor: str, at: int, marks: int, trail: str, *, wide: bool) -> str:
    """Return where the cursor is: by the walk where there is room beside it, else by title and trail."""
    pen = scene.pen
    node = scene.nodes.get(cursor)
    if node is None:
        return ""
    centre = cursor == scene.graph.centre
    title = cut(node_title(node, pen), 44, pen.glyphs.ellipsis)
    marked = f"   {marks} marked" if marks else ""
    if wide:
        who = "centre" if centre else title
        return f"{who} · h j k l walk, {at + 1} of {len(scene.graph.nodes)}{marked}"
    double = "+=+" if pen.glyphs.rule == "-" else "╔═╗"
    head = f"{double} centre · " if centre else ""
    way = f"   trail: {trail}" if trail else ""
    return f"{head}on {title}{marked}{way}"


def tail(scene: Scene) -> list[Line]:
    """Return what stands below a picture: why there is one box only, or how many links have no line."""
    if len(scene.graph.nodes) > 1:
        if not scene.undrawn:
            return []
        return [
            (),
            (
                _dim(f" {scene.undrawn:,} more links among these have no line here. "),
                Span("v", Role.KEY),
                _dim(" lists all"),
            ),
        ]
    if scene.question.kinds:
        kinds = kinds_word(scene.question.kinds)
        return [(), (Span(f" No link of these kinds ({kinds}). ", Role.DIM), Span("esc", Role.KEY), _dim(" shows all"))]
    if scene.graph.more:
        return [(), (_dim(" All that links here is hidden. "), Span(".", Role.KEY), _dim(" shows it"))]
    named = [(Span(" enter", Role.KEY), _dim(f" lists what it names ({scene.names})"))] if scene.names else []
    return [(), NO_EDGE, *named]


def _dim(text: str) -> Span:
    return Span(text, Role.DIM)


def newer_first(memories: Sequence[Memory]) -> tuple[Memory, Memory]:
    """Return two memories, the newer one first."""
    from memtui.services.weighing import in_order

    newer, older, _ = in_order(memories[0], memories[1])
    return newer, older


def short_title(memory: Memory, pen: Pen) -> str:
    """Return a memory's beginning for a sentence about two."""
    return pen.cut(row_text(memory, frozenset({Badge.SECRET}), pen), 28)


def choices(found: Beyond, pen: Pen) -> list[Choice[str]]:
    """Return what is not shown around a node, to choose a centre from: its neighbours, then what it names."""
    offered: list[Choice[str]] = []
    for one in found.neighbours:
        outward = one.edge.target == one.node.key
        sign = edge_sign(one.edge, pen.glyphs, outward=outward)
        words = f"{sign.glyph} {sign.word}  {node_title(one.node, pen)}"
        offered.append(Choice(one.node.key, words, _worth(one.node), "not shown"))
    for entity in found.names:
        words = f"{TYPE_SIGNS[entity.type]} {shown(pen.mask(entity.name))}"
        offered.append(
            Choice(entity_key(entity.number or 0), words, entity.type.value.replace("_", " "), "named in it")
        )
    return offered


def _worth(node: Node) -> str:
    return share(node.importance) if node.memory is not None else ""
