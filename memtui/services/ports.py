"""What the services need of a store: one protocol per need, no SQL in sight.

A store is safe to call from several threads at once. Every method may raise StoreUnavailable.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Protocol, TypeVar

from memtui.domain.changes import Change
from memtui.domain.filters import Badge, Filter, Order
from memtui.domain.records import (
    Actor,
    Batch,
    Conflict,
    Event,
    Json,
    Memory,
    Mention,
    Record,
    Relation,
)

R = TypeVar("R", bound=Record)


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What a unit of work is about to do, as the audit trail will name it.

    `chunk` is the number of changes after which `UnitOfWork.checkpoint` should be called; `resume` is
    the number of a partial batch to go on with.
    """

    actor: Actor
    action: str
    at: datetime
    summary: str = ""
    face: str = ""
    undoes: int | None = None
    resume: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """All that is worked out from a memory's text and never journalled.

    `tokens` are the index terms in order, repeats kept; `importance_base` is the part of the importance
    that does not age (0 to 0.75). `mentions` and `claims` are rooms for what reads entities and claims.
    """

    tokens: tuple[str, ...]
    importance_base: float
    badges: frozenset[Badge] = frozenset()
    mentions: tuple[Mention, ...] = ()
    claims: tuple[Json, ...] = ()


Derive = Callable[[Memory], Derived]


class UnitOfWork(Protocol):
    """The only writer: one batch, journalled, with derived rows kept in step in the same transaction."""

    def memory(self, number: int) -> Memory:
        """Return a memory as it is under the write lock; raises NotFound."""
        ...

    def memories(self, numbers: Sequence[int]) -> list[Memory]:
        """Return the memories that exist of `numbers`, in that order."""
        ...

    def insert(self, record: R) -> R:
        """Add a record and return it with its number; a number that it brings along is kept."""
        ...

    def update(self, record: R) -> R:
        """Replace a record by its number; `version` must be the stored one (StaleWrite), it comes back raised."""
        ...

    def apply(self, change: Change) -> None:
        """Carry out a change exactly as given (undo and redo): insert, replace or take out a row."""
        ...

    def row(self, table: str, number: int) -> Json | None:
        """Return a journalled table's whole row as events hold it, or None."""
        ...

    def adopt(self, batch: Batch, events: Sequence[Event]) -> Batch:
        """Store another store's batch and events as history (`adopted`, no effect on rows) and return it numbered."""
        ...

    def mark_undone(self, batch: int, undone_by: int | None) -> None:
        """Say in the batch's row which batch took it back, or that none does."""
        ...

    @property
    def batch_number(self) -> int:
        """The number of the batch being written."""
        ...

    @property
    def changes(self) -> int:
        """How many changes this batch has made so far."""
        ...

    def checkpoint(self, resume: Json, summary: str = "") -> None:
        """Commit what was done so far as part of a batch marked partial, and go on in a new transaction."""
        ...

    def summarise(self, summary: str) -> None:
        """Set the batch's one-line summary."""
        ...


@dataclass(frozen=True, slots=True)
class PageKey:
    """Where a page ended: the order's value and the row number of its last memory."""

    value: datetime | float | int
    number: int


@dataclass(frozen=True, slots=True)
class Page:
    """Some memories of a list in order, and where the next page starts (None at the end)."""

    memories: tuple[Memory, ...]
    next: PageKey | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Census:
    """How many memories there are, by what a list may hide."""

    total: int = 0
    statuses: Mapping[str, int] = field(default_factory=dict)
    layers: Mapping[str, int] = field(default_factory=dict)
    tiers: Mapping[str, int] = field(default_factory=dict)
    held: int = 0


