"""A memory's importance as SQL, so that lists may be ordered and narrowed by it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, case, func
from sqlmodel import col

from memtui.store.index_rows import half_lives
from memtui.store.tables import MemoryIndexRow

RECENCY_WEIGHT: Final = 0.25
"""The share of recency in the importance (Memento guide)."""
UNDATED_RECENCY: Final = 0.5
"""The neutral recency of a memory that nobody dated."""


def decay_at(now: datetime) -> float:
    """Return what a memory's `growth` is multiplied by to give its recency at a moment."""
    return float(2.0 ** -half_lives(now))


def importance_at(now: datetime) -> ColumnElement[float]:
    """Return a memory's importance at a moment, 0 to 1: its override, else base + 0.25 × 2^(-age in days / 347).

    Over memory_index. `growth` turns the power into one multiplication; a date in the future counts as age 0.
    """
    grown = col(MemoryIndexRow.growth) * decay_at(now)
    recency = case((grown.is_(None), UNDATED_RECENCY), (grown > 1.0, 1.0), else_=grown)
    computed = col(MemoryIndexRow.importance_base) + RECENCY_WEIGHT * recency
    return func.coalesce(col(MemoryIndexRow.importance_override), computed)
