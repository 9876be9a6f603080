"""The tables, on every engine the same: five journalled ones, the journal, and what is derived from texts.

Times are aware and in UTC. Closed vocabularies are stored as their words, lists and objects as JSON text,
because a binary JSON column loses the order of keys that an export must give back.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, Identity, Index, Integer, MetaData, Text, text
from sqlmodel import Field, SQLModel

NAMING_CONVENTION = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
BIG = BigInteger().with_variant(Integer(), "sqlite")
CODE = Text().with_variant(Text(collation="C"), "postgresql")
"""Text that is compared by code points on every engine, so that a range finds what begins with a prefix."""
NUMBERED = {"sqlite_autoincrement": True}


class Table(SQLModel):
    """The base of all tables."""

    metadata = MetaData(naming_convention=NAMING_CONVENTION)


def _number() -> Any:
    return Field(default=None, sa_column=Column("number", BIG, Identity(), primary_key=True))


def _link(target: str, name: str, *, nullable: bool = False, primary_key: bool = False) -> Any:
    column = Column(name, BIG, ForeignKey(f"{target}.number"), nullable=nullable, primary_key=primary_key)
    return Field(default=None if nullable else ..., sa_column=column)


class MemoryRow(Table, table=True):
    """A memory; `sort_at` is stored so that keyset paging never meets a NULL. Long columns come last."""

    __tablename__ = "memory"
    __table_args__ = (
        Index("ix_memory_newest", "sort_at", "number", "status", "tier", "trust", "project", "layer"),
        Index("ix_memory_oldest", "sort_at", text("number DESC")),
        Index("ix_memory_recorded_at", "recorded_at", "number"),
        Index("ix_memory_access_count", "access_count", "number"),
        Index("ix_memory_census", "status", "layer", "tier", "trust", "project"),
        Index("ix_memory_project", "project", "sort_at", "number"),
        Index("ix_memory_session", "session", "session_position"),
        Index("ix_memory_foreign_id", "foreign_id", "format"),
        Index("ix_memory_superseded_by", "superseded_by"),
        NUMBERED,
    )
    number: int | None = _number()
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
    number: int | None = _number()
    from_number: int = _link("memory", "from_number")
    to_number: int = _link("memory", "to_number")
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
    number: int | None = _number()
    id: str = Field(unique=True, sa_type=CODE)
    new_number: int = _link("memory", "new_number")
    old_number: int = _link("memory", "old_number")
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
    __table_args__ = (Index("ix_entity_merged_into", "merged_into"), NUMBERED)
    number: int | None = _number()
    id: str = Field(unique=True, sa_type=CODE)
    type: str
    name: str
    created_at: datetime
    aliases: str
    status: str
    merged_into: int | None = _link("entity", "merged_into", nullable=True)


class FactRow(Table, table=True):
    """A statement that a memory makes about two entities."""

    __tablename__ = "fact"
    __table_args__ = (
        Index("ix_fact_subject_number", "subject_number", "predicate"),
        Index("ix_fact_object_number", "object_number", "predicate"),
        Index("ix_fact_memory_number", "memory_number"),
        NUMBERED,
    )
    number: int | None = _number()
    subject_number: int = _link("entity", "subject_number")
    predicate: str
    object_number: int = _link("entity", "object_number")
    memory_number: int = _link("memory", "memory_number")
    scope: str
    project: str | None = None
    confidence: float
    status: str
    valid_from: datetime | None = None
    valid_until: datetime | None = None


class BatchRow(Table, table=True):
    """One act: what one undo takes back."""

    __tablename__ = "batch"
    __table_args__ = (
        Index("ix_batch_actor", "actor", "number"),
        Index("ix_batch_undoes", "undoes"),
        Index("ix_batch_action", "action", "number"),
        NUMBERED,
    )
    number: int | None = _number()
    id: str = Field(unique=True, sa_type=CODE)
    actor: str
    actor_kind: str
    action: str
    at: datetime
    summary: str
    face: str
    changes: int
    partial: bool
    undoes: int | None = Field(default=None, sa_type=BIG)
    undone_by: int | None = Field(default=None, sa_type=BIG)
    resume: str
    adopted: bool


class EventRow(Table, table=True):
    """One row's step within a batch, both sides as JSON; what is NULL in the row is left out of the text."""

    __tablename__ = "event"
    __table_args__ = (
        Index("ix_event_batch_number", "batch_number", "number"),
        Index("ix_event_row", "table", "row_number", "number"),
        NUMBERED,
    )
    number: int | None = _number()
    batch_number: int = _link("batch", "batch_number")
    table: str
    row_number: int = Field(sa_type=BIG)
    before: str | None = None
    after: str | None = None


