"""A walk outwards from a memory or an entity, over what links to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from memtui.domain.kinds import (
    ConflictState,
    EntityStatus,
    FactStatus,
    RelationKind,
    RelationStatus,
    Status,
    SuggestedAction,
    Tier,
    Trust,
)
from memtui.domain.records import Entity, Memory
from memtui.intelligence.importance import assess
from memtui.services.evidence import is_marker
from memtui.services.graph_parts import (
    CANDIDATES,
    DEEPEST,
    ENTITY_IMPORTANCE,
    MENTIONS,
    Edge,
    Look,
    Neighbourhood,
    Node,
    entity_key,
    memory_key,
    superseded_by,
)
from memtui.services.workspace import Workspace


@dataclass(slots=True)
class Walk:
    """A walk outwards from a centre, a level at a time, one bulk read for each table and level."""

    workspace: Workspace
    kinds: frozenset[str]
    look: Look
    limit: int
    proposals: bool = False
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

    def neighbours(self) -> list[tuple[Edge, Node]]:
        """Return what the centre links to with the link, the most important first; a pair with two links comes once."""
        self._read(self.frontier, 1)
        best = {node.key: node for node in self._beyond(self.frontier)}
        links: dict[str, Edge] = {}
        for edge in self.edges.values():
            for there in (edge.source, edge.target):
                if there in best:
                    links.setdefault(there, edge)
        return [(links[node.key], node) for node in sorted(best.values(), key=_worth, reverse=True)]

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
        links += [*self._names(memories, distance), *self._proposed(memories)]
        self._learn({key for edge in links for key in (edge.source, edge.target)})
        for edge in links:
            if self._wanted(edge):
                self.edges[edge.source, edge.target, edge.kind + "?" * (edge.conflict is not None)] = edge

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

    def _names(self, memories: Sequence[int], distance: int) -> list[Edge]:
        """Return what the memory in the centre names, if that is asked for."""
        if not memories or distance != 1 or MENTIONS not in self.kinds:
            return []
        found = self.workspace.store.graph.mentions(memories)
        return [
            Edge(source=memory_key(number), target=entity_key(mention.entity_number), kind=MENTIONS)
            for number, mentions in found.items()
            for mention in mentions
        ]

    def _proposed(self, memories: Sequence[int]) -> list[Edge]:
        """Return the supersessions that wait in the queue."""
        if not memories or not self.proposals:
            return []
        return [
            Edge(
                source=memory_key(conflict.new_number),
                target=memory_key(conflict.old_number),
                kind=RelationKind.SUPERSEDES.value,
                conflict=conflict,
            )
            for conflict in self.workspace.store.queue.of(memories)[-CANDIDATES:]
            if conflict.state is ConflictState.OPEN
            and conflict.suggested_action is SuggestedAction.SUPERSEDE_EXISTING
            and not is_marker(conflict)
        ]

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


def _entity_node(entity: Entity, distance: int) -> Node:
    return Node(key=entity_key(entity.number or 0), distance=distance, importance=ENTITY_IMPORTANCE, entity=entity)


def _worth(node: Node) -> tuple[float, float, str]:
    """Return what orders nodes of one level: importance, then how new, then the key."""
    newness = node.memory.sort_at.timestamp() if node.memory is not None else 0.0
    return round(node.importance, 6), newness, node.key
