"""How today's rows looked at a past moment: by when they were true, and by when we knew them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Protocol, TypeVar

from memtui.domain.kinds import ConflictState, EntityStatus, FactStatus, RelationStatus, Status
from memtui.domain.records import Conflict, Entity, Fact, Memory, Relation
from memtui.services.ports import Store
from memtui.services.rows import record_of

R = TypeVar("R", Memory, Relation, Conflict, Entity, Fact)

AnyRecord = Memory | Relation | Conflict | Entity | Fact

_TABLES = {"memory": Memory, "relation": Relation, "conflict": Conflict, "entity": Entity, "fact": Fact}

UNSETTLED = (ConflictState.OPEN, ConflictState.KEPT)


class View(Protocol):
    """A past moment's way of seeing rows; what did not exist is left out."""

    at: datetime

    @property
    def horizon(self) -> datetime | None:
        """Return the time before which today's rows must lie to be among those that were there; None where time does not tell."""
        ...

    def memories(self, rows: Sequence[Memory]) -> list[Memory]:
        """Return today's memories as they were, in their order."""
        ...

    def relations(self, rows: Sequence[Relation]) -> list[Relation]:
        """Return today's relations as they were."""
        ...

    def conflicts(self, rows: Sequence[Conflict]) -> list[Conflict]:
        """Return today's conflicts as they were."""
        ...

    def entities(self, rows: Sequence[Entity]) -> list[Entity]:
        """Return today's entities as they were."""
        ...

    def facts(self, rows: Sequence[Fact]) -> list[Fact]:
        """Return today's facts as they were."""
        ...

    def gone(self, numbers: Sequence[int]) -> list[Memory]:
        """Return those of `numbers` that were there then and are not today, or are another row."""
        ...

    def overlaid(self) -> dict[int, Memory]:
        """Return all memories that were another row then than today, by number, those that are gone among them."""
        ...

    def reworded(self) -> Sequence[Memory]:
        """Return those of the overlaid memories whose text was another one then, or that are gone."""
        ...


class AsTrue:
    """By when things were true, with all that we know today."""

    def __init__(self, store: Store, at: datetime) -> None:
        self._store, self.at = store, at
        self._early: dict[int, Memory] | None = None

    @property
    def horizon(self) -> datetime | None:
        """Return the moment: what is dated later and began earlier is overlaid."""
        return self.at + timedelta(microseconds=1)

    def memories(self, rows: Sequence[Memory]) -> list[Memory]:
        """Return the memories that had begun, with the status that they had."""
        begun = [memory for memory in rows if self._began(memory) <= self.at]
        heirs = self._store.reads.by_ids(sorted({one.superseded_by for one in begun if one.superseded_by}))
        disputed = [one.number for one in begun if one.status is Status.CONFLICTED and one.number is not None]
        still = self._disputed(disputed) if disputed else set()
        return [self._then(memory, heirs, still) for memory in begun]

    def relations(self, rows: Sequence[Relation]) -> list[Relation]:
        """Return the relations between memories that had begun and that had not ended."""
        known = self._begun(number for row in rows for number in (row.from_number, row.to_number))
        return [
            replace(row, status=RelationStatus.ACTIVE) if self._revived(row.valid_until) else row
            for row in rows
            if row.from_number in known and row.to_number in known
        ]

    def conflicts(self, rows: Sequence[Conflict]) -> list[Conflict]:
        """Return the conflicts between memories that had begun."""
        known = self._begun(number for row in rows for number in (row.new_number, row.old_number))
        return [row for row in rows if row.new_number in known and row.old_number in known]

    def entities(self, rows: Sequence[Entity]) -> list[Entity]:
        """Return the entities; one that was retired since then is current again."""
        return [
            replace(row, status=EntityStatus.ACTIVE) if row.status is EntityStatus.DEPRECATED else row for row in rows
        ]

    def facts(self, rows: Sequence[Fact]) -> list[Fact]:
        """Return the facts that had begun; those that ended later still held."""
        known = self._begun(row.memory_number for row in rows)
        return [
            replace(row, status=FactStatus.ACTIVE) if self._revived(row.valid_until) else row
            for row in rows
            if row.memory_number in known and (row.valid_from is None or row.valid_from <= self.at)
        ]

    def gone(self, numbers: Sequence[int]) -> list[Memory]:
        """Return nothing: every row is today's."""
        return []

    def overlaid(self) -> dict[int, Memory]:
        """Return the memories of later days that tell of what held already; every row is today's."""
        if self._early is None:
            told = self._store.reads.memories(self._store.reads.begun_earlier(self.at))
            self._early = {one.number or 0: one for one in self.memories(told)}
        return self._early

    def reworded(self) -> Sequence[Memory]:
        """Return nothing: every text is today's."""
        return ()

    def _began(self, memory: Memory) -> datetime:
        return memory.valid_from or memory.sort_at

    def _begun(self, numbers: Iterable[int]) -> set[int]:
        wanted = sorted(set(numbers))
        return {one.number or 0 for one in self._store.reads.memories(wanted) if self._began(one) <= self.at}

    def _revived(self, until: datetime | None) -> bool:
        return until is not None and until > self.at

    def _then(self, memory: Memory, heirs: dict[str, Memory], disputed: set[int]) -> Memory:
        heir = heirs.get(memory.superseded_by or "")
        ended = memory.valid_until or (self._began(heir) if heir is not None else None)
        if memory.status is Status.SUPERSEDED and ended is not None and ended > self.at:
            return replace(memory, status=Status.ACTIVE, superseded_by=None, valid_until=None)
        if memory.status is Status.ACTIVE and ended is not None and ended <= self.at:
            return replace(memory, status=Status.SUPERSEDED)
        if memory.status is Status.CONFLICTED and memory.number not in disputed:
            return replace(memory, status=Status.ACTIVE)
        return memory

    def _disputed(self, numbers: Sequence[int]) -> set[int]:
        """Return which of these memories were in conflict with one that had begun."""
        unsettled = [one for one in self._store.queue.of(numbers) if one.state in UNSETTLED]
        return {number for one in self.conflicts(unsettled) for number in (one.new_number, one.old_number)}