class Reads(Protocol):
    """Records out of the store; nothing here writes."""

    def memory(self, number: int) -> Memory:
        """Return one memory; raises NotFound."""
        ...

    def memories(self, numbers: Sequence[int]) -> list[Memory]:
        """Return the memories that exist of `numbers`, in that order."""
        ...

    def resolve(self, handle: str) -> int:
        """Return the number of the memory with that id, foreign id or unique prefix; raises NotFound, or Refused naming up to five when several match."""
        ...

    def page(self, where: Filter, order: Order, limit: int, after: PageKey | None = None) -> Page:
        """Return one page of a list by keyset, so that its cost does not grow with its depth."""
        ...

    def numbers(self, where: Filter, order: Order) -> array[int]:
        """Return the row numbers of a whole list in order (8 bytes each)."""
        ...

    def count(self, where: Filter) -> int:
        """Return how many memories pass."""
        ...

    def census(self, project: str | None = None) -> Census:
        """Return the store's counts by status, layer and tier."""
        ...

    def facets(self, where: Filter, column: str) -> list[tuple[str, int]]:
        """Return the values of layer, status, kind, source, priority, project, agent, session or tag with their counts, commonest first."""
        ...

    def importance_base(self, numbers: Sequence[int]) -> dict[int, float]:
        """Return the stored part of the importance by row number."""
        ...

    def badges(self, numbers: Sequence[int]) -> dict[int, frozenset[Badge]]:
        """Return the badges of those of `numbers` that have any."""
        ...

    def neighbours(self, memories: Sequence[Memory], reach: int) -> list[Memory]:
        """Return the turns at most `reach` positions away in the same sessions as `memories`, without those."""
        ...

    def by_foreign_ids(self, format: str, ids: Sequence[str]) -> dict[str, Memory]:
        """Return the memories that an import of that format brought in, by foreign id."""
        ...

    def by_ids(self, ids: Sequence[str]) -> dict[str, Memory]:
        """Return memories by ULID."""
        ...

    def relations(self, number: int) -> list[Relation]:
        """Return the relations from and to a memory, newest first."""
        ...

    def conflicts(self, number: int) -> list[Conflict]:
        """Return the conflicts that a memory is part of, newest first."""
        ...

    def records(self, table: str, after: int, limit: int) -> list[Record]:
        """Return the records of memory, relation, conflict, entity or fact with numbers above `after`, in order."""
        ...

    def ceiling(self, table: str) -> int:
        """Return the highest row number that a journalled table or the batches ever used, 0 if none."""
        ...

    def history(self, after: int, limit: int) -> list[Batch]:
        """Return batches with numbers above `after`, oldest first."""
        ...

    def batches(
        self,
        limit: int,
        before: int | None = None,
        *,
        actor: str | None = None,
        action: str | None = None,
        memory: int | None = None,
        text: str = "",
    ) -> list[Batch]:
        """Return batches, newest first, with numbers below `before`, narrowed by actor, action, a memory's number or words of the summary."""
        ...

    def count_batches(
        self, *, actor: str | None = None, action: str | None = None, memory: int | None = None, text: str = ""
    ) -> int:
        """Return how many batches pass."""
        ...

    def batch(self, handle: str | int) -> Batch:
        """Return a batch by number, id or unique id prefix; raises NotFound."""
        ...

    def events(self, batch: int, limit: int | None = None) -> list[Event]:
        """Return a batch's events in order."""
        ...

    def events_of(self, table: str, number: int) -> list[Event]:
        """Return the events of one row, oldest first."""
        ...

    def later_event(self, batch: int) -> Event | None:
        """Return the first event after `batch` on a row that it changed, leaving out undone batches and undos that cancel out."""
        ...

    def newest_batch(self, actor: str, *, undos: bool) -> Batch | None:
        """Return the actor's newest batch that is not undone: an ordinary one, or (undos) an undo."""
        ...


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

    `cut` maps a term to (newest looked at, df); `matches` is exact unless something was cut.
    """

    candidates: tuple[Candidate, ...]
    matches: int
    cut: Mapping[str, tuple[int, int]] = field(default_factory=dict)


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


class Maintenance(Protocol):
    """Care of the store as a whole."""

    def backup(self, target: Path) -> None:
        """Write a consistent copy of the whole store to a new file; raises Refused if it exists."""
        ...

    def check(self) -> list[str]:
        """Return one sentence for each thing that is wrong; an empty list is a sound store."""
        ...

    def rebuild(self, progress: Callable[[int, int], None]) -> int:
        """Work out every derived row anew from the texts; returns how many memories were read."""
        ...

    def purge(self, numbers: Sequence[int], act: Act) -> int:
        """Take memories out for good, leaving only a batch that says so; returns how many went."""
        ...


class Store(Protocol):
    """One store: reads, search, the unit of work and its care."""

    @property
    def location(self) -> str:
        """Where it is, for people; never holds a password."""
        ...

    @property
    def path(self) -> Path | None:
        """The file of a file store; None for a server or a throw-away one."""
        ...

    @property
    def read_only(self) -> bool:
        """Whether writes are refused."""
        ...

    @property
    def reads(self) -> Reads:
        """Records out of the store."""
        ...

    @property
    def search(self) -> Search:
        """The inverted index."""
        ...

    @property
    def maintenance(self) -> Maintenance:
        """Care of the store as a whole."""
        ...

    def write(self, act: Act) -> AbstractContextManager[UnitOfWork]:
        """Open a unit of work: leaving the block commits, an exception rolls back to the last checkpoint. A batch without changes leaves no trace."""
        ...

    def touch(self, numbers: Sequence[int], at: datetime) -> None:
        """Count an opening of those memories; not journalled."""
        ...

    def data_version(self) -> int:
        """Return a number that changes when another process or thread has committed."""
        ...

    def remembered(self, key: str) -> str | None:
        """Return a small value kept with the store (last visit, for one), or None."""
        ...

    def remember(self, key: str, value: str) -> None:
        """Keep a small value with the store; not journalled."""
        ...

    def close(self) -> None:
        """Give up all connections."""
        ...


class Progress(Protocol):
    """Tells how far long work is and whether to stop; called between chunks."""

    def __call__(self, done: int, total: int | None, what: str) -> None:
        """Report; raises Cancelled when the work is to stop."""
        ...


def no_progress(done: int, total: int | None, what: str) -> None:
    """Report to nobody and never stop."""
