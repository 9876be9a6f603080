"""The order in which the rules are asked (the decision order that worked on real data)."""

from __future__ import annotations

from memtui.domain.judgements import Finding
from memtui.intelligence.judging.pairs import Decided, Pair, Rule
from memtui.intelligence.reading import Reading

RULES: tuple[Rule, ...] = ()


def judge(new: Reading, old: Reading, *, forward: bool = True) -> Finding | None:
    """Return what the newer memory means for the older one, or None where they get along.

    Every pair of statements that share a stem is judged; the surest finding wins.
    """
    best: Finding | None = None
    for statement in new.statements:
        for other in old.statements:
            finding = _first(Pair(new, old, statement, other, forward))
            if finding is not None and (best is None or finding.confidence > best.confidence):
                best = finding
    return best


def _first(pair: Pair) -> Finding | None:
    for rule in RULES:
        answer = rule(pair)
        if answer is None:
            continue
        return None if isinstance(answer, Decided) else answer
    return None
