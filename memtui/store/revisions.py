"""What a stored record has beside its own fields, and what a replaced one takes over from the one before."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from memtui.domain.records import Conflict, Memory

R = TypeVar("R")


def stored_beside(record: Any) -> dict[str, Any]:
    """Return the columns of a record's table that are no fields of it."""
    return {"sort_at": record.sort_at} if isinstance(record, Memory) else {}


def raised(record: R, before: R) -> R:
    """Return `record` with a version above that of `before`."""
    if isinstance(record, Memory | Conflict) and isinstance(before, Memory | Conflict):
        return replace(record, version=before.version + 1)
    return record


def with_readings(before: Any, record: Any) -> Any:
    """Return `record` with the openings that were counted since it was read."""
    if not isinstance(record, Memory):
        return record
    seen = [moment for moment in (before.last_accessed_at, record.last_accessed_at) if moment is not None]
    return replace(
        record,
        access_count=max(before.access_count, record.access_count),
        last_accessed_at=max(seen) if seen else None,
    )
