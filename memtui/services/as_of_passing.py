"""Which memories, seen as they were at a past moment, pass a filter."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, EVERYTHING, Filter
from memtui.domain.records import Memory
from memtui.intelligence.hierarchy import retention_of
from memtui.intelligence.importance import assess
from memtui.intelligence.sessions import passes

_IN_STORE = ("entities", "badges", "importance_at_least", "importance_at_most", "terms_out", "words")
"""What cannot be read off a memory: asked of today's rows."""

_READ_HERE = ("opened_at_least", "opened_at_most", "retention_at_least", "retention_at_most", "updated_before", "now")
"""What is read off a memory here."""


def widened(where: Filter) -> Filter:
    """Return the filter of today's rows that may have passed `where` then."""
    kept: dict[str, Any] = {name: getattr(where, name) for name in _IN_STORE}
    return Filter(statuses=ALL_STATUSES, tiers=ALL_TIERS, held=True, now=where.now, **kept)


def passed(memory: Memory, where: Filter) -> bool:
    """Say whether a memory as it was passes all of a filter that can be read off it."""
    return passes(memory, readable(where)) and _opened(memory, where) and _retained(memory, where)


@lru_cache(maxsize=32)
def readable(where: Filter) -> Filter:
    """Return the part of a filter that can be read off a memory."""
    bare: dict[str, Any] = {name: getattr(EVERYTHING, name) for name in (*_IN_STORE, *_READ_HERE)}
    return replace(where, **bare)


def _opened(memory: Memory, where: Filter) -> bool:
    enough = where.opened_at_least is None or memory.access_count >= where.opened_at_least
    return enough and (where.opened_at_most is None or memory.access_count <= where.opened_at_most)


def _retained(memory: Memory, where: Filter) -> bool:
    if where.updated_before is not None and memory.updated_at >= where.updated_before:
        return False
    low, high = where.retention_at_least, where.retention_at_most
    if where.now is None or (low is None and high is None):
        return True
    value = retention_of(memory, assess(memory, where.now).value, where.now).value
    return (low is None or value >= low) and (high is None or value <= high)
