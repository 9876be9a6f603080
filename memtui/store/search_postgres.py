"""Search on PostgreSQL: a GIN index over the same tokens finds candidates."""

from __future__ import annotations

from sqlalchemy import Connection

from memtui.domain.filters import Filter
from memtui.store.search import Found, Plan, SqlSearch


class PostgresSearch(SqlSearch):
    """The inverted index in a tsvector column."""

    def _find(self, connection: Connection, plan: Plan, where: Filter, limit: int) -> Found:
        raise NotImplementedError
