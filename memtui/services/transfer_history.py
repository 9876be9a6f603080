"""Another store's history: its batches and events taken over as they were, without effect on any row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from memtui.domain.errors import InvalidRecord
from memtui.domain.records import Batch, Event, Json
from memtui.formats.base import RawRecord
from memtui.formats.rows import TABLES, from_row, renumbered
from memtui.services.ports import Reads, UnitOfWork

_AT_ONCE = 500


class HistoryIntake:
    """Gathers the events of a batch and stores both when the next one begins; batches that are here are left out."""

    def __init__(self, reads: Reads, work: UnitOfWork | None, number: Callable[[str, int], int]) -> None:
        self._reads = reads
        self._work = work
        self._number = number
        self._known: dict[str, int] | None = None
        self._numbers: dict[int, int] = {}
        self._batch: Batch | None = None
        self._rank = 0
        self._undone_later: dict[int, list[int]] = {}
        self._events: list[Event] = []

    def take(self, record: RawRecord) -> None:
        """Take in a batch's or an event's line; raises InvalidRecord."""
        if record.table == "batch":
            self.finish()
            self._begin(record.row)
        elif self._batch is not None:
            self._events.append(self._event(record.row))

    def finish(self) -> bool:
        """Store the batch at hand; says whether there was one."""
        batch, self._batch = self._batch, None
        events, self._events = self._events, []
        if batch is None or self._work is None:
            return False
        adopted = self._work.adopt(batch, events)
        self._numbers[self._rank] = adopted.number or 0
        for rank in self._undone_later.pop(self._rank, ()):
            self._work.mark_undone(self._numbers[rank], adopted.number)
        return True

    def _begin(self, row: Json) -> None:
        if self._known is None:
            self._known = self._batches_here()
        rank = row.get("number")
        if not isinstance(rank, int):
            raise InvalidRecord("The batch has no number.")
        here = self._known.get(str(row.get("id")))
        if here is not None:
            self._numbers[rank] = here
            return
        undoes, undone_by = row.get("undoes"), row.get("undone_by")
        undone = self._numbers.get(undoes) if isinstance(undoes, int) else None
        self._rank = rank
        if isinstance(undone_by, int):
            self._undone_later.setdefault(undone_by, []).append(rank)
        self._batch = from_row(Batch, row, number=None, adopted=True, resume={}, undoes=undone, undone_by=None)

    def _batches_here(self) -> dict[str, int]:
        found: dict[str, int] = {}
        after = 0
        while batches := self._reads.history(after, _AT_ONCE):
            after = batches[-1].number or 0
            found.update({batch.id: batch.number or 0 for batch in batches})
        return found

    def _event(self, row: Json) -> Event:
        table, number = row.get("of"), row.get("row")
        if table not in TABLES or not isinstance(number, int):
            raise InvalidRecord("The event names no row.")
        return Event(
            batch_number=0,
            table=table,
            row_number=self._number(table, number),
            before=renumbered(table, _side(row.get("before")), self._number),
            after=renumbered(table, _side(row.get("after")), self._number),
        )


def _side(value: Any) -> Json | None:
    if value is not None and not isinstance(value, dict):
        raise InvalidRecord("The event's sides are no rows.")
    return value
