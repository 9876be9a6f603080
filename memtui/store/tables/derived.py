"""What is worked out from the texts: never journalled, and rebuilt whenever that is asked for."""

from __future__ import annotations

from sqlalchemy import Index, text
from sqlmodel import Field

from memtui.store.tables.base import BIG, CODE, NUMBERED, Table, link, number_key


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
    number: int = link("memory", "number", primary_key=True)
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
    memory_number: int = link("memory", "memory_number", primary_key=True)


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


class CensusRow(Table, table=True):
    """How many memories share these five columns, so that counting a whole store costs no scan."""

    __tablename__ = "census"
    __table_args__ = (Index("ix_census_status", "status", "layer", "tier", "held", "project"), NUMBERED)
    number: int | None = number_key()
    status: str
    layer: str
    tier: str
    held: bool
    project: str | None = None
    n: int = Field(sa_type=BIG)


class MentionRow(Table, table=True):
    """Where a memory names an entity."""

    __tablename__ = "mention"
    __table_args__ = (
        Index("ix_mention_memory_number", "memory_number"),
        Index("ix_mention_entity_number", "entity_number", "memory_number"),
        NUMBERED,
    )
    number: int | None = number_key()
    memory_number: int = link("memory", "memory_number")
    entity_number: int = link("entity", "entity_number")
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
    number: int | None = number_key()
    memory_number: int = link("memory", "memory_number")
    subject: str
    slot: str
    body: str


class EntityNameRow(Table, table=True):
    """A name or alias of an entity, case-folded."""

    __tablename__ = "entity_name"
    __table_args__ = (Index("ix_entity_name_entity_number", "entity_number"), {"sqlite_with_rowid": False})
    name: str = Field(primary_key=True, sa_type=CODE)
    entity_number: int = link("entity", "entity_number", primary_key=True)
