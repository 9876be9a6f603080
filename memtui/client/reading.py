"""Reading, searching and what an agent should read now."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict, Unpack

from memtui.client.base import Base, engine_of, text_of
from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, LIVE, Filter, Order
from memtui.domain.kinds import Layer, Status
from memtui.domain.records import Memory, member_of
from memtui.services import recall

if TYPE_CHECKING:
    from memtui.services.findings import Context, Detail, SearchResult

PAGE = 500
"""How many memories a list reads at once."""

Memories = list[Memory]
"""What the methods that list return."""


class RecallOptions(TypedDict, total=False):
    """What `search` and `recall` take beside the query and the limit."""

    engine: str | None
    include_superseded: bool
    include_archived: bool
    include_transient: bool
    include_inactive: bool


class Reading(Base):
    """What reads memories."""

    def get(self, id: str) -> Memory:
        """Return a memory without counting it as opened; raises NotFound."""
        return self._workspace.store.reads.memory(self._number(id))

    def open(self, id: str) -> Detail:
        """Return a memory with its importance, links and trail, and count it as opened; raises NotFound."""
        return recall.open_memory(self._workspace, self._number(id))

    def list(
        self,
        *,
        limit: int | None = None,
        order: str = "newest",
        where: Filter | None = None,
        include_superseded: bool = False,
        include_archived: bool = False,
        include_transient: bool = True,
        include_inactive: bool = False,
    ) -> Memories:
        """Return memories in order: newest, oldest, recorded, importance or opened."""
        statuses = _statuses(include_superseded or include_inactive, include_archived or include_inactive)
        tiers = ALL_TIERS if include_transient or include_inactive else Filter().tiers
        return self._listed(where or Filter(statuses=statuses, tiers=tiers), order, limit)

    def list_by_layer(self, layer: str, *, limit: int | None = None) -> Memories:
        """Return the memories of a layer, newest first; raises InvalidRecord for a layer that does not exist."""
        where = Filter(statuses=ALL_STATUSES, tiers=ALL_TIERS, layers=frozenset({member_of(Layer, layer)}))
        return self._listed(where, "newest", limit)

    def recent(self, limit: int = 10) -> Memories:
        """Return the newest memories by when they happened, transient ones too."""
        return [hit.memory for hit in recall.recent(self._workspace, limit)]

    def search(
        self,
        query: str = "",
        *,
        limit: int = 10,
        engine: str | None = None,
        include_superseded: bool = False,
        include_archived: bool = False,
        include_transient: bool = False,
        include_inactive: bool = False,
    ) -> SearchResult:
        """Rank memories for words and qualifiers as a person types them; iterating over the answer gives its hits.

        Listing a memory does not count it as opened. `include_inactive` is all three of the others.
        """
        request = recall.Request(
            text=text_of(query, "A query"),
            limit=limit,
            engine=None if engine is None else engine_of(engine),
            superseded=include_superseded or include_inactive,
            archived=include_archived or include_inactive,
            transient=include_transient or include_inactive,
        )
        return recall.search(self._workspace, request)

    def recall(self, query: str = "", *, limit: int = 10, **options: Unpack[RecallOptions]) -> SearchResult:
        """Rank memories as `search` does, and count those that come back as opened: an agent has read them."""
        found = self.search(query, limit=limit, **options)
        numbers = [hit.memory.number for hit in found.hits if hit.memory.number is not None]
        if numbers and not self._workspace.store.read_only:
            self._workspace.store.touch(numbers, self._workspace.clock.now())
        return found

    def build_context(self, query: str = "", *, budget: int = 1200) -> Context:
        """Return what an agent should read now in at most `budget` tokens, and what was left out and why."""
        return recall.build_context(self._workspace, text_of(query, "A query"), budget)

    def _listed(self, where: Filter, order: str, limit: int | None) -> Memories:
        project = where.project or self._workspace.settings.project
        scoped = replace(where, project=project, now=where.now or self._workspace.clock.now())
        found: Memories = []
        after = None
        while limit is None or len(found) < limit:
            size = PAGE if limit is None else min(PAGE, limit - len(found))
            page = self._workspace.store.reads.page(scoped, member_of(Order, order), size, after)
            found += page.memories
            after = page.next
            if after is None:
                break
        return found


def _statuses(superseded: bool, archived: bool) -> frozenset[Status]:
    more = {Status.SUPERSEDED: superseded, Status.ARCHIVED: archived}
    return LIVE | {status for status, wanted in more.items() if wanted}
