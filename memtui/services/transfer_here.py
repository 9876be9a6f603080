"""What is here already of another store's rows, and the numbers under which its rows are here."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import Any

from memtui.domain.errors import InvalidRecord
from memtui.domain.records import Json
from memtui.formats.base import RawRecord
from memtui.formats.rows import REFERENCES, to_row
from memtui.services.ports import Reads


class Numbers:
    """The file's row numbers as numbers here: above what was taken when the import began, but for rows that were here.

    Rows come in order of their numbers, so that two plain arrays hold what is known at 16 bytes a row.
    """

    def __init__(self, bases: dict[str, int]) -> None:
        self.bases = bases
        self._ranks: dict[str, array[int]] = {table: array("q") for table in bases}
        self._here: dict[str, array[int]] = {table: array("q") for table in bases}

    def of(self, table: str, number: int) -> int:
        """Return the number here of a row of the file."""
        place = self._place(table, number)
        return self.bases.get(table, 0) + number if place is None else self._here[table][place]

    def known(self, table: str, number: int) -> int:
        """Return the number here of a row that came; raises InvalidRecord for one that did not."""
        place = self._place(table, number)
        if place is None:
            raise InvalidRecord(f"It points to {table} {number}, which is not in the file.")
        return self._here[table][place]

    def is_here(self, table: str, number: int, actual: int) -> None:
        """Say under which number a row of the file is here."""
        ranks, here = self._ranks[table], self._here[table]
        place = bisect_left(ranks, number)
        if place < len(ranks) and ranks[place] == number:
            here[place] = actual
        else:
            ranks.insert(place, number)
            here.insert(place, actual)

    def _place(self, table: str, number: int) -> int | None:
        ranks = self._ranks.get(table, array("q"))
        place = bisect_left(ranks, number)
        return place if place < len(ranks) and ranks[place] == number else None


class Here:
    """Looks for rows of a file among the store's; `ceiling` is the highest memory number before the import."""

    def __init__(self, reads: Reads, numbers: Numbers, ceiling: int) -> None:
        self.reads = reads
        self.numbers = numbers
        self.ceiling = ceiling

    def rows(self, table: str, records: list[RawRecord]) -> dict[Any, tuple[int, Json]]:
        """Return what is here already of the rows that these may be, by what makes them the same."""
        found: dict[Any, tuple[int, Json]] = {}
        reads = self.reads
        if table == "entity":
            return found
        anchor = "memory_number" if table == "fact" else next(iter(REFERENCES[table]))
        numbers = {
            self.numbers.of("memory", record.row[anchor]) for record in records if _is_int(record.row.get(anchor))
        }
        old = sorted(number for number in numbers if number <= self.ceiling)
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
        found: dict[str, int] = {}
        after = 0
        while rows := self.reads.records("entity", after, 500):
            after = rows[-1].number or 0
            found.update({str(getattr(row, "id", "")): row.number or 0 for row in rows})
        return found


def identity(table: str, row: Json) -> Any:
    """Return what makes two rows of a table the same one."""
    if table == "conflict":
        return row.get("id")
    if table == "relation":
        return row.get("from_number"), row.get("to_number"), row.get("kind")
    names = ("subject_number", "predicate", "object_number", "memory_number", "scope")
    return tuple(row.get(name) or "" for name in names)


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
