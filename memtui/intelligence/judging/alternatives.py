"""Whether two phrases name the same thing, one a special case of the other, or two answers to one question."""

from __future__ import annotations

from enum import Enum
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from memtui.intelligence import families, lexicon
from memtui.intelligence.clauses import Phrase
from memtui.intelligence.judging.values import antonyms, exclusive
from memtui.intelligence.reading import Word
from memtui.intelligence.tokens import tokenize


class Kin(Enum):
    """How two phrases stand to each other."""

    SAME = "same"
    SPECIAL = "special"
    """The newer is a special case of the older."""
    GENERAL = "general"
    """The older is a special case of the newer."""
    OTHER = "other"
    """Two answers to one question."""
    LIKELY = "likely"
    """Perhaps two answers to one question: same head, other qualifier."""
    UNKNOWN = "unknown"
    """Two names that no list knows."""
    APART = "apart"
    """Two different things."""


class Compared(NamedTuple):
    """How two phrases stand to each other, what question both answer, if known, and whether they share their head."""

    kin: Kin
    slot: str = ""
    close: bool = False


def compare(new: Phrase, old: Phrase) -> Compared:
    """Compare what two clauses are about; versions and numbers are part of it."""
    if not new or not old:
        return Compared(Kin.APART)
    if _carried(new) == _carried(old) and new.values == old.values:
        return Compared(Kin.SAME)
    if new.stems == old.stems or _letters(new) == _letters(old):
        if new.values == old.values:
            return Compared(Kin.SAME)
        if not new.values:
            return Compared(Kin.GENERAL)
        return Compared(Kin.SPECIAL) if not old.values else Compared(Kin.OTHER, _head_text(new), True)
    if new.stems >= old.stems and (not old.values or old.values == new.values):
        return Compared(Kin.SPECIAL, slot_between(new, old))
    if old.stems >= new.stems and (not new.values or old.values == new.values):
        return Compared(Kin.GENERAL, slot_between(new, old))
    return _others(new, old)


def _carried(phrase: Phrase) -> frozenset[str]:
    """Return the stems of a phrase without a last word that only carries it ("dark mode" is "dark theme")."""
    words = [word for word in phrase.words if word.stem in phrase.stems]
    if len(words) > 1 and words[-1].lower in _carriers():
        return phrase.stems - {words[-1].stem}
    return phrase.stems


def _others(new: Phrase, old: Phrase) -> Compared:
    fresh, gone = _own(new, old), _own(old, new)
    if new.head == old.head:
        for mine in fresh:
            for theirs in gone:
                if slot := answers(mine, theirs):
                    return Compared(Kin.OTHER, slot, True)
        if slot := slot_between(new, old):
            return Compared(Kin.OTHER, slot, True)
        return Compared(Kin.LIKELY, _head_text(new)) if len(fresh) == len(gone) == 1 else Compared(Kin.APART)
    if len(fresh) == len(gone) == 1 and new.stems & old.stems and (slot := answers(fresh[0], gone[0])):
        return Compared(Kin.OTHER, slot, True)
    slot = slot_between(new, old)
    if slot:
        return Compared(Kin.OTHER, slot)
    if len(new.words) == len(old.words) == 1 and _is_name(new.words[0]) and _is_name(old.words[0]):
        known = bool(sets_of(new.words[0].name) or sets_of(old.words[0].name))
        same_shape = new.words[0].text.isupper() == old.words[0].text.isupper()
        return Compared(Kin.UNKNOWN if same_shape and not known else Kin.APART)
    return Compared(Kin.APART)


def slot_between(new: Phrase, old: Phrase) -> str:
    """Return the question that the heads of two phrases both answer (beverage, theme, database), or nothing."""
    for mine in _names(new):
        for theirs in _names(old):
            if mine != theirs and (slot := _shared_set(mine, theirs)):
                return slot
    return ""


def _own(one: Phrase, other: Phrase) -> list[Word]:
    return [word for word in one.words if word.stem not in other.stems and not word.stop and word.kind != "."]


def excludes(new: Phrase, old: Phrase) -> bool:
    """Return whether two phrases name members of a category of which one is chosen."""
    return not (_kinds(new) & _kinds(old)).isdisjoint(lexicon.words("judging/slots", "one_of"))


def _kinds(phrase: Phrase) -> set[str]:
    names = (*_names(phrase), *(word.name for word in phrase.words))
    return {kind for name in names for kind in families.kinds(name)}


def answers(mine: Word, theirs: Word) -> str:
    """Return the question that two words both answer, or nothing."""
    if mine.kind in "vd" and theirs.kind in "vd":
        return "number"
    if antonyms(mine.lower, theirs.lower) or exclusive(mine.lower, theirs.lower):
        return "kind"
    return _shared_set(mine.name, theirs.name)


@lru_cache(maxsize=1 << 8)
def _shared_set(mine: str, theirs: str) -> str:
    shared = sets_of(mine) & sets_of(theirs)
    if not shared and not mine.isascii() and not theirs.isascii():
        shared = _begun(mine) & _begun(theirs)
    return min(shared) if shared else "kind" if antonyms(mine, theirs) else ""


@lru_cache(maxsize=1 << 13)
def sets_of(name: str) -> frozenset[str]:
    """Return the questions that a name answers: categories of software, and everyday choices."""
    everyday = _everyday()
    kinds = families.kinds(name) or (families.kinds(name[:-1]) if _is_plural(name) else frozenset())
    return kinds | (everyday.get(name) or everyday.get(_stem(name), frozenset()))


def _is_plural(name: str) -> bool:
    return len(name) > 4 and name.endswith("s") and not name.endswith("ss")


def _begun(name: str) -> frozenset[str]:
    """Return the questions that the first characters of a Chinese name answer ("浅色" of "浅色模式")."""
    return next((held for end in (3, 2) if (held := _everyday().get(name[:end], frozenset()))), frozenset())


@cache
def _everyday() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for slot, members in lexicon.table("alternatives").items():
        for member in members.split():
            name = member.replace("_", " ")
            for key in {name, _stem(name)}:
                found[key] = found.get(key, frozenset()) | {slot.replace("_", " ")}
    return found


def _stem(name: str) -> str:
    terms = tokenize(name)
    return terms[0] if len(terms) == 1 else name


def _names(phrase: Phrase) -> list[str]:
    """Return the names in a phrase that its head may be: two words first, then each, the last first."""
    words = [word for word in phrase.words if word.kind == "v" or word.stem in phrase.stems]
    pairs = [f"{one.lower} {two.lower}" for one, two in pairwise(words)]
    if len(words) > 1 and words[-1].lower in _carriers():
        return [*reversed(pairs), words[-2].name]
    return [*reversed(pairs), *(word.name for word in words[-1:])]


@cache
def _carriers() -> frozenset[str]:
    """Words that only carry the name before them: "dark mode", "tabs style", "PostgreSQL database"."""
    return lexicon.words("judging/slots", "carriers") | frozenset(families.category_words())


def _letters(phrase: Phrase) -> str:
    return "".join(word.name for word in phrase.words if word.kind not in "vd.").replace("-", "").replace(" ", "")


def _head_text(phrase: Phrase) -> str:
    return next((word.lower for word in reversed(phrase.words) if word.kind not in "vd."), "")


def _is_name(word: Word) -> bool:
    return word.text[0].isupper() and word.text[0].isalpha()
