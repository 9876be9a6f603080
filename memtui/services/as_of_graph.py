"""Entities, mentions, facts, relations and conflicts as they were at a past moment: see `services.ports`."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from memtui.domain.agreement import found_by_hand, went_its_way
from memtui.domain.errors import NotFound
from memtui.domain.kinds import ConflictState, EntityStatus, EntityType
from memtui.domain.records import Conflict, Entity, Fact, Mention, Relation
from memtui.services.as_of_views import View
from memtui.services.evidence import is_marker
from memtui.services.ports import ConflictFilter, EntityCount, Graph, Queue, QueueCounts, Reads, Tally
from memtui.services.ports.graphing import ACTIVE_ENTITIES
from memtui.services.ports.queueing import band_of

EVERY_STATUS = frozenset(EntityStatus)


class PastGraph:
    """The graph as a view shows it; mentions are those of today's texts."""

    def __init__(self, graph: Graph, reads: Reads, view: View) -> None:
        self._graph, self._reads, self._view = graph, reads, view

    def entities(self, numbers: Sequence[int]) -> dict[int, Entity]:
        """Return the entities that were known, by number."""
        found = self._view.entities(list(self._graph.entities(numbers).values()))
        return {entity.number: entity for entity in found if entity.number is not None}

    def entities_named(self, name: str) -> list[Entity]:
        """Return the entities of that name that were known, active ones first."""
        found = self._view.entities(self._graph.entities_named(name))
        return sorted(found, key=lambda one: one.status is not EntityStatus.ACTIVE)

    def entity_by_id(self, handle: str) -> Entity:
        """Return an entity by its id; raises NotFound where it was not known yet."""
        found = self._view.entities([self._graph.entity_by_id(handle)])
        if not found:
            raise NotFound("This entity was not known yet at that moment.")
        return found[0]

    def entity_counts(
        self,
        text: str = "",
        *,
        types: frozenset[EntityType] = frozenset(),
        statuses: frozenset[EntityStatus] = ACTIVE_ENTITIES,
        project: str | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> list[EntityCount]:
        """Return the entities that had been mentioned, with how many of the memories were there."""
        today = self._graph.entity_counts(
            text, types=types, statuses=EVERY_STATUS, project=project, limit=limit, offset=offset
        )
        found: list[EntityCount] = []
        for each in today:
            then = [one for one in self._view.entities([each.entity]) if one.status in statuses]
            memories = self._mentioning([each.entity.number or 0]) if then else []
            if memories:
                newest = max(memory.sort_at for memory in self._reads.memories(memories[:1]))
                found.append(EntityCount(entity=then[0], memories=len(memories), newest_at=newest))
        return sorted(found, key=lambda one: (-one.memories, one.entity.number or 0))

    def count_entities(self, *, statuses: frozenset[EntityStatus] = ACTIVE_ENTITIES) -> Mapping[EntityType, int]:
        """Return how many entities there are of each type today."""
        return self._graph.count_entities(statuses=statuses)

    def mentions(self, memories: Sequence[int]) -> dict[int, list[Mention]]:
        """Return what those memories mention in their texts of today."""
        return self._graph.mentions(memories)

    def mentioning(self, entities: Sequence[int], limit: int | None = None) -> list[int]:
        """Return the memories that were there and mention any of those entities, newest first."""
        return self._mentioning(entities)[:limit]

    def count_mentioning(self, entities: Sequence[int]) -> int:
        """Return how many memories that were there mention any of those entities."""
        return len(self._mentioning(entities))

    def facts_of(self, memories: Sequence[int]) -> list[Fact]:
        """Return the facts that those memories carried."""
        return self._view.facts(self._graph.facts_of(memories))

    def facts_about(self, entities: Sequence[int]) -> list[Fact]:
        """Return the facts about those entities."""
        return self._view.facts(self._graph.facts_about(entities))

    def relations_of(self, memories: Sequence[int], limit: int | None = None) -> list[Relation]:
        """Return the relations from or to any of those memories, oldest first."""
        return self._view.relations(self._graph.relations_of(memories, limit))

    def count_relations(self, memories: Sequence[int]) -> dict[int, int]:
        """Return how many active relations those memories have today."""
        return self._graph.count_relations(memories)

    def most_related(self, project: str | None = None) -> int | None:
        """Return the memory with the most relations today, if it was there."""
        number = self._graph.most_related(project)
        return number if number is not None and self._reads.memories([number]) else None

    def all_entities(self, after: int, limit: int) -> list[Entity]:
        """Return entities with numbers above `after`, as they were."""
        return self._view.entities(self._graph.all_entities(after, limit))

    def all_facts(self, after: int, limit: int) -> list[Fact]:
        """Return facts with numbers above `after`, as they were."""
        return self._view.facts(self._graph.all_facts(after, limit))

    def _mentioning(self, entities: Sequence[int]) -> list[int]:
        there = self._reads.memories(self._graph.mentioning(entities))
        return [memory.number for memory in there if memory.number is not None]


class PastQueue:
    """The conflicts as a view shows them."""

    def __init__(self, queue: Queue, view: View) -> None:
        self._queue, self._view = queue, view
        self._tallies: dict[ConflictFilter, list[Tally]] = {}

    def conflict(self, handle: int | str) -> Conflict:
        """Return a conflict as it was; raises NotFound where it was not found yet."""
        found = self._view.conflicts([self._queue.conflict(handle)])
        if not found:
            raise NotFound("This conflict was not found yet at that moment.")
        return found[0]

    def conflicts(self, numbers: Sequence[int]) -> list[Conflict]:
        """Return the conflicts that were there of `numbers`, in that order."""
        return self._view.conflicts(self._queue.conflicts(numbers))

    def numbers(self, where: ConflictFilter) -> array[int]:
        """Return the numbers of the conflicts that pass as they were, in today's order."""
        return array("q", (conflict.number or 0 for conflict in self._passing(where)))

    def counts(self, project: str | None = None) -> QueueCounts:
        """Return the counts of the conflicts as they were, and how the detector had fared by then."""
        there = [
            one for one in self._passing(ConflictFilter(states=frozenset(), project=project)) if not is_marker(one)
        ]
        judged = Counter(went_its_way(one) for one in there)
        return QueueCounts(
            states=dict(Counter(one.state for one in there)),
            severities=dict(Counter(one.severity for one in there if one.state is ConflictState.OPEN)),
            agreed=judged[True],
            judged=judged[True] + judged[False],
            missed=sum(map(found_by_hand, there)),
        )

    def _passing(self, where: ConflictFilter) -> list[Conflict]:
        """Return the conflicts that were in the wanted states then, whatever became of them."""
        numbers = self._queue.numbers(replace(where, states=frozenset()))
        found = self._view.conflicts(self._queue.conflicts(numbers.tolist()))
        return [one for one in found if not where.states or one.state in where.states]

    def tallies(self, where: ConflictFilter) -> list[Tally]:
        """Return how many of the conflicts as they were are alike; worked out once for each filter, as the past stays."""
        if where not in self._tallies:
            alike = Counter(
                (one.state, one.type, one.severity, band_of(one.confidence), went_its_way(one))
                for one in self._passing(where)
            )
            self._tallies[where] = [Tally(*kind, count) for kind, count in alike.items()]
        return self._tallies[where]

    def subjects(self, where: ConflictFilter, limit: int) -> list[tuple[str, int]]:
        """Return the subjects of more than one of today's conflicts, with their counts."""
        return self._queue.subjects(where, limit)

    def following(self) -> array[int]:
        """Return the numbers of today's conflicts that another of their group may stand for."""
        return self._queue.following()

    def of(self, memories: Sequence[int]) -> list[Conflict]:
        """Return the conflicts that any of these memories was part of."""
        return self._view.conflicts(self._queue.of(memories))

    def by_fingerprint(self, fingerprints: Sequence[str]) -> dict[str, list[Conflict]]:
        """Return the conflicts that were recorded for those pairs of texts."""
        found = self._queue.by_fingerprint(fingerprints)
        return {key: self._view.conflicts(conflicts) for key, conflicts in found.items()}
