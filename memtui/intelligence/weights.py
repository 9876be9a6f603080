"""The weights of recall, in one place: the configuration may change each, and a step whose weight is 0 is off."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """How much each step of the ranking counts; see `memtui.intelligence.ranking`.

    `words` and `meaning` are the shares of the merged relevance. `typo` and `prefix` weigh what a query
    word was widened to against an exact word (1), `family` the members of a category that the query names
    ("database" finds PostgreSQL). `session` is what a word said one turn away is worth,
    per turn of distance: 0.7, 0.49, 0.34. `speaker`, `period`, `answer`, `overlap`, `order` and
    `importance` each add their step's figure (0 to 1) times their weight. `recent`, `source` and `tag`
    scale Memento's factors (1 is the guide's own figures, 0.5 half of each boost), `layer` scales
    Mneno's adjustments. `elaborates` is the share of a hit's relevance that what elaborates it has too.
    `saturation` and `length` are BM25's k1 and b, not steps.
    """

    words: float = 1.0
    meaning: float = 1.0
    typo: float = 1.0
    prefix: float = 0.6
    family: float = 0.3
    session: float = 0.7
    speaker: float = 0.1
    period: float = 0.25
    answer: float = 0.1
    overlap: float = 0.1
    order: float = 0.05
    importance: float = 0.25
    recent: float = 1.0
    source: float = 1.0
    tag: float = 1.0
    layer: float = 1.0
    elaborates: float = 0.9
    saturation: float = 0.9
    length: float = 0.4


DEFAULTS = Weights()
"""The weights that hold when the configuration says nothing."""
