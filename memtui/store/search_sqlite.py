"""Search on SQLite: FTS5 finds and ranks candidates, the filter is joined inside its statement."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from typing import Final

from sqlalchemy import Connection, Float, FromClause, Integer, Subquery, column, func, literal_column, select, table
from sqlmodel import col

from memtui.domain.filters import Filter
from memtui.services.ports import Term
from memtui.store.filters import Condition, conditions
from memtui.store.functions import OrderedJoin
from memtui.store.postings import K1, B, Scan, best_of
from memtui.store.schema import FTS_TABLE
from memtui.store.search import (
    NEWEST,
    SCANNED,
    Found,
    Plan,
    SqlSearch,
    idf,
    joined_text,
    standings,
    whatever_standing,
)
from memtui.store.standing import letters_of, passing_of, tally_from
from memtui.store.statements import AnySelect, table_of
from memtui.store.tables import MemoryIndexRow
from memtui.store.words import indexed_form

_FTS: Final = table(FTS_TABLE, column("rowid", Integer))
_RANK: Final = func.bm25(literal_column(FTS_TABLE), type_=Float)
_INDEX: Final = table_of(MemoryIndexRow)
_NUMBER: Final = col(MemoryIndexRow.number)
RANKED_BY_FTS: Final = 3_000
"""Up to so many postings FTS5 ranks the matches itself, exactly; above, its microsecond a match is too long."""


class SqliteSearch(SqlSearch):
    """The inverted index in FTS5."""

    def _find(self, connection: Connection, plan: Plan, where: Filter, limit: int) -> Found:
        passing, whatever = conditions(where), conditions(whatever_standing(where))
        scores: dict[int, float] = {}
        letters = ""
        if sum(term.df for term in plan.whole) > RANKED_BY_FTS:
            scores, letters = _scanned(connection, plan, where, whatever, limit)
        elif plan.whole:
            scores = _ranked(connection, plan, passing, limit)
            letters = _letters(connection, _FTS, whatever, _matching(plan.whole))
        cut: dict[str, tuple[int, int]] = {}
        if plan.newest:
            common, looked_at, oldest = _newest(connection, plan, passing)
            cut = {term.text: (looked_at[term.text], term.df) for term in plan.newest if looked_at[term.text] < term.df}
            letters = max(letters, _letters(connection, _scan(plan.newest, oldest), whatever), key=len)
            for number, share in common.items():
                scores[number] = scores.get(number, 0.0) + share
        best = nlargest(limit, ((score, number) for number, score in scores.items()))
        tally = tally_from(letters, where)
        return Found([number for _, number in best], max(passing_of(tally, where), len(scores)), cut, tally)


def _ranked(connection: Connection, plan: Plan, passing: Sequence[Condition], limit: int) -> dict[int, float]:
    """Return the best matches of the words looked up whole, as FTS5 ranks them."""
    found = _joined(select(_FTS.c.rowid, _RANK), _FTS, passing).where(_matching(plan.whole))
    return {number: -rank for number, rank in connection.execute(found.order_by(_RANK).limit(limit)).all()}


def _scanned(
    connection: Connection, plan: Plan, where: Filter, whatever: Sequence[Condition], limit: int
) -> tuple[dict[int, float], str]:
    """Return the best of very many matches by our own scores, and the standings of all, from one pass over them."""
    columns = (
        joined_text(connection, _NUMBER, ","),
        joined_text(connection, col(MemoryIndexRow.length), ","),
        standings(connection),
    )
    found = _joined(select(*columns), _FTS, whatever, always=True).where(_matching(plan.whole))
    numbers, lengths, letters = connection.execute(found).one()
    if not letters:
        return {}, ""
    holders: dict[str, float] = {}
    for term in plan.whole:
        held = select(joined_text(connection, _FTS.c.rowid, ",")).where(_matching([term]))
        joined = connection.execute(held).scalar() or ""
        holders[joined] = holders.get(joined, 0.0) + idf(term.df, plan.corpus.memories) * term.weight
    scan = Scan(numbers, lengths, letters)
    return best_of(scan, holders, "".join(letters_of(where)), plan.corpus.average_length, limit), letters


def _newest(
    connection: Connection, plan: Plan, passing: Sequence[Condition]
) -> tuple[dict[int, float], dict[str, int], int]:
    """Return the newest matches of common words that pass, with their scores as if each word stood there once.

    Also how many of each word's matches were looked at, and the lowest number among them all.
    """
    scores: dict[int, float] = {}
    looked_at: dict[str, int] = {}
    oldest = 0
    average = plan.corpus.average_length
    for term in plan.newest:
        scanned = _scan([term])
        found = _joined(select(_NUMBER, col(MemoryIndexRow.length)), scanned, passing, always=True).limit(NEWEST)
        rows = found.subquery()
        joined = select(joined_text(connection, rows.c.number, ","), joined_text(connection, rows.c.length, ","))
        numbers, lengths = (
            [int(part) for part in text.split(",")] if text else [] for text in connection.execute(joined).one()
        )
        looked_at[term.text] = min(NEWEST if len(numbers) == NEWEST else SCANNED, term.df)
        oldest = max(oldest, numbers[-1] if len(numbers) == NEWEST else 0)
        weight = idf(term.df, plan.corpus.memories) * term.weight * (K1 + 1)
        for number, length in zip(numbers, lengths, strict=True):
            share = weight / (1 + K1 * (1 - B + B * length / average))
            scores[number] = scores.get(number, 0.0) + share
    return scores, looked_at, oldest


def _scan(terms: Sequence[Term], oldest: int = 0) -> Subquery:
    """Return the numbers of the newest matches down to `oldest`, at most so many as are ever looked at."""
    newest = select(_FTS.c.rowid).where(_matching(terms)).order_by(_FTS.c.rowid.desc()).limit(SCANNED)
    return (newest.where(_FTS.c.rowid >= oldest) if oldest else newest).subquery()


def _letters(connection: Connection, source: FromClause, whatever: Sequence[Condition], *matching: Condition) -> str:
    """Return the standings of all that passes, one letter each."""
    counted = _joined(select(standings(connection)), source, whatever, always=True).where(*matching)
    return connection.execute(counted).scalar() or ""


def _matching(terms: Sequence[Term]) -> Condition:
    words = indexed_form(term.text for term in terms)
    query = " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
    return literal_column(FTS_TABLE).op("MATCH", is_comparison=True)(query)


def _joined(
    statement: AnySelect, source: FromClause, passing: Sequence[Condition], *, always: bool = False
) -> AnySelect:
    if not passing and not always:
        return statement.select_from(source)
    # Full text first: looked up row by row from the other side it would be a thousand times slower.
    return statement.select_from(OrderedJoin(source, _INDEX, source.c.rowid == _INDEX.c.number)).where(*passing)
