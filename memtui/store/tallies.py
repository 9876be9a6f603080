"""Counts that are kept beside the rows, so that counting costs no scan: differences are gathered and written in one go.

They are written in the order of their keys, so that two writers never wait for each other in a circle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import Connection, Table, bindparam, delete
from sqlalchemy.dialects import postgresql, sqlite

from memtui.domain.kinds import RelationStatus
from memtui.domain.records import Memory, Relation
from memtui.store.census import CensusKey, census_key, count_census
from memtui.store.driver import Prepared
from memtui.store.mapping import escaped
from memtui.store.statements import table_of
from memtui.store.tables import EntityCountRow, RelationCountRow

IN_ALL: Final = "*"
IN_NONE: Final = "-"
_ENTITIES: Final = table_of(EntityCountRow)
_RELATIONS: Final = table_of(RelationCountRow)
_EMPTY: Final = delete(_ENTITIES).where(
    _ENTITIES.c.scope == bindparam("scope"),
    _ENTITIES.c.entity_number == bindparam("entity_number"),
    _ENTITIES.c.memories <= 0,
)
_UNRELATED: Final = delete(_RELATIONS).where(
    _RELATIONS.c.memory_number == bindparam("memory_number"), _RELATIONS.c.relations <= 0
)
_ENTITY_GONE: Final = delete(_ENTITIES).where(_ENTITIES.c.entity_number == bindparam("wanted"))
_MEMORY_GONE: Final = delete(_RELATIONS).where(_RELATIONS.c.memory_number == bindparam("wanted"))


def scope_of(project: str | None) -> str:
    """Return the scope in which a project's mentions are counted."""
    return IN_NONE if project is None else f"={escaped(project)}"


@lru_cache(maxsize=16)
def _adding(dialect: str, table: Table, column: str) -> Prepared:
    statement = sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)
    sums = {column: table.c[column] + statement.excluded[column]}
    return Prepared(statement.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=sums))


def add_up(connection: Connection, table: Table, column: str, rows: Sequence[dict[str, Any]]) -> None:
    """Add each row's `column` to the stored row of the same primary key, making those that are missing."""
    _adding(connection.dialect.name, table, column).many(connection, rows)


class Tallies:
    """How many memories have a standing, mention an entity, and how many relations a memory has."""

    def __init__(self) -> None:
        self._census: Counter[CensusKey] = Counter()
        self._mentions: Counter[tuple[int, str]] = Counter()
        self._relations: Counter[int] = Counter()

    def discard(self) -> None:
        """Forget what was gathered, because the transaction is rolled back."""
        self._census.clear()
        self._mentions.clear()
        self._relations.clear()

    def stands(self, memory: Memory, step: int) -> None:
        """Note that a memory came (1) or went (-1)."""
        self._census[census_key(memory)] += step

    def entity_made(self, entity: int) -> None:
        """Note an entity that no memory mentions yet."""
        self._mentions[entity, IN_ALL] += 0

    def mentions(self, pairs: Iterable[tuple[int, str]], step: int) -> None:
        """Note that memories came (1) or went (-1) that each mention an entity, given with the memory's scope."""
        for entity, scope in pairs:
            self._mentions[entity, IN_ALL] += step
            self._mentions[entity, scope] += step

    def related(self, relation: Relation, step: int) -> None:
        """Note that a relation came (1) or went (-1)."""
        if relation.status is RelationStatus.ACTIVE:
            self._relations[relation.from_number] += step
            self._relations[relation.to_number] += step

    def entity_gone(self, connection: Connection, number: int) -> None:
        """Take out the counts of an entity that is about to be taken out itself."""
        for key in [key for key in self._mentions if key[0] == number]:
            del self._mentions[key]
        connection.execute(_ENTITY_GONE, {"wanted": number})

    def memory_gone(self, connection: Connection, number: int) -> None:
        """Take out the counts of a memory that is about to be taken out itself."""
        self._relations.pop(number, None)
        connection.execute(_MEMORY_GONE, {"wanted": number})

    def flush(self, connection: Connection) -> None:
        """Write what was gathered."""
        census, self._census = self._census, Counter()
        count_census(connection, census)
        mentions, self._mentions = self._mentions, Counter()
        counted: list[dict[str, Any]] = [
            {"scope": scope, "entity_number": entity, "memories": count}
            for (entity, scope), count in sorted(mentions.items())
            if count or scope == IN_ALL
        ]
        add_up(connection, _ENTITIES, "memories", counted)
        fewer = [row for row in counted if row["memories"] < 0 and row["scope"] != IN_ALL]
        if fewer:
            connection.execute(
                _EMPTY, [{"scope": row["scope"], "entity_number": row["entity_number"]} for row in fewer]
            )
        relations, self._relations = self._relations, Counter()
        tied = [{"memory_number": number, "relations": count} for number, count in sorted(relations.items()) if count]
        add_up(connection, _RELATIONS, "relations", tied)
        looser = [{"memory_number": row["memory_number"]} for row in tied if row["relations"] < 0]
        if looser:
            connection.execute(_UNRELATED, looser)
