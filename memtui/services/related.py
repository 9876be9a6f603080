"""What belongs to a memory or a name: its links step by step, or the memories that mention it with what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.errors import InvalidRecord
from memtui.domain.records import Entity, Memory
from memtui.intelligence.timeline import context_label
from memtui.services import graph
from memtui.services.entity_list import named, names_of
from memtui.services.graph import Edge, Look, Node
from memtui.services.timeline import Timeline, timeline
from memtui.services.workspace import Workspace

LIMIT = 10
"""So many links a step, or memories, are named unless more are asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hop:
    """A link as seen from the end that is nearer to the memory in question.

    `outward` is from the newer end to the older one. `superseding` says that the newer one took the older one's place.
    """

    edge: Edge
    near: Node
    far: Node
    outward: bool
    superseding: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedMemory:
    """A memory and its links: `hops` holds the links one, two and three steps away, `more` how many each step leaves out."""

    memory: Memory
    hops: tuple[tuple[Hop, ...], ...]
    more: tuple[int, ...]
    depth: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentioned:
    """A memory that mentions a name, and in which role."""

    memory: Memory
    context: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RelatedEntity:
    """A name and the newest memories that mention it, with the timeline of those; `count` is how many there are."""

    name: str
    entities: tuple[Entity, ...]
    count: int
    mentioned: tuple[Mentioned, ...]
    timeline: Timeline


def related_to_memory(
    workspace: Workspace, number: int, *, depth: int = 1, limit: int = LIMIT, look: Look = graph.SHOWN
) -> RelatedMemory:
    """Return a memory's links at most `depth` (1 to 3) steps away, at most `limit` a step, the most important first.

    Raises NotFound, InvalidRecord.
    """
    found = graph.neighbourhood(workspace, number, depth=depth, look=look)
    nodes = {node.key: node for node in found.nodes}
    steps: list[list[Hop]] = [[] for _ in range(depth)]
    for edge in found.edges:
        source, target = nodes[edge.source], nodes[edge.target]
        outward = source.distance <= target.distance
        near, far = (source, target) if outward else (target, source)
        if near.distance < depth:
            over = graph.superseded_by(target.memory, source.memory)
            steps[near.distance].append(Hop(edge=edge, near=near, far=far, outward=outward, superseding=over))
    place = {key: at for at, key in enumerate(nodes)}
    for step in steps:
        step.sort(key=lambda hop: (place[hop.near.key], place[hop.far.key], hop.edge.kind))
    unseen = [nodes[found.centre].more, *(0 for _ in range(depth - 1))]
    return RelatedMemory(
        memory=_memory(nodes[found.centre]),
        hops=tuple(tuple(step[:limit]) for step in steps),
        more=tuple(max(len(step) - limit, 0) + hidden for step, hidden in zip(steps, unseen, strict=True)),
        depth=depth,
    )


def related_to_entity(workspace: Workspace, name: str, *, limit: int = LIMIT) -> RelatedEntity:
    """Return the newest `limit` memories that mention a name, an alias or an entity's id, and how the thing evolved in them.

    Raises NotFound.
    """
    if limit < 1:
        raise InvalidRecord(f"A limit of {limit} shows nothing.", "It must be 1 or more.")
    with workspace.store.reads.one_moment():
        entities = named(workspace, name)
        numbers = [entity.number for entity in entities if entity.number is not None]
        called = names_of(entities)
        newest = workspace.store.graph.mentioning(numbers, limit)
        memories = workspace.store.reads.memories(newest)
        types = {entity.type for entity in entities}
        told = timeline(workspace, name, newest=limit)
    return RelatedEntity(
        name=told.name,
        entities=entities,
        count=told.mentioning,
        mentioned=tuple(
            Mentioned(
                memory=memory,
                context=context_label(
                    memory.content,
                    called,
                    type=next(iter(types)) if len(types) == 1 else None,
                    kind=memory.kind,
                    tags=memory.tags,
                ),
            )
            for memory in memories
        ),
        timeline=told,
    )


def _memory(node: Node) -> Memory:
    if node.memory is None:
        raise InvalidRecord("Only a memory has related memories; ask for an entity by its name.")
    return node.memory
