"""What kind of difference it is when one thing stands in the place of another."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache, lru_cache
from itertools import pairwise

from memtui.intelligence import lexicon
from memtui.intelligence.families import kinds, same_family
from memtui.intelligence.judging.alignment import Difference
from memtui.intelligence.judging.names import Kinship, kinship
from memtui.intelligence.judging.outlines import Token
from memtui.intelligence.quantities import is_same_date, number_words
from memtui.intelligence.tokens import tokenize


class Sort(Enum):
    """The kinds of difference, from what tells most to what tells nothing."""

    NUMBER = "number"
    VERSION = "version"
    ANTONYM = "antonym"
    EXCLUSIVE = "exclusive"
    FAMILY = "family"
    MOVED = "moved"
    INNER_HEAD = "inner head"
    INNER = "inner"
    EXTENDED = "extended"
    AKIN = "akin"
    SIBLING = "sibling"
    CODE = "code"
    PROPER = "proper"
    MIXED = "mixed"
    REPLACED = "replaced"
    PROSE = "prose"
    ADDED = "added"
    ADDED_VALUE = "added value"
    INNER_ADDED = "inner added"
    NONE = "none"


LEAST_WEIGHT = 0.3
"""Lighter words (particles) make no difference but by their opposites."""

MOST_PAIRED = 5
"""Longer pieces are not compared word by word."""

_DENYING = ("un", "in", "im", "ir", "il", "non", "non-", "dis")
_DURATIONS = {"months": "time"}
_KIN = {Kinship.EXTENDED: Sort.EXTENDED, Kinship.AKIN: Sort.AKIN, Kinship.SIBLING: Sort.SIBLING}


def sort_of(difference: Difference) -> Sort:
    """Return what kind of difference it is."""
    old, new = difference.old, difference.new
    if not old or not new:
        return _one_sided(difference)
    if all(token.weight < LEAST_WEIGHT for token in (*old, *new)) and not _opposed(old, new):
        return Sort.NONE
    one = len(old) == len(new) == 1
    sort = _single(old[0], new[0], difference.inner) if one else _several(difference)
    return Sort.INNER_HEAD if sort is Sort.INNER and difference.followed else sort


def _one_sided(difference: Difference) -> Sort:
    tokens = difference.old or difference.new
    if all(token.weight < LEAST_WEIGHT for token in tokens):
        return Sort.NONE
    if difference.inner:
        return Sort.INNER_ADDED
    if not any(token.is_value for token in tokens):
        return Sort.ADDED
    return Sort.REPLACED if difference.beside and not difference.depth else Sort.ADDED_VALUE


def _opposed(old: Sequence[Token], new: Sequence[Token]) -> bool:
    if len(old) > MOST_PAIRED or len(new) > MOST_PAIRED:
        return False
    others = _verbs(new)
    return any(antonyms(one, other) for one in _verbs(old) for other in others)


def _verbs(side: Sequence[Token]) -> list[str]:
    """Return the words of one side, and verbs with the particle behind them ("put-away")."""
    words = [token.text.lower() for token in side]
    return [*words, *(f"{_stem(verb)}-{particle}" for verb, particle in pairwise(words) if particle in _particles())]


@cache
def phrasal() -> frozenset[str]:
    """Return the verbs that a particle makes another verb of and that have an opposite, as stem and particle ("put-on")."""
    return frozenset(word for word in _opposites() if word.rpartition("-")[2] in _particles() and "-" in word)


@cache
def _particles() -> frozenset[str]:
    """Return the words that make another verb of the one before them."""
    return lexicon.words("particles") | {"away", "apart", "together"}


def _single(old: Token, new: Token, inner: bool) -> Sort:
    if is_same_date(old.key, new.key):
        return Sort.NONE
    if old.kind in "dq" and new.kind in "dq":
        return Sort.NUMBER if _unit(old) == _unit(new) else Sort.MIXED
    if old.kind in "vd" and new.kind in "vd":
        return Sort.VERSION
    numbered = _numbered(old.text.lower(), new.text.lower())
    if numbered is not None:
        return numbered
    if antonyms(old.text.lower(), new.text.lower()) or antonyms(old.key, new.key):
        return Sort.ANTONYM
    if exclusive(old.text.lower(), new.text.lower()):
        return Sort.EXCLUSIVE
    if same_family(old.text, new.text):
        return Sort.FAMILY
    if old.is_value and new.is_value:
        return _names(old, new, inner)
    if letters(old.text) == letters(new.text):
        return Sort.NONE
    if old.is_value or new.is_value:
        return Sort.MIXED
    if old.kind == new.kind == "n":
        return Sort.PROPER
    return Sort.PROSE


@lru_cache(maxsize=1 << 8)
def _numbered(old: str, new: str) -> Sort | None:
    """Return NUMBER for hyphenated words that differ in numbers only ("v3-v6", "ten-step"), else None."""
    if "-" not in old or "-" not in new:
        return None
    pairs = [(one, other) for one, other in zip(old.split("-"), new.split("-"), strict=False) if one != other]
    same_length = old.count("-") == new.count("-")
    numeric = all(_is_number(one) and _is_number(other) for one, other in pairs)
    return Sort.NUMBER if same_length and pairs and numeric else None


def _is_number(part: str) -> bool:
    return part.lstrip("v").replace(".", "").isdigit() or part in number_words()


def _names(old: Token, new: Token, inner: bool) -> Sort:
    kin = kinship(old.text, new.text)
    if kin is Kinship.SAME:
        return Sort.NONE
    if kin is Kinship.MOVED:
        return Sort.MOVED
    if inner:
        return Sort.INNER
    if kin in _KIN:
        return _KIN[kin]
    return Sort.CODE if (old.kind == "p") == (new.kind == "p") else Sort.MIXED


def _several(difference: Difference) -> Sort:
    old, new = difference.old, difference.new
    if letters("".join(token.text for token in old)) == letters("".join(token.text for token in new)):
        return Sort.NONE
    if same_family(" ".join(token.text for token in old), " ".join(token.text for token in new)):
        return Sort.FAMILY
    sorts = set[Sort]()
    if len(old) <= MOST_PAIRED and len(new) <= MOST_PAIRED:
        telling = [token for token in new if token.is_value or _telling(token.text.lower())]
        sorts = {
            _single(one, other, difference.inner)
            for one in old
            if one.is_value or _telling(one.text.lower())
            for other in telling
        }
    if Sort.ANTONYM not in sorts and _opposed(old, new):
        sorts.add(Sort.ANTONYM)
    for sort in (Sort.MOVED, Sort.FAMILY, Sort.ANTONYM, Sort.EXCLUSIVE, Sort.NUMBER, Sort.VERSION):
        if sort in sorts:
            return sort
    if difference.inner:
        return Sort.INNER
    old_code, new_code = (all(token.is_value for token in side) for side in (old, new))
    if old_code and new_code:
        return next((sort for sort in _KIN.values() if sort in sorts), Sort.CODE)
    if any(token.is_value for token in (*old, *new)):
        return Sort.MIXED
    return Sort.PROSE


@lru_cache(maxsize=1 << 12)
def _telling(lower: str) -> bool:
    """Whether a word has an opposite, stands in a set or is a name of a category: only then another one tells something."""
    held = _opposites()
    return "-" in lower or lower in held or _stem(lower) in held or lower in _sets() or bool(kinds(lower))


def _unit(token: Token) -> str:
    if token.kind == "q":
        unit = token.key.partition(" ")[2]
        return _DURATIONS.get(unit, unit)
    return "" if token.key.isdigit() else token.text.lstrip("$~0123456789,.").lower()


@lru_cache(maxsize=1 << 12)
def letters(text: str) -> str:
    """Return the letters and digits of a text, folded: "long-running" and "longrunning" are one."""
    return "".join(character for character in text.lower() if character.isalnum())


@lru_cache(maxsize=1 << 13)
def _stem(word: str) -> str:
    """Return the stem of a word that may be a verb or a plural; other forms of opposites are opposites too."""
    stems = tokenize(word) if word.isalpha() else ()
    return stems[0] if len(stems) == 1 else word


@lru_cache(maxsize=1 << 8)
def antonyms(one: str, other: str) -> bool:
    """Return whether two words exclude one another by the list, or by a prefix that denies."""
    if one == other:
        return False
    table = _opposites()
    if other in table.get(one, ()) or _stem(other) in table.get(_stem(one), ()):
        return True
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) > 4 and any(longer == prefix + shorter for prefix in _DENYING)


def exclusive(one: str, other: str) -> bool:
    """Return whether two words belong to one set of which only one can hold (weekdays, months)."""
    held = _sets().get(one)
    return held is not None and one != other and held == _sets().get(other)


@cache
def _sets() -> dict[str, str]:
    sets = lexicon.table("judging/silent")["exclusive"]
    return {word: name for name, words in sets.items() for word in words.split()}


@cache
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for word, others in lexicon.table("judging/antonyms")["pairs"].items():
        for other in others.split():
            for one, two in ((word, other), (_stem(word), _stem(other))):
                found.setdefault(one, set()).add(two)
                found.setdefault(two, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}
