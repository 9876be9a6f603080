"""The memories that take part in one ranking, and what each query word is worth in each of them.

Imports numpy: load it only where something is ranked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from memtui.intelligence import okapi, rerank, sessions
from memtui.intelligence.weights import Weights

if TYPE_CHECKING:
    from memtui.intelligence.ranking import Candidate, Corpus, Term

WORD_DIGITS = 9
"""Word scores are rounded to so many digits, so that the order of summing cannot break a tie."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Candidates, successors and neighbour turns, each once; `beside` names each one's neighbours by index."""

    members: tuple[Candidate, ...]
    index: Mapping[int, int]
    beside: Sequence[tuple[int, list[int]]] = field(default_factory=list)


def gathered(groups: Iterable[Sequence[Candidate]], with_sessions: bool) -> Pool:
    """Return a pool of all that the groups hold, in their order, each memory once."""
    members: dict[int, Candidate] = {}
    for group in groups:
        for candidate in group:
            members.setdefault(number_of(candidate), candidate)
    beside = sessions.places_beside([member.memory for member in members.values()]) if with_sessions else []
    return Pool(tuple(members.values()), {number: index for index, number in enumerate(members)}, beside)


def number_of(candidate: Candidate) -> int:
    """Return the row number of a candidate's memory; ranking knows only stored ones."""
    number = candidate.memory.number
    if number is None:
        raise ValueError("only stored memories can be ranked")
    return number


@dataclass(frozen=True, slots=True)
class WordScores:
    """What the query words are worth in each member of the pool.

    `words` is the BM25 sum as a share of the best one's, `session` what the neighbour turns add to it
    (0 to 1 together). `held` says which query words each member holds (terms × members, 0 to 1, less than
    1 for what a word was widened to).
    """

    words: Any
    session: Any
    held: Any


def word_scores(
    pool: Pool, asked: Sequence[str], terms: Sequence[Term], corpus: Corpus, weights: Weights
) -> WordScores:
    """Score each member by words: rank-bm25 per term, the best of what each query word was widened to."""
    size = len(pool.members)
    if not terms:
        everywhere = np.ones(size)
        return WordScores(everywhere, np.zeros(size), np.zeros((0, size)))
    wanted = frozenset(term.text for term in terms)
    counts = [_counts(member.tokens, wanted) for member in pool.members]
    scorer = okapi.filled(
        counts,
        [len(member.tokens) for member in pool.members],
        {term.text: term.df for term in terms},
        corpus.memories,
        corpus.average_length,
        weights.saturation,
        weights.length,
    )
    by_term = okapi.scores_by_term(scorer, [term.text for term in terms])
    own = np.zeros((len(asked), size))
    held = np.zeros((len(asked), size))
    row = {word: index for index, word in enumerate(asked)}
    for term, scores in zip(terms, by_term, strict=True):
        at = row.get(term.asked or term.text)
        if at is not None:
            own[at] = np.maximum(own[at], scores * term.weight)
            held[at] = np.maximum(held[at], (scores > 0) * term.weight)
    return _shares(own, held, pool, weights)


def _shares(own: Any, held: Any, pool: Pool, weights: Weights) -> WordScores:
    alone = np.round(own.sum(axis=0), WORD_DIGITS)
    together = alone
    if weights.session and pool.beside:
        together = np.round(sessions.in_context(own, pool.beside, weights.session).sum(axis=0), WORD_DIGITS)
    best = float(together.max(initial=0.0)) or 1.0
    return WordScores(alone / best, (together - alone) / best, held)


def _counts(tokens: Sequence[str], wanted: frozenset[str]) -> dict[str, int]:
    return {term: tokens.count(term) for term in wanted.intersection(tokens)}


def overlap(pool: Pool, asked: Sequence[str], held: Any, listed: Sequence[int], with_sessions: bool) -> Any:
    """Return (exact + 0.25 partial) / query terms for each member; a turn is read with the turns beside it."""
    if not asked:
        return np.zeros(len(pool.members))
    credit = sessions.in_context(held, pool.beside, 1.0) if with_sessions and pool.beside else held.copy()
    holders: dict[str, list[int]] = {}
    for index in listed:
        for word in pool.members[index].tokens:
            holders.setdefault(word, []).append(index)
    words = [word for word in holders if len(word) >= rerank.SHORTEST_PART]
    for row, term in enumerate(asked):
        if len(term) >= rerank.SHORTEST_PART:
            indices = [at for word in words if (word in term or term in word) and word != term for at in holders[word]]
            credit[row, indices] = np.maximum(credit[row, indices], rerank.PARTIAL_CREDIT)
    return credit.sum(axis=0) / len(asked)
