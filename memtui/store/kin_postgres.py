"""Kin on PostgreSQL: one statement for all words or keys, joined laterally."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection

from memtui.store.kin import SqlClaims
from memtui.store.search_postgres import quoted

_COUNTED: Final = "SELECT text, df FROM term WHERE text = ANY(%s::text[])"
_PASSING: Final = """
SELECT i.number, i.sort_at, ' ' || t.tokens || ' ' FROM memory_index AS i JOIN memory_text AS t ON t.number = i.number
WHERE i.number = ANY(%s::bigint[]) AND i.standing = ANY(%s::text[])
"""
_OF_PROJECT: Final = f"{_PASSING} AND (i.project = %s OR i.project IS NULL)"
_HOLDING: Final = """
SELECT (SELECT string_agg(number::text, ',') FROM (
    SELECT number FROM memory_text WHERE vector @@ asked.query::tsquery ORDER BY number DESC LIMIT %s
) AS held) FROM unnest(%s::text[]) WITH ORDINALITY AS asked(query, place) ORDER BY asked.place
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

    def _holding(self, connection: Connection, words: Sequence[str], limit: int) -> list[str]:
        queries = [quoted(word) for word in words]
        return [row[0] or "" for row in _all(connection, _HOLDING, limit, queries)]

    def _claiming(self, connection: Connection, keys: Sequence[tuple[str, str]], limit: int) -> list[str]:
        subjects, slots = [key[0] for key in keys], [key[1] for key in keys]
        return [row[0] or "" for row in _all(connection, _CLAIMING, limit, limit, subjects, slots)]

    def _mentioning(self, connection: Connection, entities: Sequence[int], limit: int) -> list[tuple[str, int]]:
        return [(row[0] or "", row[1] or 0) for row in _all(connection, _MENTIONING, limit, list(entities))]


def _all(connection: Connection, statement: str, *values: Any) -> Sequence[Any]:
    return connection.exec_driver_sql(statement, values).all()
