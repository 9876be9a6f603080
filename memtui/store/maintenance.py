"""Care of the store as a whole: see `services.ports.Maintenance`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, delete, func, select, update

from memtui.domain.records import Entity
from memtui.services.ports import Act, Derive
from memtui.store.backups import back_up
from memtui.store.checks import Checks
from memtui.store.derived import DerivedRows
from memtui.store.engine import Database
from memtui.store.purging import purge
from memtui.store.statements import CONFLICTS, ENTITIES, MEMORIES, RELATIONS, Rows, table_of
from memtui.store.tables import (
    CensusRow,
    ClaimRow,
    ConflictIndexRow,
    CorpusRow,
    EntityCountRow,
    EntityNameRow,
    MemoryIndexRow,
    MemoryRow,
    MemoryTagRow,
    MemoryTextRow,
    MentionRow,
    RelationCountRow,
    TermRow,
)

CHUNK: Final = 1000
"""Memories that are read and derived at a time."""
DERIVED: Final = (
    ClaimRow,
    MentionRow,
    EntityCountRow,
    EntityNameRow,
    RelationCountRow,
    ConflictIndexRow,
    MemoryTagRow,
    MemoryTextRow,
    MemoryIndexRow,
    TermRow,
    CensusRow,
)
"""All that is worked out from the records, in an order in which it may be taken out."""


class SqlMaintenance:
    """Backup, check, rebuild and purge of one database."""

    def __init__(self, database: Database, derive: Derive, tokenizer_version: int) -> None:
        self._database = database
        self._derive = derive
        self._tokenizer_version = tokenizer_version

    def backup(self, target: Path) -> None:
        """Write a consistent copy of the whole store to a new SQLite file; raises Refused if it exists, StoreUnavailable."""
        back_up(self._database, target)

    def check(self) -> list[str]:
        """Return one sentence for each thing that is wrong; an empty list is a sound store."""
        return Checks(self._database, self._derive, self._tokenizer_version).run()

    def rebuild(self, progress: Callable[[int, int], None]) -> int:
        """Work out every derived row anew from the texts; returns how many memories were read.

        It is one transaction, so that search never sees half of an index; other writers wait for it. What
        `progress(done, total)` raises stops it and leaves the store as it was.
        """
        done = 0

        def keep(connection: Connection, entity: Entity) -> Entity:
            # To find anew what a text names is no act of anybody, and so no event.
            stored = replace(entity, number=ENTITIES.insert(connection, entity, {}))
            rows.added(connection, stored)
            return stored

        rows = DerivedRows(self._derive, self._tokenizer_version, keep=keep, take_out=_leave)
        with self._database.writing() as connection:
            total = connection.execute(select(func.count()).select_from(MemoryRow)).scalar_one()
            for table in DERIVED:
                connection.execute(delete(table_of(table)))
            connection.execute(update(CorpusRow).values(n=0, total_length=0))
            if self._database.is_sqlite:
                connection.exec_driver_sql("INSERT INTO memory_fts(memory_fts) VALUES ('delete-all')")
            for kept in (ENTITIES, RELATIONS, CONFLICTS):
                for records in _chunks(connection, kept):
                    _note(connection, rows, records)
            progress(0, total)
            for memories in _chunks(connection, MEMORIES):
                _note(connection, rows, memories)
                done += len(memories)
                progress(done, total)
        return done

    def purge(self, numbers: Sequence[int], act: Act) -> int:
        """Take memories out for good with all that the journal holds of them, leaving only a batch that says so."""
        return purge(self._database, numbers, act, self._derive, self._tokenizer_version)


def _chunks(connection: Connection, rows: Rows[Any]) -> Iterator[list[Any]]:
    """Yield a whole table, some records at a time."""
    last = 0
    while records := rows.read(connection, rows.select.where(rows.number > last).order_by(rows.number).limit(CHUNK)):
        yield records
        last = records[-1].number


def _note(connection: Connection, rows: DerivedRows, records: list[Any]) -> None:
    """Write what is derived from some records."""
    for record in records:
        rows.added(connection, record)
    rows.flush(connection)
    # A whole store's names would take as much room as its texts.
    rows.names.forget()


def _leave(connection: Connection, entity: Entity) -> None:
    """Take out no entity: what nothing uses now was used once."""
