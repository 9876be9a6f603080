"""The rows of the index that a memory leads to."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final

from memtui.domain.records import Memory
from memtui.services.ports import Derived
from memtui.store.mapping import escaped
from memtui.store.standing import letter_of
from memtui.store.words import indexed_form

HALF_LIFE_DAYS: Final = 347.0
"""Recency halves in this many days (Memento guide)."""
EPOCH: Final = datetime(2020, 1, 1, tzinfo=UTC)
_STEPS_AT_MOST: Final = 500.0
"""Half-lives before or after 2020 that still count (475 years): PostgreSQL refuses products that a float cannot hold."""

DERIVED_FROM: Final = (
    "content",
    "kind",
    "memory_type",
    "source",
    "tags",
    "priority",
    "project",
    "created_at",
    "agent",
    "speaker",
)
"""The fields of a memory that what is derived may depend on."""
STANDING: Final = (
    "sort_at",
    "status",
    "tier",
    "trust",
    "project",
    "layer",
    "kind",
    "memory_type",
    "source",
    "priority",
    "pinned",
    "agent",
    "importance_override",
    "created_at",
)
"""The fields of a memory that the index repeats."""


def growth_of(created_at: datetime | None) -> float | None:
    """Return 2^(days since 2020 / 347), None for an undated memory."""
    return None if created_at is None else float(2.0 ** half_lives(created_at))


def half_lives(moment: datetime) -> float:
    """Return how many half-lives after the beginning of 2020 a moment lies, less than 0 before it."""
    steps = (moment - EPOCH).total_seconds() / 86_400 / HALF_LIFE_DAYS
    return max(-_STEPS_AT_MOST, min(_STEPS_AT_MOST, steps))


def standing_row(memory: Memory) -> dict[str, Any]:
    """Return the columns of memory_index that repeat a memory's own."""
    return {
        "number": memory.number,
        "sort_at": memory.sort_at,
        "standing": letter_of(memory),
        "project": None if memory.project is None else escaped(memory.project),
        "layer": memory.layer.value,
        "kind": None if memory.kind is None else memory.kind.value,
        "memory_type": memory.memory_type.value,
        "source": memory.source.value,
        "priority": memory.priority.value,
        "pinned": memory.pinned,
        "agent": None if memory.agent is None else escaped(memory.agent),
        "importance_override": memory.importance_override,
        "growth": growth_of(memory.created_at),
    }


def index_rows(memory: Memory, derived: Derived, tokenizer_version: int) -> tuple[dict[str, Any], str]:
    """Return the row of memory_index that a memory leads to, and its tokens as memory_text holds them."""
    tokens = indexed_form(derived.tokens)
    row = {
        **standing_row(memory),
        "importance_base": float(derived.importance_base),
        "length": len(tokens),
        "badges": " ".join(sorted(derived.badges)),
        "tokenizer_version": tokenizer_version,
    }
    return row, " ".join(tokens)


def affects_derived(before: Memory, after: Memory) -> bool:
    """Say whether a change of a memory may change what is derived from it."""
    return any(getattr(before, name) != getattr(after, name) for name in DERIVED_FROM)


def affects_standing(before: Memory, after: Memory) -> bool:
    """Say whether a change of a memory changes what the index repeats of it."""
    return any(getattr(before, name) != getattr(after, name) for name in STANDING)
