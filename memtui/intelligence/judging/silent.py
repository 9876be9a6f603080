"""Silent changes: two statements of one thing that give it different values, or of which one denies the other."""

from __future__ import annotations

from math import exp

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, RelationKind, Severity, SuggestedAction
from memtui.intelligence import lexicon
from memtui.intelligence.judging import polarity
from memtui.intelligence.judging.comparisons import Comparison, Labelled, compare
from memtui.intelligence.judging.contexts import surroundings
from memtui.intelligence.judging.evidence import weighed
from memtui.intelligence.judging.outlines import outline
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.judging.wording import Worded, worded_denial, worded_value
from memtui.intelligence.reading import Statement

LEAST_SHARE = 0.2
"""Pairs whose shared words weigh less than this part of the shorter statement are not aligned."""


def silent_change(pair: Pair) -> Answer:
    """Find a value or a polarity that changed without a word about it; labels that differ settle that there is none."""
    old, new = pair.old_statement, pair.new_statement
    if not _close(old, new):
        return None
    if old.is_question or new.is_question:
        return NOTHING
    comparison = compare(outline(old), outline(new))
    around = surroundings(pair)
    if around is None:
        return NOTHING
    if polarity.opposed(comparison):
        return _denial(pair, comparison)
    found = _value(pair, comparison, around)
    if found is None and comparison.labelled in (Labelled.DIFFERENT, Labelled.IDENTITY):
        return NOTHING
    return found


def _close(old: Statement, new: Statement) -> bool:
    """Whether two statements share enough stems to be worth laying side by side."""
    one, other = old.stems, new.stems
    shorter = min(len(one), len(other))
    return shorter > 0 and len(one & other) >= LEAST_SHARE * shorter


def _value(pair: Pair, comparison: Comparison, around: dict[str, float]) -> Finding | None:
    evidence = weighed(comparison)
    if evidence is None:
        return None
    score = _score("value", {**evidence.amounts, **around})
    if score < 0:
        return None
    rule = "label" if comparison.labelled is Labelled.SAME else "value"
    return _finding(pair, rule, score, worded_value(pair, comparison, evidence.carrier))


def _denial(pair: Pair, comparison: Comparison) -> Answer:
    amounts = polarity.amounts(comparison)
    if amounts is None:
        return NOTHING
    score = _score("polarity", amounts)
    if score < 0:
        return NOTHING
    return _finding(pair, "polarity", score, worded_denial(pair, comparison))


def _score(table: str, amounts: dict[str, float]) -> float:
    points: dict[str, float] = lexicon.table("judging/silent")["points"][table]
    return sum(points.get(name, 0.0) * amount for name, amount in amounts.items())


def _finding(pair: Pair, rule: str, score: float, worded: Worded) -> Finding:
    return Finding(
        type=ConflictType.CONTRADICTION,
        relation=RelationKind.CONTRADICTS,
        severity=Severity.HIGH,
        confidence=confidence(rule, score),
        rule=rule,
        reason=worded.reason,
        span=worded.span,
        old_span=worded.old_span,
        subject=worded.subject,
        slot=worded.slot,
        old_value=worded.old_value,
        new_value=worded.new_value,
        group=f"{worded.subject}/{worded.slot}".lower(),
        suggested=SuggestedAction.MARK_CONFLICTED,
    )


def confidence(rule: str, score: float) -> float:
    """Return the share of findings of a rule with at least this score that were right."""
    return min(0.9, 1 / (1 + exp(-score)))
