"""The tables, on every engine the same: five journalled ones, the journal, and what is derived from texts."""

from __future__ import annotations

from memtui.store.tables.base import Table
from memtui.store.tables.derived import (
    CensusRow,
    ClaimRow,
    CorpusRow,
    EntityNameRow,
    MemoryIndexRow,
    MemoryTagRow,
    MemoryTextRow,
    MentionRow,
    TermRow,
)
from memtui.store.tables.keeping import BatchRow, EventRow, NoteRow, StampRow
from memtui.store.tables.records import ConflictRow, EntityRow, FactRow, MemoryRow, RelationRow

__all__ = [
    "BatchRow",
    "CensusRow",
    "ClaimRow",
    "ConflictRow",
    "CorpusRow",
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
    "RelationRow",
    "StampRow",
    "Table",
    "TermRow",
]
