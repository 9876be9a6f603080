"""Who took whose place: from a superseded memory to the live one at the end of its chain."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memtui.domain.records import Memory
from memtui.services.ports import Reads

MOST_STEPS = 20
"""Chains are followed this far; imported ones may be long, turn in a circle or lead nowhere."""


@dataclass(frozen=True, slots=True)
class Succession:
    """Chains of succession: `ends` is the live memory that a chain leads to, by the id of where it begins; `links` all between."""

    ends: Mapping[str, Memory]
    links: tuple[Memory, ...]


def follow(reads: Reads, memories: Iterable[Memory]) -> Succession:
    """Follow the chains of superseded memories.

    Chains that end in a missing memory, in one that is not live, or in a circle have no end. Each step is one
    statement for all chains together.
    """
    at: dict[str, str] = {memory.id: memory.superseded_by for memory in memories if memory.superseded_by}
    known: dict[str, Memory] = {}
    ends: dict[str, Memory] = {}
    for _ in range(MOST_STEPS):
        missing = set(at.values()) - known.keys()
        if missing:
            known |= reads.by_ids(sorted(missing))
        going: dict[str, str] = {}
        for start, next_id in at.items():
            memory = known.get(next_id)
            if memory is None or next_id == start:
                continue
            if memory.live:
                ends[start] = memory
            elif memory.superseded_by:
                going[start] = memory.superseded_by
        if not going:
            break
        at = going
    return Succession(ends=ends, links=tuple(memory for memory in known.values() if not memory.live))


def successor(reads: Reads, memory: Memory) -> Memory | None:
    """Return the memory that directly took a memory's place; None if there is none or it is missing."""
    return reads.by_ids([memory.superseded_by]).get(memory.superseded_by) if memory.superseded_by else None
