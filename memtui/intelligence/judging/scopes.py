"""Whether two statements speak of two things: another subject, owner or scope, or a sibling."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from memtui.intelligence import lexicon
from memtui.intelligence.families import kinds
from memtui.intelligence.judging.comparisons import Comparison, Found, Labelled
from memtui.intelligence.judging.names import parts
from memtui.intelligence.judging.outlines import Token
from memtui.intelligence.judging.values import Sort
from memtui.intelligence.tokens import tokenize

LEAST_SHARED = 1.0
"""Without an equal label, statements about one thing share words of at least this weight."""

LEAST_BESIDE_CODE = 1.5
"""The same where one name in code stands in the place of another."""

_ALTERNATIVES = frozenset([Sort.PROSE, Sort.PROPER, Sort.FAMILY, Sort.EXCLUSIVE, Sort.ANTONYM, Sort.MIXED])
_NAMED = frozenset([Sort.FAMILY, Sort.PROPER, Sort.CODE])
_STRONG = frozenset([Sort.NUMBER, Sort.VERSION, Sort.ANTONYM, Sort.EXCLUSIVE, Sort.FAMILY, Sort.MOVED])
_STAYS = frozenset([Sort.MOVED, Sort.INNER, Sort.INNER_ADDED, Sort.EXTENDED, Sort.AKIN, Sort.SIBLING])


def apart(comparison: Comparison, carrier: Found) -> bool:
    """Whether the statements get along because they speak of two things."""
    if comparison.labelled in (Labelled.DIFFERENT, Labelled.IDENTITY, Labelled.FOREIGN):
        return True
    if comparison.labelled not in (Labelled.SAME, Labelled.MOVED):
        strong = carrier.sort in _STRONG
        if comparison.shared < (LEAST_SHARED if strong else LEAST_BESIDE_CODE):
            return True
    if comparison.labelled is Labelled.EXTENDED and any(found.sort is not Sort.NONE for found in comparison.body):
        return True
    others = [found for found in (*comparison.label, *comparison.body) if found is not carrier]
    return (
        any(_owned(found) for found in (*others, carrier))
        or any(_other_scope(comparison, found) for found in others)
        or any(mirrored(comparison, found, carrier) for found in others)
        or _carrier_is_scope(comparison, carrier)
        or _list_item(comparison, carrier)
    )


def _owned(found: Found) -> bool:
    """Whether a difference is in an owner ("Lena's laptop")."""
    return any(token.text.endswith(("'s", "s'")) for token in (*found.difference.old, *found.difference.new))


def _other_scope(comparison: Comparison, found: Found) -> bool:
    """Whether a further difference changes the subject or the scope."""
    difference = found.difference
    if found.sort not in _ALTERNATIVES or difference.depth:
        return False
    if before_verb(comparison, found):
        return True
    leads = lexicon.words("judging/silent", "scope_leads")
    return any(side and side[0].lead in leads for side in (difference.old, difference.new))


def before_verb(comparison: Comparison, found: Found) -> bool:
    """Whether a difference of the bodies stands in the subject."""
    if found not in comparison.body or comparison.labelled is Labelled.SAME:
        return False
    return found.difference.old_at + comparison.cut_old < comparison.old.verb


def _carrier_is_scope(comparison: Comparison, carrier: Found) -> bool:
    """Whether what differs only tells where it holds, or is the subject itself."""
    if before_verb(comparison, carrier) and carrier.sort not in _STAYS:
        return True
    if carrier.sort not in (Sort.FAMILY, Sort.EXCLUSIVE, Sort.PROPER):
        return False
    lead = carrier.difference.old[0].lead
    if lead not in lexicon.words("judging/silent", "scope_leads"):
        return False
    if any(is_scope(token.text) for token in carrier.difference.old):
        made = lexicon.words("judging/silent", "made")
        return lead != "in" or not any(token.text.lower() in made for token in comparison.old.tokens)
    return lead in {"for", "of", "when", "if", "per"}


@lru_cache(maxsize=1 << 10)
def is_scope(name: str) -> bool:
    """Return whether a name tells where something holds (a system, an environment) rather than what."""
    return not kinds(name).isdisjoint(lexicon.table("judging/silent")["scope_families"])


def _list_item(comparison: Comparison, carrier: Found) -> bool:
    """Whether the verb leaves room for the other thing ("supports PNG")."""
    if carrier.sort not in _NAMED:
        return False
    place = carrier.difference.old_at + comparison.cut_old
    before = comparison.old.tokens[max(comparison.old.body, place - 3) : place]
    return any(token.text.lower() in lexicon.words("judging/silent", "inclusive") for token in before)


def mirrored(comparison: Comparison, found: Found, carrier: Found) -> bool:
    """Whether a further difference says in words what the carrier says in code: each names its own thing."""
    if comparison.labelled is Labelled.SAME or carrier.sort is Sort.MOVED:
        return False
    if found.sort in (Sort.ADDED, Sort.ADDED_VALUE, Sort.NONE) or not found.difference.old or not found.difference.new:
        return False
    if found.sort not in _ALTERNATIVES and found.sort is carrier.sort and found.difference.inner == carrier.difference.inner:
        return False
    gone, came = _changed(found.difference.old, found.difference.new)
    lost, won = _changed(carrier.difference.old, carrier.difference.new)
    return not gone.isdisjoint(lost) and not came.isdisjoint(won)


def _changed(old: Iterable[Token], new: Iterable[Token]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of the sub-words that went and of those that came."""
    gone = frozenset(stem for token in old for stem in _stems(token.text))
    came = frozenset(stem for token in new for stem in _stems(token.text))
    return gone - came, came - gone


@lru_cache(maxsize=1 << 13)
def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem for part in parts(text) for stem in tokenize(part))
