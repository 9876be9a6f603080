"""One layer as a column of cards: its memories by retention, each with what an evaluation makes of it."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, Filter, Order
from memtui.domain.kinds import Layer
from memtui.domain.records import Memory
from memtui.intelligence.hierarchy import DEFAULT, Judgement, Retention, retention_of
from memtui.intelligence.importance import assess
from memtui.services.findings import Stop, never_stop
from memtui.services.hierarchy_evaluation import judge_memory, moved_lately
from memtui.services.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A memory with its importance (0 to 1), its retention, what an evaluation makes of it, and what took its place."""

    memory: Memory
    importance: float
    retention: Retention
    judgement: Judgement
    successor: Memory | None = None


def column(workspace: Workspace, layer: Layer, stop: Stop = never_stop) -> array[int]:
    """Return the row numbers of a layer's memories, those with the highest retention first (8 bytes each)."""
    stop()
    return workspace.store.reads.numbers(filter_of(workspace, layer), Order.RETENTION)


def cards(workspace: Workspace, numbers: Sequence[int]) -> list[Card]:
    """Return the cards of some memories in their order."""
    now, lately = workspace.clock.now(), moved_lately(workspace)
    reads = workspace.store.reads
    memories = reads.memories(numbers)
    replaced = sorted({memory.superseded_by for memory in memories if memory.superseded_by is not None})
    successors = reads.by_ids(replaced) if replaced else {}
    return [_card(memory, now, lately, successors.get(memory.superseded_by or "")) for memory in memories]


def filter_of(workspace: Workspace, layer: Layer) -> Filter:
    """Return the filter of a column: all statuses and tiers of the project, held ones left out."""
    return Filter(statuses=ALL_STATUSES, tiers=ALL_TIERS, layers=frozenset({layer}), project=workspace.settings.project)


def _card(memory: Memory, now: datetime, lately: frozenset[int], successor: Memory | None) -> Card:
    importance = assess(memory, now).value
    return Card(
        memory=memory,
        importance=importance,
        retention=retention_of(memory, importance, now),
        judgement=judge_memory(memory, DEFAULT, now, lately),
        successor=successor,
    )
