"""Figures about predicted conflicts: precision, recall, F1, false alarms, calibration, and precision where conflicts are rare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

CONFLICTS = frozenset({"supersedes", "contradicts"})
RARE = 200
"""One pair in so many is a conflict in a real store: what precision is worth must be said there too."""

BANDS = ((0.0, 0.70), (0.70, 0.80), (0.80, 0.90), (0.90, 1.01))
"""The bands of printed confidence whose precision is compared with what was printed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One pair: what is right, what was said with which confidence, and whether it would be applied at once."""

    id: str
    gold: str
    said: str
    change: str = ""
    confidence: float = 0.0
    applied: bool = False
    rule: str = ""
    source: str = ""

    @property
    def fired(self) -> bool:
        """Whether a conflict was reported."""
        return self.said in CONFLICTS

    @property
    def right(self) -> bool:
        """Whether there is a conflict."""
        return self.gold in CONFLICTS


@dataclass(frozen=True, slots=True)
class PairScore:
    """Shares from 0 to 1 over some pairs; rewrites take no part but in `rewrites`, the share of them called a conflict."""

    pairs: int
    precision: float
    recall: float
    f1: float
    false_alarms: float
    rewrites: float

    @property
    def rare_precision(self) -> float:
        """The precision at one conflict in 200 pairs, from recall and false alarms."""
        hits, alarms = self.recall / RARE, self.false_alarms * (1 - 1 / RARE)
        return hits / (hits + alarms) if hits + alarms else 0.0


def score(rows: Iterable[Judged]) -> PairScore:
    """Return the score of any conflict against none."""
    counts: Counter[tuple[bool, bool]] = Counter()
    rewrites: Counter[bool] = Counter()
    for row in rows:
        if row.gold == "rewrite":
            rewrites[row.fired] += 1
        else:
            counts[row.right, row.fired] += 1
    hit, missed = counts[True, True], counts[True, False]
    alarm, quiet = counts[False, True], counts[False, False]
    precision, recall = _share(hit, hit + alarm), _share(hit, hit + missed)
    return PairScore(
        counts.total() + rewrites.total(),
        precision,
        recall,
        2 * precision * recall / (precision + recall) if precision + recall else 0.0,
        _share(alarm, alarm + quiet),
        _share(rewrites[True], rewrites.total()),
    )


@dataclass(frozen=True, slots=True)
class Band:
    """The conflicts that were reported with a confidence from `low` to below `high`: how many, what was printed on average, and how often it was right."""

    low: float
    high: float
    count: int
    printed: float
    precision: float

    @property
    def off(self) -> float:
        """How far the printed confidence is from the measured precision."""
        return abs(self.printed - self.precision)


def calibration(rows: Sequence[Judged]) -> list[Band]:
    """Return the bands of confidence; rewrites that were called a conflict count as wrong."""
    found = []
    for low, high in BANDS:
        inside = [row for row in rows if row.fired and low <= row.confidence < high]
        if inside:
            printed = sum(row.confidence for row in inside) / len(inside)
            found.append(Band(low, high, len(inside), printed, _share(sum(r.right for r in inside), len(inside))))
    return found


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
