"""List rows of memories, and the short remarks that stand beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from memtui.domain.filters import Badge
from memtui.domain.kinds import ConflictState, Status, Tier
from memtui.domain.records import Memory
from memtui.intelligence.importance import assess
from memtui.services.findings import Hit
from memtui.services.ports import Reads
from memtui.services.titles import title

CONTRADICTED = "[MARKED AS CONTRADICTED]"
SUPERSEDES = "← SUPERSEDES others"
"""The marks of the Memento guide's example."""

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
    if memory.status is not Status.CONFLICTED or memory.number is None:
        return []
    unsettled = [c for c in reads.conflicts(memory.number) if c.state in (ConflictState.OPEN, ConflictState.KEPT)]
    others = [c.old_number if c.new_number == memory.number else c.new_number for c in unsettled]
    names = {other.number: title(other.content, 60) for other in reads.memories(others)}
    return [
        f"in conflict with “{names.get(other, 'a memory that is gone')}”: {conflict.reason}"
        for conflict, other in zip(unsettled, others, strict=True)
    ]


def _of(reads: Reads, memory: Memory, winners: set[str]) -> Iterable[str]:
    if memory.status is Status.SUPERSEDED:
        yield CONTRADICTED
    elif memory.status is Status.ARCHIVED:
        yield ARCHIVED
    elif memory.id in winners:
        yield SUPERSEDES
    if memory.tier is Tier.TRANSIENT:
        yield TRANSIENT
    yield from conflict_reasons(reads, memory)
