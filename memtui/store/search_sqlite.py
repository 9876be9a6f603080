"""Search on SQLite: FTS5 finds and ranks candidates, the filter is joined inside its statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Float, FromClause, Integer, column, func, literal_column, select, table
from sqlmodel import col

from memtui.domain.filters import Filter
from memtui.domain.kinds import Status, Tier
from memtui.services.ports import Term
from memtui.store.filters import Condition, conditions
from memtui.store.functions import unindexed
from memtui.store.schema import FTS_TABLE
from memtui.store.search import (
    K1,
    NEWEST,
    SCANNED,
    B,
    Found,
    Plan,
    SqlSearch,
    idf,
    standings,
    whatever_standing,
)
from memtui.store.standing import passing_of, tally_from
from memtui.store.statements import AnySelect
from memtui.store.tables import MemoryIndexRow
from memtui.store.words import indexed_form

_FTS: Final = table(FTS_TABLE, column("rowid", Integer))
_RANK: Final = func.bm25(literal_column(FTS_TABLE), type_=Float)
_NUMBER: Final = col(MemoryIndexRow.number)


class SqliteSearch(SqlSearch):
    """The inverted index in FTS5."""

    def _find(self, connection: Connection, plan: Plan, where: Filter, limit: int) -> Found:
        passing, whatever = conditions(where), conditions(whatever_standing(where))
        scores: dict[int, float] = {}
        tally: dict[tuple[Status, Tier], int] = {}
        if plan.whole:
            scores = _whole(connection, plan, passing, limit)
            tally.update(tally_from(_letters(connection, _FTS, whatever, _matching(plan.whole)), where))
        cut: dict[str, tuple[int, int]] = {}
        common: dict[int, float] = {}
        for term in plan.newest:
            newest = _Newest(connection, term, passing, whatever)
            if newest.looked_at < term.df:
                cut[term.text] = (newest.looked_at, term.df)
            for standing, count in tally_from(newest.letters, where).items():
                tally[standing] = max(tally.get(standing, 0), count)
            weight = idf(term.df, plan.corpus.memories) * term.weight * (K1 + 1)
            for number, length in newest.matches:
                share = weight / (1 + K1 * (1 - B + B * length / plan.corpus.average_length))
                common[number] = common.get(number, 0.0) + share
        for number, share in common.items():
            scores[number] = scores.get(number, 0.0) + share
        best = sorted(scores, key=lambda number: (-round(scores[number], 9), -number))[:limit]
        return Found(best, max(passing_of(tally, where), len(scores)), cut, tally)


def _whole(connection: Connection, plan: Plan, passing: Sequence[Condition], limit: int) -> dict[int, float]:
    """Return the best matches of the words looked up whole, with their scores."""
    found = _joined(select(_FTS.c.rowid, _RANK), _FTS, passing).where(_matching(plan.whole))
    return {number: -rank for number, rank in connection.execute(found.order_by(_RANK).limit(limit))}


class _Newest:
    """The newest matches of a common word that pass, with their lengths; a bounded number of all is looked at."""

    def __init__(
        self, connection: Connection, term: Term, passing: Sequence[Condition], whatever: Sequence[Condition]
    ) -> None:
        newest = select(_FTS.c.rowid).where(_matching([term])).order_by(_FTS.c.rowid.desc())
        scanned = newest.limit(SCANNED).subquery()
        found = _joined(select(scanned.c.rowid, col(MemoryIndexRow.length)), scanned, passing, always=True)
        self.matches: Sequence[Any] = connection.execute(found.limit(NEWEST)).all()
        self.looked_at = min(SCANNED, term.df)
        if len(self.matches) == NEWEST:
            self.looked_at = min(NEWEST, term.df)
            scanned = newest.where(_FTS.c.rowid >= self.matches[-1][0]).limit(SCANNED).subquery()
        self.letters = _letters(connection, scanned, whatever)


def _letters(
    connection: Connection, source: FromClause, whatever: Sequence[Condition], *matching: Condition
) -> str | None:
    """Return the standings of all that passes, one letter each."""
    counted = _joined(select(standings(connection)), source, whatever, always=True).where(*matching)
    letters: str | None = connection.execute(counted).scalar()
    return letters


def _matching(terms: Sequence[Term]) -> Condition:
    words = indexed_form(term.text for term in terms)
    query = " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
    return literal_column(FTS_TABLE).op("MATCH", is_comparison=True)(query)


def _joined(
    statement: AnySelect, source: FromClause, passing: Sequence[Condition], *, always: bool = False
) -> AnySelect:
    statement = statement.select_from(source)
    if not passing and not always:
        return statement
    # Full text first: looked up row by row from the other side it would be a thousand times slower.
    return statement.join(MemoryIndexRow, unindexed(source.c.rowid) == _NUMBER).where(*passing)
