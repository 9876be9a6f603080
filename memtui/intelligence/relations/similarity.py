"""How alike two texts are in words, from 0 to 1: memtui's own scale, on which words of one meaning count almost as one."""

from __future__ import annotations

from functools import cache, lru_cache

from memtui.intelligence import families, lexicon
from memtui.intelligence.judging.values import antonyms, exclusive
from memtui.intelligence.reading import Reading, Word
from memtui.intelligence.story import stems_of

NEAR = 0.85
"""What two different words of one meaning count."""

MOST_WORDS = 40
"""Longer texts are not held against each other word by word."""

_WEIGHTS = {"n": 1.5, "c": 1.5, "p": 1.5, "v": 1.2, "d": 1.2}


def similarity(new: Reading, old: Reading) -> float:
    """Return how alike two texts are: the weighted share of words that have a counterpart in the other."""
    mine, theirs = _words(new), _words(old)
    if not mine or not theirs or len(mine) > MOST_WORDS or len(theirs) > MOST_WORDS:
        return 0.0
    total = sum(map(_weight, mine)) + sum(map(_weight, theirs))
    matched, rest = 0.0, list(theirs)
    for closeness in (1.0, NEAR):
        left = []
        for word in mine:
            partner = next((other for other in rest if _closeness(word, other) >= closeness), None)
            if partner is None:
                left.append(word)
                continue
            rest.remove(partner)
            matched += closeness * (_weight(word) + _weight(partner))
        mine = left
    # what only repeats a meaning that the other text has too ("session cookie", "cookie") is no difference
    matched += NEAR * sum(_weight(word) for word in mine if _told(word, theirs))
    matched += NEAR * sum(_weight(word) for word in rest if _told(word, _words(new)))
    return matched / total


def _told(word: Word, others: list[Word]) -> bool:
    return word.kind not in "vd" and any(_closeness(word, other) > 0 for other in others)


def differing_values(new: Reading, old: Reading) -> bool:
    """Say whether two texts give different values, or two things of which one stands for the other: then they are not alike."""
    mine = [word for word in _words(new) if word.stem not in old.stems]
    theirs = [word for word in _words(old) if word.stem not in new.stems]
    for word in mine:
        for other in theirs:
            if _closeness(word, other) > 0:
                continue
            if word.is_value and other.is_value:
                return True
            if antonyms(word.lower, other.lower) or exclusive(word.lower, other.lower):
                return True
            if word.kind in "nc" and other.kind in "nc":
                return True
            if families.same_family(word.name, other.name):
                return True
    numbers = {word.lower for word in _words(new) if word.kind in "vd"}
    return numbers != {word.lower for word in _words(old) if word.kind in "vd"}


def concept(new: Reading, old: Reading) -> str:
    """Return what two alike texts are both about: the first words that they share, as written in the newer."""
    shared = [word for word in _words(new) if word.stem in old.stems]
    named = [word for word in shared if word.kind in "nc"] or shared
    return " ".join(dict.fromkeys(word.lower for word in named[:2]))


def _words(reading: Reading) -> list[Word]:
    return [word for statement in reading.statements[:3] for word in statement.content]


def _weight(word: Word) -> float:
    return _WEIGHTS.get(word.kind, 1.0 if word.stem not in _light() else 0.6)


def _closeness(one: Word, other: Word) -> float:
    if one.stem == other.stem or one.name == other.name:
        return 1.0
    return NEAR if not near_sets(one.stem).isdisjoint(near_sets(other.stem)) else 0.0


@lru_cache(maxsize=1 << 12)
def near_sets(stem: str) -> frozenset[str]:
    """Return the sets of words of one meaning that a stem is in."""
    return _near().get(stem, frozenset())


@cache
def _near() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for name, members in lexicon.table("relations/concepts")["near"].items():
        for stem in stems_of(members):
            found[stem] = found.get(stem, frozenset()) | {name}
    return found


@cache
def _light() -> frozenset[str]:
    sets = lexicon.table("relations/concepts")["near"]
    return frozenset(stem for name in ("holding", "use", "make", "needs", "helps") for stem in stems_of(sets[name]))
