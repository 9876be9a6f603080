"""What reading answers with: hits of a search, one memory in full, and the context for an agent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from memtui.domain.filters import Badge, Filter
from memtui.domain.records import Batch, Conflict, Memory, Relation
from memtui.intelligence.importance import Importance
from memtui.intelligence.queries import Query
from memtui.intelligence.ranking import Explanation

Stop = Callable[[], None]
"""Called between steps of long work; raises Cancelled when nobody waits for the answer any more."""


def never_stop() -> None:
    """Go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A search: words and qualifiers as typed, how many hits, and which of the hidden to bring back.

    `typing` treats the last word as a beginning. `engine` is lexical, vector, hybrid or auto.
    """

    text: str = ""
    limit: int = 10
    superseded: bool = False
    archived: bool = False
    transient: bool = False
    engine: str | None = None
    typing: bool = False
    narrowed: Filter | None = None
    """A further filter that must hold too (facets of a screen)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One memory of a ranking: `rank` counts from 1, `rank_before` is its place by words alone.

    `marks` are short remarks for people: `[MARKED AS CONTRADICTED]`, `← SUPERSEDES others`, or why it is
    in conflict. Memories of a plain list have rank 0 and no explanation.
    """

    memory: Memory
    rank: int
    rank_before: int | None
    score: float
    importance: Importance
    explanation: Explanation | None
    badges: frozenset[Badge] = frozenset()
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """A ranking and all that was done to get it; iterating over it gives the hits.

    `matches` is how many memories hold a word of the query, `total` how many there are without it;
    `hidden` counts those left out by status or tier (superseded, archived, transient); `notices` are
    sentences (a word cut to its newest, a typo read as another word, a qualifier that means nothing).
    `closest` is the nearest word of the store when nothing was found.
    """

    query: Query
    hits: tuple[Hit, ...]
    matches: int
    total: int
    hidden: Mapping[str, int] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    closest: str | None = None
    engine_asked: str = "auto"
    engine: str = "lexical"
    milliseconds: float = 0.0

    def __iter__(self) -> Iterator[Hit]:
        """Go through the hits, best first."""
        return iter(self.hits)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrailEntry:
    """One line of a memory's audit trail."""

    batch: Batch
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """One memory with everything that belongs to it."""

    memory: Memory
    importance: Importance
    badges: frozenset[Badge] = frozenset()
    successor: Memory | None = None
    relations: tuple[tuple[Relation, Memory], ...] = ()
    conflicts: tuple[tuple[Conflict, Memory], ...] = ()
    entities: tuple[str, ...] = ()
    trail: tuple[TrailEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """A memory that a context had no room or no use for."""

    memory: Memory
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextItem:
    """A memory in a context: its section (pinned, facts, recalled, recent), tokens it costs, and a reason."""

    memory: Memory
    section: str
    tokens: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What an agent should read now, never over the budget (about four characters a token)."""

    query: str
    budget: int
    tokens: int
    items: tuple[ContextItem, ...]
    left_out: tuple[LeftOut, ...]
    text: str
