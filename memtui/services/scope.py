"""What a reading is narrowed to: the project, what a person asked to see again, qualifiers and facets at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from datetime import datetime
from typing import Any

from memtui.domain.filters import DURABLE, LIVE, Filter
from memtui.domain.kinds import Status, Tier
from memtui.services.findings import Request

_EARLIEST = frozenset({"before", "opened_at_most", "importance_at_most", "retention_at_most", "updated_before"})
_LATEST = frozenset({"after", "recorded_since", "opened_at_least", "importance_at_least", "retention_at_least"})
_REPLACING = {"statuses": LIVE, "tiers": DURABLE, "held": False}
"""Fields whose default narrows already: a facet that sets one replaces it."""


def base(request: Request, project: str | None, now: datetime) -> Filter:
    """Return the filter of a request without its words: recall's own, with what it brings back."""
    statuses = LIVE
    if request.superseded:
        statuses = statuses | {Status.SUPERSEDED}
    if request.archived:
        statuses = statuses | {Status.ARCHIVED}
    tiers = DURABLE | {Tier.TRANSIENT} if request.transient else DURABLE
    return Filter(statuses=statuses, tiers=tiers, project=project, now=now)


def joined(where: Filter, further: Filter | None) -> Filter | None:
    """Return the filter that lets through what both let through; None where that is nothing."""
    if further is None:
        return where
    changes: dict[str, Any] = {}
    for name in (f.name for f in fields(Filter)):
        mine, other = getattr(where, name), getattr(further, name)
        if name in _REPLACING:
            if other != _REPLACING[name]:
                changes[name] = other
        elif other in (None, frozenset(), ()) or other == mine:
            continue
        elif mine in (None, frozenset(), ()):
            changes[name] = other
        else:
            both = _both(name, mine, other)
            if both is None:
                return None
            changes[name] = both
    return replace(where, **changes)


def _both(name: str, mine: Any, other: Any) -> Any:
    """Return one condition for two of the same field; None where no memory can meet both."""
    if name in _EARLIEST:
        return min(mine, other)
    if name in _LATEST:
        return max(mine, other)
    if name == "now":
        return mine
    if isinstance(mine, frozenset):
        if name == "badges":
            return mine | other
        return mine & other or None
    if isinstance(mine, tuple):
        if name in ("agents", "sessions", "formats"):
            return tuple(value for value in mine if value in other) or None
        return (*mine, *(value for value in other if value not in mine))
    return None


def hidden(where: Filter) -> Iterator[tuple[str, Filter]]:
    """Yield what a filter hides by status or tier: its name, and the filter that shows only that.

    What is both is counted by its status.
    """
    everything = frozenset(Tier)
    if Status.SUPERSEDED not in where.statuses:
        yield "superseded", replace(where, statuses=frozenset({Status.SUPERSEDED}), tiers=everything)
    if Status.ARCHIVED not in where.statuses:
        yield "archived", replace(where, statuses=frozenset({Status.ARCHIVED}), tiers=everything)
    if Tier.TRANSIENT not in where.tiers:
        yield "transient", replace(where, tiers=frozenset({Tier.TRANSIENT}))


def passing_of(where: Filter, tally: Mapping[tuple[Status, Tier], int]) -> int:
    """Return how many of a tally have one of the filter's statuses and tiers."""
    return sum(count for (status, tier), count in tally.items() if status in where.statuses and tier in where.tiers)


def hidden_of(where: Filter, tally: Mapping[tuple[Status, Tier], int]) -> dict[str, int]:
    """Return what a filter hides of a tally by status or tier; names with nothing behind them are left out."""
    counts = {name: passing_of(only, tally) for name, only in hidden(where)}
    return {name: count for name, count in counts.items() if count}
