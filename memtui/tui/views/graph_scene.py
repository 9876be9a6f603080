"""What Graph shows, fetched and drawn off the event loop: a neighbourhood and its picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from memtui.domain.errors import MemtuiError, NotFound
from memtui.domain.filters import Badge
from memtui.domain.kinds import EntityStatus
from memtui.domain.records import Conflict, Entity, Memory
from memtui.intelligence.importance import Importance, assess
from memtui.render.graph import draw
from memtui.render.graph_choice import drawn_edges
from memtui.render.graph_picture import Drawing
from memtui.render.pen import Pen
from memtui.services import graph
from memtui.services.graph import HIDDEN_TOO, SHOWN, Beyond, Neighbourhood, Node

if TYPE_CHECKING:
    from memtui.services.workspace import Workspace

LEAST_CELLS = 40
"""No picture is drawn for less; it scrolls."""

BOX_ROOM = (26, 6)
"""Cells and lines that a box takes with what is around it."""

LEAST_BOXES = 12
"""As many boxes are shown however small the room is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What to show: around which node (None: where the store has most links), how far, which kinds, what else is hidden.

    `lines` is the height of the picture's room: of a hub only what fills two screens is shown, and with `by_room` the
    depth is two steps where those fit into it, else one.
    `instead` lets another centre stand in for one that is gone: for a place that an earlier run kept.
    """

    centre: str | None = None
    depth: int = 1
    lines: int = 0
    by_room: bool = False
    kinds: frozenset[str] = frozenset()
    hidden: bool = False
    instead: bool = False

    @property
    def look(self) -> graph.Look:
        """What may stand in it beside live memories."""
        return HIDDEN_TOO if self.hidden else SHOWN


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """An answer: the neighbourhood with its picture for a width in cells. `nodes` are its nodes by key."""

    question: Question
    graph: Neighbourhood
    drawing: Drawing
    cells: int
    pen: Pen
    nodes: Mapping[str, Node] = field(default_factory=dict)
    undrawn: int = 0
    """Links among the boxes for which the picture has no line."""

    names: int = 0
    """How many entities a memory names that stands alone."""

    @property
    def markable(self) -> frozenset[str]:
        """The boxes that acts on memories can apply to."""
        return frozenset(key for key, node in self.nodes.items() if node.memory is not None)

    @property
    def fits(self) -> bool:
        """Whether the picture is seen without scrolling."""
        return self.drawing.width <= self.cells and len(self.drawing.lines) <= self.question.lines

    @property
    def total(self) -> int:
        """How many there would be to show without a limit, as far as they were counted."""
        return len(self.graph.nodes) + self.graph.more


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What the pane tells of a node beside its links.

    Of a memory its badges, the names in it and its disagreements by the other memory's number; of an entity how many
    memories mention it. It has the attributes of `render.shapes.DetailShape`.
    """

    key: str
    memory: Memory
    importance: Importance
    badges: frozenset[Badge] = frozenset()
    entities: tuple[str, ...] = ()
    conflicts_with: Mapping[int, tuple[Conflict, ...]] = field(default_factory=dict)
    successor: None = None
    relations: tuple[()] = ()
    conflicts: tuple[()] = ()
    trail: tuple[()] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EntitySubject:
    """What the pane tells of an entity: how many memories mention it."""

    key: str
    entity: Entity
    mentioning: int


def scene(workspace: Workspace, question: Question, pen: Pen, cells: int, roomy: bool = False) -> Scene | None:
    """Return the neighbourhood that is asked for, drawn; None for a store without memories. Raises NotFound."""
    centre = _centre(workspace, question)
    if centre is None:
        return None
    depth = 1 if question.by_room else question.depth
    shown = _around(workspace, centre, replace(question, depth=depth), pen, cells, roomy)
    if question.by_room and shown.fits:
        further = _around(workspace, centre, replace(question, depth=2), pen, cells, roomy)
        shown = further if further.fits else shown
    if len(shown.nodes) > 1 or not isinstance(centre, int):
        return shown
    return replace(shown, names=len(graph.beyond(workspace, centre, kinds=question.kinds, look=question.look).names))


