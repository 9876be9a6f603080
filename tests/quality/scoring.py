"""Recall and nDCG of rankings."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

CUT = 10


@dataclass(frozen=True, slots=True)
class Score:
    """Means over some queries, each from 0 to 1: the share of the right answers in the first ten, and binary nDCG at ten."""

    recall: float
    ndcg: float
    queries: int


def recall(right: Collection[str], ranked: Sequence[str]) -> float:
    """Return the share of the right answers that stand in the first ten."""
    return len(set(right).intersection(ranked[:CUT])) / len(set(right))


def ndcg(right: Collection[str], ranked: Sequence[str]) -> float:
    """Return the discounted gain of the first ten as a share of the best there could be."""
    gains = [1 / math.log2(place + 1) for place in range(1, CUT + 1)]
    found = sum(gain for gain, name in zip(gains, ranked, strict=False) if name in right)
    return found / sum(gains[: len(set(right))])


def mean(pairs: Sequence[tuple[Collection[str], Sequence[str]]]) -> Score:
    """Return the mean scores of (right answers, ranking) pairs."""
    count = len(pairs) or 1
    return Score(
        sum(recall(right, ranked) for right, ranked in pairs) / count,
        sum(ndcg(right, ranked) for right, ranked in pairs) / count,
        len(pairs),
    )


def interval(values: Sequence[float], rounds: int = 1000) -> tuple[float, float]:
    """Return the middle 95 % of the means of resampled values (seeded bootstrap)."""
    draw = random.Random(20_261_129)
    means = sorted(sum(draw.choices(values, k=len(values))) / len(values) for _ in range(rounds))
    return means[int(rounds * 0.025)], means[int(rounds * 0.975)]


def by_group(
    rows: Sequence[tuple[str, Collection[str], Sequence[str]]],
) -> Mapping[str, Score]:
    """Return the mean scores of (group, right answers, ranking) rows by group."""
    groups: dict[str, list[tuple[Collection[str], Sequence[str]]]] = {}
    for group, right, ranked in rows:
        groups.setdefault(group, []).append((right, ranked))
    return {group: mean(pairs) for group, pairs in sorted(groups.items())}
