"""Entities as people name them: the list with its counts, and the one that a name or an id means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from memtui.domain.errors import NotFound
from memtui.domain.kinds import EntityStatus, EntityType
from memtui.domain.records import Entity
from memtui.services.ports import EntityCount
from memtui.services.workspace import Workspace

FUZZY_POOL = 2_000
"""So many of the most mentioned entities are compared where no name holds the text."""

LIKENESS = 70.0
"""From this likeness (0 to 100) on a name may have been meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityPage:
    """Some entities, most mentioned first, and how many there are of each type; `guessed` where no name holds the text."""

    entities: tuple[EntityCount, ...]
    types: Mapping[EntityType, int]
    guessed: bool = False


def entities(
    workspace: Workspace,
    text: str = "",
    *,
    types: Iterable[EntityType] = (),
    limit: int = 100,
    offset: int = 0,
    deprecated: bool = False,
) -> EntityPage:
    """Return the entities whose name or alias holds `text`, else those that resemble it, most mentioned first."""
    graph = workspace.store.graph
    wanted = frozenset(types)
    statuses = frozenset({EntityStatus.ACTIVE, *((EntityStatus.DEPRECATED,) if deprecated else ())})
    project = workspace.settings.project
    found = graph.entity_counts(
        text.strip(), types=wanted, statuses=statuses, project=project, limit=limit, offset=offset
    )
    guessed = not found and bool(text.strip()) and not offset
    if guessed:
        pool = graph.entity_counts(types=wanted, statuses=statuses, project=project, limit=FUZZY_POOL)
        found = _resembling(text.strip(), pool)[:limit]
    return EntityPage(entities=tuple(found), types=graph.count_entities(statuses=statuses), guessed=guessed)


def named(workspace: Workspace, name: str) -> tuple[Entity, ...]:
    """Return the entities that a name, an alias or an id means, the most mentioned first; raises NotFound with what may have been meant.

    Several types may share a name: they are one thing to a person who asks for it.
    """
    graph = workspace.store.graph
    asked = name.strip()
    found = [entity for entity in graph.entities_named(asked) if entity.status is not EntityStatus.MERGED]
    active = [entity for entity in found if entity.status is EntityStatus.ACTIVE] or found
    if not active and len(asked) >= SHORTEST_ID:
        try:
            active = [graph.entity_by_id(asked)]
        except NotFound:
            active = []
    if not active:
        raise _unknown(workspace, asked)
    counts = {entity.number: graph.count_mentioning([entity.number]) for entity in active if entity.number is not None}
    return tuple(sorted(active, key=lambda entity: (-counts.get(entity.number or 0, 0), entity.number or 0)))


SHORTEST_ID = 6
"""So many characters of an id may be taken for one; shorter words are names."""


def names_of(found: Iterable[Entity]) -> tuple[str, ...]:
    """Return all names and aliases of entities, each once."""
    return tuple(dict.fromkeys(name for entity in found for name in (entity.name, *entity.aliases) if name))


def _unknown(workspace: Workspace, name: str) -> NotFound:
    near = [each.entity.name for each in entities(workspace, name, limit=3).entities] if name else []
    hint = f"Did you mean {' or '.join(repr(one) for one in near)}?" if near else "`memtui entities` lists the names."
    return NotFound(f"Nothing here is named {name!r}.", hint)


def _resembling(text: str, pool: Iterable[EntityCount]) -> list[EntityCount]:
    from rapidfuzz import fuzz

    scored = [(fuzz.WRatio(text.casefold(), each.entity.name.casefold()), each) for each in pool]
    close = [(score, each) for score, each in scored if score >= LIKENESS]
    return [
        each for _, each in sorted(close, key=lambda pair: (-pair[0], -pair[1].memories, pair[1].entity.number or 0))
    ]
