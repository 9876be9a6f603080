"""Lists without words as screens page through them, what is new since the last visit, and facets to narrow by."""

from __future__ import annotations

import time
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memtui.domain.filters import Filter, Order
from memtui.domain.records import Memory
from memtui.intelligence.queries import Query, parse
from memtui.services import scope
from memtui.services.findings import Hit, Request, SearchResult, Stop, never_stop
from memtui.services.listing import plain_hits
from memtui.services.searching import LAST_VISIT, last_visit, run, sound
from memtui.services.workspace import Workspace

FACET_COLUMNS = ("layer", "kind", "tag", "source", "priority", "status", "project", "agent")
"""What a list can be narrowed by, in the order of use; each is a qualifier of queries too."""

VALUES = 30
"""Values of a facet that are offered, commonest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """All memories that pass a query without words, by number.

    The first `new` of them were recorded since the last visit (`since`), newest first; the others follow in
    `order`. `total` counts what recall may see; `hidden` what is left out by status or tier.
    """

    query: Query
    numbers: array[int]
    order: Order
    total: int
    new: int = 0
    since: datetime | None = None
    hidden: Mapping[str, int] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    milliseconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Some rows of a list, by number, and what took the place of the superseded ones among them, by id."""

    hits: Mapping[int, Hit]
    successors: Mapping[str, Memory]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facet:
    """One way to narrow: a qualifier's name, its values with counts, and which of them the selected memory has."""

    column: str
    values: tuple[tuple[str, int], ...]
    own: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Facets:
    """The facets of what a query finds by its qualifiers."""

    facets: tuple[Facet, ...]
    matches: int


def find(
    workspace: Workspace, request: Request, order: Order = Order.NEWEST, stop: Stop = never_stop
) -> SearchResult | Listing:
    """Return a ranking for a query with words, and the whole list for one without."""
    started = time.perf_counter()
    query, base, where = _asked(workspace, request)
    if not query.is_empty:
        return run(workspace, request, stop)
    since = last_visit(workspace)
    listing = Listing(
        query=query, numbers=array("q"), order=order, total=workspace.store.reads.count(base), since=since
    )
    stop()
    if where is not None:
        listing = _listed(workspace, listing, where, stop)
    return replace(listing, notices=query.notices, milliseconds=(time.perf_counter() - started) * 1000)


def rows(workspace: Workspace, numbers: Sequence[int]) -> Rows:
    """Return the rows of a list that is being looked at."""
    reads = workspace.store.reads
    hits = plain_hits(reads, reads.memories(numbers), workspace.clock.now())
    replaced = {hit.memory.superseded_by for hit in hits if hit.memory.superseded_by is not None}
    return Rows(
        hits={hit.memory.number: hit for hit in hits if hit.memory.number is not None},
        successors=reads.by_ids(sorted(replaced)) if replaced else {},
    )


def facets(workspace: Workspace, request: Request, memory: int | None = None, stop: Stop = never_stop) -> Facets:
    """Return what the memories that pass the query's qualifiers can be narrowed by; `memory` is the selected one."""
    _, _, where = _asked(workspace, request)
    return Facets(facets=(), matches=0) if where is None else facets_of(workspace, where, memory, stop)


def facets_of(workspace: Workspace, where: Filter, memory: int | None = None, stop: Stop = never_stop) -> Facets:
    """Return what the memories that pass a filter can be narrowed by; `memory` is the selected one."""
    reads = workspace.store.reads
    selected = reads.memories([memory]) if memory is not None else []
    found: list[Facet] = []
    for column in FACET_COLUMNS:
        stop()
        values = reads.facets(where, column)
        own = _values_of(selected[0], column) if selected else frozenset[str]()
        first = [pair for pair in values if pair[0] in own]
        rest = [pair for pair in values if pair[0] not in own]
        found.append(Facet(column=column, values=(*first, *rest)[:VALUES], own=own))
    return Facets(facets=tuple(found), matches=reads.count(where))


def since(workspace: Workspace) -> datetime | None:
    """Return up to when this actor has seen what is new; None at the first visit."""
    return last_visit(workspace)


def looked(workspace: Workspace) -> None:
    """Remember that this actor has now seen what there is; a store that is only read stays as it is."""
    if not workspace.store.read_only:
        workspace.store.remember(f"{LAST_VISIT}:{workspace.actor.name}", workspace.clock.now().isoformat())


def _asked(workspace: Workspace, request: Request) -> tuple[Query, Filter, Filter | None]:
    now = workspace.clock.now()
    query = parse(sound(request.text), now, since=last_visit(workspace))
    base = scope.base(request, workspace.settings.project, now)
    return query, base, scope.joined(query.narrow(base), request.narrowed)


def _listed(workspace: Workspace, listing: Listing, where: Filter, stop: Stop) -> Listing:
    reads = workspace.store.reads
    numbers = reads.numbers(where, listing.order)
    stop()
    fresh: Sequence[int] = ()
    if listing.since is not None and listing.order is Order.NEWEST:
        recent = scope.joined(where, Filter(recorded_since=listing.since))
        fresh = reads.numbers(recent, Order.NEWEST) if recent is not None else ()
        stop()
    if fresh:
        seen = set(fresh)
        numbers = array("q", [*fresh, *(number for number in numbers if number not in seen)])
    hidden = {name: count for name, only in scope.hidden(where) if (count := reads.count(only))}
    return replace(listing, numbers=numbers, new=len(fresh), hidden=hidden)


def _values_of(memory: Memory, column: str) -> frozenset[str]:
    if column == "tag":
        return frozenset(memory.tags)
    value = getattr(memory, column)
    return frozenset({str(value)}) if value else frozenset()
