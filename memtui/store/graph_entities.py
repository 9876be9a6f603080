"""Entities read back: by number, by name, and by how many memories mention them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Subquery, func, select
from sqlmodel import col

from memtui.domain.errors import NotFound
from memtui.domain.kinds import EntityStatus, EntityType
from memtui.domain.records import Entity
from memtui.services.ports import ACTIVE_ENTITIES, EntityCount
from memtui.store.engine import Database
from memtui.store.filters import in_project
from memtui.store.handles import by_id
from memtui.store.naming import folded, named, survivor_of
from memtui.store.statements import ENTITIES
from memtui.store.tables import EntityCountRow, EntityNameRow, EntityRow, MemoryIndexRow, MentionRow
from memtui.store.tallies import IN_ALL, IN_NONE, scope_of


class EntityReads:
    """Reads of entities; each lends itself a connection."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def entities(self, numbers: Sequence[int]) -> dict[int, Entity]:
        """Return entities by number."""
        with self._database.reading(derived=True) as connection:
            return ENTITIES.get_all(connection, list(dict.fromkeys(numbers)))

    def entities_named(self, name: str) -> list[Entity]:
        """Return the entities with that whole name or alias, whatever their status; merged ones give their survivor, active ones come first."""
        wanted = folded(name)
        with self._database.reading(derived=True) as connection:
            survivors = [survivor_of(connection, one) for one in named(connection, [wanted])[wanted]]
        found = {entity.number: entity for entity in survivors}
        return sorted(found.values(), key=lambda one: (one.status is not EntityStatus.ACTIVE, one.number or 0))

    def entity_by_id(self, handle: str) -> Entity:
        """Return an entity by id or unique id prefix; raises NotFound, Refused where several match."""
        with self._database.reading(derived=True) as connection:
            found = by_id(connection, ENTITIES, handle, "entities")
        if found is None:
            raise NotFound(f"No entity answers to {handle!r}.")
        return found

    def entity_counts(
        self,
        text: str = "",
        *,
        types: frozenset[EntityType] = frozenset(),
        statuses: frozenset[EntityStatus] = ACTIVE_ENTITIES,
        project: str | None = None,
        limit: int = 100,
        offset: int = 0,
    ) -> list[EntityCount]:
        """Return entities whose name or alias holds `text`, most mentioned first; of equals the one found last.

        With a `project`, those that its memories and those of none mention, counted there.
        """
        counts = _counts(project)
        newest = _newest(counts.c.entity_number, project)
        most = (counts.c.memories.desc(), counts.c.entity_number.desc())
        statement = (
            ENTITIES.select.add_columns(counts.c.memories, newest)
            .join(counts, counts.c.entity_number == ENTITIES.number)
            .where(*_asked(text, types, statuses))
            .order_by(*most)
            .limit(limit)
            .offset(offset)
        )
        with self._database.reading(derived=True) as connection:
            return [
                EntityCount(entity=ENTITIES.mapper.from_row(row[:-2]), memories=int(row[-2]), newest_at=row[-1])
                for row in connection.execute(statement).all()
            ]

    def count_entities(self, *, statuses: frozenset[EntityStatus] = ACTIVE_ENTITIES) -> Mapping[EntityType, int]:
        """Return how many entities there are of each type."""
        counted = select(col(EntityRow.type), func.count()).where(*_asked("", frozenset(), statuses))
        with self._database.reading(derived=True) as connection:
            rows = connection.execute(counted.group_by(col(EntityRow.type))).all()
        return {EntityType(kind): int(count) for kind, count in rows}

    def all_entities(self, after: int, limit: int) -> list[Entity]:
        """Return entities with numbers above `after`, in order."""
        statement = ENTITIES.select.where(ENTITIES.number > after).order_by(ENTITIES.number).limit(limit)
        with self._database.reading(derived=True) as connection:
            return ENTITIES.read(connection, statement)


def _counts(project: str | None) -> Subquery:
    """Return how many memories mention each entity, in a project and none if one is given."""
    row = EntityCountRow
    if project is None:
        everywhere = select(col(row.entity_number), col(row.memories)).where(col(row.scope) == IN_ALL)
        return everywhere.subquery()
    counted = select(col(row.entity_number), func.sum(col(row.memories)).label("memories"))
    within = counted.where(col(row.scope).in_((scope_of(project), IN_NONE)))
    return within.group_by(col(row.entity_number)).subquery()


def _newest(entity: ColumnElement[int], project: str | None) -> Any:
    """Return when the newest of the counted memories happened."""
    row, index = MentionRow, MemoryIndexRow
    newest = select(col(row.sort_at)).where(col(row.entity_number) == entity)
    if project is not None:
        newest = newest.join(index, col(index.number) == col(row.memory_number))
        newest = newest.where(in_project(col(index.project), project))
    return newest.order_by(col(row.sort_at).desc()).limit(1).scalar_subquery()


def _asked(text: str, types: frozenset[EntityType], statuses: frozenset[EntityStatus]) -> list[ColumnElement[bool]]:
    asked: list[ColumnElement[bool]] = []
    if text:
        name = EntityNameRow
        holds = select(col(name.entity_number)).where(col(name.name).contains(folded(text), autoescape=True))
        asked.append(ENTITIES.number.in_(holds))
    if types:
        asked.append(col(EntityRow.type).in_(sorted(kind.value for kind in types)))
    if statuses:
        asked.append(col(EntityRow.status).in_(sorted(status.value for status in statuses)))
    return asked
