"""What texts say of things and of each other, in the shape that graph, detection and review read it: never journalled."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index
from sqlmodel import Field

from memtui.store.tables.base import BIG, CODE, NUMBERED, Table, link, number_key


class MentionRow(Table, table=True):
    """Where a memory names an entity, and by which name (case-folded).

    `named_number` is the entity that had the name when the text was read, `entity_number` what became of it by
    merges: so a merge can be taken back, and an alias be split off. `sort_at` repeats the memory's, so that the
    newest of a hundred thousand mentions are read from an index.
    """

    __tablename__ = "mention"
    __table_args__ = (
        Index("ix_mention_memory_number", "memory_number"),
        Index("ix_mention_newest", "entity_number", "sort_at", "memory_number"),
        NUMBERED,
    )
    number: int | None = number_key()
    memory_number: int = link("memory", "memory_number")
    entity_number: int = link("entity", "entity_number")
    start: int
    end: int
    context: str
    attributes: str
    named_number: int = Field(sa_type=BIG)
    name: str
    sort_at: datetime


class EntityNameRow(Table, table=True):
    """A name or alias of an entity, case-folded."""

    __tablename__ = "entity_name"
    __table_args__ = (Index("ix_entity_name_entity_number", "entity_number"), {"sqlite_with_rowid": False})
    name: str = Field(primary_key=True, sa_type=CODE)
    entity_number: int = link("entity", "entity_number", primary_key=True)


class EntityCountRow(Table, table=True):
    """How many memories mention an entity: in all (`scope` is *), in a project (=name), and in none (-).

    Each entity has a row in all, so that those that no memory mentions are listed too.
    """

    __tablename__ = "entity_count"
    __table_args__ = (
        Index("ix_entity_count_most", "scope", "memories", "entity_number"),
        Index("ix_entity_count_entity_number", "entity_number"),
        {"sqlite_with_rowid": False},
    )
    scope: str = Field(primary_key=True, sa_type=CODE)
    entity_number: int = link("entity", "entity_number", primary_key=True)
    memories: int


class RelationCountRow(Table, table=True):
    """How many active relations a memory has, from and to it."""

    __tablename__ = "relation_count"
    __table_args__ = (Index("ix_relation_count_most", "relations", "memory_number"),)
    memory_number: int = link("memory", "memory_number", primary_key=True)
    relations: int


class ClaimRow(Table, table=True):
    """One claim that a memory makes, whole as JSON, found by subject and slot."""

    __tablename__ = "claim"
    __table_args__ = (
        Index("ix_claim_subject", "subject", "slot", "memory_number"),
        Index("ix_claim_memory_number", "memory_number"),
        NUMBERED,
    )
    number: int | None = number_key()
    memory_number: int = link("memory", "memory_number")
    subject: str
    slot: str
    body: str


class ConflictIndexRow(Table, table=True):
    """What the review queue narrows, orders and counts conflicts by, in short rows.

    `severity` is 0 to 2 from low to high. `subject` and `words` (reason, subject and both values) are case-folded.
    `agreed` says whether a person's verdict went the detector's way; it is NULL where no person judged a finding.
    """

    __tablename__ = "conflict_index"
    __table_args__ = (
        Index("ix_conflict_index_queue", "state", "later_at", "subject", "confidence", "severity", "number"),
        Index("ix_conflict_index_counts", "state", "severity", "agreed", "missed"),
    )
    number: int = link("conflict", "number", primary_key=True)
    state: str
    type: str
    severity: int
    confidence: float
    later_at: datetime | None = None
    new_number: int = Field(sa_type=BIG)
    old_number: int = Field(sa_type=BIG)
    missed: bool
    agreed: bool | None = None
    subject: str
    words: str
