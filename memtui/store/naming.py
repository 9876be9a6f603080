"""Entities by what they are called: found by whole name or alias, case-folded, and made where there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert

from memtui.domain.errors import InvalidRecord
from memtui.domain.judgements import FoundEntity
from memtui.domain.kinds import EntityType
from memtui.domain.records import Entity
from memtui.store.driver import Prepared
from memtui.store.mapping import escaped
from memtui.store.statements import ENTITIES, pieces, table_of
from memtui.store.tables import EntityNameRow

Keep = Callable[[Connection, Entity], Entity]
"""Stores a new entity with its names and gives it back with its number."""

STANDS_ALONE: Final = frozenset({EntityType.PERSON, EntityType.PROJECT})
"""Types that a concept of the same name is never taken for."""
_NAMES: Final = table_of(EntityNameRow)
_NAMED: Final = (
    ENTITIES.select.add_columns(_NAMES.c.name.label("folded"))
    .join(_NAMES, _NAMES.c.entity_number == ENTITIES.number)
    .where(_NAMES.c.name.in_(bindparam("wanted", expanding=True)))
    .order_by(ENTITIES.number)
)
_ADD: Final = Prepared(insert(_NAMES))
_UNNAME: Final = delete(_NAMES).where(_NAMES.c.entity_number == bindparam("wanted"))
_COLUMNS: Final = len(ENTITIES.mapper.names)


def folded(name: str) -> str:
    """Return a name as names are compared and stored for look-up."""
    return escaped(name.casefold())


def all_names(entity: Entity) -> list[str]:
    """Return an entity's name and aliases, folded."""
    return list(dict.fromkeys(map(folded, (entity.name, *entity.aliases))))


def named(connection: Connection, names: Iterable[str]) -> dict[str, list[Entity]]:
    """Return the entities, oldest first, that have each of those folded names or aliases, whatever their status."""
    found: dict[str, list[Entity]] = {name: [] for name in names}
    for run in pieces(list(found)):
        for row in connection.execute(_NAMED, {"wanted": list(run)}).all():
            found[row[_COLUMNS]].append(ENTITIES.mapper.from_row(row[:_COLUMNS]))
    return found


def chosen(among: Sequence[Entity], type: EntityType, name: str) -> Entity | None:
    """Return which of the entities with a folded name a text means: of its type, else any thing where it is a concept.

    Its own name goes before an alias, then the oldest: a merge or a new status never changes the answer.
    """
    meant = [entity for entity in among if entity.type is type]
    if not meant and type is EntityType.CONCEPT:
        meant = [entity for entity in among if entity.type not in STANDS_ALONE]
    return min(meant, key=lambda entity: (folded(entity.name) != name, entity.number or 0), default=None)


def survivor_of(connection: Connection, entity: Entity) -> Entity:
    """Return what became of an entity by merges; itself where it was not merged."""
    seen: set[int | None] = set()
    while entity.merged_into is not None and entity.number not in seen:
        seen.add(entity.number)
        entity = ENTITIES.get(connection, entity.merged_into) or entity
    return entity


def name_entities(connection: Connection, entities: Iterable[Entity]) -> None:
    """Make entities findable by their names."""
    rows = [{"name": name, "entity_number": entity.number} for entity in entities for name in all_names(entity)]
    _ADD.many(connection, rows)


def unname_entity(connection: Connection, entity: Entity) -> None:
    """Let an entity be found by no name."""
    connection.execute(_UNNAME, {"wanted": entity.number})


class Names:
    """Finds and makes entities within one transaction, each name looked up once."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._known: dict[str, list[Entity]] = {}
        self._new: list[Entity] = []

    def forget(self) -> None:
        """Look everything up anew: the transaction is over."""
        self._known.clear()
        self._new.clear()

    def flush(self, connection: Connection) -> None:
        """Write the names of new entities."""
        new, self._new = self._new, []
        name_entities(connection, new)

    def add(self, entity: Entity) -> None:
        """Know a new entity by its names."""
        self._new.append(entity)
        for name in all_names(entity):
            if name in self._known:
                self._known[name].append(entity)

    def change(self, connection: Connection, before: Entity, after: Entity | None) -> None:
        """Know an entity by its new names, or no more."""
        self.flush(connection)
        self._known.clear()
        if after is None or all_names(before) != all_names(after):
            unname_entity(connection, before)
            name_entities(connection, [after] if after is not None else [])

    def learn(self, connection: Connection, names: Iterable[str]) -> None:
        """Look up many folded names at once."""
        unknown = {name for name in names if name not in self._known}
        if unknown:
            self.flush(connection)
            self._known |= named(connection, unknown)

    def knows(self, name: str) -> bool:
        """Whether a name was looked up already."""
        return folded(name) in self._known

    def entity(
        self, connection: Connection, type: EntityType, name: str, aliases: Sequence[str], at: datetime
    ) -> Entity:
        """Return the entity that a name means, made if there is none; raises InvalidRecord for an empty name."""
        if not name.strip():
            raise InvalidRecord("An entity needs a name.")
        wanted = folded(name)
        self.learn(connection, [wanted])
        found = chosen(self._known[wanted], type, wanted)
        return self._made(connection, type, name, aliases, at) if found is None else found

    def found(self, connection: Connection, found: FoundEntity, at: datetime) -> Entity:
        """Return the entity that a text names."""
        return self.entity(connection, found.type, found.name, found.aliases, at)

    def _made(
        self, connection: Connection, type: EntityType, name: str, aliases: Sequence[str], at: datetime
    ) -> Entity:
        from ulid import ULID

        others = tuple(alias for alias in dict.fromkeys(aliases) if alias.strip() and alias != name)
        entity = Entity(id=str(ULID.from_datetime(at)), type=type, name=name, created_at=at, aliases=others)
        return self._keep(connection, entity)
