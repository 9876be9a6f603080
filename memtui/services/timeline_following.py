"""What the Timeline follows: a chosen entity, else the most mentioned one that a memory names, else that of the store.

At a past moment it sets what was known then beside what came later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from memtui.domain.errors import NotFound
from memtui.domain.filters import EVERYTHING
from memtui.domain.kinds import Tier
from memtui.domain.records import Entity, Memory
from memtui.intelligence.importance import assess
from memtui.services.as_of import Moment, PastStore
from memtui.services.ports import EntityCount
from memtui.services.timeline import Timeline, timeline
from memtui.services.timeline_events import Line
from memtui.services.workspace import Workspace

MOST_NAMED = 40
"""So many of a memory's entities are looked through for the most mentioned one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """A thing's whole timeline as a screen shows it; without one, nothing is named.

    `entity` is the row number of the entity followed, `named` are the entities of the memory asked about, most
    mentioned first. `importance` is by memory id, from 0 to 1. At a past `moment` memories in `unknown` (ids) were not
    known yet, and lines after `moment.at` had not happened; the others stand as they stood then.
    """

    entity: int | None = None
    timeline: Timeline | None = None
    named: tuple[EntityCount, ...] = ()
    importance: Mapping[str, float] = field(default_factory=dict)
    moment: Moment | None = None
    unknown: frozenset[str] = frozenset()
    empty: bool = False
    """Whether the store names nothing at all."""

    def ahead(self, line: Line) -> bool:
        """Say whether a line had not happened, or was not known, at the moment looked at."""
        if self.moment is None:
            return False
        return line.memory.id in self.unknown or (line.at is not None and line.at > self.moment.at)


def any_memory(workspace: Workspace) -> bool:
    """Say whether the store holds any memory."""
    return bool(workspace.store.reads.count(EVERYTHING))


def follow(workspace: Workspace, entity: int | None = None, memory: int | None = None) -> Followed:
    """Return the timeline of an entity (by number), else of what a memory names, else of the most mentioned thing."""
    with workspace.store.reads.one_moment():
        named = _named_by(workspace, memory) if memory is not None else ()
        chosen = _entity(workspace, entity)
        if chosen is None and memory is not None:
            chosen = named[0].entity if named else None
        elif chosen is None:
            most = workspace.store.graph.entity_counts(project=workspace.settings.project, limit=1)
            chosen = most[0].entity if most else None
            if chosen is None:
                return Followed(empty=True)
        if chosen is None:
            return Followed(named=named)
        return _followed(workspace, chosen, named)


def named_by(workspace: Workspace, memory: int) -> tuple[EntityCount, ...]:
    """Return what a memory names, most mentioned first."""
    with workspace.store.reads.one_moment():
        return _named_by(workspace, memory)


def _named_by(workspace: Workspace, memory: int) -> tuple[EntityCount, ...]:
    graph = workspace.store.graph
    mentioned = dict.fromkeys(each.entity_number for each in graph.mentions([memory]).get(memory, ()))
    found = graph.entities(list(mentioned)[:MOST_NAMED])
    survivors = {one.number: one for one in (_survivor(workspace, each) for each in found.values()) if one is not None}
    counted = [
        EntityCount(entity=one, memories=graph.count_mentioning([number]))
        for number, one in survivors.items()
        if number is not None
    ]
    return tuple(sorted(counted, key=lambda one: -one.memories))


def _entity(workspace: Workspace, number: int | None) -> Entity | None:
    """Return an entity as it is today, or what it was merged into."""
    store = workspace.store
    today = replace(workspace, store=store.present) if isinstance(store, PastStore) else workspace
    found = today.store.graph.entities([number]).get(number) if number is not None else None
    return _survivor(today, found) if found is not None else None


def _survivor(workspace: Workspace, entity: Entity) -> Entity | None:
    if entity.merged_into is None:
        return entity
    named = workspace.store.graph.entities_named(entity.name)
    return next((one for one in named if one.merged_into is None), None)


def _followed(workspace: Workspace, entity: Entity, named: tuple[EntityCount, ...]) -> Followed:
    past = workspace.store
    if not isinstance(past, PastStore):
        found = timeline(workspace, entity.name)
        return Followed(
            entity=entity.number, timeline=found, named=named, importance=_importance(found, workspace.clock.now())
        )
    whole = timeline(replace(workspace, store=past.present), entity.name)
    then = past.reads.by_ids([memory.id for memory in whole.memories])
    shown = replace(
        whole,
        lines=_as_then(whole.lines, then),
        undated=_as_then(whole.undated, then),
        **_so_far(workspace, entity.name),
    )
    return Followed(
        entity=entity.number,
        timeline=shown,
        named=named,
        importance=_importance(shown, workspace.clock.now()),
        moment=past.moment,
        unknown=frozenset(memory.id for memory in whole.memories if memory.id not in then),
    )


def _so_far(workspace: Workspace, name: str) -> dict[str, Any]:
    """Return how the thing had evolved by then."""
    try:
        found = timeline(workspace, name)
    except NotFound:
        return {"evolution": (), "labels": (), "values": ()}
    return {"evolution": found.evolution, "labels": found.labels, "values": found.values}


def _as_then(lines: tuple[Line, ...], then: Mapping[str, Memory]) -> tuple[Line, ...]:
    return tuple(replace(line, memory=then.get(line.memory.id, line.memory)) for line in lines)


def _importance(found: Timeline, now: datetime) -> dict[str, float]:
    return {memory.id: assess(memory, now).value for memory in found.memories}


def is_transient(line: Line) -> bool:
    """Say whether a line is about a passing note."""
    return line.memory.tier is Tier.TRANSIENT
