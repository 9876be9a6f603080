"""Care of the store as a whole: see `services.ports.Maintenance`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, delete, func, select, update

from memtui.domain.records import Entity
from memtui.services.ports import Act, Derive
from memtui.store.backups import back_up
from memtui.store.checks import Checks
from memtui.store.derived import DerivedRows
from memtui.store.engine import Database
from memtui.store.naming import Names, name_all, name_entity
from memtui.store.purging import purge
from memtui.store.statements import ENTITIES, MEMORIES, table_of
from memtui.store.tables import (
    CensusRow,
    ClaimRow,
    CorpusRow,
    EntityNameRow,
    MemoryIndexRow,
    MemoryRow,
    MemoryTagRow,
    MemoryTextRow,
    MentionRow,
    TermRow,
)

CHUNK: Final = 1000
"""Memories that are read and derived at a time."""
_DERIVED: Final = (ClaimRow, MentionRow, MemoryTagRow, MemoryTextRow, MemoryIndexRow, TermRow, CensusRow, EntityNameRow)


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
        rows = DerivedRows(self._derive, self._tokenizer_version, Names(_keep_entity))
        done = last = 0
        with self._database.writing() as connection:
            total = connection.execute(select(func.count()).select_from(MemoryRow)).scalar_one()
            for table in _DERIVED:
                connection.execute(delete(table_of(table)))
            connection.execute(update(CorpusRow).values(n=0, total_length=0))
            if self._database.is_sqlite:
                connection.exec_driver_sql("INSERT INTO memory_fts(memory_fts) VALUES ('delete-all')")
            name_all(connection)
            progress(0, total)
            while True:
                further = MEMORIES.select.where(MEMORIES.number > last).order_by(MEMORIES.number).limit(CHUNK)
                memories = MEMORIES.read(connection, further)
                if not memories:
                    return done
                for memory in memories:
                    rows.added(memory)
                rows.flush(connection)
                last = memories[-1].number or last
                done += len(memories)
                progress(done, total)

    def purge(self, numbers: Sequence[int], act: Act) -> int:
        """Take memories out for good with all that the journal holds of them, leaving only a batch that says so."""
        return purge(self._database, numbers, act, self._derive, self._tokenizer_version)


def _keep_entity(connection: Connection, entity: Entity) -> Entity:
    """Store an entity that nothing named before, which is no act of anybody and so no event."""
    number = ENTITIES.insert(connection, entity, {})
    name_entity(connection, number, (entity.name, *entity.aliases))
    return replace(entity, number=number)
