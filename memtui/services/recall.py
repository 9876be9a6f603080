"""Reading: ranked search, lists, one memory in full, and the context for an agent."""

from __future__ import annotations

from dataclasses import replace

from memtui.domain.filters import ALL_TIERS, Filter, Order
from memtui.services import contexts, inspecting, searching
from memtui.services.findings import (
    Context,
    ContextItem,
    Detail,
    Hit,
    LeftOut,
    Request,
    SearchResult,
    Stop,
    TrailEntry,
    never_stop,
)
from memtui.services.listing import plain_hits
from memtui.services.workspace import Workspace

__all__ = [
    "Context",
    "ContextItem",
    "Detail",
    "Hit",
    "LeftOut",
    "Request",
    "SearchResult",
    "Stop",
    "TrailEntry",
    "build_context",
    "detail",
    "hits_for",
    "never_stop",
    "open_memory",
    "recent",
    "search",
]


def search(workspace: Workspace, request: Request, stop: Stop = never_stop) -> SearchResult:
    """Rank memories for a query; an empty one lists all by importance."""
    return searching.run(workspace, request, stop)


def hits_for(workspace: Workspace, numbers: list[int]) -> list[Hit]:
    """Return unranked list rows (rank 0, no explanation) for memories by number, in that order."""
    reads = workspace.store.reads
    return plain_hits(reads, reads.memories(numbers), workspace.clock.now())


def recent(workspace: Workspace, limit: int = 10) -> list[Hit]:
    """Return the newest memories by when they happened, transient ones too."""
    now = workspace.clock.now()
    where = Filter(tiers=ALL_TIERS, project=workspace.settings.project, now=now)
    memories = workspace.store.reads.page(where, Order.NEWEST, limit).memories if limit > 0 else ()
    return [
        replace(hit, rank=place) for place, hit in enumerate(plain_hits(workspace.store.reads, memories, now), start=1)
    ]


def detail(workspace: Workspace, number: int) -> Detail:
    """Return one memory with its relations, conflicts and trail, without counting it as opened; raises NotFound."""
    return inspecting.detail(workspace, number)


def open_memory(workspace: Workspace, number: int) -> Detail:
    """Return one memory in full and count the opening, where the store can be written; raises NotFound."""
    workspace.store.reads.memory(number)
    if not workspace.store.read_only:
        workspace.store.touch([number], workspace.clock.now())
    return inspecting.detail(workspace, number)


def build_context(workspace: Workspace, query: str, budget: int = 1200) -> Context:
    """Return what an agent should read now and count the recalled memories as opened."""
    return contexts.build(workspace, query, budget)
