"""Search on PostgreSQL: a GIN index over the same tokens finds candidates, the sum of our idfs orders them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Select, Subquery, case, cast, func, literal, literal_column, select, union
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlmodel import col

from memtui.domain.filters import Filter
from memtui.services.ports import Term
from memtui.store.filters import Condition, conditions
from memtui.store.search import NEWEST, Found, Plan, SqlSearch, idf, standings, whatever_standing
from memtui.store.standing import Tally, tally_from
from memtui.store.tables import MemoryIndexRow, MemoryTextRow
from memtui.store.words import indexed_form

COARSER: Final = 2.5
"""So many times more candidates than on SQLite, because their order knows neither repeats nor lengths."""


class PostgresSearch(SqlSearch):
    """The inverted index in a tsvector column."""

    def _find(self, connection: Connection, plan: Plan, where: Filter, limit: int) -> Found:
        found = _holding(plan, conditions(where))
        number = col(MemoryTextRow.number)
        ranked = (
            select(number, func.count().over())
            .join(found, found.c.number == number)
            .order_by(_score(plan).desc(), number.desc())
            .limit(int(limit * COARSER))
        )
        rows = connection.execute(ranked).all()
        cut = {term.text: (NEWEST, term.df) for term in plan.newest if term.df > NEWEST}
        return Found([row[0] for row in rows], rows[0][1] if rows else 0, cut, self._tally(connection, plan, where))

    def _tally(self, connection: Connection, plan: Plan, where: Filter) -> Tally:
        found = _holding(plan, conditions(whatever_standing(where)))
        counted = select(standings(connection)).join(found, found.c.number == col(MemoryIndexRow.number))
        return tally_from(connection.execute(counted).scalar(), where)


def _holding(plan: Plan, passing: Sequence[Condition]) -> Subquery:
    """Return the numbers of all that holds a word, of common words only the newest."""
    parts: list[Select[Any]] = []
    if plan.whole:
        parts.append(_numbers(passing).where(_holds(plan.whole)))
    for term in plan.newest:
        newest = _numbers(passing).where(_holds([term])).order_by(col(MemoryTextRow.number).desc()).limit(NEWEST)
        parts.append(select(newest.subquery().c.number))
    return union(*parts).subquery()


def _numbers(passing: Sequence[Condition]) -> Select[Any]:
    own = col(MemoryIndexRow.number) == col(MemoryTextRow.number)
    return select(col(MemoryTextRow.number).label("number")).join(MemoryIndexRow, own).where(*passing)


def _holds(terms: Sequence[Term]) -> Condition:
    query = " | ".join(quoted(word) for word in indexed_form(term.text for term in terms))
    return literal_column("memory_text.vector").op("@@", is_comparison=True)(cast(query, TSQUERY))


def quoted(word: str) -> str:
    """Return a word as a tsquery holds it."""
    doubled = word.replace("\\", "\\\\").replace("'", "''")
    return f"'{doubled}'"


def _score(plan: Plan) -> Any:
    score: Any = literal(0.0)
    for term in (*plan.whole, *plan.newest):
        weight = idf(term.df, plan.corpus.memories) * term.weight
        score = score + case((_holds([term]), weight), else_=0.0)
    return score
