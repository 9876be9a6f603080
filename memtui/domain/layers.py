"""The layers' order and where a new memory starts (SPEC 1 and 9, after Mneno)."""

from __future__ import annotations

from memtui.domain.kinds import Kind, Layer, MemoryType, Tier

RANK: dict[Layer, int] = {layer: rank for rank, layer in enumerate(Layer)}
"""Mneno's transition rank: archived 0 up to operational 5."""

SHORT_NAMES: dict[Layer, str] = {
    Layer.ARCHIVED: "ar",
    Layer.SHORT_TERM: "st",
    Layer.EPISODIC: "ep",
    Layer.SEMANTIC: "se",
    Layer.WORKING: "wk",
    Layer.OPERATIONAL: "op",
}


def default_type(kind: Kind | None) -> MemoryType:
    """Return the memory type that a kind implies when none is given."""
    match kind:
        case Kind.PREFERENCE:
            return MemoryType.PREFERENCE
        case Kind.GOAL:
            return MemoryType.OPERATIONAL
        case Kind.NOTE | Kind.SUMMARY:
            return MemoryType.EPISODIC
        case _:
            return MemoryType.SEMANTIC


def default_layer(memory_type: MemoryType, tier: Tier) -> Layer:
    """Return the layer that a new memory starts in when none is given."""
    if tier is Tier.TRANSIENT:
        return Layer.SHORT_TERM
    match memory_type:
        case MemoryType.OPERATIONAL:
            return Layer.OPERATIONAL
        case MemoryType.EPISODIC:
            return Layer.EPISODIC
        case _:
            return Layer.SEMANTIC
