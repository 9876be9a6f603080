"""Silent changes: two statements of one thing that give it different values, or of which one denies the other."""

from __future__ import annotations

from functools import cache
from math import exp, log

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, RelationKind, Severity, SuggestedAction
from memtui.intelligence import lexicon
from memtui.intelligence.judging import polarity
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.comparisons import Comparison, Labelled, compare
from memtui.intelligence.judging.contexts import surroundings
from memtui.intelligence.judging.evidence import weighed
from memtui.intelligence.judging.outlines import Outline
from memtui.intelligence.judging.outlining import outline
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.judging.wording import Worded, worded_denial, worded_value

LEAST_SHARED = 0.35
"""Statements that share less are not laid side by side."""

MOST_FAVOUR = 1.0
"""So many points a difference itself can speak for a change at most."""

MOST_BY_LABEL = 1.2
"""So many points an equal label and equal sentences around add at most."""


def silent_change(pair: Pair) -> Answer:
    """Find a value or a polarity that changed without a word about it; labels that differ settle that there is none."""
    if pair.old_statement.stems.isdisjoint(pair.new_statement.stems):
        return None
    if pair.old_statement.is_question or pair.new_statement.is_question:
        return NOTHING
    old, new = outline(pair.old_statement), outline(pair.new_statement)
    if _is_event(old) and _is_event(new):
        return NOTHING
    opposed = polarity.opposed(old, new)
    if not _hopeful(old, new, "polarity" if opposed else "value"):
        return None
    around = surroundings(pair)
    if around is None:
        return NOTHING
    comparison = compare(old, new)
    if opposed and (denied := _denial(pair, comparison)) is not NOTHING:
        return denied
    found = None if opposed else _value(pair, comparison, around)
    if found is None and comparison.labelled in (Labelled.DIFFERENT, Labelled.IDENTITY):
        return NOTHING
    return found


def _is_event(outline: Outline) -> bool:
    """Whether a statement is an entry of a log ("Added X", "api: Fixed Y"): two of them are two events, whatever they share."""
    first = next(iter(outline.tokens[outline.body :]), None)
    if first is None or first.span or not first.text.lower().endswith("ed"):
        return False
    return first.text.lower() in lexicon.words("history", "verbs")


def _hopeful(old: Outline, new: Outline, table: str) -> bool:
    """Whether two statements share enough for the threshold, were all that agrees in order and all the rest in favour."""
    shared = sum(token.weight for token in new.tokens if token.key in old.keys)
    if shared < LEAST_SHARED:
        return False
    if table == "value":
        return _reach(shared, shared, max(old.weight, new.weight)) + MOST_BY_LABEL >= 0
    points = _points(table)
    part = min(1.0, shared / min(old.weight, new.weight, shared))
    bound = (points["of the denial"] + points["of the claim"]) * part + points["shared"] * log(1 + shared)
    return points["always"] + bound >= 0


def _reach(shared: float, prose: float, weight: float) -> float:
    """Return how many points a change of value can get at most without a label."""
    points = _points("value")
    part = min(1.0, shared / max(weight, 1.0))
    shares = points["coverage"] * part + points["shared"] * log(1 + shared) + points["shared prose"] * log(1 + prose)
    return points["always"] + shares + MOST_FAVOUR


def _value(pair: Pair, comparison: Comparison, around: dict[str, float]) -> Finding | None:
    weight = max(comparison.old.weight, comparison.new.weight)
    label = comparison.label_weight
    reach = _reach(comparison.shared + label, comparison.prose + label, weight)
    if reach + MOST_BY_LABEL * (label > 0) + around.get("context", 0.0) < 0:
        return None
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
    points = _points(table)
    return sum(points.get(name, 0.0) * amount for name, amount in amounts.items())


@cache
def _points(table: str) -> dict[str, float]:
    points: dict[str, float] = lexicon.table("judging/silent")["points"][table]
    return points


def _finding(pair: Pair, rule: str, score: float, worded: Worded) -> Finding:
    return Finding(
        type=ConflictType.CONTRADICTION,
        relation=RelationKind.CONTRADICTS,
        severity=Severity.HIGH,
        confidence=calibrated(rule, 1 / (1 + exp(-score))),
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
