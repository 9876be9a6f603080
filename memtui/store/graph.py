"""Entities, mentions, facts and relations read back: see `services.ports.Graph`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, func, or_, select, union_all
from sqlmodel import col

from memtui.domain.errors import NotFound, Refused
from memtui.domain.filters import Filter
from memtui.domain.kinds import EntityStatus, EntityType, RelationStatus
from memtui.domain.records import Entity, Fact, Mention, Relation
from memtui.services.ports import EntityCount
from memtui.services.ports.graphing import ACTIVE_ENTITIES
from memtui.store.engine import Database
from memtui.store.filters import begins_with, in_project
from memtui.store.mapping import escaped
from memtui.store.naming import folded, named, survivor_of
from memtui.store.standing import letters_of
from memtui.store.statements import ENTITIES, FACTS, MENTIONS, RELATIONS, pieces
from memtui.store.tables import EntityNameRow, EntityRow, FactRow, MemoryIndexRow, MentionRow, RelationRow

_WANTED: Final[Any] = bindparam("wanted", expanding=True)
_NAMED_AT_MOST: Final = 5


class SqlGraph:
    """Reads of the graph of one database; see `services.ports.Graph`."""

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
            found = {
                entity.number: entity
                for entity in (survivor_of(connection, one) for one in named(connection, [wanted])[wanted])
            }
        return sorted(found.values(), key=lambda one: (one.status is not EntityStatus.ACTIVE, one.number or 0))

    def entity_by_id(self, handle: str) -> Entity:
        """Return an entity by id or unique id prefix; raises NotFound, Refused where several match."""
        wanted = handle.strip().upper()
        statement = ENTITIES.select.where(begins_with(col(EntityRow.id), escaped(wanted)))
        with self._database.reading(derived=True) as connection:
            matching = ENTITIES.read(connection, statement.order_by(ENTITIES.number).limit(_NAMED_AT_MOST + 1))
        if not wanted or not matching:
            raise NotFound(f"No entity answers to {handle!r}.")
        exact = [entity for entity in matching if entity.id == wanted]
        if exact or len(matching) == 1:
            return (exact or matching)[0]
        listed = ", ".join(entity.id for entity in matching[:_NAMED_AT_MOST])
        raise Refused(f"Several entities answer to {handle!r}: {listed}.", "Give more of the id.")

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
        """Return entities whose name or alias holds `text`, most mentioned first."""
        mention, index = MentionRow, MemoryIndexRow
        memories = func.count(func.distinct(col(index.number)))
        own = col(index.number) == col(mention.memory_number)
        if project is not None:
            own = own & in_project(col(index.project), project)
        statement = (
            ENTITIES.select.add_columns(memories.label("memories"), func.max(col(index.sort_at)).label("newest"))
            .outerjoin(MentionRow, col(mention.entity_number) == ENTITIES.number)
            .outerjoin(MemoryIndexRow, own)
            .where(*_asked(text, types, statuses))
            .group_by(*ENTITIES.table.columns)
            .order_by(memories.desc(), ENTITIES.number)
            .limit(limit)
            .offset(offset)
        )
        if project is not None:
            statement = statement.having(memories > 0)
        with self._database.reading(derived=True) as connection:
            return [
                EntityCount(entity=ENTITIES.mapper.from_row(row[:-2]), memories=row[-2], newest_at=row[-1])
                for row in connection.execute(statement).all()
            ]

    def count_entities(self, *, statuses: frozenset[EntityStatus] = ACTIVE_ENTITIES) -> Mapping[EntityType, int]:
        """Return how many entities there are of each type."""
        counted = select(col(EntityRow.type), func.count()).group_by(col(EntityRow.type))
        with self._database.reading(derived=True) as connection:
            rows = connection.execute(counted.where(*_asked("", frozenset(), statuses))).all()
        return {EntityType(kind): int(count) for kind, count in rows}

    def mentions(self, memories: Sequence[int]) -> dict[int, list[Mention]]:
        """Return what those memories mention, in the order of the text."""
        row = MentionRow
        order = (col(row.memory_number), col(row.start), col(row.number))
        statement = MENTIONS.select.where(col(row.memory_number).in_(_WANTED)).order_by(*order)
        found: dict[int, list[Mention]] = {number: [] for number in memories}
        with self._database.reading(derived=True) as connection:
            for run in pieces(list(found)):
                for line in connection.execute(statement, {"wanted": list(run)}).all():
                    mention = MENTIONS.mapper.from_row(line)
                    found[mention.memory_number].append(mention)
        return {number: those for number, those in found.items() if those}

    def mentioning(self, entities: Sequence[int], limit: int | None = None) -> list[int]:
        """Return the numbers of the memories that mention any of those entities, newest (by when it happened) first."""
        index = MemoryIndexRow
        holders = select(col(MentionRow.memory_number)).where(col(MentionRow.entity_number).in_(list(entities)))
        newest = select(col(index.number)).where(col(index.number).in_(holders))
        newest = newest.order_by(col(index.sort_at).desc(), col(index.number).desc()).limit(limit)
        with self._database.reading(derived=True) as connection:
            return list(connection.execute(newest).scalars())

    def count_mentioning(self, entities: Sequence[int]) -> int:
        """Return how many memories mention any of those entities."""
        row = MentionRow
        counted = select(func.count(func.distinct(col(row.memory_number))))
        with self._database.reading(derived=True) as connection:
            return int(connection.execute(counted.where(col(row.entity_number).in_(list(entities)))).scalar_one())

    def facts_of(self, memories: Sequence[int]) -> list[Fact]:
        """Return the facts that those memories carry, in order of their numbers."""
        return self._facts(memories, col(FactRow.memory_number).in_(_WANTED))

    def facts_about(self, entities: Sequence[int]) -> list[Fact]:
        """Return the facts with any of those entities as subject or object, in order of their numbers."""
        ends = or_(col(FactRow.subject_number).in_(_WANTED), col(FactRow.object_number).in_(_WANTED))
        return self._facts(entities, ends)

    def _facts(self, wanted: Sequence[int], condition: ColumnElement[bool]) -> list[Fact]:
        found: dict[int | None, Fact] = {}
        with self._database.reading(derived=True) as connection:
            for run in pieces(list(dict.fromkeys(wanted))):
                for row in connection.execute(FACTS.select.where(condition), {"wanted": list(run)}).all():
                    fact = FACTS.mapper.from_row(row)
                    found[fact.number] = fact
        return sorted(found.values(), key=lambda fact: fact.number or 0)

    def relations_of(self, memories: Sequence[int]) -> list[Relation]:
        """Return the relations from or to any of those memories, oldest first."""
        row = RelationRow
        ends = or_(col(row.from_number).in_(_WANTED), col(row.to_number).in_(_WANTED))
        found: dict[int | None, Relation] = {}
        with self._database.reading(derived=True) as connection:
            for run in pieces(list(dict.fromkeys(memories))):
                for line in connection.execute(RELATIONS.select.where(ends), {"wanted": list(run)}).all():
                    relation = RELATIONS.mapper.from_row(line)
                    found[relation.number] = relation
        return sorted(found.values(), key=lambda relation: (relation.created_at, relation.number or 0))

    def most_related(self, project: str | None = None) -> int | None:
        """Return the live memory with the most active relations, the newest of equals; None where there is none."""
        row, index = RelationRow, MemoryIndexRow
        active = col(row.status) == RelationStatus.ACTIVE.value
        ends = union_all(
            select(col(row.from_number).label("number")).where(active),
            select(col(row.to_number).label("number")).where(active),
        ).subquery()
        statement = (
            select(col(index.number))
            .join(ends, ends.c.number == col(index.number))
            .where(col(index.standing).in_(letters_of(Filter())))
            .group_by(col(index.number), col(index.sort_at))
            .order_by(func.count().desc(), col(index.sort_at).desc(), col(index.number).desc())
            .limit(1)
        )
        if project is not None:
            statement = statement.where(in_project(col(index.project), project))
        with self._database.reading(derived=True) as connection:
            return connection.execute(statement).scalar()

    def all_entities(self, after: int, limit: int) -> list[Entity]:
        """Return entities with numbers above `after`, in order."""
        statement = ENTITIES.select.where(ENTITIES.number > after).order_by(ENTITIES.number).limit(limit)
        with self._database.reading(derived=True) as connection:
            return ENTITIES.read(connection, statement)

    def all_facts(self, after: int, limit: int) -> list[Fact]:
        """Return facts with numbers above `after`, in order."""
        statement = FACTS.select.where(FACTS.number > after).order_by(FACTS.number).limit(limit)
        with self._database.reading(derived=True) as connection:
            return FACTS.read(connection, statement)


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
