"""The weights of recall, in one place: the configuration may change each, and a step whose weight is 0 is off."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """How much each step of the ranking counts; see `memtui.intelligence.ranking`.

    `words` and `meaning` are shares of the merged relevance. `session`, `speaker`, `period`, `overlap` and
    `order` add to it, each times a figure from 0 to 1. `importance` adds its share of the importance.
    `recent`, `source` and `tag` scale Memento's factors (1 is the guide's own figures, 0.5 half of each
    boost), `layer` scales Mneno's adjustments. `typo` and `prefix` weigh what a query word was widened
    to against an exact word.
    """

    words: float = 1.0
    meaning: float = 1.0
    typo: float = 1.0
    prefix: float = 0.6
    session: float = 0.25
    speaker: float = 0.1
    period: float = 0.1
    overlap: float = 0.2
    order: float = 0.05
    importance: float = 0.1
    recent: float = 1.0
    source: float = 1.0
    tag: float = 1.0
    layer: float = 1.0


DEFAULTS = Weights()
"""The weights that hold when the configuration says nothing."""
