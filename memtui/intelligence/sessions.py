"""Conversations: a turn is also understood by the turns beside it and by who says it (SPEC 8).

Who answers "Rome" to "where did you go?" has said where, though not in the words of the question. So
each query word counts in a turn as much as in the best turn beside it, less for each turn of distance.
Memories that stand alone (no session, or no position in one) are left as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from memtui.domain.filters import EVERYTHING, Filter
from memtui.domain.kinds import Trust
from memtui.domain.records import Memory
from memtui.intelligence import tokens

REACH = 3
"""How many turns before and after count; ask the store for neighbours this far away."""


def places_beside(memories: Sequence[Memory], reach: int = REACH) -> list[tuple[int, list[int]]]:
    """Return (distance, index of the turn at that distance for each memory, -1 for none), both directions.

    Empty when no two of the memories are turns of one session.
    """
    place = {
        (memory.session, memory.project, memory.session_position): index
        for index, memory in enumerate(memories)
        if memory.session is not None and memory.session_position is not None
    }
    if len(place) < 2:
        return []
    beside: list[tuple[int, list[int]]] = []
    for step in (step for distance in range(1, reach + 1) for step in (-distance, distance)):
        row = [-1] * len(memories)
        for (session, project, position), index in place.items():
            row[index] = place.get((session, project, (position or 0) + step), -1)
        if any(index >= 0 for index in row):
            beside.append((abs(step), row))
    return beside


def in_context(own: Any, beside: Sequence[tuple[int, list[int]]], decay: float) -> Any:
    """Return `own` (query words × turns) where each word counts as in its best turn within reach.

    A word said `d` turns away is worth decay to the power of d.
    """
    import numpy as np

    context = own
    for distance, row in beside:
        index = np.asarray(row)
        context = np.maximum(context, np.where(index >= 0, own[:, index], 0.0) * decay**distance)
    return context


def is_named(speaker: str, asked: Collection[str]) -> bool:
    """Say whether the query (its terms) names that speaker, by any of the names."""
    return not set(tokens.terms(speaker)).isdisjoint(asked)


_READABLE = frozenset(
    [
        "statuses",
        "tiers",
        "held",
        "layers",
        "kinds",
        "memory_types",
        "sources",
        "priorities",
        "tags",
        "agents",
        "sessions",
        "formats",
        "project",
        "before",
        "after",
        "recorded_since",
        "pinned",
        "undated",
        "now",
    ]
)


def passes(memory: Memory, where: Filter) -> bool:
    """Say whether a neighbour turn may be listed under that filter.

    What cannot be read off the memory itself (entities, badges, importance, left-out words) is answered with no.
    """
    if any(getattr(where, name) != getattr(EVERYTHING, name) for name in Filter.__slots__ if name not in _READABLE):
        return False
    return _states_pass(memory, where) and _origin_passes(memory, where) and _times_pass(memory, where)


def _states_pass(memory: Memory, where: Filter) -> bool:
    return (
        memory.status in where.statuses
        and memory.tier in where.tiers
        and (where.held or memory.trust is not Trust.HELD)
        and (not where.layers or memory.layer in where.layers)
        and (not where.priorities or memory.priority in where.priorities)
        and (where.pinned is None or memory.pinned == where.pinned)
    )


def _origin_passes(memory: Memory, where: Filter) -> bool:
    return (
        (not where.kinds or memory.kind in where.kinds)
        and (not where.memory_types or memory.memory_type in where.memory_types)
        and (not where.sources or memory.source in where.sources)
        and (not where.agents or memory.agent in where.agents)
        and (not where.sessions or memory.session in where.sessions)
        and (not where.formats or memory.format in where.formats)
        and (where.project is None or memory.project in (None, where.project))
        and set(where.tags) <= set(memory.tags)
    )


def _times_pass(memory: Memory, where: Filter) -> bool:
    return (
        (where.after is None or memory.sort_at >= where.after)
        and (where.before is None or memory.sort_at < where.before)
        and (where.recorded_since is None or memory.recorded_at >= where.recorded_since)
        and (where.undated is None or (memory.created_at is None) == where.undated)
    )
