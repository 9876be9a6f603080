"""List rows of memories, and the short remarks that stand beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from memtui.domain.filters import Badge
from memtui.domain.kinds import Status, Tier
from memtui.domain.records import Conflict, Memory
from memtui.intelligence.importance import assess
from memtui.services.companions import UNSETTLED, is_current
from memtui.services.findings import Hit
from memtui.services.ports import Reads
from memtui.services.titles import title

CONTRADICTED = "[MARKED AS CONTRADICTED]"
SUPERSEDES = "← SUPERSEDES others"
"""The marks of the Memento guide's example."""

CURRENT = "← CURRENT TRUTH"
"""The mark of the newer side of a conflict that is not settled."""

ARCHIVED = "[ARCHIVED]"
TRANSIENT = "[TRANSIENT]"


def plain_hits(reads: Reads, memories: Sequence[Memory], now: datetime) -> list[Hit]:
    """Return unranked rows for memories, in their order."""
    badges = reads.badges([memory.number for memory in memories if memory.number is not None])
    marks = remarks(reads, memories, {})
    return [
        Hit(
            memory=memory,
            rank=0,
            rank_before=None,
            score=0.0,
            importance=assess(memory, now),
            explanation=None,
            badges=badges.get(memory.number or 0, frozenset[Badge]()),
            marks=marks[memory.id],
        )
        for memory in memories
    ]


def remarks(reads: Reads, memories: Iterable[Memory], ends: Mapping[str, Memory]) -> dict[str, tuple[str, ...]]:
    """Return the remarks of listed memories by id; `ends` are the live successors of the superseded ones among them."""
    listed = list(memories)
    winners = {ends[memory.id].id for memory in listed if memory.id in ends}
    winners |= {memory.superseded_by for memory in listed if memory.superseded_by}
    return {memory.id: tuple(_of(reads, memory, winners)) for memory in listed}


def conflict_reasons(reads: Reads, memory: Memory) -> list[str]:
    """Return why a memory is in conflict, one line for each conflict that is not settled."""
    return [
        f"in conflict with “{title(other.content, 60) if other is not None else 'a memory that is gone'}”: {conflict.reason}"
        for conflict, other in _unsettled(reads, memory)
    ]


def _unsettled(reads: Reads, memory: Memory) -> list[tuple[Conflict, Memory | None]]:
    """Return a memory's conflicts that are not settled, each with its other side."""
    if memory.status is not Status.CONFLICTED or memory.number is None:
        return []
    unsettled = [conflict for conflict in reads.conflicts(memory.number) if conflict.state in UNSETTLED]
    ends = [c.old_number if c.new_number == memory.number else c.new_number for c in unsettled]
    others = {other.number: other for other in reads.memories(ends)}
    return [(conflict, others.get(end)) for conflict, end in zip(unsettled, ends, strict=True)]


def _of(reads: Reads, memory: Memory, winners: set[str]) -> Iterable[str]:
    if memory.status is Status.SUPERSEDED:
        yield CONTRADICTED
    elif memory.status is Status.ARCHIVED:
        yield ARCHIVED
    elif memory.id in winners:
        yield SUPERSEDES
    elif any(
        conflict.new_number == memory.number and other is not None and is_current(conflict, memory, other)
        for conflict, other in _unsettled(reads, memory)
    ):
        yield CURRENT
    if memory.tier is Tier.TRANSIENT:
        yield TRANSIENT
    yield from conflict_reasons(reads, memory)
