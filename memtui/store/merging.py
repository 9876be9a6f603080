"""What becomes of mentions when entities are merged, parted, renamed or taken out.

Everything is noted first and carried out once all rows of the transaction are written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, select, update

from memtui.domain.errors import Refused
from memtui.domain.records import Entity
from memtui.store.mentions import stored_scope
from memtui.store.naming import Names, all_names, chosen, named, survivor_of
from memtui.store.statements import ENTITIES, pieces, table_of
from memtui.store.tables import EntityCountRow, EntityRow, FactRow, MemoryIndexRow, MentionRow
from memtui.store.tallies import IN_ALL, add_up

_MENTIONS: Final = table_of(MentionRow)
_INDEX: Final = table_of(MemoryIndexRow)
_ENTITIES: Final = table_of(EntityRow)
_FACTS: Final = table_of(FactRow)
_COUNTS: Final = table_of(EntityCountRow)
_WANTED: Final[Any] = bindparam("wanted", expanding=True)
_MERGED_INTO: Final = select(_ENTITIES.c.number, _ENTITIES.c.merged_into).where(_ENTITIES.c.merged_into.in_(_WANTED))
_MOVE: Final = (
    update(_MENTIONS)
    .where(_MENTIONS.c.entity_number == bindparam("was"), _MENTIONS.c.named_number.in_(_WANTED))
    .values(entity_number=bindparam("now"))
)
_NAMES_USED: Final = (
    select(_MENTIONS.c.name)
    .where(_MENTIONS.c.entity_number == bindparam("was"), _MENTIONS.c.named_number == bindparam("by"))
    .distinct()
)
_RENAME: Final = (
    update(_MENTIONS)
    .where(_MENTIONS.c.entity_number == bindparam("was"), _MENTIONS.c.named_number == bindparam("by"))
    .where(_MENTIONS.c.name == bindparam("called"))
    .values(entity_number=bindparam("now"), named_number=bindparam("means"))
)
_BY_PROJECT: Final = (
    select(_INDEX.c.project, func.count(_MENTIONS.c.memory_number.distinct()))
    .join(_INDEX, _INDEX.c.number == _MENTIONS.c.memory_number)
    .where(_MENTIONS.c.entity_number == bindparam("wanted"))
    .group_by(_INDEX.c.project)
)
_UNCOUNT: Final = delete(_COUNTS).where(_COUNTS.c.entity_number == bindparam("wanted"))
_UNUSED: Final = (
    select(_ENTITIES.c.number)
    .where(_ENTITIES.c.number.in_(_WANTED), _ENTITIES.c.merged_into.is_(None))
    .where(~select(_MENTIONS.c.number).where(_MENTIONS.c.entity_number == _ENTITIES.c.number).exists())
    .where(~select(_FACTS.c.number).where(_FACTS.c.subject_number == _ENTITIES.c.number).exists())
    .where(~select(_FACTS.c.number).where(_FACTS.c.object_number == _ENTITIES.c.number).exists())
)


class Merging:
    """Gathers what happened to entities in one transaction, and lets their mentions follow."""

    def __init__(self, names: Names, at: datetime | None) -> None:
        self._names = names
        self._at = at
        self._moved: list[tuple[int, Entity]] = []
        self._renamed: dict[int, set[str]] = {}
        self._leaving: dict[int, None] = {}

    def discard(self) -> None:
        """Forget what was gathered, because the transaction is rolled back."""
        self._moved.clear()
        self._renamed.clear()
        self._leaving.clear()

    def changed(self, connection: Connection, before: Entity, after: Entity) -> None:
        """Note an entity that may have been merged, parted or renamed."""
        assert after.number is not None
        if before.merged_into != after.merged_into:
            self._moved.append((survivor_of(connection, before).number or after.number, after))
        lost = set(all_names(before)) - set(all_names(after))
        if lost:
            self._renamed.setdefault(after.number, set()).update(lost)

    def leaves(self, number: int) -> None:
        """Note an entity that is to go unless something still needs it."""
        self._leaving[number] = None

    def stays(self, number: int) -> None:
        """Note that an entity is needed again."""
        self._leaving.pop(number, None)

    def flush(
        self, connection: Connection, take_out: Callable[[Connection, Entity], None], *, last: bool = False
    ) -> None:
        """Move the mentions that mean another entity now, and take out the entities that nothing needs any more.

        `last` says that no further change of this act will come.
        """
        touched: set[int] = set()
        moved, self._moved = self._moved, []
        for was, entity in moved:
            touched |= _follow(connection, was, entity)
        renamed, self._renamed = self._renamed, {}
        for number, loser in ENTITIES.get_all(connection, list(renamed)).items():
            touched |= self._settle(connection, loser, renamed[number], make=True)
        if last and self._leaving:
            for leaving in self._replaceable(connection):
                touched |= self._settle(connection, leaving, set(all_names(leaving)), make=False)
        for number in touched:
            recount(connection, number)
        for alone in ENTITIES.get_all(connection, unused(connection, self._leaving)).values():
            del self._leaving[alone.number or 0]
            take_out(connection, alone)

    def _replaceable(self, connection: Connection) -> list[Entity]:
        """Return the entities that are to go and whose names something else has, so that their mentions may mean that."""
        leaving = list(ENTITIES.get_all(connection, list(self._leaving)).values())
        others = named(connection, {name for entity in leaving for name in all_names(entity)})
        return [
            entity
            for entity in leaving
            if any(other.number not in self._leaving for name in all_names(entity) for other in others[name])
        ]

    def _settle(self, connection: Connection, entity: Entity, lost: set[str], *, make: bool) -> set[int]:
        """Let mentions by names that an entity lost mean whatever has the name now; return what was touched."""
        assert entity.number is not None
        survivor = survivor_of(connection, entity).number
        own: dict[str, Any] = {"was": survivor, "by": entity.number}
        used = set(connection.execute(_NAMES_USED, own).scalars())
        touched: set[int] = set()
        for name in sorted(used & lost):
            others = [one for one in named(connection, [name])[name] if one.number not in self._leaving]
            meant = chosen(others, entity.type, name)
            if meant is None and make:
                meant = self._names.entity(connection, entity.type, name, (), self._at or entity.created_at)
            if meant is None or meant.number == entity.number:
                continue
            now = survivor_of(connection, meant).number
            connection.execute(_RENAME, {**own, "called": name, "now": now, "means": meant.number})
            touched |= {number for number in (survivor, now) if number is not None}
        return touched


def refuse_circle(connection: Connection, entity: Entity) -> None:
    """Raise Refused if an entity would be merged into itself, by whatever way round."""
    seen: set[int | None] = set()
    into = entity.merged_into
    while into is not None and into not in seen:
        if into == entity.number:
            raise Refused(f"“{entity.name}” cannot be merged into itself.", "Take back the earlier merge first.")
        seen.add(into)
        further = ENTITIES.get(connection, into)
        into = None if further is None else further.merged_into


def _follow(connection: Connection, was: int, entity: Entity) -> set[int]:
    """Move an entity's mentions, and those of all that was merged into it, from one survivor to the present one."""
    assert entity.number is not None
    now = survivor_of(connection, ENTITIES.get(connection, entity.number) or entity).number
    if now is None or now == was:
        return set()
    for run in pieces(sorted(absorbed(connection, [entity.number]))):
        connection.execute(_MOVE, {"was": was, "now": now, "wanted": list(run)})
    return {was, now}


