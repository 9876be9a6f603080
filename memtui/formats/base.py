"""What a format is: something that recognises files, reads them into drafts, and may write memories out."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import ClassVar, Protocol

from memtui.domain.drafts import Draft
from memtui.domain.kinds import RelationKind
from memtui.domain.records import Batch, Event, Json, Memory, Record


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A tie from an item to another of the same import, named by its foreign id.

    `supersedes` ties also retire the older side. `reverse` says that the tie leads from the other one to
    this item.
    """

    kind: RelationKind
    target: str
    evidence: Json = field(default_factory=dict)
    reverse: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """A disagreement with another item that the source itself reports, named by its foreign id."""

    target: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One memory that a reader found: where it stood, and what it is tied to.

    `file` is the file's name for people, `line` counts from 1 (0 when unknown), `modified` is when the
    file was last written. `settled` marks items of a file that is read whole, so that what the file no
    longer holds can be told from what it never held; `as_exported` what memtui wrote and nobody edited.
    """

    draft: Draft
    links: tuple[Link, ...] = ()
    clashes: tuple[Clash, ...] = ()
    file: str = ""
    line: int = 0
    modified: datetime | None = None
    settled: bool = False
    as_exported: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """Something that a reader left out (`skipped`) or had to assume: where and why."""

    file: str
    line: int
    reason: str
    skipped: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RawRecord:
    """One row of memtui's own format, as the line holds it; `table` is header for the first line."""

    table: str
    row: Json
    file: str = ""
    line: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEnd:
    """A file was read to its end; `source` is the name that its memories carry, `whole` says that nothing in it failed."""

    file: str
    source: str
    format: str
    whole: bool = True


Entry = Item | Problem | RawRecord | FileEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class Cargo:
    """What a writer may take from a store: memories in order of number, and what hangs on them.

    Each callable may be called more than once, and iterators stream. `successor` finds a memory by ULID,
    `conflicting` those that disagree with one. `numbers` are a table's row numbers in order, `records` its
    rows, `batches` and `history` the journal; these are for the own format, and `whole` says that nothing
    was filtered out. Memories are already masked; journalled rows are to be passed through `masked`.
    """

    exported_at: datetime
    memories: Callable[[], Iterator[Memory]]
    successor: Callable[[str], Memory | None]
    conflicting: Callable[[Memory], tuple[Memory, ...]]
    numbers: Callable[[str], array[int]]
    records: Callable[[str], Iterator[Record]]
    batches: Callable[[], Iterator[Batch]]
    history: Callable[[], Iterator[tuple[Batch, Iterator[Event]]]]
    masked: Callable[[Json | None], Json | None] = lambda row: row
    whole: bool = True
    wrote: Callable[[int], None] = lambda count: None


class Format(Protocol):
    """A foreign format, or memtui's own. `reads` and `writes` say what it can do."""

    name: ClassVar[str]
    title: ClassVar[str]
    reads: ClassVar[bool]
    writes: ClassVar[bool]

    def recognise(self, path: Path) -> bool:
        """Say by name and content whether this file or folder is of this format; never raises."""
        ...

    def read(self, path: Path, *, named: bool = True) -> Iterator[Entry]:
        """Yield what a file or folder holds; bad parts become Problems, the source is only ever read."""
        ...

    def write(self, cargo: Cargo, target: Path) -> int:
        """Write memories to a new file or into a new folder and return how many were written."""
        ...
