"""Entities, mentions, facts and relations, as graph, timeline and consolidation read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from memtui.domain.kinds import EntityStatus, EntityType
from memtui.domain.records import Entity, Fact, Mention, Relation

ACTIVE_ENTITIES = frozenset({EntityStatus.ACTIVE})


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityCount:
    """An entity, how many memories mention it, and when the newest of them happened."""

    entity: Entity
    memories: int
    newest_at: datetime | None = None


class Graph(Protocol):
    """Entities, mentions, facts and relations; nothing here writes."""

    def entities(self, numbers: Sequence[int]) -> dict[int, Entity]:
        """Return entities by number."""
        ...

    def entities_named(self, name: str) -> list[Entity]:
        """Return the entities with that whole name or alias, case-folded, whatever their status; merged ones give their survivor, active ones come first."""
        ...

    def entity_by_id(self, handle: str) -> Entity:
        """Return an entity by id or unique id prefix; raises NotFound, Refused where several match."""
        ...

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
        """Return entities whose name or alias holds `text`, most mentioned first."""
        ...

    def count_entities(self, *, statuses: frozenset[EntityStatus] = ACTIVE_ENTITIES) -> Mapping[EntityType, int]:
        """Return how many entities there are of each type."""
        ...

    def mentions(self, memories: Sequence[int]) -> dict[int, list[Mention]]:
        """Return what those memories mention, in the order of the text."""
        ...

    def mentioning(self, entities: Sequence[int], limit: int | None = None) -> list[int]:
        """Return the numbers of the memories that mention any of those entities, newest (by when it happened) first."""
        ...

    def count_mentioning(self, entities: Sequence[int]) -> int:
        """Return how many memories mention any of those entities."""
        ...

    def facts_of(self, memories: Sequence[int]) -> list[Fact]:
        """Return the facts that those memories carry, in order of their numbers."""
        ...

    def facts_about(self, entities: Sequence[int]) -> list[Fact]:
        """Return the facts with any of those entities as subject or object, in order of their numbers."""
        ...

    def relations_of(self, memories: Sequence[int], limit: int | None = None) -> list[Relation]:
        """Return the relations from or to any of those memories, oldest first; with a `limit` only the newest so many of each memory that has more."""
        ...

    def count_relations(self, memories: Sequence[int]) -> dict[int, int]:
        """Return how many active relations those memories have; those without any are left out."""
        ...

    def most_related(self, project: str | None = None) -> int | None:
        """Return the live memory with the most active relations, the newest of equals; None where there is none."""
        ...

    def all_entities(self, after: int, limit: int) -> list[Entity]:
        """Return entities with numbers above `after`, in order."""
        ...

    def all_facts(self, after: int, limit: int) -> list[Fact]:
        """Return facts with numbers above `after`, in order."""
        ...
