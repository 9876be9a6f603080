"""Polarity: one statement denies what the other claims."""

from __future__ import annotations

from math import log

from memtui.intelligence.judging.comparisons import Comparison, Found, Labelled
from memtui.intelligence.judging.outlines import Negation, Outline
from memtui.intelligence.judging.scopes import before_verb, other_owner, other_scope
from memtui.intelligence.judging.values import LEAST_WEIGHT, Sort

_VALUES = frozenset(
    [
        Sort.NUMBER, Sort.VERSION, Sort.EXCLUSIVE, Sort.FAMILY, Sort.MOVED, Sort.INNER_HEAD, Sort.INNER, Sort.INNER_ADDED,
        Sort.EXTENDED, Sort.AKIN, Sort.SIBLING, Sort.CODE, Sort.MIXED,
    ]
)  # fmt: skip


LEAST_TELLING = 0.5
"""Lighter words ("use", "run", "main") are not what a denial denies."""

MOST_RESTRICTED = 2.0
"""A denial of a special case ("not by hand") counts up to so much weight of what makes it special."""


def denial(outline: Outline) -> Negation | None:
    """Return the negator of a statement's main clause, or None where it claims."""
    return next((each for each in outline.negations if not each.aside), None)


def opposed(old: Outline, new: Outline) -> bool:
    """Whether one side denies and the other does not."""
    return old.denies != new.denies and not (new if old.denies else old).negated


def amounts(comparison: Comparison) -> dict[str, float] | None:
    """Return what tells for and against a contradiction of polarity, or None where the two speak of other things."""
    if comparison.labelled in (Labelled.DIFFERENT, Labelled.IDENTITY, Labelled.FOREIGN, Labelled.AKIN):
        return None
    denied, claimed = comparison.old, comparison.new
    if denial(denied) is None:
        denied, claimed = claimed, denied
    if denial(denied) is None or not denied.weight or not claimed.weight:
        return None
    if any(found.sort in _VALUES and not found.difference.depth for found in comparison.body):
        return None
    if other_owner(comparison):
        return None
    shared = max(comparison.shared, _in_any_order(comparison)) + comparison.label_weight
    extra = [token for token in denied.tokens[denied.first :] if token.key not in claimed.keys and token.weight > 0.3]
    return {
        "other scope": float(other_scope(comparison)),
        "restricted": min(MOST_RESTRICTED, sum(token.weight for token in extra if token.lead)),
        "other word": float(_negated(denied) not in claimed.keys),
        "other object": float(any(_replaces(comparison, found) for found in comparison.body)),
        "always": 1.0,
        "of the denial": min(1.0, shared / denied.weight),
        "of the claim": min(1.0, shared / claimed.weight),
        "shared": log(1 + shared),
        "generic label": float(comparison.labelled is Labelled.GENERIC),
        "one label": float(comparison.labelled is Labelled.ONE),
    }


def _replaces(comparison: Comparison, found: Found) -> bool:
    """Whether one thing stands in the place of another behind the verb: "not drawing a house" leaves room for a tree."""
    difference = found.difference
    if found.sort not in (Sort.PROSE, Sort.PROPER) or difference.depth or before_verb(comparison, found):
        return False
    sides = [max(token.weight for token in side) for side in (difference.old, difference.new)]
    return min(sides) >= LEAST_WEIGHT and max(sides) >= 1


def _in_any_order(comparison: Comparison) -> float:
    """Return the weight of the words that both share in whatever order, as the passive voice turns them round."""
    old, new = comparison.old, comparison.new
    others = {token.key for token in new.tokens[comparison.cut_new :]}
    return sum(token.weight for token in old.tokens[comparison.cut_old :] if token.key in others)


def _negated(outline: Outline) -> str:
    """Return the key of the word that a denial turns round; a verb that says little stands for what follows it."""
    negation = denial(outline)
    behind = outline.tokens[negation.token :] if negation is not None else ()
    telling = [token for token in behind if token.weight > LEAST_TELLING]
    return telling[0].key if telling else outline.tokens[-1].key
