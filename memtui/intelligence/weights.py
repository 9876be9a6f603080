"""The weights of recall, in one place; each step can be switched off by its weight."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each step of the ranking counts; see `memtui.intelligence.ranking`."""
