"""The only writer: one batch of changes, journalled, with derived rows in step, in one transaction a chunk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, bindparam, select

from memtui.domain.changes import Change, same_row
from memtui.domain.errors import InvalidRecord, NotFound, Refused, StaleWrite
from memtui.domain.kinds import EntityType
from memtui.domain.records import Batch, Entity, Event, Json, Memory, Record
from memtui.services.ports import ALSO, Act, Derive
from memtui.store import journal, mapping
from memtui.store.derived import DerivedRows
from memtui.store.engine import Database, Transaction
from memtui.store.journal import Journal
from memtui.store.merging import refuse_circle
from memtui.store.naming import survivor_of
from memtui.store.revisions import raised, stored_beside, with_readings
from memtui.store.statements import BATCHES, ENTITIES, MEMORIES, Rows, rows_for
from memtui.store.turns import pause

R = TypeVar("R", bound=Record)

_SUCCESSOR: Final = select(MEMORIES.table.c.superseded_by).where(MEMORIES.table.c.id == bindparam("wanted"))
_LONGEST_CHAIN: Final = 100_000


class SqlUnitOfWork:
    """A batch being written; see `services.ports.UnitOfWork`. It belongs to the thread that opened it."""

    def __init__(self, database: Database, act: Act, derive: Derive, tokenizer_version: int) -> None:
        self._transaction: Transaction = database.transaction()
        self._transaction.before_derived_read = self._flush
        self._derived = DerivedRows(
            derive, tokenizer_version, keep=self._keep_entity, take_out=self._take_out_entity, at=act.at
        )
        self._journal = Journal(_new_batch(act))
        self._committed: Batch = self._journal.batch
        self._going_on = act.resume
        self._kept = act.kept

    # Reading under the lock

    def memory(self, number: int) -> Memory:
        """Return a memory as it is under the write lock; raises NotFound."""
        found = MEMORIES.get(self._connection(), number)
        if found is None:
            raise NotFound(f"There is no memory number {number}.")
        return found

    def memories(self, numbers: Sequence[int]) -> list[Memory]:
        """Return the memories that exist of `numbers`, in that order."""
        found = MEMORIES.get_all(self._connection(), list(numbers))
        return [found[number] for number in numbers if number in found]

    def row(self, table: str, number: int) -> Json | None:
        """Return a journalled table's whole row as events hold it, or None."""
        rows = rows_for(table)
        found = rows.get(self._connection(), number)
        return None if found is None else rows.mapper.to_json(found)

    @property
    def batch_number(self) -> int:
        """The number of the batch being written."""
        connection = self._connection()
        return self._journal.number(connection)

    @property
    def changes(self) -> int:
        """How many changes this batch has made so far."""
        return self._journal.batch.changes

    # Writing

    def insert(self, record: R) -> R:
        """Add a record and return it with its number; raises Refused where its number or id is taken."""
        rows = rows_for(mapping.mapper_of(record).table)
        connection = self._connection()
        stored = self._put(connection, rows, record)
        self._note(connection, rows, None, stored)
        return stored

    def update(self, record: R) -> R:
        """Replace a record by its number; raises NotFound, StaleWrite. An equal one changes nothing."""
        rows = rows_for(mapping.mapper_of(record).table)
        if record.number is None:
            raise InvalidRecord("A record without a number cannot be replaced.")
        connection = self._connection()
        before = rows.get(connection, record.number)
        if before is None:
            raise NotFound(f"There is no {rows.mapper.table} number {record.number} any more.")
        if getattr(before, "version", None) != getattr(record, "version", None):
            raise StaleWrite(
                f"This {rows.mapper.table} was changed by somebody else in the meantime.",
                "Look at it again and repeat.",
            )
        replaced: R = self._replace(connection, rows, before, record)
        return replaced

    def entity_for(self, type: EntityType, name: str, aliases: Sequence[str] = ()) -> Entity:
        """Return the entity with that type and whole name or alias, making it where there is none; a merged one gives its survivor."""
        connection = self._connection()
        if not self._derived.names.knows(name):
            self._derived.learn_names(connection)
        named = self._derived.names.entity(connection, type, name, aliases, self._journal.batch.at)
        found = survivor_of(connection, named)
        for entity in (named, found):
            self._derived.merging.stays(entity.number or 0)
        return found

    def apply(self, change: Change) -> None:
        """Carry out a change exactly as given: insert, replace or take out a row; an entity that others use stays."""
        rows = rows_for(change.table)
        connection = self._connection()
        before = rows.get(connection, change.number)
        if change.after is None:
            if isinstance(before, Entity):
                # Whether anything uses it is known once all changes are carried out.
                self._derived.merging.leaves(change.number)
            elif before is not None:
                self._take_out(connection, rows, before)
            return
        if rows is ENTITIES:
            self._derived.merging.stays(change.number)
        record = replace(rows.mapper.from_json(change.after), number=change.number)
        if before is None:
            # A version never comes back, or an old copy could pass for the present row.
            stored = self._put(connection, rows, raised(record, record))
            self._note(connection, rows, None, stored)
        else:
            self._replace(connection, rows, before, record)

    def adopt(self, batch: Batch, events: Sequence[Event]) -> Batch:
        """Store another store's batch and events as history and return it numbered; given that, add further events."""
        return journal.adopt(self._connection(), batch, events)

    def mark_undone(self, batch: int, undone_by: int | None) -> None:
        """Say in the batch's row which batch took it back, or that none does."""
        journal.mark_undone(self._connection(), batch, undone_by)

    def summarise(self, summary: str) -> None:
        """Set the batch's one-line summary."""
        self._journal.batch = replace(self._journal.batch, summary=summary)

    def checkpoint(self, resume: Json, summary: str = "") -> None:
        """Commit what was done so far as part of a batch marked partial; the next use begins a new transaction."""
        if not self._transaction.active:
            return
        batch = self._journal.batch
        if batch.number is not None:
            resume = {**_for_good(batch), **resume}
            self._journal.batch = replace(batch, partial=True, resume=resume, summary=summary or batch.summary)
        self._flush()
        held, one_writer = self._transaction.held, self._connection().dialect.name == "sqlite"
        self._transaction.commit()
        # Until the next chunk begins others may change what was found.
        self._derived.names.forget()
        self._committed = self._journal.batch
        self._going_on = self._committed.number
        if one_writer:
            pause(held)

    # The end of the block

    def finish(self) -> None:
        """Commit the whole batch; one without changes leaves no trace."""
        batch = self._journal.batch
        if batch.number is None and not self._transaction.active and self._going_on is None:
            return
        connection = self._connection()
        self._derived.flush(connection, last=True)
        batch = self._journal.batch
        if batch.changes == 0 and batch.undoes is None and not self._kept:
            self._journal.drop(connection)
        elif batch.number is not None:
            self._journal.batch = replace(batch, partial=False, resume=_for_good(batch))
        self._journal.flush(connection)
        self._transaction.commit()

    def abandon(self) -> None:
        """Roll back to the last checkpoint."""
        self._derived.discard()
        self._journal.roll_back(self._committed)
        self._transaction.rollback()

    # Inside

    def _connection(self) -> Connection:
        begun = self._transaction.active
        connection = self._transaction.connection
        if not begun and self._going_on is not None:
            self._go_on(connection, self._going_on)
        return connection

    def _go_on(self, connection: Connection, number: int) -> None:
        """Take up a partial batch again, unless somebody took it back between two chunks."""
        batch = BATCHES.get(connection, number)
        if batch is None:
            raise NotFound(f"There is no batch number {number} to go on with.")
        if not batch.partial or batch.undone_by is not None:
            raise Refused(f"Batch {batch.id} is finished or undone and cannot be gone on with.")
        if self._journal.batch.number is None:
            self._journal = Journal(batch)
            self._committed = batch

    def _flush(self) -> None:
        connection = self._connection()
        self._derived.flush(connection)
        self._journal.flush(connection)

    def _put(self, connection: Connection, rows: Rows[Any], record: R) -> R:
        if isinstance(record, Memory):
            self._refuse_circle(connection, record)
        number = rows.insert(connection, record, stored_beside(record))
        stored = replace(record, number=number)
        self._derived.added(connection, stored)
        return stored

    def _replace(self, connection: Connection, rows: Rows[Any], before: Any, record: Any) -> Any:
        after = with_readings(before, raised(record, before))
        mapper = rows.mapper
        if same_row(mapper.to_json(before), mapper.to_json(after)):
            return before
        if isinstance(after, Memory) and (after.superseded_by != before.superseded_by or after.id != before.id):
            self._refuse_circle(connection, after)
        elif isinstance(after, Entity) and after.merged_into != before.merged_into:
            refuse_circle(connection, after)
        self._derived.changed(connection, before, after)
        rows.update(connection, after, stored_beside(after))
        self._note(connection, rows, before, after)
        return after

    def _take_out(self, connection: Connection, rows: Rows[Any], before: Any) -> None:
        self._derived.gone(connection, before)
        rows.delete(connection, before.number)
        self._note(connection, rows, before, None)

    def _keep_entity(self, connection: Connection, entity: Entity) -> Entity:
        """Store an entity that a text or a fact names for the first time."""
        stored = self._put(connection, ENTITIES, entity)
        self._note(connection, ENTITIES, None, stored)
        return stored

    def _take_out_entity(self, connection: Connection, entity: Entity) -> None:
        self._take_out(connection, ENTITIES, entity)

    def _note(self, connection: Connection, rows: Rows[Any], before: Any, after: Any) -> None:
        to_json = rows.mapper.to_json
        self._journal.add(
            connection,
            rows.mapper.table,
            (after or before).number,
            None if before is None else to_json(before),
            None if after is None else to_json(after),
        )

    def _refuse_circle(self, connection: Connection, memory: Memory) -> None:
        successor, steps = memory.superseded_by, 0
        while successor is not None and steps < _LONGEST_CHAIN:
            if successor == memory.id:
                raise Refused(
                    f"Memory {memory.id} cannot be superseded by {memory.superseded_by}, which it supersedes itself.",
                    "Take back the earlier supersession first.",
                )
            successor = connection.execute(_SUCCESSOR, {"wanted": successor}).scalar()
            steps += 1


def _new_batch(act: Act) -> Batch:
    from ulid import ULID

    return Batch(
        id=str(ULID.from_datetime(act.at)),
        actor=act.actor.name,
        actor_kind=act.actor.kind,
        action=act.action,
        at=act.at,
        summary=act.summary,
        face=act.face,
        undoes=act.undoes,
        resume={ALSO: list(act.also)} if act.also else {},
    )


def _for_good(batch: Batch) -> Json:
    """Return what stays of a batch's `resume` once it is whole."""
    return {name: value for name, value in batch.resume.items() if name == ALSO}
