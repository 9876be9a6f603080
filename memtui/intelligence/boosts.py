"""What lifts or lowers a memory after its words are scored: Memento's boosts and Mneno's layer adjustments (SPEC 8)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from memtui.domain.kinds import Layer, Source
from memtui.domain.records import Memory
from memtui.intelligence import tokens
from memtui.intelligence.importance import SECONDS_A_DAY

RECENT_TODAY, RECENT_AT_END, RECENT_DAYS = 1.10, 1.05, 7
"""Memento's recency boost: 10 % today, falling evenly to 5 % on day 7, then none."""

SOURCE_FACTORS: dict[Source, float] = {Source.WRITE: 1.05, Source.EDIT: 1.03, Source.READ: 0.95}
"""Memento's source quality; other sources stay as they are."""

TAG_FACTOR = 1.10
"""Memento's tag relevance: a query word is a tag."""

LAYER_ADJUSTMENTS: dict[Layer, float] = {
    Layer.OPERATIONAL: 0.12,
    Layer.WORKING: 0.08,
    Layer.SEMANTIC: 0.04,
    Layer.EPISODIC: 0.0,
    Layer.SHORT_TERM: -0.02,
}
"""Mneno's retrieval priority of the layers, added to the score."""


def recent_factor(created_at: datetime | None, now: datetime) -> float:
    """Return 1.10 for today down to 1.05 on day 7, then 1; whole days, a future date is today, undated is 1."""
    if created_at is None:
        return 1.0
    days = max(int((now - created_at).total_seconds() // SECONDS_A_DAY), 0)
    if days > RECENT_DAYS:
        return 1.0
    return RECENT_TODAY - (RECENT_TODAY - RECENT_AT_END) * days / RECENT_DAYS


def source_factor(source: Source) -> float:
    """Return Memento's factor for where a memory came from."""
    return SOURCE_FACTORS.get(source, 1.0)


def matching_tag(memory: Memory, asked: Collection[str]) -> str | None:
    """Return the first tag whose words the query (its terms) names, or None."""
    for tag in memory.tags:
        words = tokens.terms(tag)
        if words and all(word in asked for word in words):
            return tag
    return None


def layer_adjustment(layer: Layer) -> float:
    """Return what a layer adds to the score."""
    return LAYER_ADJUSTMENTS.get(layer, 0.0)
