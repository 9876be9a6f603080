"""The word lists of facts, in the shape that the reader asks for them."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from memtui.domain.kinds import Predicate
from memtui.intelligence import lexicon


class Verb(NamedTuple):
    """One form of a verb: its predicate, the forms that it may be (base, third, past, participle, gerund), its particles."""

    predicate: Predicate
    forms: frozenset[str]
    particles: frozenset[str]


@cache
def words(key: str) -> frozenset[str]:
    """Return one list of the words around verbs."""
    held = lexicon.table("facts")["around"][key]
    return frozenset(held.split() if isinstance(held, str) else held)


@cache
def listed(table: str, key: str) -> frozenset[str]:
    """Return one list of another table of the word lists."""
    return frozenset(lexicon.table("facts")[table].get(key, "").split())


@cache
def verbs() -> dict[str, Verb]:
    """Return every form of a verb that states a fact."""
    table = lexicon.table("facts")
    found: dict[str, Verb] = {}
    for predicate, rows in table["verbs"].items():
        for form, held in rows.items():
            for word in held.split():
                known = found.get(word)
                forms = (known.forms if known else frozenset()) | {form}
                particles = frozenset(table["particles"].get(word, "").split())
                found[word] = Verb(Predicate(predicate), forms, particles)
    return found


@cache
def phrases(table: str) -> dict[str, tuple[tuple[tuple[str, ...], Predicate], ...]]:
    """Return phrases that state a fact, each with its predicate, by their first word, longest first."""
    found: dict[str, list[tuple[tuple[str, ...], Predicate]]] = {}
    for predicate, held in lexicon.table("facts")[table].items():
        for phrase in held:
            parts = tuple(phrase.split())
            found.setdefault(parts[0], []).append((parts, Predicate(predicate)))
    return {first: tuple(sorted(rest, key=lambda each: -len(each[0]))) for first, rest in found.items()}


@cache
def cues() -> tuple[str, ...]:
    """Return beginnings of words, one of which every sentence that states a fact holds."""
    table = lexicon.table("facts")
    singles = {word for rows in table["verbs"].values() for held in rows.values() for word in held.split()}
    singles |= {
        word for name in ("adoptions", "endings", "replacing") for held in table[name].values() for word in held.split()
    }
    singles |= {p for name in ("phrases", "plain_phrases") for held in table[name].values() for p in held}
    short = sorted({word[:5] if len(word) > 5 else word for word in singles}, key=len)
    kept: list[str] = []
    for word in short:
        if not any(each in word for each in kept):
            kept.append(word)
    return (*kept, "favor", "favour", "instead", "belong", "->", "=>", "\u2192")


@cache
def predicate_of(verb: str) -> Predicate | None:
    """Return the predicate that a verb form or a predicate's own name stands for, None where it is another word."""
    name = "_".join(verb.lower().replace("-", " ").replace("_", " ").split())
    if name in Predicate.__members__.values():
        return Predicate(name)
    first = name.partition("_")[0]
    known = verbs().get(first)
    return known.predicate if known else None
