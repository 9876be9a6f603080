"""The inverted index, on whichever engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from memtui.domain.filters import Badge, Filter
from memtui.domain.kinds import Status, Tier
from memtui.domain.records import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A query term as the store is to look for it: `df` memories hold it, `weight` is 1 for exact words and less for expansions, `asked` the word that it stands for."""

    text: str
    df: int
    weight: float = 1.0
    asked: str = ""


@dataclass(frozen=True, slots=True)
class Corpus:
    """The size of the index: memories and tokens in all."""

    memories: int
    tokens: int

    @property
    def average_length(self) -> float:
        """Mean tokens a memory; 1 for an empty store, so that nothing divides by zero."""
        return self.tokens / self.memories if self.memories and self.tokens else 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A memory that holds a query term, with what ranking needs: its tokens and stored importance."""

    memory: Memory
    tokens: tuple[str, ...]
    importance_base: float
    badges: frozenset[Badge] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateSet:
    """What the engine found: candidates, how many memories match in all, and which common words were cut.

    `cut` maps a term to (newest looked at, df); `matches` is exact unless something was cut. `tally` counts
    the matches that pass all of the filter but its statuses and tiers, by status and tier: what it hides.
    """

    candidates: tuple[Candidate, ...]
    matches: int
    cut: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    tally: Mapping[tuple[Status, Tier], int] = field(default_factory=dict)


class Search(Protocol):
    """The inverted index, on whichever engine."""

    def corpus(self) -> Corpus:
        """Return the index's size."""
        ...

    def document_frequencies(self, terms: Sequence[str]) -> dict[str, int]:
        """Return df of those terms that the index holds."""
        ...

    def starting_with(self, prefix: str, limit: int = 8) -> list[tuple[str, int]]:
        """Return the commonest terms with that prefix and their df."""
        ...

    def resembling(self, term: str) -> list[tuple[str, int]]:
        """Return vocabulary terms with the same first or second letter and a length within 2, with df: what a typo may have meant."""
        ...

    def candidates(self, terms: Sequence[Term], where: Filter, limit: int = 200) -> CandidateSet:
        """Return the best `limit` memories that hold any term and pass the filter, which is joined inside the statement."""
        ...

    def candidates_for(self, memories: Sequence[Memory]) -> list[Candidate]:
        """Return the ranking data of memories at hand."""
        ...

    def literal(self, text: str, where: Filter, limit: int = 200) -> CandidateSet:
        """Return memories whose text holds `text` as it stands, for queries without a single word (`*`, `(`)."""
        ...
