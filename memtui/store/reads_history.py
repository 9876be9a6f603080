"""The journal read back: batches, events, and what stands in an undo's way."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, bindparam, func, null, or_, select, true
from sqlalchemy.orm import aliased
from sqlmodel import col

from memtui.domain.errors import NotFound
from memtui.domain.kinds import ActorKind
from memtui.domain.records import Batch, Event
from memtui.services.ports import ActHead
from memtui.store.functions import unindexed
from memtui.store.handles import by_number_or_id
from memtui.store.journal import event_of
from memtui.store.mapping import escaped, unescaped
from memtui.store.reads_memories import Reader
from memtui.store.statements import BATCHES, AnySelect, pieces, rows_for
from memtui.store.tables import BatchRow, EventRow

_NEWEST_FIRST: Final = col(BatchRow.number).desc()
_EVENT: Final = (
    col(EventRow.number),
    col(EventRow.batch_number),
    col(EventRow.table),
    col(EventRow.row_number),
    col(EventRow.before),
    col(EventRow.after),
)
_HEADS: Final = select(col(BatchRow.number), col(BatchRow.actor), col(BatchRow.actor_kind), col(BatchRow.at)).where(
    col(BatchRow.adopted).is_(False)
)
_CHANGES: Final = select(col(BatchRow.changes)).where(col(BatchRow.number) == bindparam("batch"))
_AFTER: Final = select(func.count()).select_from(
    select(col(EventRow.number))
    .where(col(EventRow.batch_number) > bindparam("batch"))
    .limit(bindparam("most"))
    .subquery()
)
_LATER: Final = and_(col(BatchRow.at) > bindparam("at"), col(BatchRow.adopted).is_(False))
_FIRST_BATCH: Final = select(func.min(col(BatchRow.number))).where(_LATER)
_FIRST: Final = (
    select(col(EventRow.row_number), func.min(col(EventRow.number)))
    .join(BatchRow, col(BatchRow.number) == col(EventRow.batch_number))
    .where(_LATER, col(EventRow.table) == bindparam("table"))
    .group_by(col(EventRow.row_number))
)
_FIRST_OF_ALL: Final = _FIRST.where(col(EventRow.batch_number) >= bindparam("first"))
_FIRST_OF_SOME: Final = _FIRST.where(col(EventRow.row_number).in_(bindparam("wanted", expanding=True)))
_BEFORE: Final = select(*_EVENT[:-1], null()).where(col(EventRow.number).in_(bindparam("wanted", expanding=True)))


class HistoryReads(Reader):
    """Reads of batches and events."""

    def history(self, after: int, limit: int) -> list[Batch]:
        """Return batches with numbers above `after`, oldest first."""
        statement = BATCHES.select.where(BATCHES.number > after).order_by(BATCHES.number).limit(limit)
        with self._database.reading(derived=True) as connection:
            return BATCHES.read(connection, statement)

    def batches(
        self,
        limit: int,
        before: int | None = None,
        *,
        actor: str | None = None,
        action: str | None = None,
        memory: int | None = None,
        text: str = "",
    ) -> list[Batch]:
        """Return batches, newest first, with numbers below `before`, narrowed."""
        statement = BATCHES.select.where(*_narrowed(actor, action, memory, text)).order_by(_NEWEST_FIRST).limit(limit)
        if before is not None:
            statement = statement.where(BATCHES.number < before)
        with self._database.reading(derived=True) as connection:
            return BATCHES.read(connection, statement)

    def count_batches(
        self, *, actor: str | None = None, action: str | None = None, memory: int | None = None, text: str = ""
    ) -> int:
        """Return how many batches pass."""
        statement = select(func.count()).select_from(BatchRow).where(*_narrowed(actor, action, memory, text))
        with self._database.reading(derived=True) as connection:
            return int(connection.execute(statement).scalar_one())

    def batch_numbers(
        self, *, actor: str | None = None, action: str | None = None, memory: int | None = None, text: str = ""
    ) -> array[int]:
        """Return the numbers of all batches that pass, newest first."""
        statement = select(col(BatchRow.number)).where(*_narrowed(actor, action, memory, text)).order_by(_NEWEST_FIRST)
        with self._database.reading(derived=True) as connection:
            return array("q", (number for (number,) in connection.execute(statement) if number is not None))

    def batch_facets(self) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Return the actors and the actions with how many batches each has, commonest first."""
        with self._database.reading(derived=True) as connection:
            actors, actions = (
                [
                    (unescaped(value), int(count))
                    for value, count in connection.execute(
                        select(column, func.count()).group_by(column).order_by(func.count().desc(), column)
                    )
                ]
                for column in (col(BatchRow.actor), col(BatchRow.action))
            )
        return actors, actions

    def batch(self, handle: str | int) -> Batch:
        """Return a batch by number, id or unique id prefix; raises NotFound, or Refused where several match."""
        with self._database.reading(derived=True) as connection:
            found = by_number_or_id(connection, BATCHES, handle, "batches")
        if found is not None:
            return found
        raise NotFound(f"No batch answers to {str(handle)!r}.")

    def batches_of(self, numbers: Sequence[int]) -> list[Batch]:
        """Return the batches that exist of `numbers`, in that order."""
        with self._database.reading(derived=True) as connection:
            found = BATCHES.get_all(connection, numbers)
        return [found[number] for number in numbers if number in found]

    def acts(self, action: str, limit: int) -> list[ActHead]:
        """Return the newest batches of one action, newest first, with no more than tells whose they are; adopted ones left out."""
        statement = _HEADS.where(col(BatchRow.action) == escaped(action)).order_by(_NEWEST_FIRST).limit(limit)
        with self._database.reading(derived=True) as connection:
            rows = connection.execute(statement).all()
        return [ActHead(number or 0, unescaped(actor), ActorKind(kind), at) for number, actor, kind, at in rows]

    def events(self, batch: int, limit: int | None = None) -> list[Event]:
        """Return a batch's events in order."""
        statement = select(*_EVENT).where(col(EventRow.batch_number) == batch).order_by(col(EventRow.number))
        return self._events(statement if limit is None else statement.limit(limit))

    def events_back(self, batch: int, before: int | None, limit: int) -> list[Event]:
        """Return a batch's events with numbers below `before`, newest first."""
        statement = select(*_EVENT).where(col(EventRow.batch_number) == batch)
        if before is not None:
            statement = statement.where(col(EventRow.number) < before)
        return self._events(statement.order_by(col(EventRow.number).desc()).limit(limit))

    def events_of(self, table: str, number: int) -> list[Event]:
        """Return the events of one row, oldest first."""
        mine = and_(col(EventRow.table) == table, col(EventRow.row_number) == number)
        return self._events(select(*_EVENT).where(mine).order_by(col(EventRow.number)))

    def changes_of(self, table: str, numbers: Sequence[int]) -> dict[int, list[Event]]:
        """Return the events that changed some rows, by row number, oldest first; neither what made nor what removed one."""
        found: dict[int, list[Event]] = {}
        changed = and_(col(EventRow.before).is_not(None), col(EventRow.after).is_not(None))
        with self._database.reading(derived=True):
            for run in pieces(list(dict.fromkeys(numbers))):
                mine = and_(col(EventRow.table) == table, col(EventRow.row_number).in_(list(run)))
                for event in self._events(select(*_EVENT).where(mine, changed).order_by(col(EventRow.number))):
                    found.setdefault(event.row_number, []).append(event)
        return found

    def first_events_after(self, at: datetime, table: str, numbers: Sequence[int] | None = None) -> list[Event]:
        """Return the first event after a moment of each row of a table, or of `numbers` of them, in order of the rows.

        Only their `before` is read: the row as it was then. What came with an import from another store had no
        effect on the rows and is left out.
        """
        rows_for(table)
        found: dict[int, int] = {}
        with self._database.reading(derived=True) as connection:
            if numbers is None:
                first = connection.execute(_FIRST_BATCH, {"at": at}).scalar()
                if first is not None:
                    found.update(_pairs(connection, _FIRST_OF_ALL, at=at, table=table, first=first))
            for run in pieces(list(dict.fromkeys(numbers or ()))):
                found.update(_pairs(connection, _FIRST_OF_SOME, at=at, table=table, wanted=list(run)))
            events = [
                event
                for run in pieces(sorted(found.values()))
                for event in self._events(_BEFORE.params(wanted=list(run)))
            ]
        return sorted(events, key=lambda event: event.row_number)

    def later_event(self, batch: int, *, undos: bool = False) -> Event | None:
        """Return the first event after `batch` on a row that it changed, leaving out what was taken back again.

        An undone batch and the undo that took it back cancel out, and so do an undo and its redo: only
        ordinary batches that stand now are in the way. With `undos` the newest event instead, of undos and redos
        that stand and took back what came before `batch`.
        """
        own = aliased(EventRow)
        same = and_(col(own.table) == col(EventRow.table), col(own.row_number) == col(EventRow.row_number))
        mine = col(own.batch_number) == batch
        # The fewer rows lead: those of a long batch are not gone through for the few acts that came after it.
        few = self._few_after(batch)
        found_in = select(*_EVENT) if few else select(*_EVENT).join(own, and_(same, mine))
        # Each of them is looked up by its row: by the batch, all of a long one would be gone through for each.
        led = select(col(own.number)).where(same, unindexed(col(own.batch_number)) == batch).exists()
        statement = (
            found_in.join(BatchRow, col(BatchRow.number) == col(EventRow.batch_number))
            .where(
                led if few else true(),
                col(EventRow.batch_number) > batch,
                col(BatchRow.undone_by).is_(None),
                col(BatchRow.undoes) < batch if undos else col(BatchRow.undoes).is_(None),
                col(BatchRow.adopted).is_(False),
            )
            # Not by the index of the numbers, which would begin with the oldest event of all.
            .order_by((col(EventRow.number) + 0).desc() if undos else col(EventRow.number) + 0)
            .limit(1)
        )
        found = self._events(statement)
        return found[0] if found else None

    def _few_after(self, batch: int) -> bool:
        """Say whether fewer events came after a batch than it has."""
        with self._database.reading(derived=True) as connection:
            own = connection.execute(_CHANGES, {"batch": batch}).scalar() or 0
            after = connection.execute(_AFTER, {"batch": batch, "most": own}).scalar() or 0
        return int(after) < int(own)

    def later_batches(self, batches: Sequence[int]) -> list[tuple[int, int]]:
        """Return pairs of one of `batches` and a later one, of any, that stands and changed a row that the first had changed.

        An undo or a redo counts only where it took back what came before the first of the pair. In order of both.
        """
        own = aliased(EventRow)
        statement = (
            select(col(own.batch_number), col(EventRow.batch_number))
            .distinct()
            .join(own, and_(col(own.table) == col(EventRow.table), col(own.row_number) == col(EventRow.row_number)))
            .join(BatchRow, col(BatchRow.number) == col(EventRow.batch_number))
            .where(
                col(own.batch_number).in_(bindparam("wanted", expanding=True)),
                col(EventRow.batch_number) > col(own.batch_number),
                col(BatchRow.undone_by).is_(None),
                or_(col(BatchRow.undoes).is_(None), col(BatchRow.undoes) < col(own.batch_number)),
                col(BatchRow.adopted).is_(False),
            )
        )
        with self._database.reading(derived=True) as connection:
            runs = pieces(list(batches))
            return sorted(
                (int(one), int(later))
                for run in runs
                for one, later in connection.execute(statement, {"wanted": list(run)}).all()
            )

    def newest_batch(self, actor: str, *, undos: bool) -> Batch | None:
        """Return the actor's newest batch that is not undone: an ordinary one, or (undos) one that took an ordinary one back."""
        mine = and_(
            col(BatchRow.actor) == escaped(actor), col(BatchRow.undone_by).is_(None), col(BatchRow.adopted).is_(False)
        )
        statement = BATCHES.select.where(mine).order_by(_NEWEST_FIRST).limit(1)
        if undos:
            taken_back = aliased(BatchRow)
            ordinary = and_(col(taken_back.number) == col(BatchRow.undoes), col(taken_back.undoes).is_(None))
            statement = statement.where(select(col(taken_back.number)).where(ordinary).exists())
        else:
            statement = statement.where(col(BatchRow.undoes).is_(None))
        with self._database.reading(derived=True) as connection:
            found = BATCHES.read(connection, statement)
        return found[0] if found else None

    def _events(self, statement: AnySelect) -> list[Event]:
        with self._database.reading(derived=True) as connection:
            return [event_of(*row) for row in connection.execute(statement)]


def _narrowed(actor: str | None, action: str | None, memory: int | None, text: str) -> Iterable[ColumnElement[bool]]:
    if actor is not None:
        yield col(BatchRow.actor) == escaped(actor)
    if action is not None:
        yield col(BatchRow.action) == escaped(action)
    if memory is not None:
        about = and_(col(EventRow.table) == "memory", col(EventRow.row_number) == memory)
        yield col(BatchRow.number).in_(select(col(EventRow.batch_number)).where(about))
    for word in text.split():
        part = escaped(word)
        yield or_(
            col(BatchRow.summary).icontains(part, autoescape=True),
            col(BatchRow.action).icontains(part, autoescape=True),
            col(BatchRow.actor).icontains(part, autoescape=True),
        )


def _pairs(connection: Connection, statement: AnySelect, **values: Any) -> Iterable[tuple[int, int]]:
    """Return row numbers, each with the number of an event."""
    return ((row[0], row[1]) for row in connection.execute(statement, values).all())
