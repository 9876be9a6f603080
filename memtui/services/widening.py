"""The words that a store is asked for: exact ones, what a beginning may become, what a typo may have meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from memtui.intelligence import vocabulary
from memtui.intelligence.queries import Query
from memtui.intelligence.weights import Weights
from memtui.services.ports import Search, Term

MOST_RELATIVES = 8
"""A category stands for at most so many of its members."""

MOST_POSTINGS = 3_000
"""The members of categories cost at most so many postings together: what is asked for by name comes first."""


def terms_of(search: Search, query: Query, typing: bool, weights: Weights) -> tuple[tuple[Term, ...], tuple[str, ...]]:
    """Return the terms to look for, and sentences on what was read as what.

    Only words that the store does not know are widened, and while `typing` the open last word.
    """
    known = search.document_frequencies(query.terms)
    beginning = search.starting_with(query.prefix) if typing and query.last_is_open and query.prefix else []
    unfinished = query.terms[-1:] if beginning else ()
    unknown = [term for term in vocabulary.unknown(query, known, typing) if term not in unfinished]
    expansions, notices = vocabulary.expand(
        query,
        known,
        beginning=beginning,
        resembling={term: search.resembling(term) for term in unknown},
        typing=typing,
        weights=weights,
    )
    terms = [Term(text=e.text, df=e.df, weight=e.weight, asked=e.asked) for e in expansions]
    return (*terms, *_relatives(search, query, {term.text for term in terms}, weights)), notices


def _relatives(search: Search, query: Query, known: set[str], weights: Weights) -> list[Term]:
    """Return the members of the categories that a query names, the commonest first, at a low weight."""
    named = vocabulary.relatives(query) if weights.family else {}
    found: list[Term] = []
    postings = MOST_POSTINGS
    for asked, members in named.items():
        held = search.document_frequencies([member for member in members if member not in known])
        for text, df in sorted(held.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_RELATIVES]:
            if df <= postings and text not in known:
                known.add(text)
                postings -= df
                found.append(Term(text=text, df=df, weight=weights.family, asked=asked))
    return found


def cut_notices(query: Query, cut: Mapping[str, tuple[int, int]]) -> Iterable[str]:
    """Yield a sentence for each word so common that only its newest memories were looked at."""
    for term, (looked_at, df) in cut.items():
        if query.literal is not None:
            yield f"“{query.literal}” was looked for in the newest {looked_at:,} of {df:,} memories."
        else:
            word = query.spelled.get(term, term)
            yield f"“{word}” is in {df:,} memories; the newest {looked_at:,} were looked at."


def closest(search: Search, terms: Sequence[str]) -> str | None:
    """Return the store's word that most resembles one of the terms, to be offered when nothing was found."""
    from rapidfuzz.distance import OSA

    best: tuple[float, int, str] | None = None
    for term in terms:
        near = {*search.resembling(term), *(search.starting_with(term[:3]) if len(term) > 3 else ())}
        for word, df in near:
            if word != term:
                likeness = (OSA.normalized_similarity(term, word), df, word)
                best = max(best, likeness) if best is not None else likeness
    return best[2] if best is not None and best[0] >= 0.5 else None
