"""The order of what was found: each step of SPEC 8 in turn, with its weight and its reason.

Nothing here reads the store. The caller hands over the candidates of the index, the neighbour turns of
their sessions, the successors of what was superseded, and the size of the whole index.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from memtui.domain.filters import Badge
from memtui.domain.records import Memory
from memtui.intelligence.explanations import Explanation, Part
from memtui.intelligence.importance import Importance
from memtui.intelligence.queries import Query
from memtui.intelligence.weights import DEFAULTS, Weights

__all__ = ["Candidate", "Corpus", "Explanation", "Part", "Ranked", "Term", "rank"]


class Candidate(Protocol):
    """A memory with what ranking needs of the index; `memtui.services.ports.Candidate` fits."""

    @property
    def memory(self) -> Memory:
        """The memory; its number must be set."""
        ...

    @property
    def tokens(self) -> tuple[str, ...]:
        """Its index terms in order, repeats kept."""
        ...

    @property
    def importance_base(self) -> float:
        """The stored part of its importance, 0 to 0.75."""
        ...

    @property
    def badges(self) -> frozenset[Badge]:
        """What its text warns of."""
        ...


class Term(Protocol):
    """A term that the index was asked for; `memtui.services.ports.Term` and `vocabulary.Expansion` fit."""

    @property
    def text(self) -> str:
        """The term."""
        ...

    @property
    def df(self) -> int:
        """How many memories of the whole store hold it."""
        ...

    @property
    def weight(self) -> float:
        """1 for an exact word, less for what it was widened to."""
        ...

    @property
    def asked(self) -> str:
        """The query term behind it."""
        ...


class Corpus(Protocol):
    """The size of the whole index; `memtui.services.ports.Corpus` fits."""

    @property
    def memories(self) -> int:
        """How many memories are indexed."""
        ...

    @property
    def average_length(self) -> float:
        """Mean tokens a memory."""
        ...


@dataclass(frozen=True, slots=True)
class Ranked:
    """A hit in its place: `rank` from 1, `rank_before` its place by words alone (None: it holds none of them)."""

    candidate: Candidate
    score: float
    rank: int
    rank_before: int | None
    importance: Importance
    explanation: Explanation


def rank(
    query: Query,
    terms: Sequence[Term],
    candidates: Sequence[Candidate],
    *,
    corpus: Corpus,
    now: datetime,
    weights: Weights = DEFAULTS,
    neighbours: Sequence[Candidate] = (),
    admitted: Collection[int] = (),
    successors: Sequence[Candidate] = (),
    companions: Sequence[Candidate] = (),
    elaborated: Mapping[int, Sequence[int]] | None = None,
    outranked: Sequence[tuple[int, int]] = (),
    unlisted: Collection[int] = (),
    meaning: Mapping[int, float] | None = None,
    reranked: Mapping[int, float] | None = None,
    cut: Mapping[str, tuple[int, int]] | None = None,
    limit: int | None = None,
) -> list[Ranked]:
    """Return the candidates in the order in which they answer the query, best first.

    `terms` is what the index was asked for (none for a literal query: then all words count the same).
    `neighbours` are the turns beside the candidates in their sessions (`sessions.REACH` away); those
    whose numbers are in `admitted` pass the filter and may be listed though they hold no word of the
    query themselves. `successors` are the memories that superseded a candidate, and theirs: the live ones
    are listed with at least its relevance. `companions` elaborate candidates: `elaborated` maps the number of each to
    those of the candidates, of whose relevance it has a share. `outranked` are pairs of numbers, (newer, older) sides
    of a conflict that is not settled: the newer one ranks above. `unlisted` are numbers of candidates (superseded ones that
    nobody asked to see) that only bring their successors along. `meaning` is the cosine similarity by
    number, where there is an embedder; `reranked` the scores of a plugged-in reranker, which take the overlap step's place. `cut` is the candidate set's own. Only the first `limit` hits are returned and explained. Scores lie between 0 and about
    1.4. Superseded, archived and transient memories rank below the live ones whatever their score.
    """
    if not candidates:
        return []
    from memtui.intelligence.pipeline import run
    from memtui.intelligence.steps import Request

    return run(
        Request(
            query=query,
            terms=terms,
            candidates=candidates,
            corpus=corpus,
            now=now,
            weights=weights,
            neighbours=neighbours,
            admitted=frozenset(admitted),
            successors=successors,
            companions=companions,
            elaborated=elaborated or {},
            outranked=outranked,
            unlisted=frozenset(unlisted),
            meaning=meaning or {},
            reranked=reranked,
            cut=cut or {},
            limit=limit,
        )
    )
