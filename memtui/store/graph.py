"""The graph read back, in bulk and bounded: see `services.ports.Graph`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from heapq import merge
from itertools import islice
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, bindparam, or_, select
from sqlmodel import col

from memtui.domain.filters import Filter
from memtui.domain.records import Fact, Mention, Relation
from memtui.store.filters import in_project
from memtui.store.graph_entities import EntityReads
from memtui.store.merging import absorbed
from memtui.store.naming import survivor_of
from memtui.store.standing import letters_of
from memtui.store.statements import ENTITIES, FACTS, MENTIONS, RELATIONS, AnySelect, pieces
from memtui.store.tables import EntityCountRow, FactRow, MemoryIndexRow, MentionRow, RelationCountRow, RelationRow
from memtui.store.tallies import IN_ALL

_WANTED: Final[Any] = bindparam("wanted", expanding=True)
_MENTIONED: Final = MENTIONS.select.where(col(MentionRow.memory_number).in_(_WANTED)).order_by(
    col(MentionRow.memory_number), col(MentionRow.start), col(MentionRow.number)
)
_NEWEST: Final = (
    select(col(MentionRow.sort_at), col(MentionRow.memory_number))
    .where(col(MentionRow.entity_number) == bindparam("wanted"))
    .order_by(col(MentionRow.sort_at).desc(), col(MentionRow.memory_number).desc())
    .distinct()
)
_COUNTED: Final = select(col(EntityCountRow.memories)).where(
    col(EntityCountRow.scope) == IN_ALL, col(EntityCountRow.entity_number) == bindparam("wanted")
)
_MENTIONING: Final = select(col(MentionRow.memory_number)).where(col(MentionRow.entity_number).in_(_WANTED)).distinct()
_CARRIED: Final = FACTS.select.where(col(FactRow.memory_number).in_(_WANTED))
_ABOUT: Final = FACTS.select.where(
    or_(col(FactRow.subject_number).in_(_WANTED), col(FactRow.object_number).in_(_WANTED))
)
_TIED: Final = RELATIONS.select.where(
    or_(col(RelationRow.from_number).in_(_WANTED), col(RelationRow.to_number).in_(_WANTED))
)
_NEWEST_TIED: Final = RELATIONS.select.where(
    RELATIONS.number.in_(
        select(col(RelationRow.number))
        .where(
            or_(col(RelationRow.from_number) == bindparam("number"), col(RelationRow.to_number) == bindparam("number"))
        )
        .order_by(col(RelationRow.number).desc())
        .limit(bindparam("limit"))
    )
)


class SqlGraph(EntityReads):
    """Reads of the graph of one database; see `services.ports.Graph`."""

    def mentions(self, memories: Sequence[int]) -> dict[int, list[Mention]]:
        """Return what those memories mention, in the order of the text; those that mention nothing are left out."""
        found: dict[int, list[Mention]] = {}
        with self._database.reading(derived=True) as connection:
            for run in pieces(list(dict.fromkeys(memories))):
                for row in connection.execute(_MENTIONED, {"wanted": list(run)}).all():
                    mention = MENTIONS.mapper.from_row(row)
                    found.setdefault(mention.memory_number, []).append(mention)
        return {number: found[number] for number in memories if number in found}

    def mentioning(self, entities: Sequence[int], limit: int | None = None) -> list[int]:
        """Return the numbers of the memories that mention any of those entities, newest (by when it happened) first."""
        with self._database.reading(derived=True) as connection:
            runs: list[list[tuple[datetime, int]]] = [
                [(at, number) for at, number in connection.execute(_NEWEST.limit(limit), {"wanted": entity})]
                for entity in _survivors(connection, entities)
            ]
        newest = merge(*runs, reverse=True)
        return list(islice(dict.fromkeys(number for _, number in newest), limit))

    def count_mentioning(self, entities: Sequence[int]) -> int:
        """Return how many memories mention any of those entities."""
        with self._database.reading(derived=True) as connection:
            numbers = _survivors(connection, entities)
            if len(numbers) == 1:
                return int(connection.execute(_COUNTED, {"wanted": numbers[0]}).scalar() or 0)
            found: set[int] = set()
            for run in pieces(numbers):
                found.update(connection.execute(_MENTIONING, {"wanted": list(run)}).scalars())
        return len(found)

    def facts_of(self, memories: Sequence[int]) -> list[Fact]:
        """Return the facts that those memories carry, in order of their numbers."""
        with self._database.reading(derived=True) as connection:
            return _in_order(self._read(connection, _CARRIED, FACTS.mapper.from_row, memories))

    def facts_about(self, entities: Sequence[int]) -> list[Fact]:
        """Return the facts with any of those entities, or what was merged into them, as subject or object, in order of their numbers."""
        with self._database.reading(derived=True) as connection:
            meant = sorted(absorbed(connection, _survivors(connection, entities)))
            return _in_order(self._read(connection, _ABOUT, FACTS.mapper.from_row, meant))

    def all_facts(self, after: int, limit: int) -> list[Fact]:
        """Return facts with numbers above `after`, in order."""
        statement = FACTS.select.where(FACTS.number > after).order_by(FACTS.number).limit(limit)
        with self._database.reading(derived=True) as connection:
            return FACTS.read(connection, statement)

    def relations_of(self, memories: Sequence[int], limit: int | None = None) -> list[Relation]:
        """Return the relations from or to any of those memories, oldest first; with a `limit` only the newest so many of each memory that has more."""
        many: dict[int, int] = {}
        if limit is not None:
            many = {number: count for number, count in self.count_relations(memories).items() if count > limit}
        with self._database.reading(derived=True) as connection:
            few = [number for number in memories if number not in many]
            rows = list(self._read(connection, _TIED, RELATIONS.mapper.from_row, few))
            for number in many:
                newest = connection.execute(_NEWEST_TIED, {"number": number, "limit": limit})
                rows += map(RELATIONS.mapper.from_row, newest)
        found: list[Relation] = _in_order(rows)
        return sorted(found, key=lambda relation: relation.created_at)

    def count_relations(self, memories: Sequence[int]) -> dict[int, int]:
        """Return how many active relations those memories have; those without any are left out."""
        count = RelationCountRow
        statement = select(col(count.memory_number), col(count.relations)).where(col(count.memory_number).in_(_WANTED))
        found: dict[int, int] = {}
        with self._database.reading(derived=True) as connection:
            for run in pieces(list(dict.fromkeys(memories))):
                found |= {number: many for number, many in connection.execute(statement, {"wanted": list(run)}) if many}
        return found

    def most_related(self, project: str | None = None) -> int | None:
        """Return the live memory with the most active relations, the newest of equals; None where there is none.

        Memories that take no part in the graph (transient, held) are none of them.
        """
        index, count = MemoryIndexRow, RelationCountRow
        live: list[ColumnElement[bool]] = [col(index.standing).in_(letters_of(Filter()))]
        if project is not None:
            live.append(in_project(col(index.project), project))
        source = select(col(count.relations), col(index.number)).join(
            index, col(index.number) == col(count.memory_number)
        )
        most = source.where(*live).order_by(col(count.relations).desc()).limit(1)
        newest = (col(index.sort_at).desc(), col(index.number).desc())
        with self._database.reading(derived=True) as connection:
            found = connection.execute(most).first()
            if found is None:
                return None
            equals = source.where(*live, col(count.relations) == found[0]).order_by(*newest).limit(1)
            return int(connection.execute(equals).one()[1])

    def _read(
        self, connection: Connection, statement: AnySelect, from_row: Any, wanted: Iterable[int]
    ) -> Iterable[Any]:
        for run in pieces(list(dict.fromkeys(wanted))):
            yield from map(from_row, connection.execute(statement, {"wanted": list(run)}).all())


def _in_order(records: Iterable[Any]) -> list[Any]:
    """Return records by their numbers, each once."""
    found = {record.number: record for record in records}
    return [found[number] for number in sorted(found)]


def _survivors(connection: Connection, entities: Sequence[int]) -> list[int]:
    """Return what became of entities by merges."""
    found = ENTITIES.get_all(connection, list(dict.fromkeys(entities)))
    survivors = (survivor_of(connection, found[number]).number for number in entities if number in found)
    return [number for number in dict.fromkeys(survivors) if number is not None]
