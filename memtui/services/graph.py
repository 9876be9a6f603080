"""The neighbourhood of a memory or an entity: what links to it, step by step, never more than a screen can show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import EntityStatus
from memtui.domain.records import Entity
from memtui.services.graph_parts import (
    CANDIDATES,
    DEEPEST,
    ENTITY_IMPORTANCE,
    HIDDEN_TOO,
    MENTIONS,
    MOST_NODES,
    SHOWN,
    Edge,
    Look,
    Neighbourhood,
    Node,
    entity_key,
    memory_key,
    superseded_by,
)
from memtui.services.graph_walk import Walk
from memtui.services.workspace import Workspace

__all__ = [
    "CANDIDATES",
    "DEEPEST",
    "ENTITY_IMPORTANCE",
    "HIDDEN_TOO",
    "MENTIONS",
    "MOST_NODES",
    "SHOWN",
    "Beyond",
    "Edge",
    "Look",
    "Neighbour",
    "Neighbourhood",
    "Node",
    "beyond",
    "entity_key",
    "kinds_around",
    "memory_key",
    "most_related",
    "neighbourhood",
    "superseded_by",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A node and the link that leads to it."""

    edge: Edge
    node: Node


@dataclass(frozen=True, slots=True, kw_only=True)
class Beyond:
    """What hangs on a node and is not shown: its neighbours, the most important first, the entities that a memory
    names, and how many neighbours were not even looked at."""

    neighbours: tuple[Neighbour, ...] = ()
    names: tuple[Entity, ...] = ()
    more: int = 0


def neighbourhood(
    workspace: Workspace,
    centre: int | Entity,
    *,
    depth: int = 1,
    kinds: Iterable[str] = (),
    look: Look = SHOWN,
    limit: int = MOST_NODES,
    proposals: bool = False,
) -> Neighbourhood:
    """Return what lies at most `depth` (1 to 3) steps around a memory, by number, or an entity.

    `kinds` narrows the edges to those relation kinds, predicates or `mentions`; none is all, but that the entities
    which a memory in the centre names stand there only if `mentions` is asked for. `proposals` adds the supersessions
    that wait in the queue. Raises NotFound, InvalidRecord.
    """
    if not 1 <= depth <= DEEPEST:
        raise InvalidRecord(f"A depth of {depth} is not possible.", f"Choose 1 to {DEEPEST}.")
    walk = Walk(workspace, frozenset(kinds), look, min(max(limit, 1), MOST_NODES), proposals)
    with workspace.store.reads.one_moment():
        walk.start(centre)
        for distance in range(1, depth + 1):
            if not walk.step(distance):
                break
        return walk.result()


def kinds_around(
    workspace: Workspace, centre: int | Entity, *, depth: int = 1, look: Look = SHOWN
) -> Mapping[str, int]:
    """Return how many links of each kind there are around a centre, the commonest first; `mentions` counts both ways."""
    found = neighbourhood(workspace, centre, depth=depth, look=look, proposals=True)
    counts = Counter(edge.kind for edge in found.edges)
    if isinstance(centre, int) and (named := len(_names(workspace, centre))):
        counts[MENTIONS] = named
    return dict(counts.most_common())


def beyond(
    workspace: Workspace,
    centre: int | Entity,
    shown: Collection[str] = (),
    *,
    kinds: Iterable[str] = (),
    look: Look = SHOWN,
) -> Beyond:
    """Return the neighbours of a memory or an entity whose keys are not among those `shown`, and what it names."""
    walk = Walk(workspace, frozenset(kinds), look, CANDIDATES, proposals=True)
    with workspace.store.reads.one_moment():
        walk.start(centre)
        found = [Neighbour(edge=edge, node=node) for edge, node in walk.neighbours() if node.key not in shown]
        names = _names(workspace, centre) if isinstance(centre, int) else ()
    unseen = tuple(one for one in names if entity_key(one.number or 0) not in shown)
    return Beyond(neighbours=tuple(found), names=unseen, more=sum(walk.uncounted.values()))


def _names(workspace: Workspace, number: int) -> tuple[Entity, ...]:
    """Return the current entities that a memory names, in the order of its text."""
    graph = workspace.store.graph
    mentions = graph.mentions([number]).get(number, [])
    found = graph.entities(list(dict.fromkeys(mention.entity_number for mention in mentions)))
    return tuple(entity for entity in found.values() if entity.status is EntityStatus.ACTIVE)


def most_related(workspace: Workspace) -> int | None:
    """Return the live memory with the most relations: where a look at the whole store may begin."""
    return workspace.store.graph.most_related(workspace.settings.project)
