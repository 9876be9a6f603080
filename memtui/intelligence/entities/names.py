"""The lists of packages, tools and concepts: what a name stands for, and whether it is an everyday word too."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from functools import cache, lru_cache
from typing import NamedTuple

from memtui.domain.kinds import EntityType
from memtui.intelligence import lexicon
from memtui.intelligence.tokens import fold

LONGEST_NAME = 4
"""Names of the lists have at most so many words."""


class Proof(IntEnum):
    """How much it takes that a name is no plain word: nothing; a word of use or a capital; a capital; a kind noun or code."""

    NONE = 0
    USE = 1
    CAPITAL = 2
    NOUN = 3


class Known(NamedTuple):
    """What a name stands for: `name` as it is printed, `proof` what it takes to be read as that name."""

    type: EntityType
    name: str
    proof: Proof


@lru_cache(maxsize=1 << 14)
def known(surface: str) -> Known | None:
    """Return what a word stands for by the lists, whole and case-folded, or None."""
    folded = fold(surface)
    found = _table().get(folded)
    if found is None and folded.endswith((".js", ".io")) and surface[0].isupper():
        found = _table().get(folded[:-3])
        return found and found._replace(proof=Proof.NONE) if found and found.type is EntityType.PACKAGE else None
    return found


def heads(word: str) -> tuple[tuple[str, ...], ...]:
    """Return the names of several words that begin with a folded word, the longest first, each without it."""
    return _phrases().get(word, ())


def aliases(name: str) -> tuple[str, ...]:
    """Return the other names that the lists know for a printed name."""
    return _others().get(fold(name), ())


@cache
def _table() -> dict[str, Known]:
    proofs = {
        word: proof
        for key, proof in (("seldom", Proof.USE), ("everyday", Proof.CAPITAL), ("plain", Proof.NOUN))
        for word in lexicon.words("packages", key)
    }
    never = lexicon.words("packages", "never")
    written = lexicon.table("packages")
    shown = {fold(each): each for key in ("shown", "concept", "tool") for each in _split(written[key])}
    found: dict[str, Known] = {}
    listed = list(_listed())
    bare = {name for _, name in listed}
    for kind, name in listed:
        canonical = _aliases().get(name, name)
        canonical = canonical if canonical in bare else name
        if name in never or canonical in found:
            continue
        printed = (
            canonical.removesuffix(".js")
            if kind is EntityType.PACKAGE
            else shown.get(canonical) or _capital(canonical, kind)
        )
        found[canonical] = Known(kind, printed, proofs.get(canonical, Proof.NONE))
    for other, canonical in _aliases().items():
        if canonical in found and other not in found and other not in never:
            found[other] = found[canonical]._replace(proof=proofs.get(other, Proof.NONE))
    return found


def _listed() -> Iterator[tuple[EntityType, str]]:
    packages = lexicon.table("packages")
    for kind in (EntityType.TOOL, EntityType.CONCEPT, EntityType.PACKAGE):
        yield from ((kind, fold(name)) for name in _split(packages[kind.value]))
    families = lexicon.table("families")
    for kind in (EntityType.PACKAGE, EntityType.TOOL, EntityType.CONCEPT):
        for category in lexicon.table("entity_words")["types"][kind.value].replace("\n", " ").split(","):
            yield from ((kind, name) for name in _split(families[category.strip()]))
    for held in packages["ecosystems"].values():
        yield from ((EntityType.PACKAGE, name) for name in _split(held))


def _split(held: str) -> list[str]:
    return [each.replace("~", " ") for each in held.split()]


def _capital(canonical: str, type: EntityType) -> str:
    if type is EntityType.CONCEPT and canonical not in lexicon.words("families", "language"):
        return canonical
    return " ".join(word[:1].upper() + word[1:] for word in canonical.split())


@cache
def _aliases() -> dict[str, str]:
    named = dict(lexicon.mapping("aliases", "names"))
    named.update(lexicon.mapping("aliases", "entities"))
    for canonical, held in lexicon.table("aliases")["phrases"].items():
        named.update(dict.fromkeys((other.strip() for other in held.split(",")), canonical))
    return named


@cache
def _others() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for other, canonical in _aliases().items():
        found.setdefault(canonical, []).append(other)
    return {canonical: tuple(others) for canonical, others in found.items()}


@cache
def _phrases() -> dict[str, tuple[tuple[str, ...], ...]]:
    found: dict[str, list[tuple[str, ...]]] = {}
    for name in _table():
        first, *rest = name.split()
        if rest:
            found.setdefault(first, []).append(tuple(rest))
    return {first: tuple(sorted(rests, key=len, reverse=True)) for first, rests in found.items()}


@cache
def kind_nouns() -> frozenset[str]:
    """Return the nouns that say of the word before them that it is a package or a tool."""
    nouns = lexicon.table("entity_words")["kind_nouns"]
    return frozenset(f"{nouns['package']} {nouns['named']} {nouns['tool']}".split())


@cache
def package_nouns() -> frozenset[str]:
    """Return the nouns that can only stand beside a package."""
    return frozenset(lexicon.table("entity_words")["kind_nouns"]["package"].split())