class AsKnown:
    """By when we knew it: today's rows with what each was before its first change after the moment."""

    def __init__(self, store: Store, at: datetime) -> None:
        self._store, self.at = store, at
        self._before: dict[str, dict[int, AnyRecord | None]] = {table: {} for table in _TABLES}
        self._asked: dict[str, set[int]] = {table: set() for table in _TABLES}
        self._overlaid: dict[int, Memory] | None = None
        self._reworded: list[Memory] | None = None

    @property
    def horizon(self) -> datetime | None:
        """Return nothing: what was known has any date."""
        return None

    def memories(self, rows: Sequence[Memory]) -> list[Memory]:
        """Return the memories that had been stored, as they were."""
        return list(self._then("memory", rows))

    def relations(self, rows: Sequence[Relation]) -> list[Relation]:
        """Return the relations that had been found, as they were."""
        return list(self._then("relation", rows))

    def conflicts(self, rows: Sequence[Conflict]) -> list[Conflict]:
        """Return the conflicts that had been found, as they were."""
        return list(self._then("conflict", rows))

    def entities(self, rows: Sequence[Entity]) -> list[Entity]:
        """Return the entities that were known, as they were."""
        return list(self._then("entity", rows))

    def facts(self, rows: Sequence[Fact]) -> list[Fact]:
        """Return the facts that had been stated, as they were."""
        return list(self._then("fact", rows))

    def gone(self, numbers: Sequence[int]) -> list[Memory]:
        """Return those of `numbers` that were taken out since, as they were."""
        before = self._changed("memory", numbers)
        return [row for number in numbers if isinstance(row := before.get(number), Memory)]

    def overlaid(self) -> dict[int, Memory]:
        """Return the memories that have changed or gone since, as they were."""
        if self._overlaid is None:
            found = self._read("memory", None)
            self._overlaid = {number: row for number, row in found.items() if isinstance(row, Memory)}
        return self._overlaid

    def reworded(self) -> Sequence[Memory]:
        """Return the overlaid memories whose text was another one then, or that are gone."""
        if self._reworded is None:
            then = self.overlaid()
            today = {one.number: one.content_hash for one in self._store.reads.memories(sorted(then))}
            self._reworded = [one for number, one in then.items() if today.get(number) != one.content_hash]
        return self._reworded

    def _then(self, table: str, rows: Sequence[R]) -> Iterator[R]:
        changed = self._changed(table, [row.number for row in rows if row.number is not None])
        for row in rows:
            if row.number not in changed:
                yield row
                continue
            before = changed[row.number]
            if before is not None:
                yield before  # type: ignore[misc]  # rows of one table are records of one class

    def _changed(self, table: str, numbers: Sequence[int]) -> dict[int, AnyRecord | None]:
        """Return what rows that changed after the moment were before; None for one that was not there yet."""
        fresh = [number for number in numbers if number not in self._asked[table]]
        if fresh:
            self._before[table] |= self._read(table, fresh)
            self._asked[table].update(fresh)
        return self._before[table]

    def _read(self, table: str, numbers: Sequence[int] | None) -> dict[int, AnyRecord | None]:
        kind: Any = _TABLES[table]
        return {
            event.row_number: None if event.before is None else record_of(kind, event.before)
            for event in self._store.reads.first_events_after(self.at, table, numbers)
        }
