"""Chains of supersession around memories: what they replaced, and what replaced them."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.domain.kinds import RelationKind
from memtui.domain.records import Memory
from memtui.services.succession import MOST_STEPS
from memtui.services.workspace import Workspace

MOST_JOINED = 200
"""Chains may be long or hostile; so many further members are enough for anybody."""

MOST_LINKS = 400
"""So many of a memory's newest links are looked through for what it took the place of."""

_SUPERSEDING = frozenset({RelationKind.SUPERSEDES, RelationKind.CONTRADICTS})


def chain_members(workspace: Workspace, memories: Sequence[Memory]) -> list[Memory]:
    """Return the memories that stand in a supersession chain with any of these, without these themselves.

    Both ways, step by step: what took a memory's place, and what it took the place of by its relations.
    """
    reads, graph = workspace.store.reads, workspace.store.graph
    known = {memory.id: memory for memory in memories}
    joined: dict[str, Memory] = {}
    frontier = list(memories)
    for _ in range(MOST_STEPS):
        if not frontier or len(joined) >= MOST_JOINED:
            break
        found = list(reads.by_ids([one.superseded_by for one in frontier if one.superseded_by]).values())
        by_number = {one.number: one for one in frontier}
        links = graph.relations_of([number for number in by_number if number is not None], MOST_LINKS)
        older = {link.to_number for link in links if link.kind in _SUPERSEDING and link.from_number in by_number}
        ids = {one.id for one in frontier}
        found += [one for one in reads.memories(sorted(older)) if one.superseded_by in ids]
        fresh = {one.id: one for one in found if one.id not in known}
        known |= fresh
        joined |= fresh
        frontier = list(fresh.values())
    return list(joined.values())[:MOST_JOINED]
