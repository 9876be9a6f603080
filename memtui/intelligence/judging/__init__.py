"""The judge of two memories: rules in a fixed order, the first that decides wins."""

from __future__ import annotations

from memtui.intelligence.judging.judge import judge
from memtui.intelligence.judging.pairs import NOTHING, Pair

__all__ = ["NOTHING", "Pair", "judge"]
