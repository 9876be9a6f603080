"""Bringing in what hangs on memories in another store: entities, facts, relations and conflicts, each once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from memtui.domain.errors import InvalidRecord
from memtui.domain.records import Entity, Json
from memtui.formats.base import RawRecord
from memtui.formats.rows import REFERENCES, TABLES, from_row, to_row
from memtui.services.ports import Store, UnitOfWork
from memtui.services.transfer_numbers import Numbers, is_rank, rank_of


class TiedIntake:
    """Takes in rows that point to others; `ceilings` are the highest numbers of each table before the import."""

    def __init__(self, store: Store, work: UnitOfWork | None, numbers: Numbers, ceilings: Mapping[str, int]) -> None:
        self.reads = store.reads
        self.graph = store.graph
        self.work = work
        self.numbers = numbers
        self.ceilings = ceilings
        self._entities: dict[str, int] | None = None
        self._merged: list[tuple[int, int, RawRecord]] = []

    def take(self, record: RawRecord, known: dict[Any, tuple[int, Json]]) -> None:
        """Take in one row, unless it is among the `known`; raises InvalidRecord."""
        table, rank = record.table, rank_of(record.row)
        if table == "entity":
            self._entity(record, rank)
            return
        row = {**record.row}
        for name, of in REFERENCES[table].items():
            if not is_rank(row.get(name)):
                raise InvalidRecord(f"The field {name} is missing or no number.")
            row[name] = self.numbers.known(of, row[name])
        existing = known.get(identity(table, row))
        if existing is not None:
            self.numbers.is_here(table, rank, existing[0])
            return
        made = from_row(TABLES[table], row, number=self.numbers.of(table, rank))
        if self.work is not None:
            known[identity(table, row)] = (self.numbers.insert(self.work, table, made).number or 0, row)

    def _entity(self, record: RawRecord, rank: int) -> None:
        number = self.numbers.of("entity", rank)
        made = from_row(Entity, record.row, number=number, merged_into=None)
        existing = self.entities().get(made.id) or self._of_that_name(made)
        if existing is not None:
            self.numbers.is_here("entity", rank, existing)
            return
        if self.work is not None:
            number = self.numbers.insert(self.work, "entity", made).number or 0
        self.numbers.is_here("entity", rank, number)
        if is_rank(survivor := record.row.get("merged_into")):
            self._merged.append((number, survivor, record))

    def _of_that_name(self, entity: Entity) -> int | None:
        """Return the number of the thing of that name and type that was here before the import."""
        ceiling = self.ceilings["entity"]
        if not ceiling:
            return None
        name = entity.name.casefold()
        for known in self.graph.entities_named(entity.name):
            if known.type is entity.type and known.name.casefold() == name and (known.number or 0) <= ceiling:
                return known.number
        return None

    def merge(self, chunk: int) -> Iterator[tuple[RawRecord, str]]:
        """Point merged entities at their survivors, which may stand after them; yields those whose survivor is missing."""
        for start in range(0, len(self._merged), chunk):
            run = self._merged[start : start + chunk]
            rows = [row for number, _, _ in run for row in self.reads.records("entity", number - 1, 1)]
            found = {row.number: row for row in rows if isinstance(row, Entity)}
            for number, survivor, record in run:
                try:
                    target = self.numbers.known("entity", survivor)
                except InvalidRecord as error:
                    yield record, error.sentence
                    continue
                if self.work is not None and number in found and target != number:
                    self.work.update(replace(found[number], merged_into=target))

    def known(self, table: str, records: list[RawRecord]) -> dict[Any, tuple[int, Json]]:
        """Return what is here already of the rows that these may be, by what makes them the same."""
        found: dict[Any, tuple[int, Json]] = {}
        reads = self.reads
        if table == "entity":
            return found
        anchor = "memory_number" if table == "fact" else next(iter(REFERENCES[table]))
        numbers = {
            self.numbers.of("memory", record.row[anchor]) for record in records if is_rank(record.row.get(anchor))
        }
        old = sorted(number for number in numbers if number <= self.ceilings["memory"])
        if table == "fact":
            return self._facts(set(old))
        for number in old:
            for row in reads.relations(number) if table == "relation" else reads.conflicts(number):
                found[identity(table, to_row(row))] = (row.number or 0, to_row(row))
        return found

    def _facts(self, memories: set[int]) -> dict[Any, tuple[int, Json]]:
        found: dict[Any, tuple[int, Json]] = {}
        after = 0
        while memories and (rows := self.reads.records("fact", after, 500)):
            after = rows[-1].number or 0
            for row in rows:
                if getattr(row, "memory_number", 0) in memories:
                    found[identity("fact", to_row(row))] = (row.number or 0, to_row(row))
        return found

    def entities(self) -> dict[str, int]:
        """Return the numbers of the entities that are here, by id."""
        if self._entities is None:
            self._entities = {}
            after = 0
            while rows := self.reads.records("entity", after, 500):
                after = rows[-1].number or 0
                self._entities.update({row.id: row.number or 0 for row in rows if isinstance(row, Entity)})
        return self._entities


def identity(table: str, row: Json) -> Any:
    """Return what makes two rows of a table the same one."""
    if table == "conflict":
        return row.get("id")
    if table == "relation":
        return row.get("from_number"), row.get("to_number"), row.get("kind")
    names = ("subject_number", "predicate", "object_number", "memory_number", "scope")
    return tuple(row.get(name) or "" for name in names)
