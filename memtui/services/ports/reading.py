"""Records out of the store; nothing here writes."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from memtui.domain.filters import Badge, Filter, Order
from memtui.domain.kinds import ActorKind, Layer
from memtui.domain.records import Batch, Conflict, Event, Memory, Record, Relation


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


@dataclass(frozen=True, slots=True)
class ActHead:
    """A batch with no more than tells whose it is: its number, who acted, and when."""

    number: int
    actor: str
    actor_kind: ActorKind
    at: datetime


class Reads(Protocol):
    """Records out of the store; nothing here writes."""

    def one_moment(self) -> AbstractContextManager[None]:
        """Let all reads of this thread within the block see the store as it was at the first of them."""
        ...

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

    def lanes(self, where: Filter) -> Mapping[Layer, array[int]]:
        """Return the row numbers of a whole list by layer, those with the highest retention first."""
        ...

    def count(self, where: Filter) -> int:
        """Return how many memories pass."""
        ...

    def census(self, project: str | None = None) -> Census:
        """Return the store's counts by status, layer and tier."""
        ...

    def layer_sizes(self, project: str | None = None) -> Mapping[Layer, tuple[int, int]]:
        """Return how many memories each layer holds and how many characters they have, held ones left out."""
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

    def begun_earlier(self, at: datetime) -> list[int]:
        """Return the numbers of the memories that tell, after a moment, of what held at it already."""
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

    def batch_numbers(
        self, *, actor: str | None = None, action: str | None = None, memory: int | None = None, text: str = ""
    ) -> array[int]:
        """Return the numbers of all batches that pass, newest first (8 bytes each)."""
        ...

    def batch_facets(self) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
        """Return the actors and the actions with how many batches each has, commonest first."""
        ...

    def batch(self, handle: str | int) -> Batch:
        """Return a batch by number, id or unique id prefix; raises NotFound."""
        ...

    def batches_of(self, numbers: Sequence[int]) -> list[Batch]:
        """Return the batches that exist of `numbers`, in that order."""
        ...

    def acts(self, action: str, limit: int) -> list[ActHead]:
        """Return the newest batches of one action, newest first, with no more than tells whose they are; adopted ones left out."""
        ...

    def events(self, batch: int, limit: int | None = None) -> list[Event]:
        """Return a batch's events in order."""
        ...

    def events_back(self, batch: int, before: int | None, limit: int) -> list[Event]:
        """Return a batch's events with numbers below `before`, newest first, so that a long undo need not hold them all."""
        ...

    def events_of(self, table: str, number: int) -> list[Event]:
        """Return the events of one row, oldest first."""
        ...

    def changes_of(self, table: str, numbers: Sequence[int]) -> dict[int, list[Event]]:
        """Return the events that changed some rows, by row number, oldest first; neither what made nor what removed one."""
        ...

    def first_events_after(self, at: datetime, table: str, numbers: Sequence[int] | None = None) -> list[Event]:
        """Return the first event after a moment of each row of a journalled table, or of `numbers` of them, in order of the rows: its `before` is the row as it was then, its `after` is not read."""
        ...

    def later_event(self, batch: int, *, undos: bool = False) -> Event | None:
        """Return the first event after `batch` on a row that it changed, leaving out undone batches and undos that cancel out; with `undos` the newest one of an undo or redo that took back what came before."""
        ...

    def later_batches(self, batches: Sequence[int]) -> list[tuple[int, int]]:
        """Return pairs of one of `batches` and a later one, of any, that stands and changed a row that the first had changed.

        An undo or a redo counts only where it took back what came before the first of the pair. In order of both.
        """
        ...

    def newest_batch(self, actor: str, *, undos: bool) -> Batch | None:
        """Return the actor's newest batch that is not undone: an ordinary one, or (undos) an undo."""
        ...
