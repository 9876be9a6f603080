"""The journal, small notes, and which schema the store has."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import Index
from sqlmodel import Field

from memtui.store.tables.base import BIG, CODE, NUMBERED, Table, link, number_key


class BatchRow(Table, table=True):
    """One act: what one undo takes back."""

    __tablename__ = "batch"
    __table_args__ = (
        Index("ix_batch_actor", "actor", "number"),
        Index("ix_batch_undoes", "undoes"),
        Index("ix_batch_action", "action", "number"),
        Index("ix_batch_at", "at", "number"),
        NUMBERED,
    )
    number: int | None = number_key()
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
        Index("ix_event_batch", "batch_number", "number", "table", "row_number"),
        Index("ix_event_row", "table", "row_number", "number"),
        NUMBERED,
    )
    number: int | None = number_key()
    batch_number: int = link("batch", "batch_number")
    table: str
    row_number: int = Field(sa_type=BIG)
    before: str | None = None
    after: str | None = None


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