class MemoryIndexRow(Table, table=True):
    """What is worked out from a memory's text for lists and search.

    `growth` is 2^(days since 2020 / 347) of a dated memory, so that its recency at any moment is one
    multiplication (see `filters.importance_at`); it is NULL for an undated one.
    """

    __tablename__ = "memory_index"
    __table_args__ = (
        Index(
            "ix_memory_index_badges",
            "badges",
            sqlite_where=text("badges <> ''"),
            postgresql_where=text("badges <> ''"),
        ),
        Index("ix_memory_index_importance", "number", "importance_base", "growth", "length"),
    )
    number: int = _link("memory", "number", primary_key=True)
    length: int
    importance_base: float
    growth: float | None = None
    badges: str
    tokenizer_version: int
    tokens: str


class MemoryTagRow(Table, table=True):
    """One tag of one memory, for filters and facets."""

    __tablename__ = "memory_tag"
    __table_args__ = (Index("ix_memory_tag_memory_number", "memory_number"), {"sqlite_with_rowid": False})
    tag: str = Field(primary_key=True, sa_type=CODE)
    memory_number: int = _link("memory", "memory_number", primary_key=True)


class TermRow(Table, table=True):
    """A word of the index and how many memories hold it; `size`, `initial` and `second` find typos."""

    __tablename__ = "term"
    __table_args__ = (
        Index("ix_term_initial", "initial", "size"),
        Index("ix_term_second", "second", "size"),
        {"sqlite_with_rowid": False},
    )
    text: str = Field(primary_key=True, sa_type=CODE)
    df: int
    size: int
    initial: str = Field(sa_type=CODE)
    second: str = Field(sa_type=CODE)


class CorpusRow(Table, table=True):
    """The size of the index, in one row."""

    __tablename__ = "corpus"
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    n: int = Field(sa_type=BIG)
    total_length: int = Field(sa_type=BIG)


class MentionRow(Table, table=True):
    """Where a memory names an entity."""

    __tablename__ = "mention"
    __table_args__ = (
        Index("ix_mention_memory_number", "memory_number"),
        Index("ix_mention_entity_number", "entity_number", "memory_number"),
        NUMBERED,
    )
    number: int | None = _number()
    memory_number: int = _link("memory", "memory_number")
    entity_number: int = _link("entity", "entity_number")
    start: int
    end: int
    context: str
    attributes: str


class ClaimRow(Table, table=True):
    """One claim that a memory makes, whole as JSON, found by subject and slot."""

    __tablename__ = "claim"
    __table_args__ = (
        Index("ix_claim_subject", "subject", "slot", "memory_number"),
        Index("ix_claim_memory_number", "memory_number"),
        NUMBERED,
    )
    number: int | None = _number()
    memory_number: int = _link("memory", "memory_number")
    subject: str
    slot: str
    body: str


class EntityNameRow(Table, table=True):
    """A name or alias of an entity, case-folded."""

    __tablename__ = "entity_name"
    __table_args__ = (Index("ix_entity_name_entity_number", "entity_number"), {"sqlite_with_rowid": False})
    name: str = Field(primary_key=True, sa_type=CODE)
    entity_number: int = _link("entity", "entity_number", primary_key=True)


class NoteRow(Table, table=True):
    """A small value kept with the store."""

    __tablename__ = "note"
    key: str = Field(primary_key=True)
    value: str


class StampRow(Table, table=True):
    """Which schema the store has and how often it was written to: what SQLite keeps in its file's header.

    On a server this row is also the lock that writers queue at.
    """

    __tablename__ = "stamp"
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    schema_version: int
    commits: int = Field(sa_type=BIG)
