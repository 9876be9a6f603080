"""The journalled tables: every change of a row here becomes an event."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index
from sqlmodel import Field

from memtui.store.tables.base import CODE, NUMBERED, Table, link, number_key, where


class MemoryRow(Table, table=True):
    """A memory; `sort_at` is stored so that keyset paging never meets a NULL. Long columns come last."""

    __tablename__ = "memory"
    __table_args__ = (
        Index("ix_memory_recorded_at", "recorded_at", "number"),
        Index("ix_memory_access_count", "access_count", "number"),
        Index("ix_memory_session", "session", "session_position"),
        Index("ix_memory_foreign_id", "foreign_id", "format"),
        Index("ix_memory_superseded_by", "superseded_by"),
        Index("ix_memory_valid_from", "valid_from", "sort_at", "number", **where("valid_from IS NOT NULL")),
        NUMBERED,
    )
    number: int | None = number_key()
    sort_at: datetime = Field(nullable=False)
    status: str
    tier: str
    trust: str
    project: str | None = None
    layer: str
    kind: str | None = None
    memory_type: str
    source: str
    priority: str
    pinned: bool
    importance_override: float | None = None
    created_at: datetime | None = None
    recorded_at: datetime
    access_count: int
    agent: str | None = None
    session: str | None = None
    session_position: int | None = None
    format: str | None = None
    id: str = Field(unique=True, sa_type=CODE)
    updated_at: datetime
    version: int
    confidence: float | None = None
    layer_before: str | None = None
    tier_reason: str
    tier_rule_reason: str | None = None
    created_at_assumed: bool
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    last_accessed_at: datetime | None = None
    superseded_by: str | None = None
    merged_into: str | None = None
    foreign_id: str | None = Field(default=None, sa_type=CODE)
    content_hash: str
    file: str | None = None
    speaker: str | None = None
    uri: str | None = None
    tags: str
    proposed_tag: str | None = None
    content: str
    extra: str


class RelationRow(Table, table=True):
    """A typed link from the newer memory to the older one."""

    __tablename__ = "relation"
    __table_args__ = (
        Index("ix_relation_from_number", "from_number", "kind"),
        Index("ix_relation_to_number", "to_number", "kind"),
        NUMBERED,
    )
    number: int | None = number_key()
    from_number: int = link("memory", "from_number")
    to_number: int = link("memory", "to_number")
    kind: str
    status: str
    created_at: datetime
    valid_until: datetime | None = None
    actor: str
    evidence: str


class ConflictRow(Table, table=True):
    """Two memories that disagree, with the detector's verdict and the person's."""

    __tablename__ = "conflict"
    __table_args__ = (
        Index("ix_conflict_state", "state", "created_at", "number"),
        Index("ix_conflict_new_number", "new_number"),
        Index("ix_conflict_old_number", "old_number"),
        Index("ix_conflict_fingerprint", "fingerprint"),
        NUMBERED,
    )
    number: int | None = number_key()
    id: str = Field(unique=True, sa_type=CODE)
    new_number: int = link("memory", "new_number")
    old_number: int = link("memory", "old_number")
    type: str
    severity: str
    confidence: float
    reason: str
    suggested_action: str
    fingerprint: str
    created_at: datetime
    state: str
    evidence: str
    human_verdict: str | None = None
    note: str | None = None
    later_at: datetime | None = None
    decided_by: str | None = None
    decided_at: datetime | None = None
    version: int


class EntityRow(Table, table=True):
    """A named thing; `merged_into` is the survivor of a merge."""

    __tablename__ = "entity"
    __table_args__ = (
        Index("ix_entity_merged_into", "merged_into"),
        Index("ix_entity_type", "type", "status"),
        NUMBERED,
    )
    number: int | None = number_key()
    id: str = Field(unique=True, sa_type=CODE)
    type: str
    name: str
    created_at: datetime
    aliases: str
    status: str
    merged_into: int | None = link("entity", "merged_into", nullable=True)


class FactRow(Table, table=True):
    """A statement that a memory makes about two entities."""

    __tablename__ = "fact"
    __table_args__ = (
        Index("ix_fact_subject_number", "subject_number", "predicate"),
        Index("ix_fact_object_number", "object_number", "predicate"),
        Index("ix_fact_memory_number", "memory_number"),
        NUMBERED,
    )
    number: int | None = number_key()
    subject_number: int = link("entity", "subject_number")
    predicate: str
    object_number: int = link("entity", "object_number")
    memory_number: int = link("memory", "memory_number")
    scope: str
    project: str | None = None
    confidence: float
    status: str
    valid_from: datetime | None = None
    valid_until: datetime | None = None
