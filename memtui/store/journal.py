"""The journal: each act's batch and its events, both sides of every changed row."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, update

from memtui.domain.records import Batch, Event, Json
from memtui.store import mapping
from memtui.store.driver import Prepared
from memtui.store.mapping import to_json_text
from memtui.store.statements import BATCHES, EVENTS, table_of
from memtui.store.tables import BatchRow, EventRow

_BATCH: Final = table_of(BatchRow)
_EVENT: Final = table_of(EventRow)
_ADD: Final = Prepared(insert(_EVENT))
_MARK: Final = update(_BATCH).where(_BATCH.c.number == bindparam("wanted")).values(undone_by=bindparam("by"))


def side_to_text(row: Json | None) -> str | None:
    """Return one side of an event as it is kept: JSON without the fields that are NULL, which make up half of a row."""
    if row is None:
        return None
    return to_json_text({name: value for name, value in row.items() if value is not None})


def side_from_text(table: str, text: str | None) -> dict[str, Any] | None:
    """Return the whole row that `side_to_text` was given."""
    if text is None:
        return None
    row = json.loads(text)
    mapper = mapping.JOURNALLED.get(table)
    return mapper.whole(row) if mapper is not None else row


def event_of(number: int, batch: int, table: str, row: int, before: str | None, after: str | None) -> Event:
    """Return the event of a row of the event table."""
    return Event(
        number=number,
        batch_number=batch,
        table=table,
        row_number=row,
        before=side_from_text(table, before),
        after=side_from_text(table, after),
    )


class Journal:
    """Writes one batch: its row when the first change comes, its events gathered and written in one go."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self._events: list[dict[str, Any]] = []
        self._stored = batch

    def number(self, connection: Connection) -> int:
        """Return the batch's number, storing its row first if need be."""
        if self.batch.number is None:
            self.batch = replace(self.batch, number=BATCHES.insert(connection, self.batch, {}))
            self._stored = self.batch
        assert self.batch.number is not None
        return self.batch.number

    def add(self, connection: Connection, table: str, row: int, before: Json | None, after: Json | None) -> None:
        """Note one row's step."""
        self._events.append(
            {
                "batch_number": self.number(connection),
                "table": table,
                "row_number": row,
                "before": side_to_text(before),
                "after": side_to_text(after),
            }
        )
        self.batch = replace(self.batch, changes=self.batch.changes + 1)

    def flush(self, connection: Connection) -> None:
        """Write what was noted."""
        if self._events:
            _ADD.many(connection, self._events)
            self._events = []
        if self.batch.number is not None and self.batch != self._stored:
            BATCHES.update(connection, self.batch, {})
            self._stored = self.batch

    def drop(self, connection: Connection) -> None:
        """Take the batch's row out again, because nothing was changed in its name."""
        if self.batch.number is not None:
            connection.execute(delete(_BATCH).where(_BATCH.c.number == self.batch.number))
            self.batch = self._stored = replace(self.batch, number=None)

    def roll_back(self, batch: Batch) -> None:
        """Go back to the batch as it was last committed."""
        self._events = []
        self.batch = self._stored = batch


def mark_undone(connection: Connection, batch: int, undone_by: int | None) -> None:
    """Write into a batch's row which one took it back."""
    connection.execute(_MARK, {"wanted": batch, "by": undone_by})


def adopt(connection: Connection, batch: Batch, events: Sequence[Event]) -> Batch:
    """Store another store's batch and its events as history; one that is adopted and numbered takes further events."""
    kept = batch
    if batch.number is None or not batch.adopted:
        kept = replace(batch, number=None, adopted=True)
        kept = replace(kept, number=BATCHES.insert(connection, kept, {}))
    if events:
        rows = [
            {
                "batch_number": kept.number,
                "table": event.table,
                "row_number": event.row_number,
                "before": side_to_text(event.before),
                "after": side_to_text(event.after),
            }
            for event in events
        ]
        _ADD.many(connection, rows)
    return kept


__all__ = ["EVENTS", "Journal", "adopt", "event_of", "mark_undone", "side_from_text", "side_to_text"]
