"""The tables, on every engine the same: five journalled ones, the journal, and what is derived from texts."""

from __future__ import annotations

from memtui.store.tables.base import Table
from memtui.store.tables.derived import (
    CensusRow,
    CorpusRow,
    MemoryIndexRow,
    MemoryTagRow,
    MemoryTextRow,
    TermRow,
)
from memtui.store.tables.embedded import VectorRow
from memtui.store.tables.extracted import (
    ClaimRow,
    ConflictIndexRow,
    EntityCountRow,
    EntityNameRow,
    MentionRow,
    RelationCountRow,
)
from memtui.store.tables.keeping import BatchRow, EventRow, NoteRow, StampRow
from memtui.store.tables.records import ConflictRow, EntityRow, FactRow, MemoryRow, RelationRow

__all__ = [
    "BatchRow",
    "CensusRow",
    "ClaimRow",
    "ConflictIndexRow",
    "ConflictRow",
    "CorpusRow",
    "EntityCountRow",
    "EntityNameRow",
    "EntityRow",
    "EventRow",
    "FactRow",
    "MemoryIndexRow",
    "MemoryRow",
    "MemoryTagRow",
    "MemoryTextRow",
    "MentionRow",
    "NoteRow",
    "RelationCountRow",
    "RelationRow",
    "StampRow",
    "Table",
    "TermRow",
    "VectorRow",
]
