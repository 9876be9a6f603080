"""The graph of a store as consolidation looks at it."""

from __future__ import annotations

from memtui.domain.kinds import FactStatus, Tier, Trust
from memtui.domain.records import Entity, Fact, Memory
from memtui.intelligence.consolidation import Carrier, Snapshot
from memtui.services.ports import Progress, Store, no_progress

CHUNK = 500
"""Rows read at once."""


def snapshot(store: Store, progress: Progress = no_progress) -> Snapshot:
    """Return all entities and the facts of durable, reviewed memories, with those memories' dates."""
    entities = _entities(store, progress)
    facts = _facts(store, progress)
    carriers: dict[int, Carrier] = {}
    silent: set[int] = set()
    wanted = sorted({fact.memory_number for fact in facts if fact.status is FactStatus.ACTIVE})
    for start in range(0, len(wanted), CHUNK):
        for memory in store.reads.memories(wanted[start : start + CHUNK]):
            number = memory.number or 0
            carriers[number] = carrier_of(memory)
            if memory.tier is Tier.TRANSIENT or memory.trust is Trust.HELD:
                silent.add(number)
        progress(start, len(wanted), "read memories")
    spoken = [fact for fact in facts if fact.memory_number not in silent]
    return Snapshot(entities=entities, facts=spoken, carriers=carriers)


def carrier_of(memory: Memory) -> Carrier:
    """Return what matters of a memory that carries facts."""
    return Carrier(number=memory.number or 0, at=memory.sort_at, dated=memory.created_at is not None, live=memory.live)


def _entities(store: Store, progress: Progress) -> list[Entity]:
    found: list[Entity] = []
    while page := store.graph.all_entities(found[-1].number or 0 if found else 0, CHUNK):
        found += page
        progress(len(found), None, "read entities")
    return found


def _facts(store: Store, progress: Progress) -> list[Fact]:
    found: list[Fact] = []
    while page := store.graph.all_facts(found[-1].number or 0 if found else 0, CHUNK):
        found += page
        progress(len(found), None, "read facts")
    return found
