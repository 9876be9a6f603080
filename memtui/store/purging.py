"""Purging: the one way in which something leaves a store for good, the journal's copies included."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Connection, and_, delete, or_, select, update
from sqlmodel import col

from memtui.domain.records import Memory
from memtui.services.ports import Act, Derive
from memtui.store.engine import Database
from memtui.store.merging import unused
from memtui.store.statements import CONFLICTS, ENTITIES, FACTS, MEMORIES, RELATIONS, Rows, pieces
from memtui.store.tables import BatchRow, ConflictRow, EventRow, FactRow, MemoryRow, MentionRow, RelationRow
from memtui.store.unit_of_work import SqlUnitOfWork

PURGED: Final = "purged"
"""What the summary of a batch says that was only about purged memories."""


def purge(database: Database, numbers: Sequence[int], act: Act, derive: Derive, tokenizer_version: int) -> int:
    """Take memories out for good, leaving only a batch that says so; returns how many went.

    Their relations, conflicts and facts go with them, and every event that held a copy of their text. Memories
    that named one of them as successor lose that name; this is journalled in the batch.
    """
    unit = _Purge(database, act, derive, tokenizer_version)
    try:
        count = unit.purge(numbers)
        unit.finish()
    except BaseException:
        unit.abandon()
        raise
    if count and database.is_sqlite:
        _wipe(database)
    return count


class _Purge(SqlUnitOfWork):
    """A unit of work that may take rows out without a trace of what they held."""

    def purge(self, numbers: Sequence[int]) -> int:
        memories = self.memories(list(dict.fromkeys(numbers)))
        if not memories:
            return 0
        connection = self._connection()
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA secure_delete=ON")
        gone = {memory.number or 0 for memory in memories}
        for memory in self._pointing(connection, memories):
            if memory.number not in gone:
                self.update(_released(memory, {m.id for m in memories}))
        named: set[int] = set()
        for run in pieces(sorted(gone)):
            named |= _entities_of(connection, run)
            self._take_links(connection, run)
        for memory in memories:
            assert memory.number is not None
            self._derived.gone(connection, memory)
            MEMORIES.delete(connection, memory.number)
        self._forget(connection, "memory", sorted(gone))
        self._take_entities(connection, named)
        batch = self._journal.batch
        self._journal.number(connection)
        self._journal.batch = replace(self._journal.batch, changes=batch.changes + len(memories))
        return len(memories)

    def _pointing(self, connection: Connection, memories: Sequence[Memory]) -> list[Memory]:
        found: dict[int | None, Memory] = {}
        for run in pieces([memory.id for memory in memories]):
            points = or_(col(MemoryRow.superseded_by).in_(run), col(MemoryRow.merged_into).in_(run))
            found.update((memory.number, memory) for memory in MEMORIES.read(connection, MEMORIES.select.where(points)))
        return list(found.values())

    def _take_links(self, connection: Connection, numbers: Sequence[int]) -> None:
        for rows, ends in _LINKS:
            tied = or_(*(end.in_(numbers) for end in ends))
            taken = rows.read(connection, rows.select.where(tied))
            for record in taken:
                self._derived.gone(connection, record)
            connection.execute(delete(rows.table).where(tied))
            self._forget(connection, rows.mapper.table, [record.number for record in taken])

    def _take_entities(self, connection: Connection, numbers: set[int]) -> None:
        """Take out the entities that nothing else names: what a thing is called is part of the text that is to go."""
        self._derived.flush(connection)
        taken = unused(connection, numbers)
        for entity in ENTITIES.get_all(connection, taken).values():
            self._derived.gone(connection, entity)
            ENTITIES.delete(connection, entity.number or 0)
        self._forget(connection, ENTITIES.mapper.table, taken)

    def _forget(self, connection: Connection, table: str, numbers: Sequence[int]) -> None:
        """Take the events of rows out of the journal, and the words of batches that were about nothing else."""
        for run in pieces(numbers):
            about = and_(col(EventRow.table) == table, col(EventRow.row_number).in_(run))
            batches = list(connection.execute(select(col(EventRow.batch_number)).where(about).distinct()).scalars())
            connection.execute(delete(EventRow).where(about))
            for some in pieces(batches):
                left = select(col(EventRow.number)).where(col(EventRow.batch_number) == col(BatchRow.number)).exists()
                empty = and_(col(BatchRow.number).in_(some), ~left)
                connection.execute(update(BatchRow).where(empty).values(summary=PURGED))


_LINKS: Final[Iterable[tuple[Rows[Any], tuple[Any, ...]]]] = (
    (RELATIONS, (col(RelationRow.from_number), col(RelationRow.to_number))),
    (CONFLICTS, (col(ConflictRow.new_number), col(ConflictRow.old_number))),
    (FACTS, (col(FactRow.memory_number),)),
)


def _entities_of(connection: Connection, memories: Sequence[int]) -> set[int]:
    """Return the entities that memories mention or whose facts name."""
    mention, fact = MentionRow, FactRow
    ends = (
        select(col(mention.named_number)).where(col(mention.memory_number).in_(memories)),
        select(col(fact.subject_number)).where(col(fact.memory_number).in_(memories)),
        select(col(fact.object_number)).where(col(fact.memory_number).in_(memories)),
    )
    return {number for statement in ends for number in connection.execute(statement).scalars()}


def _released(memory: Memory, gone: set[str]) -> Memory:
    return replace(
        memory,
        superseded_by=None if memory.superseded_by in gone else memory.superseded_by,
        merged_into=None if memory.merged_into in gone else memory.merged_into,
    )


def _wipe(database: Database) -> None:
    """Take what was purged out of the full-text index's older segments and out of the log."""
    with database.writing() as connection:
        connection.exec_driver_sql("INSERT INTO memory_fts(memory_fts) VALUES ('optimize')")
    if database.path is not None:
        with database.bare() as connection:
            cursor = connection.cursor()
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.close()
