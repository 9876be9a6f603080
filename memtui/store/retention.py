"""A memory's retention as SQL, so that the columns of a board may be ordered and narrowed by it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, case, literal
from sqlmodel import col

from memtui.domain.kinds import MemoryType
from memtui.store.functions import days_until, greatest, least
from memtui.store.importance import importance_at
from memtui.store.tables import MemoryRow

SHARES: Final = (0.45, 0.35, 0.15, 0.05)
"""What importance, openings, youth and type are worth (Mneno)."""
FULL_ACCESS: Final = 10.0
YOUNG_DAYS: Final = 90.0
TYPE_WEIGHTS: Final = {
    MemoryType.OPERATIONAL: 1.0,
    MemoryType.PREFERENCE: 0.8,
    MemoryType.SEMANTIC: 0.7,
    MemoryType.EPISODIC: 0.4,
}


def retention_at(now: datetime) -> ColumnElement[float]:
    """Return a memory's retention at a moment, 0 to 1 (SPEC 9), not rounded; over memory_index and memory."""
    row = MemoryRow
    access = least(col(row.access_count) / FULL_ACCESS, literal(1.0))
    days: ColumnElement[Any] = greatest(days_until(col(row.updated_at), literal(now)), literal(0.0))
    youth = greatest(1.0 - days / YOUNG_DAYS, literal(0.0))
    weights = ((col(row.memory_type) == name.value, weight) for name, weight in TYPE_WEIGHTS.items())
    kind = case(*weights, else_=TYPE_WEIGHTS[MemoryType.EPISODIC])
    parts = (importance_at(now), access, youth, kind)
    first, *rest = (part * worth for part, worth in zip(parts, SHARES, strict=True))
    total: ColumnElement[float] = first
    for one in rest:
        total = total + one
    return total
