"""A unit of work that writes nothing: what an act would lead to is worked out on it by the very code of the act."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from memtui.domain.changes import Change
from memtui.domain.errors import NotFound
from memtui.domain.kinds import EntityType
from memtui.domain.records import Batch, Entity, Event, Json, Memory
from memtui.services.making import new_id
from memtui.services.ports import R, Store, UnitOfWork

UNSTORED = 0
"""The number of a memory that is only tried."""


class Rehearsal(UnitOfWork):
    """Takes in records and gives them back as a store would, and forgets them; see `services.ports.UnitOfWork`.

    A memory gets number 0, entities that are not there numbers below 0; nothing else gets one.
    """

    def __init__(self, store: Store, at: datetime) -> None:
        self._store = store
        self._at = at
        self._memories: dict[int, Memory] = {}
        self._entities: dict[tuple[EntityType, str], Entity] = {}
        self._changes = 0

    def memory(self, number: int) -> Memory:
        """Return a memory; raises NotFound."""
        return self._memories.get(number) or self._store.reads.memory(number)

    def memories(self, numbers: Sequence[int]) -> list[Memory]:
        """Return the memories that exist of `numbers`, in that order."""
        stored = {memory.number: memory for memory in self._store.reads.memories(numbers)}
        found = (self._memories.get(number) or stored.get(number) for number in numbers)
        return [memory for memory in found if memory is not None]

    def insert(self, record: R) -> R:
        """Give a record back as if it were stored."""
        self._changes += 1
        if isinstance(record, Memory):
            kept = replace(record, number=UNSTORED)
            self._memories[UNSTORED] = kept
            return kept
        return record

    def update(self, record: R) -> R:
        """Give a record back as if it were stored."""
        self._changes += 1
        if isinstance(record, Memory) and record.number is not None:
            self._memories[record.number] = record
        return record

    def entity_for(self, type: EntityType, name: str, aliases: Sequence[str] = ()) -> Entity:
        """Return the entity with that name, or one that would be made."""
        key = (type, name.casefold())
        if key not in self._entities:
            known = [one for one in self._store.graph.entities_named(name) if _means(one, type)]
            made = Entity(
                id=new_id(self._at),
                type=type,
                name=name,
                created_at=self._at,
                number=-1 - len(self._entities),
                aliases=tuple(aliases),
            )
            self._entities[key] = known[0] if known else made
        return self._entities[key]

    def apply(self, change: Change) -> None:
        """Do nothing."""
        self._changes += 1

    def row(self, table: str, number: int) -> Json | None:
        """Know of no rows."""
        return None

    def adopt(self, batch: Batch, events: Sequence[Event]) -> Batch:
        """Refuse: history is never rehearsed."""
        raise NotFound("A rehearsal has no history.")

    def mark_undone(self, batch: int, undone_by: int | None) -> None:
        """Do nothing."""

    @property
    def batch_number(self) -> int:
        """The number of a batch that does not exist."""
        return 0

    @property
    def changes(self) -> int:
        """How many changes were asked for."""
        return self._changes

    def checkpoint(self, resume: Json, summary: str = "") -> None:
        """Do nothing."""

    def summarise(self, summary: str) -> None:
        """Do nothing."""


def _means(entity: Entity, type: EntityType) -> bool:
    stands_alone: Any = (EntityType.PERSON, EntityType.PROJECT)
    return entity.type is type or (type is EntityType.CONCEPT and entity.type not in stands_alone)
