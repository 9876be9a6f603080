"""Reading: ranked search, lists, one memory in full, and the context for an agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from memtui.domain.filters import Badge, Filter
from memtui.domain.records import Batch, Conflict, Memory, Relation
from memtui.intelligence.importance import Importance
from memtui.intelligence.queries import Query
from memtui.intelligence.ranking import Explanation
from memtui.services.workspace import Workspace

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
    """One memory of a ranking: `rank` counts from 1, `rank_before` is its place by words alone."""

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
    """A ranking and all that was done to get it.

    `matches` is how many memories hold a word of the query; `hidden` counts those left out by status or
    tier (superseded, archived, transient); `notices` are sentences (a word cut to its newest, a typo
    read as another word, a qualifier that means nothing). `closest` is the nearest word of the store
    when nothing was found.
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


def search(workspace: Workspace, request: Request, stop: Stop = never_stop) -> SearchResult:
    """Rank memories for a query; an empty one lists all by importance."""
    raise NotImplementedError


def hits_for(workspace: Workspace, numbers: list[int]) -> list[Hit]:
    """Return unranked list rows (rank 0, no explanation) for memories by number, in that order."""
    raise NotImplementedError


def recent(workspace: Workspace, limit: int = 10) -> list[Hit]:
    """Return the newest memories by when they happened, transient ones too."""
    raise NotImplementedError


def detail(workspace: Workspace, number: int) -> Detail:
    """Return one memory with its relations, conflicts and trail, without counting it as opened."""
    raise NotImplementedError


def open_memory(workspace: Workspace, number: int) -> Detail:
    """Return one memory in full and count the opening."""
    raise NotImplementedError


def build_context(workspace: Workspace, query: str, budget: int = 1200) -> Context:
    """Return what an agent should read now and count the recalled memories as opened."""
    raise NotImplementedError
