"""A store in numbers: memories by status, layer and tier, what they name, and what waits for a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from memtui.domain.kinds import EntityType
from memtui.domain.records import Memory
from memtui.services.ports import Census, QueueCounts
from memtui.services.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """A store in numbers; `centre` is the live memory with the most relations."""

    location: str
    project: str | None
    census: Census
    entities: Mapping[EntityType, int]
    queue: QueueCounts
    centre: Memory | None = None


def overview(workspace: Workspace) -> Overview:
    """Return the store's numbers."""
    store, project = workspace.store, workspace.settings.project
    with store.reads.one_moment():
        number = store.graph.most_related(project)
        return Overview(
            location=store.location,
            project=project,
            census=store.reads.census(project),
            entities=store.graph.count_entities(),
            queue=store.queue.counts(project),
            centre=store.reads.memory(number) if number is not None else None,
        )
