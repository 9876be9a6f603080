"""Lists by keyset: their cost does not grow with how deep a list is read."""

from __future__ import annotations

from array import array
from typing import Any

from sqlalchemy import ColumnElement, SQLColumnExpression, and_, or_, select, tuple_
from sqlmodel import col

from memtui.domain.filters import Filter, Order
from memtui.services.ports import Page, PageKey
from memtui.store.filters import at_a_moment, conditions, importance_at
from memtui.store.reads_memories import Reader
from memtui.store.statements import MEMORIES, AnySelect
from memtui.store.tables import MemoryIndexRow, MemoryRow


class ListReads(Reader):
    """Pages of lists, and whole lists as numbers."""

    def page(self, where: Filter, order: Order, limit: int, after: PageKey | None = None) -> Page:
        """Return one page of a list by keyset."""
        where = at_a_moment(where, self._clock)
        value = _value(order, where)
        statement = _listed(MEMORIES.select.add_columns(value.label("sorted_by")), where, order, value)
        if after is not None:
            statement = statement.where(_beyond(order, value, after))
        with self._database.reading(derived=True) as connection:
            rows = connection.execute(statement.limit(limit + 1)).all()
        memories = tuple(MEMORIES.mapper.from_row(row[:-1]) for row in rows[:limit])
        if len(rows) <= limit or not memories:
            return Page(memories, None)
        last, number = rows[limit - 1][-1], memories[-1].number
        assert number is not None
        return Page(memories, PageKey(last, number))

    def numbers(self, where: Filter, order: Order) -> array[int]:
        """Return the row numbers of a whole list in order."""
        where = at_a_moment(where, self._clock)
        statement = _listed(select(col(MemoryRow.number)), where, order, _value(order, where))
        with self._database.reading(derived=True) as connection:
            return array("q", connection.execute(statement).scalars())


def _value(order: Order, where: Filter) -> SQLColumnExpression[Any]:
    match order:
        case Order.NEWEST | Order.OLDEST:
            return col(MemoryRow.sort_at)
        case Order.RECORDED:
            return col(MemoryRow.recorded_at)
        case Order.OPENED:
            return col(MemoryRow.access_count)
        case Order.IMPORTANCE:
            assert where.now is not None
            return importance_at(where.now)


def _listed(statement: AnySelect, where: Filter, order: Order, value: SQLColumnExpression[Any]) -> AnySelect:
    if order is Order.IMPORTANCE:
        statement = statement.join(MemoryIndexRow, col(MemoryIndexRow.number) == col(MemoryRow.number))
    by_value = value.asc() if order is Order.OLDEST else value.desc()
    return statement.where(*conditions(where)).order_by(by_value, col(MemoryRow.number).desc())


def _beyond(order: Order, value: SQLColumnExpression[Any], after: PageKey) -> ColumnElement[bool]:
    """Return what comes after a page's end; among equal values the newer row number comes first."""
    number = col(MemoryRow.number)
    if order is Order.OLDEST:
        tied = and_(value == after.value, number < after.number)
        return and_(value >= after.value, or_(value > after.value, tied))
    if order is Order.IMPORTANCE:
        return or_(value < after.value, and_(value == after.value, number < after.number))
    return tuple_(value, number) < (after.value, after.number)
