"""What is worked out from the texts: never journalled, and rebuilt whenever that is asked for."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index
from sqlmodel import Field

from memtui.store.tables.base import BIG, CODE, NUMBERED, Table, link, number_key, where


class MemoryIndexRow(Table, table=True):
    """What lists and search narrow and order memories by, in rows that are short enough to read by the ten thousand.

    Most columns repeat those of `memory`. `standing` is one letter for status, tier and whether it is held (see
    `standing.py`). `growth` is 2^(days since 2020 / 347) of a dated memory, so that its
    recency at any moment is one multiplication (see `importance.importance_at`); it is NULL for an undated one.
    """

    __tablename__ = "memory_index"
    __table_args__ = (
        Index("ix_memory_index_newest", "sort_at", "number", "standing", "project", "layer"),
        Index("ix_memory_index_project", "project", "sort_at", "number", "standing"),
        Index("ix_memory_index_importance", "importance_base", "growth", "number", "standing", "project", "layer"),
        Index("ix_memory_index_override", "importance_override", "number", **where("importance_override IS NOT NULL")),
        Index("ix_memory_index_badges", "badges", **where("badges <> ''")),
    )
    number: int = link("memory", "number", primary_key=True)
    sort_at: datetime
    standing: str
    project: str | None = None
    layer: str
    kind: str | None = None
    memory_type: str
    source: str
    priority: str
    pinned: bool
    agent: str | None = None
    importance_override: float | None = None
    importance_base: float
    growth: float | None = None
    length: int
    badges: str
    tokenizer_version: int


class MemoryTextRow(Table, table=True):
    """A memory's index terms in order, between spaces: what the full-text index is made of."""

    __tablename__ = "memory_text"
    number: int = link("memory", "number", primary_key=True)
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
