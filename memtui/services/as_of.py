"""A store as it was: any view at a past moment, by when things were true or by when we knew them; nothing can be written.

Every service takes such a workspace as it takes any other.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from memtui.clock import FixedClock
from memtui.domain.errors import InvalidRecord, Refused
from memtui.render.dates import clock, short_day
from memtui.services.as_of_graph import PastGraph, PastQueue
from memtui.services.as_of_reads import PastReads
from memtui.services.as_of_search import PastSearch
from memtui.services.as_of_views import AsKnown, AsTrue, View
from memtui.services.ports import Act, Claims, Maintenance, Store, UnitOfWork, Vectors
from memtui.services.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """A past moment: what was true then as we see it today, or (`known`) what we held to be true then."""

    at: datetime
    known: bool = False

    def __str__(self) -> str:
        """Say it in words, in the local zone."""
        there = self.at.astimezone()
        day = f"{there:%Y-%m-%d}" if (there.hour, there.minute) == (0, 0) else f"{there:%Y-%m-%d %H:%M}"
        return f"as we knew it on {day}" if self.known else f"as of {day}"

    def words(self, now: datetime) -> str:
        """Say it as shortly as can be, seen from `now`: `as of 1 Mar`, `known 1 Mar 2025 09:14`."""
        there = self.at.astimezone()
        day = short_day(self.at, now)
        time = "" if (there.hour, there.minute) == (0, 0) else f" {clock(self.at)}"
        return f"{'known' if self.known else 'as of'} {day}{time}"


def seen_at(workspace: Workspace, moment: Moment | None) -> Workspace:
    """Return the workspace as it was at a moment (None: as it is); raises InvalidRecord for a moment ahead."""
    if moment is None:
        return workspace
    if moment.at > workspace.clock.now():
        raise InvalidRecord("That moment lies ahead.", "As of a day means a past one.")
    return replace(workspace, store=PastStore(workspace.store, moment), clock=FixedClock(moment.at))


class PastStore:
    """A store seen at a past moment: it reads like any other and refuses to be written."""

    def __init__(self, store: Store, moment: Moment) -> None:
        self._store, self.moment = store, moment
        self._view: View = AsKnown(store, moment.at) if moment.known else AsTrue(store, moment.at)
        self._reads = PastReads(store.reads, self._view)
        self._search = PastSearch(store.search, self._view)
        self._graph = PastGraph(store.graph, self._reads, self._view)
        self._queue = PastQueue(store.queue, self._view)

    @property
    def present(self) -> Store:
        """The store as it is, for what sets the past beside the present."""
        return self._store

    @property
    def location(self) -> str:
        """Where the store is, for people."""
        return self._store.location

    @property
    def path(self) -> Path | None:
        """The file of a file store."""
        return self._store.path

    @property
    def read_only(self) -> bool:
        """Whether writes are refused: always."""
        return True

    @property
    def schema(self) -> int:
        """Which version of the tables it has."""
        return self._store.schema

    @property
    def reads(self) -> PastReads:
        """Records as they were."""
        return self._reads

    @property
    def search(self) -> PastSearch:
        """The index, with the memories as they were."""
        return self._search

    @property
    def claims(self) -> Claims:
        """The index of claims, as it is today."""
        return self._store.claims

    @property
    def queue(self) -> PastQueue:
        """The conflicts as they were."""
        return self._queue

    @property
    def graph(self) -> PastGraph:
        """Entities, facts and relations as they were."""
        return self._graph

    @property
    def vectors(self) -> Vectors:
        """The vectors of today's texts."""
        return self._store.vectors

    @property
    def maintenance(self) -> Maintenance:
        """Care of the store; refused."""
        raise self._refusal()

    def write(self, act: Act) -> AbstractContextManager[UnitOfWork]:
        """Refuse: the past cannot be changed."""
        raise self._refusal()

    def touch(self, numbers: object, at: datetime) -> None:
        """Count nothing: looking at the past opens no memory."""

    def data_version(self) -> int:
        """Return a number that changes when another process or thread has committed."""
        return self._store.data_version()

    def remembered(self, key: str) -> str | None:
        """Return a small value kept with the store, as it is today."""
        return self._store.remembered(key)

    def remember(self, key: str, value: str) -> None:
        """Keep nothing."""

    def close(self) -> None:
        """Give up all connections."""
        self._store.close()

    def _refusal(self) -> Refused:
        return Refused(f"You are looking at the store {self.moment}; nothing can be written there.")
