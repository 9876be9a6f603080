"""Ranking many matches at once: numbers come from SQLite as texts and are scored as arrays.

FTS5's bm25() takes a microsecond a match, and counting what a filter hides reads all matches a second time.
Read in one pass and scored here as if each word stood in a text once, 15,000 matches take 10 ms instead of 22,
and 242 of the best 250 are the same. The exact scores are the ranking's work.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np

    Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]

K1: Final = 1.2
B: Final = 0.75
"""FTS5's own constants of BM25, so that both ways of ranking are on one scale."""


@dataclass(frozen=True, slots=True)
class Scan:
    """What one pass over all matches found: numbers and lengths joined by commas, standings one letter each."""

    numbers: str
    lengths: str
    letters: str


def best_of(scan: Scan, holders: Mapping[str, float], passing: str, average: float, limit: int) -> dict[int, float]:
    """Return the best `limit` matches with their scores; equal ones newest first.

    `holders` maps the joined numbers of the memories that hold a word to the word's weight, `passing` names
    the standings that count, `average` is the mean length of all texts.
    """
    import numpy as np

    numbers, lengths = _parsed(scan.numbers), _parsed(scan.lengths)
    letters = np.frombuffer(scan.letters.encode("ascii"), dtype=np.uint8)
    kept = np.isin(letters, np.frombuffer(passing.encode("ascii"), dtype=np.uint8))
    numbers, lengths = numbers[kept], lengths[kept]
    if not len(numbers):
        return {}
    order = np.argsort(numbers)
    numbers, lengths = numbers[order], lengths[order]
    weights = np.zeros(len(numbers))
    for joined, weight in holders.items():
        holding = _parsed(joined)
        places = np.searchsorted(numbers, holding)
        places[places == len(numbers)] = 0
        weights[places[numbers[places] == holding]] += weight
    scores = weights * (K1 + 1) / (1 + K1 * (1 - B + B * lengths / average))
    best = np.lexsort((numbers, scores))[: -limit - 1 : -1]
    return dict(zip(numbers[best].tolist(), scores[best].tolist(), strict=True))


def _parsed(joined: str) -> Numbers:
    import numpy as np

    if not joined:
        return np.zeros(0, dtype=np.int64)
    return np.fromstring(joined, dtype=np.int64, sep=",")