def _around(workspace: Workspace, centre: int | Entity, question: Question, pen: Pen, cells: int, roomy: bool) -> Scene:
    found = graph.neighbourhood(
        workspace,
        centre,
        depth=question.depth,
        kinds=question.kinds,
        look=question.look,
        limit=most_boxes(cells, question.lines),
        proposals=True,
    )
    return drawn(workspace, replace(question, centre=found.centre, instead=False), found, pen, cells, roomy)


def most_boxes(cells: int, lines: int) -> int:
    """Return how many boxes fill two screens of this room; all that a picture may have where its height is not known."""
    a_row, rows = max(cells, LEAST_CELLS) // BOX_ROOM[0], 2 * lines // BOX_ROOM[1]
    return min(max(a_row * rows, LEAST_BOXES), graph.MOST_NODES) if lines else graph.MOST_NODES


def drawn(
    workspace: Workspace, question: Question, found: Neighbourhood, pen: Pen, cells: int, roomy: bool = False
) -> Scene:
    """Return a neighbourhood drawn for a width; `roomy` boxes tell whose the centre is and how long others held."""
    cells = max(cells, LEAST_CELLS)
    nodes = {node.key: node for node in found.nodes}
    undrawn = sum(edge.source != edge.target for edge in found.edges) - len(drawn_edges(found))
    drawing = draw(found, pen, cells, roomy=roomy, opens=True)
    return Scene(
        question=question, graph=found, drawing=drawing, cells=cells, pen=pen, nodes=nodes, undrawn=max(undrawn, 0)
    )


def around(workspace: Workspace, question: Question) -> Mapping[str, int]:
    """Return how many links of each kind there are around the centre."""
    centre = _centre(workspace, question)
    if centre is None:
        return {}
    return graph.kinds_around(workspace, centre, depth=question.depth, look=question.look)


def beyond(workspace: Workspace, key: str, shown: frozenset[str], question: Question) -> Beyond:
    """Return what hangs on a node and is not shown."""
    return graph.beyond(workspace, node_of(workspace, key), shown, kinds=question.kinds, look=question.look)


def subject(workspace: Workspace, key: str) -> Subject | EntitySubject:
    """Return what the pane tells of a node; raises NotFound."""
    node = node_of(workspace, key)
    store = workspace.store
    if isinstance(node, Entity):
        return EntitySubject(key=key, entity=node, mentioning=store.graph.count_mentioning([node.number or 0]))
    memory = store.reads.memory(node)
    mentions = store.graph.mentions([node]).get(node, [])
    names = store.graph.entities(list(dict.fromkeys(mention.entity_number for mention in mentions)))
    between: dict[int, tuple[Conflict, ...]] = {}
    for conflict in store.queue.of([node]):
        other = conflict.old_number if conflict.new_number == node else conflict.new_number
        if not conflict.evidence.get("marker"):
            between[other] = (*between.get(other, ()), conflict)
    return Subject(
        key=key,
        memory=memory,
        importance=assess(memory, workspace.clock.now()),
        badges=store.reads.badges([node]).get(node, frozenset()),
        entities=tuple(entity.name for entity in names.values() if entity.status is EntityStatus.ACTIVE),
        conflicts_with=between,
    )


def node_of(workspace: Workspace, key: str) -> int | Entity:
    """Return the memory's number or the entity behind a key; of a merged entity what it became. Raises NotFound."""
    number = int(key[1:])
    if key[0] == "m":
        return number
    entity = workspace.store.graph.entities([number]).get(number)
    if entity is not None and entity.merged_into is not None:
        entity = workspace.store.graph.entities([entity.merged_into]).get(entity.merged_into)
    if entity is None:
        raise NotFound("This entity is not there any more.")
    return entity


def _centre(workspace: Workspace, question: Question) -> int | Entity | None:
    if question.centre is not None:
        try:
            node = node_of(workspace, question.centre)
            if isinstance(node, int):
                workspace.store.reads.memory(node)
            return node
        except MemtuiError:
            if not question.instead:
                raise
    most = graph.most_related(workspace)
    return most if most is not None else _newest(workspace)


def _newest(workspace: Workspace) -> int | None:
    from memtui.services import recall

    return next((hit.memory.number for hit in recall.recent(workspace, 1)), None)
