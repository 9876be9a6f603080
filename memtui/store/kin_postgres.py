"""Kin on PostgreSQL: one statement for all words or keys, joined laterally.

The holders of a word are ordered after they were found (OFFSET 0), or else the newest texts are read one by one
until enough of them hold it; of a common word only the newest part of the store is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, select

from memtui.store.functions import among
from memtui.store.kin import SqlClaims
from memtui.store.kin_asked import Word
from memtui.store.search_postgres import quoted
from memtui.store.statements import MEMORIES

SPARE: Final = 4
"""So many times more of the store are looked at than would hold a common word often enough if it were spread evenly."""
_WHOLE: Final = 1 << 62
_COUNTED: Final = "SELECT NULL, n FROM corpus UNION ALL SELECT text, df FROM term WHERE text = ANY(%s::text[])"
_PASSING: Final = """
SELECT i.number, i.sort_at, ' ' || t.tokens || ' ' FROM memory_index AS i JOIN memory_text AS t ON t.number = i.number
WHERE i.number = ANY(%s::bigint[]) AND i.standing = ANY(%s::text[])
"""
_OF_PROJECT: Final = f"{_PASSING} AND (i.project = %s OR i.project IS NULL)"
_MEMORY: Final = MEMORIES.table.c
_HEADS: Final = select(_MEMORY.number, _MEMORY.content, _MEMORY.created_at).where(among(_MEMORY.number, "wanted"))
_HOLDING: Final = """
SELECT (SELECT string_agg(number::text, ',') FROM (
    SELECT number FROM (
        SELECT number FROM memory_text
        WHERE vector @@ asked.query::tsquery AND number > newest.number - asked.reach OFFSET 0
    ) AS all_held ORDER BY number DESC LIMIT %s
) AS held) FROM unnest(%s::text[], %s::bigint[]) WITH ORDINALITY AS asked(query, reach, place),
(SELECT max(number) AS number FROM memory_index) AS newest ORDER BY asked.place
"""
_CLAIMING: Final = """
SELECT CASE WHEN asked.slot = '' THEN (SELECT string_agg(memory_number::text, ',') FROM (
    SELECT DISTINCT memory_number FROM claim WHERE subject = asked.subject ORDER BY memory_number DESC LIMIT %s
) AS held) ELSE (SELECT string_agg(memory_number::text, ',') FROM (
    SELECT DISTINCT memory_number FROM claim
    WHERE subject = asked.subject AND slot = asked.slot ORDER BY memory_number DESC LIMIT %s
) AS held) END FROM unnest(%s::text[], %s::text[]) WITH ORDINALITY AS asked(subject, slot, place) ORDER BY asked.place
"""
_MENTIONING: Final = """
SELECT (SELECT string_agg(memory_number::text, ',') FROM (
    SELECT DISTINCT sort_at, memory_number FROM mention
    WHERE entity_number = asked.entity ORDER BY sort_at DESC, memory_number DESC LIMIT %s
) AS held), (SELECT memories FROM entity_count WHERE scope = '*' AND entity_number = asked.entity)
FROM unnest(%s::bigint[]) WITH ORDINALITY AS asked(entity, place) ORDER BY asked.place
"""


class PostgresClaims(SqlClaims):
    """The index of claims, entities and terms on a server."""

    def _counted(self, connection: Connection, words: Sequence[str]) -> Sequence[Any]:
        return _all(connection, _COUNTED, list(words))

    def _passing(
        self, connection: Connection, numbers: Sequence[int], letters: str, project: str | None
    ) -> Sequence[Any]:
        if project is None:
            return _all(connection, _PASSING, list(numbers), list(letters))
        return _all(connection, _OF_PROJECT, list(numbers), list(letters), project)

    def _heads(self, connection: Connection, numbers: Sequence[int]) -> Iterable[tuple[int, str, datetime | None]]:
        return [(row[0], row[1], row[2]) for row in connection.execute(_HEADS, {"wanted": list(numbers)})]

    def _holding(self, connection: Connection, words: Sequence[Word], limit: int, memories: int) -> list[str]:
        queries = [quoted(word) for _, word in words]
        reach = [memories * SPARE * limit // df if df > SPARE * limit else _WHOLE for df, _ in words]
        return [row[0] or "" for row in _all(connection, _HOLDING, limit, queries, reach)]

    def _claiming(self, connection: Connection, keys: Sequence[tuple[str, str]], limit: int) -> list[str]:
        subjects, slots = [key[0] for key in keys], [key[1] for key in keys]
        return [row[0] or "" for row in _all(connection, _CLAIMING, limit, limit, subjects, slots)]

    def _mentioning(self, connection: Connection, entities: Sequence[int], limit: int) -> list[tuple[str, int]]:
        return [(row[0] or "", row[1] or 0) for row in _all(connection, _MENTIONING, limit, list(entities))]


def _all(connection: Connection, statement: str, *values: Any) -> Sequence[Any]:
    return connection.exec_driver_sql(statement, values).all()
