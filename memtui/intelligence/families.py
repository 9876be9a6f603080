"""Names that answer the same question: databases, test runners, licences and more, by category."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from memtui.intelligence import lexicon
from memtui.intelligence.tokens import fold

MAX_NAME = 64
"""Longer texts are no name."""


@lru_cache(maxsize=1 << 10)
def canonical(name: str) -> str:
    """Return the folded name that stands for a name and all its aliases; a text that no list knows is only folded."""
    folded = " ".join(fold(name[:MAX_NAME]).split()).strip("`'\".,;:")
    named = lexicon.mapping("aliases", "names")
    known = _phrases().get(folded) or named.get(folded)
    if known is None and folded.endswith(".js"):
        known = named.get(folded[:-3], folded[:-3]) if folded[:-3] in _by_name() else None
    return known or folded


def family(name: str) -> str | None:
    """Return the narrowest category that a name is a member of, or None."""
    found = _by_name().get(canonical(name))
    return found[0] if found else None


@lru_cache(maxsize=1 << 12)
def kinds(name: str) -> frozenset[str]:
    """Return all categories of a name, with those that they are kinds of."""
    return frozenset(broader for each in _by_name().get(canonical(name), ()) for broader in _upward(each))


def same_family(one: str, other: str) -> bool:
    """Return whether two names are of one category, at any height: PostgreSQL and MongoDB both are databases."""
    return not kinds(one).isdisjoint(kinds(other))


@cache
def members(category: str) -> tuple[str, ...]:
    """Return the canonical names in a category and in all its kinds, in the order of the list."""
    return tuple(dict.fromkeys(name for name, held in _by_name().items() if any(category in _upward(c) for c in held)))


@cache
def category_words() -> Mapping[str, str]:
    """Return the words and phrases that name a category ("database", "package manager"), each with its category."""
    table = lexicon.table("families")
    named = {name: name for name in (*_lists(), *table["kind_of"].values())}
    for category, phrases in table["words"].items():
        named.update(dict.fromkeys((phrase.strip() for phrase in phrases.split(",")), category))
    return named


def _lists() -> dict[str, str]:
    return {category: held for category, held in lexicon.table("families").items() if isinstance(held, str)}


@cache
def _by_name() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    named = lexicon.mapping("aliases", "names")
    for category, held in _lists().items():
        for member in held.split():
            name = member.replace("~", " ")
            name = _phrases().get(name) or named.get(name, name)
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), category)))
    return found


@cache
def endings() -> frozenset[str]:
    """Return the last words of all names of several words: a word that is none of them ends no such name."""
    written = (*_by_name(), *_phrases(), *lexicon.mapping("aliases", "names"))
    spaced = [name.split() for name in written if " " in name]
    return frozenset(ending for *_, last in spaced for ending in (last, f"{last}.js"))


@cache
def _upward(category: str) -> tuple[str, ...]:
    broader = lexicon.table("families")["kind_of"].get(category)
    return (category, *_upward(broader)) if broader else (category,)


@cache
def _phrases() -> dict[str, str]:
    """The aliases that only names have: words that are no synonyms as words, and those with a space within."""
    held = lexicon.table("aliases")["phrases"]
    spaced = {other.strip(): name for name, others in held.items() for other in others.split(",")}
    return {**lexicon.mapping("aliases", "entities"), **spaced}
