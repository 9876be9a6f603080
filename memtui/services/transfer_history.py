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
    """Stores batches and, in runs, their events; a batch that is here is left out.

    A stop can cut off only the batch that was adopted last: of that one, the events that are missing are added.
    """

    def __init__(self, reads: Reads, work: UnitOfWork | None, number: Callable[[str, int], int]) -> None:
        self._reads = reads
        self._work = work
        self._number = number
        self._known: dict[str, int] | None = None
        self._last_adopted = ""
        self._numbers: dict[int, int] = {}
        self._batch: Batch | None = None
        self._undone_later: dict[int, list[int]] = {}
        self._events: list[Event] = []
        self._already = 0

    def take(self, record: RawRecord) -> None:
        """Take in a batch's or an event's line; raises InvalidRecord."""
        if record.table == "batch":
            self.finish()
            self._begin(record.row)
        elif self._batch is not None:
            if self._already:
                self._already -= 1
            else:
                self._events.append(self._event(record.row))

    def flush(self) -> None:
        """Store the events that were read."""
        if self._batch is not None and self._work is not None and self._events:
            self._batch = self._work.adopt(self._batch, self._events)
        self._events = []

    def finish(self) -> None:
        """End the batch at hand."""
        self.flush()
        self._batch = None

    def _begin(self, row: Json) -> None:
        if self._known is None:
            self._known = self._batches_here()
        rank = row.get("number")
        if not isinstance(rank, int):
            raise InvalidRecord("The batch has no number.")
        name = str(row.get("id"))
        here = self._known.get(name)
        going_on = here is not None and name == self._last_adopted
        undoes, undone_by = row.get("undoes"), row.get("undone_by")
        if here is not None:
            self._numbers[rank] = here
            if not going_on:
                return
        undone = self._numbers.get(undoes) if isinstance(undoes, int) else None
        batch = from_row(Batch, row, number=here, adopted=True, resume={}, undoes=undone, undone_by=None)
        self._already = self._stored(here) if going_on and here is not None else 0
        if self._work is not None and not going_on:
            batch = self._work.adopt(batch, [])
            self._numbers[rank] = batch.number or 0
        if isinstance(undone_by, int):
            self._undone_later.setdefault(undone_by, []).append(rank)
        for earlier in self._undone_later.pop(rank, ()):
            if self._work is not None:
                self._work.mark_undone(self._numbers[earlier], batch.number)
        self._batch = batch

    def _batches_here(self) -> dict[str, int]:
        found: dict[str, int] = {}
        after = 0
        while batches := self._reads.history(after, _AT_ONCE):
            after = batches[-1].number or 0
            found.update({batch.id: batch.number or 0 for batch in batches})
            self._last_adopted = next((batch.id for batch in reversed(batches) if batch.adopted), self._last_adopted)
        return found

    def _stored(self, batch: int) -> int:
        """Return how many of a batch's events are here."""
        count, before = 0, None
        while page := self._reads.events_back(batch, before, _AT_ONCE):
            count += len(page)
            before = page[-1].number
        return count

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
