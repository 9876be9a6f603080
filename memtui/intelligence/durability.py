"""How long a memory steers retrieval: TekMemo's deterministic tiers (SPEC 3)."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.kinds import Kind, Tier


@dataclass(frozen=True, slots=True)
class Durability:
    """A tier and the rule that gave it."""

    tier: Tier
    reason: str


def classify(
    content: str, kind: Kind | None = None, confidence: float | None = None, tier: Tier | None = None
) -> Durability:
    """Return the tier of a write, first rule that fits, with its reason."""
    raise NotImplementedError
