"""The neighbourhood of a memory or an entity: what links to it, step by step, never more than a screen can show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import EntityStatus, FactStatus, RelationKind, RelationStatus, Status, Tier, Trust
from memtui.domain.records import Entity, Fact, Memory, Relation
from memtui.intelligence.importance import assess
from memtui.services.workspace import Workspace

MOST_NODES = 40
"""No drawing holds more boxes; the rest is counted."""

DEEPEST = 3
"""Steps away from the centre that may be asked for."""

CANDIDATES = 400
"""So many of a node's newest links are weighed; a hub with thousands counts the others unseen."""

MENTIONS = "mentions"
"""The kind of an edge from a memory to an entity that its text names."""

ENTITY_IMPORTANCE = 0.5
"""Entities have no importance of their own: among memories they stand in the middle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What may stand in a neighbourhood beside live memories; `deprecated` is for relations and facts that ended."""

    superseded: bool = True
    archived: bool = False
    transient: bool = False
    deprecated: bool = False


SHOWN = Look()
HIDDEN_TOO = Look(archived=True, transient=True, deprecated=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A memory or an entity: `key` is m or e and its row number, `more` how many of its neighbours are not shown."""

    key: str
    distance: int
    importance: float
    memory: Memory | None = None
    entity: Entity | None = None
    more: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """A link from `source` to `target` by their keys: a relation's kind, a fact's predicate, or `mentions`."""

    source: str
    target: str
    kind: str
    relation: Relation | None = None
    fact: Fact | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbourhood:
    """A centre, what is near it (the centre first, then by distance and importance), and how much is left out."""

    centre: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    more: int = 0


def neighbourhood(
    workspace: Workspace,
    centre: int | Entity,
    *,
    depth: int = 1,
    kinds: Iterable[str] = (),
    look: Look = SHOWN,
    limit: int = MOST_NODES,
) -> Neighbourhood:
    """Return what lies at most `depth` (1 to 3) steps around a memory, by number, or an entity.

    `kinds` narrows the edges to those relation kinds, predicates or `mentions`; none is all. Raises NotFound,
    InvalidRecord.
    """
    if not 1 <= depth <= DEEPEST:
        raise InvalidRecord(f"A depth of {depth} is not possible.", f"Choose 1 to {DEEPEST}.")
    walk = _Walk(workspace, frozenset(kinds), look, min(max(limit, 1), MOST_NODES))
    with workspace.store.reads.one_moment():
        walk.start(centre)
        for distance in range(1, depth + 1):
            if not walk.step(distance):
                break
        return walk.result()


def most_related(workspace: Workspace) -> int | None:
    """Return the live memory with the most relations: where a look at the whole store may begin."""
    return workspace.store.graph.most_related(workspace.settings.project)


def memory_key(number: int) -> str:
    """Return the key of a memory's node."""
    return f"m{number}"


def entity_key(number: int) -> str:
    """Return the key of an entity's node."""
    return f"e{number}"


@dataclass(slots=True)
class _Walk:
    """A walk outwards from a centre, a level at a time, one bulk read for each table and level."""

    workspace: Workspace
    kinds: frozenset[str]
    look: Look
    limit: int
    nodes: dict[str, Node] = field(default_factory=dict)
    frontier: list[str] = field(default_factory=list)
    edges: dict[tuple[str, str, str], Edge] = field(default_factory=dict)
    known: dict[str, Node | None] = field(default_factory=dict)
    uncounted: dict[str, int] = field(default_factory=dict)
    centre: str = ""

    def start(self, centre: int | Entity) -> None:
        """Put down the centre, whatever its status."""
        if isinstance(centre, Entity):
            node = _entity_node(centre, 0)
        else:
            node = self._memory_node(self.workspace.store.reads.memory(centre), 0)
        self.centre = node.key
        self.nodes[node.key] = self.known[node.key] = node
        self.frontier = [node.key]

    def step(self, distance: int) -> bool:
        """Take in the neighbours of the last level, the most important first, as far as there is room."""
        self._read(self.frontier, distance)
        reached = self._beyond(self.frontier)
        room = self.limit - len(self.nodes)
        chosen = sorted(reached, key=_worth, reverse=True)[: max(room, 0)]
        for node in chosen:
            self.nodes[node.key] = replace(node, distance=distance)
        self.frontier = [node.key for node in chosen]
        return bool(chosen)

    def result(self) -> Neighbourhood:
        """Return what was gathered, with the links among all of it and a count of what lies beyond."""
        self._read(self.frontier, DEEPEST + 1)
        shown = [edge for edge in self.edges.values() if edge.source in self.nodes and edge.target in self.nodes]
        beyond: dict[str, set[str]] = {}
        for edge in self.edges.values():
            for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
                if here in self.nodes and there not in self.nodes and self.known.get(there) is not None:
                    beyond.setdefault(here, set()).add(there)
        more = {key: len(beyond.get(key, ())) + self.uncounted.get(key, 0) for key in self.nodes}
        nodes = tuple(replace(node, more=more[key]) for key, node in self.nodes.items())
        unseen = len(set().union(*beyond.values())) + sum(self.uncounted.values())
        return Neighbourhood(centre=self.centre, nodes=nodes, edges=tuple(shown), more=unseen)

    def _beyond(self, frontier: Sequence[str]) -> list[Node]:
        inside = set(frontier)
        found: dict[str, Node] = {}
        for edge in self.edges.values():
            for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
                node = self.known.get(there)
                if here in inside and there not in self.nodes and node is not None:
                    found[there] = node
        return list(found.values())

    def _read(self, keys: Sequence[str], distance: int) -> None:
        """Read the links of these nodes and what they lead to."""
        memories = [int(key[1:]) for key in keys if key[0] == "m"]
        entities = [int(key[1:]) for key in keys if key[0] == "e"]
        links = [*self._relations(memories), *self._mentions(entities, distance), *self._facts(entities)]
        self._learn({key for edge in links for key in (edge.source, edge.target)})
        for edge in links:
            if self._wanted(edge):
                self.edges[edge.source, edge.target, edge.kind] = edge

    def _relations(self, memories: Sequence[int]) -> list[Edge]:
        if not memories:
            return []
        graph = self.workspace.store.graph
        for number, count in graph.count_relations(memories).items():
            if count > CANDIDATES:
                self.uncounted[memory_key(number)] = count - CANDIDATES
        return [
            Edge(
                source=memory_key(relation.from_number),
                target=memory_key(relation.to_number),
                kind=relation.kind.value,
                relation=relation,
            )
            for relation in graph.relations_of(memories, CANDIDATES)
            if relation.status is RelationStatus.ACTIVE or self.look.deprecated
        ]

    def _mentions(self, entities: Sequence[int], distance: int) -> list[Edge]:
        """Return who mentions the centre; entities on the way are reached by facts and stay what they are."""
        if not entities or distance != 1:
            return []
        graph = self.workspace.store.graph
        found = graph.mentioning(entities, CANDIDATES)
        if len(found) == CANDIDATES:
            self.uncounted[self.centre] = max(graph.count_mentioning(entities) - CANDIDATES, 0)
        return [Edge(source=memory_key(number), target=self.centre, kind=MENTIONS) for number in found]

    def _facts(self, entities: Sequence[int]) -> list[Edge]:
        if not entities:
            return []
        facts = self.workspace.store.graph.facts_about(entities)
        current = [fact for fact in facts if fact.status is not FactStatus.DEPRECATED or self.look.deprecated]
        return [
            Edge(
                source=entity_key(fact.subject_number),
                target=entity_key(fact.object_number),
                kind=fact.predicate.value,
                fact=fact,
            )
            for fact in current[-CANDIDATES:]
            if fact.subject_number != fact.object_number
        ]

    def _learn(self, keys: set[str]) -> None:
        """Read the memories and entities behind keys that were not met before; None stands for what is not to be shown."""
        fresh = sorted(keys - self.known.keys())
        self.known |= dict.fromkeys(fresh)
        numbers = [int(key[1:]) for key in fresh if key[0] == "m"]
        for memory in self.workspace.store.reads.memories(numbers) if numbers else ():
            if self._shown(memory):
                node = self._memory_node(memory, 0)
                self.known[node.key] = node
        entities = [int(key[1:]) for key in fresh if key[0] == "e"]
        for entity in self.workspace.store.graph.entities(entities).values() if entities else ():
            if entity.status is EntityStatus.ACTIVE or self.look.deprecated:
                node = _entity_node(entity, 0)
                self.known[node.key] = node

    def _shown(self, memory: Memory) -> bool:
        look = self.look
        if memory.status is Status.SUPERSEDED and not look.superseded:
            return False
        if memory.status is Status.ARCHIVED and not look.archived:
            return False
        return look.transient or (memory.tier is Tier.DURABLE and memory.trust is not Trust.HELD)

    def _wanted(self, edge: Edge) -> bool:
        """Say whether an edge is of a kind that was asked for; a contradiction that superseded counts as both."""
        if not self.kinds or edge.kind in self.kinds:
            return True
        if edge.kind != RelationKind.CONTRADICTS or RelationKind.SUPERSEDES not in self.kinds:
            return False
        return superseded_by(self._memory(edge.target), self._memory(edge.source))

    def _memory(self, key: str) -> Memory | None:
        node = self.known.get(key)
        return node.memory if node is not None else None

    def _memory_node(self, memory: Memory, distance: int) -> Node:
        importance = assess(memory, self.workspace.clock.now()).value
        return Node(key=memory_key(memory.number or 0), distance=distance, importance=importance, memory=memory)


def superseded_by(old: Memory | None, new: Memory | None) -> bool:
    """Say whether the one memory took the other's place."""
    return old is not None and new is not None and old.superseded_by == new.id


def _entity_node(entity: Entity, distance: int) -> Node:
    return Node(key=entity_key(entity.number or 0), distance=distance, importance=ENTITY_IMPORTANCE, entity=entity)


def _worth(node: Node) -> tuple[float, float, str]:
    """Return what orders nodes of one level: importance, then how new, then the key."""
    newness = node.memory.sort_at.timestamp() if node.memory is not None else 0.0
    return round(node.importance, 6), newness, node.key