def absorbed(connection: Connection, entities: Iterable[int]) -> set[int]:
    """Return the numbers of entities and of all that was merged into them, step by step."""
    found: set[int] = set()
    further = set(entities)
    while further:
        found |= further
        into = {
            row[0] for run in pieces(sorted(further)) for row in connection.execute(_MERGED_INTO, {"wanted": list(run)})
        }
        further = into - found
    return found


def counted(connection: Connection, entity: int) -> dict[str, int]:
    """Return by scope how many memories mention an entity."""
    by_project = connection.execute(_BY_PROJECT, {"wanted": entity}).all()
    counts = {stored_scope(project): int(count) for project, count in by_project}
    return {IN_ALL: sum(counts.values()), **counts}


def recount(connection: Connection, entity: int) -> None:
    """Count an entity's mentions anew."""
    connection.execute(_UNCOUNT, {"wanted": entity})
    counts = counted(connection, entity)
    rows = [{"scope": scope, "entity_number": entity, "memories": count} for scope, count in sorted(counts.items())]
    add_up(connection, _COUNTS, "memories", rows)


def unused(connection: Connection, numbers: Iterable[int]) -> list[int]:
    """Return which of the entities no memory mentions, no fact names and no merge led to."""
    found: list[int] = []
    for run in pieces(sorted(numbers)):
        alone = set(connection.execute(_UNUSED, {"wanted": list(run)}).scalars())
        if alone:
            alone -= {row[1] for row in connection.execute(_MERGED_INTO, {"wanted": sorted(alone)})}
        found += sorted(alone)
    return found
