"""Query words that the store does not know: what a typo may have meant, and what a beginning may become."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memtui.intelligence.queries import Query
from memtui.intelligence.tokens import fold, tokenize
from memtui.intelligence.weights import DEFAULTS, Weights

SHORT_WORD = 5
"""Words of up to so many letters may differ by one edit, longer ones by two."""

SHORTEST_TYPO = 3
"""Shorter words are not corrected: everything resembles them."""

SHORTEST_BEGUN_TYPO = 5
"""A word that is still being typed is corrected from so many letters on."""

MOST_EXPANSIONS = 8
"""A query word is widened to at most so many words of the store."""

_WORDS = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Expansion:
    """A word of the store to look for: `weight` is 1 for an exact word, `asked` the query term behind it.

    It has the shape of the store's own query term and can be handed over field by field.
    """

    text: str
    df: int
    weight: float = 1.0
    asked: str = ""


def choose(term: str, candidates: Iterable[tuple[str, int]], limit: int = MOST_EXPANSIONS) -> list[Expansion]:
    """Return what an unknown term may have meant, best first.

    Optimal string alignment distance, at most 1 up to 5 letters, else 2; the weight is the similarity
    (1 - distance / longer length) squared; ties by how common the word is. `candidates` are (word, df).
    """
    from rapidfuzz.distance import OSA

    cutoff = 1 if len(term) <= SHORT_WORD else 2
    found: list[tuple[int, int, str]] = []
    for word, df in candidates:
        distance = OSA.distance(term, word, score_cutoff=cutoff)
        if distance <= cutoff:
            found.append((distance, -df, word))
    return [
        Expansion(text=word, df=-less_common, weight=(1 - distance / max(len(term), len(word))) ** 2, asked=term)
        for distance, less_common, word in sorted(found)[:limit]
    ]


def unknown(query: Query, known: Mapping[str, int], typing: bool = False) -> list[str]:
    """Return the query's terms that are worth asking the store's resembling words for.

    Left out are known ones, numbers, compounds (their parts are asked for anyway) and, while `typing`, a
    last word of few letters: it is a beginning rather than a typo.
    """
    begun = query.terms[-1] if typing and query.last_is_open and query.terms else None
    return [
        term
        for term in query.terms
        if term not in known
        and term.isalpha()
        and len(term) >= (SHORTEST_TYPO if term != begun else SHORTEST_BEGUN_TYPO)
    ]


def expand(
    query: Query,
    known: Mapping[str, int],
    *,
    beginning: Sequence[tuple[str, int]] = (),
    resembling: Mapping[str, Sequence[tuple[str, int]]] | None = None,
    typing: bool = False,
    weights: Weights = DEFAULTS,
) -> tuple[tuple[Expansion, ...], tuple[str, ...]]:
    """Return the terms to look for and a sentence for each word that was read as another.

    `known` is df of those query terms that the store holds; `beginning` the store's words that start
    with `query.prefix`, heeded only while `typing`; `resembling` (word, df) for each
    term that `unknown` named.
    """
    chosen: dict[str, Expansion] = {
        term: Expansion(text=term, df=known[term], asked=term) for term in query.terms if known.get(term)
    }
    notices: list[str] = []
    begun = beginning[:MOST_EXPANSIONS] if typing and query.last_is_open and weights.prefix else ()
    open_term = query.terms[-1] if query.terms else query.prefix
    for term, candidates in (resembling or {}).items():
        meant = choose(term, candidates) if weights.typo and not (begun and term == open_term) else []
        for each in meant:
            weighed = Expansion(text=each.text, df=each.df, weight=each.weight * weights.typo, asked=term)
            chosen.setdefault(each.text, weighed)
        if meant:
            spelled = query.spelled.get(term, term)
            notices.append(f"“{spelled}” is not in this store; read as {_listed([each.text for each in meant[:3]])}.")
    for word, df in begun:
        chosen.setdefault(word, Expansion(text=word, df=df, weight=weights.prefix, asked=open_term))
    return tuple(chosen.values()), tuple(notices)


def relatives(query: Query) -> dict[str, tuple[str, ...]]:
    """Return the members of each category that a query names, as index terms by the query term that names it.

    "What database do we use?" also asks for PostgreSQL and MongoDB. Names of several words are left out.
    """
    from memtui.intelligence import families

    words = families.category_words()
    found: dict[str, tuple[str, ...]] = {}
    spelled = {term: fold(query.spelled.get(term, term)) for term in query.terms}
    asked = f" {' '.join(_WORDS.findall(fold(query.words)))} "
    for phrase, category in words.items():
        if f" {phrase} " not in asked and f" {phrase}s " not in asked:
            continue
        last = phrase.rsplit(" ", 1)[-1]
        term = next((term for term, word in spelled.items() if word in (last, f"{last}s")), None)
        if term is not None and len(phrase) >= SHORTEST_TYPO:
            found[term] = tuple(_single(families.members(category)))
    return found


@lru_cache(maxsize=64)
def _single(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the index terms of the names that are one word."""
    return tuple(dict.fromkeys(token for name in names if " " not in name for token in tokenize(name)[:1]))


def _listed(words: Sequence[str]) -> str:
    quoted = [f"“{word}…”" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
