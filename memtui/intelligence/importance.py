"""How important a memory is: Memento's weighted blend of source, tags, priority and recency (SPEC 7)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memtui.domain.kinds import Priority, Source
from memtui.domain.records import Memory

SOURCE_SHARE, TAG_SHARE, PRIORITY_SHARE, RECENCY_SHARE = 0.30, 0.20, 0.25, 0.25
"""Shares of the four factors (Memento guide, "The Formula")."""

SOURCE_WEIGHTS: dict[Source, float] = {
    Source.WRITE: 0.9,
    Source.EDIT: 0.8,
    Source.BASH: 0.7,
    Source.MANUAL: 0.85,
    Source.READ: 0.4,
    Source.IMPORT: 0.6,
}
"""Where a memory came from (Memento guide, "Source Weight")."""

TAG_WEIGHTS: dict[str, float] = {
    "decision": 0.95,
    "error": 0.80,
    "architecture": 0.90,
    "dependency": 0.75,
    "config": 0.70,
    "todo": 0.50,
    "conversation": 0.40,
}
"""What the known tags are worth (Memento guide, "Tag Weight"); others are left out of the mean."""

PRIORITY_WEIGHTS: dict[Priority, float] = {
    Priority.HIGH: 0.95,
    Priority.MEDIUM: 0.65,
    Priority.LOW: 0.35,
    Priority.NONE: 0.55,
}
"""What an explicit priority is worth (Memento guide, "Priority Weight")."""

HALF_LIFE_DAYS = 347.0
"""After so many days recency is worth half (Memento guide, "Recency Weight")."""

UNDATED_RECENCY = 0.5
"""The neutral recency of a memory that does not say when it happened (SPEC 7)."""

VERY_IMPORTANT, LOW = 0.85, 0.55
"""From the first a value reads "very important", up to the second "low" (SPEC 7)."""

SECONDS_A_DAY = 86_400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Importance:
    """An importance and its parts, each from 0 to 1.

    `source`, `tags`, `priority` and `recency` are the factors before their shares; `base` is the sum of
    the shares that do not age, `computed` all four; `override` is a person's own value.
    """

    source: float
    tags: float
    priority: float
    recency: float
    base: float
    computed: float
    override: float | None = None
    undated: bool = False

    @property
    def value(self) -> float:
        """The value that counts: the person's, else the computed one."""
        return self.computed if self.override is None else self.override

    @property
    def reading(self) -> str:
        """What the value reads as: "very important", "low" or nothing."""
        rounded = round(self.value, 9)
        if rounded >= VERY_IMPORTANT:
            return "very important"
        return "low" if rounded <= LOW else ""


def recency(age_days: float) -> float:
    """Return 2^(-age/347), from 0 to 1; an age below 0 (a future date) counts as 0."""
    return float(2.0 ** (-max(age_days, 0.0) / HALF_LIFE_DAYS))


def recency_at(created_at: datetime | None, now: datetime) -> float:
    """Return the recency of something that happened at `created_at`; 0.5 when that is unknown."""
    if created_at is None:
        return UNDATED_RECENCY
    return recency((now - created_at).total_seconds() / SECONDS_A_DAY)


def tag_weight(tags: tuple[str, ...]) -> float:
    """Return the mean weight of the known tags; 0 when there is none (the guide's 0.5075 example)."""
    known = [TAG_WEIGHTS[tag] for tag in tags if tag in TAG_WEIGHTS]
    return sum(known) / len(known) if known else 0.0


def base(memory: Memory) -> float:
    """Return the part of the importance that does not age, from 0 to 0.75; a proposed tag does not count."""
    return (
        SOURCE_SHARE * SOURCE_WEIGHTS[memory.source]
        + TAG_SHARE * tag_weight(memory.tags)
        + PRIORITY_SHARE * PRIORITY_WEIGHTS[memory.priority]
    )


def assess(memory: Memory, now: datetime) -> Importance:
    """Return a memory's importance at `now` with its parts."""
    unaged = base(memory)
    young = recency_at(memory.created_at, now)
    return Importance(
        source=SOURCE_WEIGHTS[memory.source],
        tags=tag_weight(memory.tags),
        priority=PRIORITY_WEIGHTS[memory.priority],
        recency=young,
        base=unaged,
        computed=unaged + RECENCY_SHARE * young,
        override=memory.importance_override,
        undated=memory.created_at is None,
    )
