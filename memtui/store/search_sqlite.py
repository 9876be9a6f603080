"""Search on SQLite: FTS5 finds and ranks candidates, the filter is joined inside its statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Float, Integer, column, func, literal_column, select, table
from sqlmodel import col

from memtui.domain.filters import Filter
from memtui.domain.kinds import Status, Tier
from memtui.services.ports import Term
from memtui.store.filters import Condition, conditions
from memtui.store.schema import FTS_TABLE
from memtui.store.search import K1, NEWEST, B, Found, Plan, SqlSearch, idf, passing_of, whatever_standing
from memtui.store.statements import AnySelect
from memtui.store.tables import MemoryIndexRow, MemoryRow
from memtui.store.words import indexed_form

_FTS: Final = table(FTS_TABLE, column("rowid", Integer), column("rank", Float))


def _matching(terms: Sequence[Term]) -> Condition:
    words = indexed_form(term.text for term in terms)
    query = " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
    return literal_column(FTS_TABLE).op("MATCH", is_comparison=True)(query)


class SqliteSearch(SqlSearch):
    """The inverted index in FTS5."""

    def _find(self, connection: Connection, plan: Plan, where: Filter, limit: int) -> Found:
        passing, whatever = conditions(where), conditions(whatever_standing(where))
        scores: dict[int, float] = {}
        tally: dict[tuple[Status, Tier], int] = {}
        if plan.whole:
            matching = _matching(plan.whole)
            ranked = _joined(select(_FTS.c.rowid, _FTS.c.rank), passing).where(matching)
            ranked = ranked.order_by(_FTS.c.rank).limit(limit)
            scores = {number: -rank for number, rank in connection.execute(ranked)}
            tally = _tally(connection, _standing(whatever).where(matching))
        cut: dict[str, tuple[int, int]] = {}
        common: dict[int, float] = {}
        for term in plan.newest:
            weight = idf(term.df, plan.corpus.memories) * term.weight
            rows = self._newest(connection, term, passing)
            for number, length in rows:
                share = weight * (K1 + 1) / (1 + K1 * (1 - B + B * length / plan.corpus.average_length))
                common[number] = common.get(number, 0.0) + share
            newest = _standing(whatever).where(_matching([term])).order_by(_FTS.c.rowid.desc()).limit(NEWEST)
            for standing, count in _tally(connection, newest).items():
                tally[standing] = max(tally.get(standing, 0), count)
            if term.df > NEWEST:
                cut[term.text] = (NEWEST, term.df)
        for number, share in common.items():
            scores[number] = scores.get(number, 0.0) + share
        best = sorted(scores, key=lambda number: (-round(scores[number], 9), -number))[:limit]
        return Found(best, max(passing_of(tally, where), len(scores)), cut, tally)

    def _newest(self, connection: Connection, term: Term, passing: Sequence[Condition]) -> Sequence[Any]:
        index = MemoryIndexRow
        statement = _joined(select(_FTS.c.rowid, col(index.length)), passing).join(
            index, col(index.number) == _FTS.c.rowid
        )
        newest = statement.where(_matching([term])).order_by(_FTS.c.rowid.desc()).limit(NEWEST)
        return connection.execute(newest).all()


def _joined(statement: AnySelect, passing: Sequence[Condition]) -> AnySelect:
    statement = statement.select_from(_FTS)
    if not passing:
        return statement
    return statement.join(MemoryRow, col(MemoryRow.number) == _FTS.c.rowid).where(*passing)


def _standing(passing: Sequence[Condition]) -> AnySelect:
    """Return the statement that reads the status and tier of all that passes."""
    row = MemoryRow
    own = col(row.number) == _FTS.c.rowid
    return select(col(row.status), col(row.tier)).select_from(_FTS).join(row, own).where(*passing)


def _tally(connection: Connection, standing: AnySelect) -> dict[tuple[Status, Tier], int]:
    """Return how many rows have each status and tier."""
    rows = standing.subquery()
    counted = select(rows.c.status, rows.c.tier, func.count()).group_by(rows.c.status, rows.c.tier)
    return {(Status(status), Tier(tier)): count for status, tier, count in connection.execute(counted)}
