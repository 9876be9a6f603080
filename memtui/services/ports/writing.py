"""The only writer: what an act is, what is derived from a memory, and the unit of work."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, TypeVar

from memtui.domain.changes import Change
from memtui.domain.filters import Badge
from memtui.domain.judgements import FoundEntity
from memtui.domain.kinds import EntityType
from memtui.domain.records import Actor, Batch, Entity, Event, Json, Memory, Record

R = TypeVar("R", bound=Record)

ALSO = "also"
"""What a batch's `resume` keeps for good under: the numbers of the other batches, where it takes back several."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """What a unit of work is about to do, as the audit trail will name it.

    `chunk` is the number of changes after which `UnitOfWork.checkpoint` should be called; `resume` is
    the number of a partial batch to go on with. `undoes` is the batch that it takes back, of several the oldest, and
    `also` are the others. A `kept` batch stays though it changes no row: what it says is the
    record (a refusal).
    """

    actor: Actor
    action: str
    at: datetime
    summary: str = ""
    face: str = ""
    undoes: int | None = None
    also: tuple[int, ...] = ()
    resume: int | None = None
    kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """All that is worked out from a memory's text and never journalled.

    `tokens` are the index terms in order, repeats kept; `importance_base` is the part of the importance
    that does not age (0 to 0.75). `entities` are what the text names: the store finds or makes the entity of
    each and keeps the mention. Each of `claims` has `subject` and `slot`, by which it is found, and is kept whole.
    """

    tokens: tuple[str, ...]
    importance_base: float
    badges: frozenset[Badge] = frozenset()
    entities: tuple[FoundEntity, ...] = ()
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

    def entity_for(self, type: EntityType, name: str, aliases: Sequence[str] = ()) -> Entity:
        """Return the entity with that type and whole name or alias, case-folded, making it (as an event) where there is none.

        A merged one gives its survivor; a deprecated one is given back as it is. A concept that is known under
        another type (but person and project) is that one.
        """
        ...

    def apply(self, change: Change) -> None:
        """Carry out a change exactly as given (undo and redo): insert, replace or take out a row."""
        ...

    def row(self, table: str, number: int) -> Json | None:
        """Return a journalled table's whole row as events hold it, or None."""
        ...

    def adopt(self, batch: Batch, events: Sequence[Event]) -> Batch:
        """Store another store's batch and events as history (`adopted`, no effect on rows) and return it numbered.

        Given the batch that it returned, it adds further events, so that a long history need not be held at once.
        """
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
