"""Consolidation as a pure plan over a snapshot of the graph: duplicates merged, superseded facts retired (SPEC 10, after TekMemo)."""

from __future__ import annotations

from memtui.intelligence.consolidation.merging import plan_merges
from memtui.intelligence.consolidation.planning import plan
from memtui.intelligence.consolidation.plans import (
    Carrier,
    Contradiction,
    Plan,
    PlannedMerge,
    RetiredFact,
    RetiredMemory,
    RetiredNode,
    Snapshot,
    Twins,
)

__all__ = [
    "Carrier",
    "Contradiction",
    "Plan",
    "PlannedMerge",
    "RetiredFact",
    "RetiredMemory",
    "RetiredNode",
    "Snapshot",
    "Twins",
    "plan",
    "plan_merges",
]
