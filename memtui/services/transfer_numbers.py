"""Row numbers of another store as numbers here."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import replace
from typing import Any, TypeGuard

from memtui.domain.errors import InvalidRecord
from memtui.domain.records import Json
from memtui.services.ports import R, UnitOfWork

_MOST_ROWS = 2**40


class Numbers:
    """The file's row numbers as numbers here: above what was taken when the import began, but for rows that were here.

    Rows come in order of their numbers, so that two plain arrays hold what is known at 16 bytes a row.
    """

    def __init__(self, bases: dict[str, int]) -> None:
        self.bases = bases
        self._tops = dict.fromkeys(bases, 0)
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

    def reach(self, table: str, number: int) -> None:
        """Learn that the file holds a row of that number."""
        self._tops[table] = max(self._tops[table], number)

    def insert(self, work: UnitOfWork, table: str, record: R) -> R:
        """Insert a row under its number, or where somebody took that in the meantime above all numbers of the file."""
        number = record.number
        while number is not None and work.row(table, number) is not None:
            self._tops[table] += 1
            number = self.bases[table] + self._tops[table]
        return work.insert(replace(record, number=number))

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


def rank_of(row: Json) -> int:
    """Return the number that a row has in its file; raises InvalidRecord."""
    number = row.get("number")
    if not is_rank(number):
        raise InvalidRecord("The row has no number.")
    return int(number)


def is_rank(value: Any) -> TypeGuard[int]:
    """Say whether a value can be a row's number."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < _MOST_ROWS
