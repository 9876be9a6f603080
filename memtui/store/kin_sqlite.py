"""Kin on SQLite: one statement for all words or keys, looped over inside the engine."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection

from memtui.store.driver import fetched
from memtui.store.kin import SqlClaims
from memtui.store.kin_asked import Word
from memtui.store.mapping import moment
from memtui.store.schema import FTS_TABLE

_COUNTED: Final = """
SELECT NULL, n FROM corpus UNION ALL
SELECT term.text, term.df FROM json_each(?1) AS asked CROSS JOIN term ON term.text = asked.value
"""
_PASSING: Final = """
SELECT i.number, i.sort_at, ' ' || t.tokens || ' ' FROM json_each(?1) AS asked
CROSS JOIN memory_index AS i ON i.number = asked.value CROSS JOIN memory_text AS t ON t.number = i.number
WHERE instr(?2, i.standing) > 0 AND (?3 IS NULL OR i.project = ?3 OR i.project IS NULL)
"""
_HEADS: Final = """
SELECT number, content, created_at FROM json_each(?1) AS asked CROSS JOIN memory ON memory.number = asked.value
"""
_HOLDING: Final = f"""
SELECT (SELECT group_concat(rowid) FROM (
    SELECT rowid FROM {FTS_TABLE} WHERE {FTS_TABLE} MATCH asked.value ORDER BY rowid DESC LIMIT ?2
)) FROM json_each(?1) AS asked ORDER BY asked.key
"""
_CLAIMING: Final = """
SELECT CASE WHEN json_extract(asked.value, '$[1]') = '' THEN (SELECT group_concat(memory_number) FROM (
    SELECT DISTINCT memory_number FROM claim
    WHERE subject = json_extract(asked.value, '$[0]') ORDER BY memory_number DESC LIMIT ?2
)) ELSE (SELECT group_concat(memory_number) FROM (
    SELECT DISTINCT memory_number FROM claim
    WHERE subject = json_extract(asked.value, '$[0]') AND slot = json_extract(asked.value, '$[1]')
    ORDER BY memory_number DESC LIMIT ?2
)) END FROM json_each(?1) AS asked ORDER BY asked.key
"""
_MENTIONING: Final = """
SELECT (SELECT group_concat(memory_number) FROM (
    SELECT DISTINCT sort_at, memory_number FROM mention
    WHERE entity_number = asked.value ORDER BY sort_at DESC, memory_number DESC LIMIT ?2
)), (SELECT memories FROM entity_count WHERE scope = '*' AND entity_number = asked.value)
FROM json_each(?1) AS asked ORDER BY asked.key
"""


class SqliteClaims(SqlClaims):
    """The index of claims, entities and terms in a SQLite file."""

    def _counted(self, connection: Connection, words: Sequence[str]) -> Sequence[Any]:
        return fetched(connection, _COUNTED, json.dumps(words))

    def _passing(
        self, connection: Connection, numbers: Sequence[int], letters: str, project: str | None
    ) -> Sequence[Any]:
        return fetched(connection, _PASSING, json.dumps(numbers), letters, project)

    def _heads(self, connection: Connection, numbers: Sequence[int]) -> Iterable[tuple[int, str, datetime | None]]:
        rows = fetched(connection, _HEADS, json.dumps(numbers)) if numbers else ()
        return [(number, text, None if at is None else moment(at)) for number, text, at in rows]

    def _holding(self, connection: Connection, words: Sequence[Word], limit: int, memories: int) -> list[str]:
        quoted = ['"' + word.replace('"', '""') + '"' for _, word in words]
        return [row[0] or "" for row in fetched(connection, _HOLDING, json.dumps(quoted), limit)]

    def _claiming(self, connection: Connection, keys: Sequence[tuple[str, str]], limit: int) -> list[str]:
        return [row[0] or "" for row in fetched(connection, _CLAIMING, json.dumps(keys), limit)]

    def _mentioning(self, connection: Connection, entities: Sequence[int], limit: int) -> list[tuple[str, int]]:
        return [(row[0] or "", row[1] or 0) for row in fetched(connection, _MENTIONING, json.dumps(entities), limit)]
