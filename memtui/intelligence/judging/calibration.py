"""How often the findings of a rule were measured to be right, by the score that the rule gave them."""

from __future__ import annotations

from functools import cache

from memtui.intelligence import lexicon


def calibrated(rule: str, score: float) -> float:
    """Return the confidence that is printed for a rule's score (0 to 1): the precision measured for its band, 0 to 1."""
    found = 0.0
    for floor, share in _bands(rule):
        if score < floor:
            break
        found = share
    return found


@cache
def _bands(rule: str) -> tuple[tuple[float, float], ...]:
    bands = lexicon.table("judging/calibration").get(rule, {})
    return tuple(sorted((float(floor), float(share)) for floor, share in bands.items()))
