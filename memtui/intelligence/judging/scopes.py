"""Whether two statements speak of two things: another subject, owner or scope, or a sibling."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from memtui.intelligence import lexicon
from memtui.intelligence.families import kinds
from memtui.intelligence.judging.alignment import Difference
from memtui.intelligence.judging.comparisons import Comparison, Found, Labelled
from memtui.intelligence.judging.labels import LabelKind
from memtui.intelligence.judging.names import parts
from memtui.intelligence.judging.outlines import Token
from memtui.intelligence.judging.values import Sort
from memtui.intelligence.tokens import tokenize

LEAST_SHARED = 1.0
"""Without an equal label, statements about one thing share words of at least this weight."""

LEAST_BESIDE_CODE = 1.5
"""The same where one name in code stands in the place of another."""

LEAST_LONG = 7.0
LEAST_EDITED = 0.75
"""Sentences that share words of so much weight, and this part of all, are one sentence before and after an edit."""

LEAST_DESCRIPTION = 0.7
"""Where a name in code changed, this part of its description stayed."""

LEAST_DESCRIBED = 2.2
"""A description of a renamed thing has words of so much weight: "starts at zero" describes anything."""

_ALTERNATIVES = frozenset([Sort.PROSE, Sort.PROPER, Sort.FAMILY, Sort.EXCLUSIVE, Sort.ANTONYM, Sort.MIXED])
_CASES = frozenset([Sort.ANTONYM, Sort.EXCLUSIVE, Sort.FAMILY, Sort.PROPER, Sort.CODE, Sort.MIXED])
_NAMED = frozenset([Sort.FAMILY, Sort.PROPER, Sort.CODE])
_STRONG = frozenset([Sort.NUMBER, Sort.VERSION, Sort.ANTONYM, Sort.EXCLUSIVE, Sort.FAMILY, Sort.MOVED])
_STAYS = frozenset([Sort.MOVED, Sort.INNER_HEAD, Sort.INNER, Sort.INNER_ADDED, Sort.EXTENDED, Sort.AKIN, Sort.SIBLING])


def other_owner(comparison: Comparison) -> bool:
    """Whether owners differ, or the letters of two things that have one name."""
    return any(_owned(each) or _lettered(each) for each in (*comparison.label, *comparison.body))


def other_scope(comparison: Comparison) -> bool:
    """Whether subject or scope differ, whatever is said of it."""
    return any(_other_scope(comparison, each) for each in (*comparison.label, *comparison.body))


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
    if _renamed_badly(comparison) or _one_of_many(comparison, carrier):
        return True
    if _one_sentence(comparison):
        return _lettered(carrier)
    others = [found for found in (*comparison.label, *comparison.body) if found.difference is not carrier.difference]
    return (
        any(_owned(found) for found in (*others, carrier))
        or any(_other_scope(comparison, found) for found in others)
        or any(_other_case(found, carrier) for found in others)
        or any(mirrored(comparison, found, carrier) for found in others)
        or _carrier_is_scope(comparison, carrier)
        or _list_item(comparison, carrier)
    )


def _one_sentence(comparison: Comparison) -> bool:
    """Whether two long sentences agree almost word for word, so that one is the other, edited."""
    longer = max(comparison.old.weight, comparison.new.weight)
    return comparison.shared >= LEAST_LONG and comparison.shared >= LEAST_EDITED * longer


def _renamed_badly(comparison: Comparison) -> bool:
    """Whether names differ before descriptions that differ too, so that each describes its own thing."""
    if comparison.labelled not in (Labelled.MOVED, Labelled.AKIN):
        return False
    if comparison.labelled is Labelled.AKIN and comparison.shared < LEAST_DESCRIBED:
        return True
    old, new = comparison.old, comparison.new
    longer = max(sum(token.weight for token in each.tokens[each.body :] if not token.depth) for each in (old, new))
    return comparison.shared < LEAST_DESCRIPTION * longer


def _one_of_many(comparison: Comparison, carrier: Found) -> bool:
    """Whether a label in the plural has names behind it, of which each line gives one."""
    label = comparison.new.label
    if comparison.labelled is not Labelled.SAME or label is None or label.kind is LabelKind.CODE:
        return False
    if carrier.sort not in (Sort.PROPER, Sort.SIBLING, Sort.AKIN, Sort.CODE):
        return False
    last = label.text.rstrip(" )").rsplit(None, 1)[-1].lower()
    return last.endswith("s") and not last.endswith(("ss", "us", "is"))


def _owned(found: Found) -> bool:
    """Whether a difference is in an owner ("Lena's laptop")."""
    return any(token.text.endswith(("'s", "s'")) for token in (*found.difference.old, *found.difference.new))


def _other_scope(comparison: Comparison, found: Found) -> bool:
    """Whether a further difference changes the subject or the scope."""
    difference = found.difference
    if _lettered(found):
        return True
    if found.sort not in _ALTERNATIVES or difference.depth:
        return False
    if _same_person(difference):
        return False
    if before_verb(comparison, found):
        return True
    leads = lexicon.words("judging/silent", "scope_leads")
    return any(side and side[0].lead in leads for side in (difference.old, difference.new))


def _same_person(difference: Difference) -> bool:
    """Whether one side names a person more generally than the other ("a man", "a person")."""
    general, people = lexicon.words("judging/silent", "anyone"), lexicon.words("judging/silent", "anyone", "people")
    sides = [[token.text.lower() for token in side if token.weight >= 1] for side in (difference.old, difference.new)]
    if not all(side and side[-1] in people for side in sides):
        return False
    women = [side[-1] in lexicon.words("judging/silent", "women") for side in sides]
    men = [side[-1] in lexicon.words("judging/silent", "men") for side in sides]
    return any(side[-1] in general for side in sides) and not (any(women) and any(men))


def _other_case(found: Found, carrier: Found) -> bool:
    """Whether brackets behind two values name two cases ("3 (payments)", "10 (mails)")."""
    difference = found.difference
    if not difference.depth or carrier.difference.depth or not difference.old or not difference.new:
        return False
    return found.sort in (Sort.PROSE, Sort.PROPER) and carrier.sort in _STRONG


def _lettered(found: Found) -> bool:
    """Whether a letter differs that tells one of several ("decision A", "decision B")."""
    sides = (found.difference.old, found.difference.new)
    return all(len(side) == 1 and len(side[0].text) == 1 and side[0].text.isalpha() for side in sides)


def before_verb(comparison: Comparison, found: Found) -> bool:
    """Whether a difference of the bodies stands in the subject."""
    if found in comparison.label or comparison.labelled is Labelled.SAME:
        return False
    return found.difference.old_at + comparison.cut_old < comparison.old.verb


def _carrier_is_scope(comparison: Comparison, carrier: Found) -> bool:
    """Whether what differs only tells where it holds, or is the subject itself."""
    if _lettered(carrier) or (before_verb(comparison, carrier) and carrier.sort not in _STAYS):
        return True
    lead = next((token.lead for token in carrier.difference.old or carrier.difference.new), "")
    if lead in lexicon.words("judging/silent", "conditions") and carrier.sort in _CASES:
        return True
    if carrier.sort not in (Sort.FAMILY, Sort.EXCLUSIVE, Sort.PROPER):
        return False
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
    if carrier.sort is Sort.MOVED or (comparison.labelled is Labelled.SAME and found.difference.depth):
        return False
    if not found.difference.old or not found.difference.new:
        return False
    if found.sort is carrier.sort is Sort.ANTONYM:
        # two opposites at once are two things ("start it before …", "stop it after …")
        one, other = found.difference, carrier.difference
        if bool(one.old[0].span) != bool(other.old[0].span):
            return True
        return _changed(one.old, one.new) != _changed(other.old, other.new)
    if (
        found.sort not in _ALTERNATIVES
        and found.sort is carrier.sort
        and found.difference.inner == carrier.difference.inner
    ):
        return False
    gone, came = _changed(found.difference.old, found.difference.new)
    lost, won = _changed(carrier.difference.old, carrier.difference.new)
    if bool(lost) != bool(won):
        # one name is the other one, lengthened by the word that the sentence has ("docs", `make lint-docs`)
        return len(gone) == len(came) == 1 and (lost or won) == (gone if lost else came)
    return not gone.isdisjoint(lost) and not came.isdisjoint(won)


def _changed(old: Iterable[Token], new: Iterable[Token]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of the sub-words that went and of those that came."""
    gone = frozenset(stem for token in old for stem in _stems(token.text))
    came = frozenset(stem for token in new for stem in _stems(token.text))
    return gone - came, came - gone


@lru_cache(maxsize=1 << 13)
def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem for part in parts(text) for stem in tokenize(part))
