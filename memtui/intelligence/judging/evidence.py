"""What a comparison of two statements tells for and against a silent change, as amounts that points are given for."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from memtui.intelligence.judging.comparisons import Comparison, Found, Labelled
from memtui.intelligence.judging.names import parts
from memtui.intelligence.judging.outlines import Token
from memtui.intelligence.judging.scopes import apart, before_verb
from memtui.intelligence.judging.values import Sort

STRENGTH = (
    Sort.NUMBER,
    Sort.VERSION,
    Sort.ANTONYM,
    Sort.EXCLUSIVE,
    Sort.MOVED,
    Sort.FAMILY,
    Sort.INNER_HEAD,
    Sort.INNER,
    Sort.INNER_ADDED,
    Sort.EXTENDED,
    Sort.AKIN,
    Sort.SIBLING,
    Sort.CODE,
    Sort.PROPER,
    Sort.MIXED,
    Sort.REPLACED,
)
"""Sorts of difference that can carry a finding, the strongest first."""

_WEAK = frozenset([Sort.NONE, Sort.ADDED, Sort.ADDED_VALUE, Sort.PROSE])


@dataclass(frozen=True, slots=True)
class Evidence:
    """The difference that carries the finding and the amounts by name."""

    carrier: Found
    amounts: dict[str, float]


def weighed(comparison: Comparison) -> Evidence | None:
    """Return the evidence of a comparison, or None where no difference could carry a finding."""
    found = [*comparison.label, *_valued(comparison)]
    carriers = [each for each in found if each.sort not in _WEAK]
    if not carriers:
        return None
    carrier = min(carriers, key=_rank)
    if apart(comparison, carrier):
        return None
    amounts: dict[str, float] = {"always": 1.0}
    _add(amounts, carrier.sort.value)
    if carrier.difference.depth:
        _add(amounts, "bracketed")
    _add(amounts, f"{comparison.labelled.value} label")
    label = comparison.label_weight
    shared = comparison.shared + label
    amounts["coverage"] = shared / max(comparison.old.weight, comparison.new.weight, 1.0)
    amounts["shared"] = log(1 + shared)
    amounts["shared prose"] = log(1 + comparison.prose + label * (comparison.labelled is not Labelled.GENERIC))
    for each in found:
        if each is not carrier:
            _count(amounts, comparison, each, carrier)
    return Evidence(carrier, amounts)


def _valued(comparison: Comparison) -> tuple[Found, ...]:
    """Return the differences of the bodies; single words behind one label of two words or more are names of its value."""
    body, label = comparison.body, comparison.new.label
    if len(body) != 1 or body[0].sort is not Sort.PROSE or comparison.labelled is not Labelled.SAME or label is None:
        return body
    single = all(len(each.tokens) - each.body == 1 for each in (comparison.old, comparison.new))
    slot = len(label.names) > 1 and any(word.islower() for word in label.text.split()[1:])
    return (Found(body[0].difference, Sort.PROPER),) if single and slot else body


def _rank(found: Found) -> tuple[bool, int]:
    return found.difference.depth > 0, STRENGTH.index(found.sort)


def _add(amounts: dict[str, float], name: str, amount: float = 1.0) -> None:
    amounts[name] = amounts.get(name, 0.0) + amount


def _count(amounts: dict[str, float], comparison: Comparison, found: Found, carrier: Found) -> None:
    """Count a further difference against the finding, unless it repeats the first."""
    difference = found.difference
    length = max(len(difference.old), len(difference.new))
    if found.sort is Sort.NONE:
        return
    if found.sort is Sort.ADDED and not difference.depth and before_verb(comparison, found):
        _add(amounts, "added to the subject")
    if found.sort is Sort.ADDED:
        _add(amounts, "added bracketed" if difference.depth else "added", min(length, 5))
    elif found.sort in (Sort.ADDED_VALUE, Sort.INNER_ADDED, Sort.REPLACED):
        _add(amounts, "added bracketed" if difference.depth else "added value", min(length, 5))
    elif found.sort is Sort.PROSE:
        _add(amounts, "prose", min(length, 4))
    elif _change(difference.old, difference.new) == _change(carrier.difference.old, carrier.difference.new):
        _add(amounts, "repeated")
    else:
        _add(amounts, "further mixed" if found.sort is Sort.MIXED else "further value")


def _change(old: tuple[Token, ...], new: tuple[Token, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the sub-words that went and those that came."""
    gone = frozenset(part for token in old for part in parts(token.text))
    came = frozenset(part for token in new for part in parts(token.text))
    return gone - came, came - gone
