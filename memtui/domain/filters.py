"""What a list or a search is narrowed to: one value that every face builds and the store joins in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memtui.domain.kinds import Kind, Layer, MemoryType, Priority, Source, Status, Tier

LIVE = frozenset({Status.ACTIVE, Status.CONFLICTED})
ALL_STATUSES = frozenset(Status)
DURABLE = frozenset({Tier.DURABLE})
ALL_TIERS = frozenset(Tier)


class Badge(StrEnum):
    """What a text warns of; derived from the text and kept beside it."""

    SECRET = "secret"
    ORDERS = "orders"
    CONTROL = "control"


class Order(StrEnum):
    """How a list is ordered; ties go to the newer row number."""

    NEWEST = "newest"
    OLDEST = "oldest"
    RECORDED = "recorded"
    IMPORTANCE = "importance"
    OPENED = "opened"
    RETENTION = "retention"


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Conditions that all hold at once; an empty set or an unset value asks for nothing.

    `project` keeps that project's memories and those of none. `terms_out` are tokens that must not
    occur, `words` those that all must (`|` between two lets either do, a `*` behind one lets it go on). Times are half-open: `after` <= sort_at
    < `before`. `importance_*` are shares from 0 to 1 of the computed value at `now`, `retention_*` of the
    retention then; `now` must be set beside them. `recorded_since` is for what is new, `updated_before` for
    what is stale.
    """

    statuses: frozenset[Status] = LIVE
    tiers: frozenset[Tier] = DURABLE
    held: bool = False
    layers: frozenset[Layer] = frozenset()
    kinds: frozenset[Kind] = frozenset()
    memory_types: frozenset[MemoryType] = frozenset()
    sources: frozenset[Source] = frozenset()
    priorities: frozenset[Priority] = frozenset()
    tags: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    agents: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    project: str | None = None
    before: datetime | None = None
    after: datetime | None = None
    recorded_since: datetime | None = None
    opened_at_least: int | None = None
    opened_at_most: int | None = None
    importance_at_least: float | None = None
    importance_at_most: float | None = None
    now: datetime | None = None
    pinned: bool | None = None
    undated: bool | None = None
    badges: frozenset[Badge] = frozenset()
    terms_out: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    retention_at_least: float | None = None
    retention_at_most: float | None = None
    updated_before: datetime | None = None


EVERYTHING = Filter(statuses=ALL_STATUSES, tiers=ALL_TIERS, held=True)
"""The filter that lets every memory through."""
