"""The store as a whole, and its care."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Protocol

from memtui.services.ports.embedding import Vectors
from memtui.services.ports.graphing import Graph
from memtui.services.ports.judging import Claims
from memtui.services.ports.queueing import Queue
from memtui.services.ports.reading import Reads
from memtui.services.ports.searching import Search
from memtui.services.ports.writing import Act, UnitOfWork


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
    def schema(self) -> int:
        """Which version of the tables it has."""
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
    def claims(self) -> Claims:
        """The index of claims, for detection."""
        ...

    @property
    def queue(self) -> Queue:
        """The conflicts."""
        ...

    @property
    def graph(self) -> Graph:
        """Entities, facts and relations."""
        ...

    @property
    def vectors(self) -> Vectors:
        """Vectors of memories, where an embedder is plugged in."""
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
