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
from memtui.intelligence.importance import Importance
from memtui.intelligence.queries import Query
from memtui.intelligence.weights import DEFAULTS, Weights


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
class Part:
    """One step of a score.

    `name` is one of words, meaning, session, speaker, period, overlap, order, importance, recent, source,
    tag, layer. `value` is the step's own figure: from 0 to 1, but for the factors (recent, source, tag:
    1.08) and the layer's adjustment (0.12). `added` is what it did to the score: the `added` of all parts
    sum up to the score. `moved` is how many places the step moved the hit up (negative: down). `note`
    says why, in a few words.
    """

    name: str
    value: float
    note: str = ""
    added: float = 0.0
    moved: int = 0


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a hit ranks where it does.

    `parts` in the order of the pipeline, without steps that are off or had nothing to say.
    `placed` says why it stands apart from its score (brought back below the live ones, above what it
    superseded), else it is empty. `asides` are notes on the search itself ("newest 2,000 of 51,785").
    """

    parts: tuple[Part, ...]
    score: float
    rank: int
    rank_before: int | None
    placed: str = ""
    asides: tuple[str, ...] = ()

    @property
    def move(self) -> int:
        """How many places all steps together moved the hit up from its place by words alone."""
        return 0 if self.rank_before is None else self.rank_before - self.rank

    @property
    def sentence(self) -> str:
        """The score on one line: `words .52   overlap .50   importance .93   recent +8%   layer +.04   = .84`."""
        raise NotImplementedError


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
    unlisted: Collection[int] = (),
    meaning: Mapping[int, float] | None = None,
    cut: Mapping[str, tuple[int, int]] | None = None,
) -> list[Ranked]:
    """Return the candidates in the order in which they answer the query, best first.

    `terms` is what the index was asked for (none for a literal query: then all words count the same).
    `neighbours` are the turns beside the candidates in their sessions; those whose numbers are in
    `admitted` pass the filter and may be listed though they hold no word of the query themselves.
    `successors` are the live memories that superseded a candidate: they are listed with at least its
    relevance. `unlisted` are numbers of candidates (superseded ones that nobody asked to see) that only
    bring their successors along. `meaning` is the cosine similarity by number, where there is an
    embedder. `cut` is the candidate set's own. Scores lie between 0 and about 1.5.
    """
    raise NotImplementedError
