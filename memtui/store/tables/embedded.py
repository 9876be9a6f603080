"""Vectors: made from texts by a model that somebody plugged in, kept so that none is made twice."""

from __future__ import annotations

from sqlalchemy import Index
from sqlmodel import Field

from memtui.store.tables.base import CODE, Table, link


class VectorRow(Table, table=True):
    """A memory's vector under one model; `content_hash` is that of the text it was made from. Numbers are float32, signs bits."""

    __tablename__ = "vector"
    __table_args__ = (Index("ix_vector_signs", "model", "memory_number", "signs"),)
    memory_number: int = link("memory", "memory_number", primary_key=True)
    model: str = Field(primary_key=True, sa_type=CODE)
    content_hash: str
    signs: bytes
    body: bytes
