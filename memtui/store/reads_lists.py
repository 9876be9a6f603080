"""Lists by keyset: their cost does not grow with how deep a list is read."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    SQLColumnExpression,
    and_,
    case,
    func,
    or_,
    select,
    tuple_,
    union_all,
)
from sqlmodel import col

from memtui.domain.filters import Filter, Order
from memtui.domain.kinds import Layer
from memtui.services.ports import Page, PageKey
from memtui.store.by_importance import ByImportance
from memtui.store.filters import Condition, at_a_moment, census_conditions, conditions
from memtui.store.functions import OrderedJoin, in_order
from memtui.store.mapping import escaped
from memtui.store.reads_memories import Reader
from memtui.store.retention import retention_at
from memtui.store.statements import MEMORIES, AnySelect, table_of
from memtui.store.tables import MemoryIndexRow, MemoryRow

_NUMBER = col(MemoryIndexRow.number)
_LAYERS: Final = 8
"""A memory's number times this, and the place of its layer, are one number: more than there are layers."""


class ListReads(Reader):
    """Pages of lists, and whole lists as numbers."""

    def page(self, where: Filter, order: Order, limit: int, after: PageKey | None = None) -> Page:
        """Return one page of a list by keyset."""
        where = at_a_moment(where, self._clock)
        if order is Order.IMPORTANCE:
            return self._by_importance(where, limit, after)
        # The narrow index alone finds and orders the page; the memories' own long rows are read for it only.
        found = _limited(where, order, limit + 1, after).subquery()
        sorted_by, number = found.c.sorted_by, found.c.number
        by_value = sorted_by.asc() if order is Order.OLDEST else sorted_by.desc()
        statement = MEMORIES.select.add_columns(sorted_by).join(found, number == col(MemoryRow.number))
        with self._database.reading(derived=True) as connection:
            rows = connection.execute(statement.order_by(by_value, number.desc())).all()
        memories = tuple(MEMORIES.mapper.from_row(row[:-1]) for row in rows[:limit])
        if len(rows) <= limit or not memories:
            return Page(memories, None)
        last = memories[-1].number
        assert last is not None
        return Page(memories, PageKey(rows[limit - 1][-1], last))

    def _by_importance(self, where: Filter, limit: int, after: PageKey | None) -> Page:
        with self._database.reading(derived=True) as connection:
            order = ByImportance(where)
            read = order.from_runs if census_conditions(where) is not None else order.from_all
            places = read(connection, limit + 1, after)
            memories = MEMORIES.get_all(connection, [place.number for place in places[:limit]])
        page = tuple(memories[place.number] for place in places[:limit])
        if len(places) <= limit or not page:
            return Page(page, None)
        return Page(page, PageKey(places[limit - 1].value, places[limit - 1].number))

    def numbers(self, where: Filter, order: Order) -> array[int]:
        """Return the row numbers of a whole list in order."""
        where = at_a_moment(where, self._clock)
        statement = _source(order, _NUMBER).where(*conditions(where))
        if where.recorded_since is not None:
            # What is new is mostly little: this finds it by when it came, and does not go through all for it.
            came = col(MemoryRow.recorded_at) >= where.recorded_since
            statement = statement.where(_NUMBER.in_(select(col(MemoryRow.number)).where(came)))
        if order is Order.IMPORTANCE:
            statement = statement.order_by(*ByImportance(where).ordering)
        else:
            statement = _ordered(statement, order, _value(order, where))
        with self._database.reading(derived=True) as connection:
            return _integers(connection, statement)

    def lanes(self, where: Filter) -> dict[Layer, array[int]]:
        """Return the row numbers of a whole list by layer, those with the highest retention first."""
        where = at_a_moment(where, self._clock)
        layer = case({each.value: place for place, each in enumerate(Layer)}, value=col(MemoryIndexRow.layer))
        statement = _source(Order.RETENTION, _NUMBER * _LAYERS + layer).where(*conditions(where))
        statement = _ordered(statement, Order.RETENTION, in_order(_value(Order.RETENTION, where)))
        found = [array("q") for _ in Layer]
        into = [numbers.append for numbers in found]
        with self._database.reading(derived=True) as connection:
            for one in _integers(connection, statement):
                into[one % _LAYERS](one // _LAYERS)
        return dict(zip(Layer, found, strict=True))


def _integers(connection: Connection, statement: AnySelect) -> array[int]:
    """Return what a statement of one whole number a row finds.

    SQLite hands it over as one text: a hundred thousand rows, fetched one by one, would hold up all other threads.
    """
    if connection.dialect.name != "sqlite":
        return array("q", connection.execute(statement).scalars())
    one = statement.subquery()
    told = connection.execute(select(func.group_concat(one.c[0]))).scalar()
    return array("q", map(int, told.split(","))) if told else array("q")


def _limited(where: Filter, order: Order, limit: int, after: PageKey | None) -> AnySelect:
    """Return the numbers of one page with what they are sorted by."""
    if where.project is None or order not in (Order.NEWEST, Order.OLDEST):
        return _run(where, order, limit, after, ())
    # A project's memories and those of none are two runs of one index, each read from its end only.
    project = col(MemoryIndexRow.project)
    rest = replace(where, project=None)
    own, none = (
        _run(rest, order, limit, after, (belongs,)).subquery()
        for belongs in (project == escaped(where.project), project.is_(None))
    )
    both = union_all(select(own), select(none)).subquery()
    by_value = both.c.sorted_by.asc() if order is Order.OLDEST else both.c.sorted_by.desc()
    return select(both).order_by(by_value, both.c.number.desc()).limit(limit)


def _run(where: Filter, order: Order, limit: int, after: PageKey | None, belongs: Sequence[Condition]) -> AnySelect:
    value = _value(order, where)
    statement = _source(order, _NUMBER.label("number"), value.label("sorted_by"))
    statement = _ordered(statement, order, value).where(*belongs, *conditions(where))
    if after is not None:
        statement = statement.where(_beyond(order, value, after))
    return statement.limit(limit)


def _source(order: Order, *columns: Any) -> AnySelect:
    if order is Order.RETENTION:
        # Memories are read in the order that they lie in: both rows of each are needed, so that no index helps.
        memory, index = table_of(MemoryRow), table_of(MemoryIndexRow)
        return select(*columns).select_from(OrderedJoin(memory, index, memory.c.number == index.c.number))
    if order in (Order.RECORDED, Order.OPENED):
        return select(*columns).select_from(MemoryRow).join(MemoryIndexRow, col(MemoryRow.number) == _NUMBER)
    return select(*columns)


def _value(order: Order, where: Filter) -> SQLColumnExpression[Any]:
    match order:
        case Order.RECORDED:
            return col(MemoryRow.recorded_at)
        case Order.OPENED:
            return col(MemoryRow.access_count)
        case Order.RETENTION:
            assert where.now is not None
            return retention_at(where.now)
        case _:
            return col(MemoryIndexRow.sort_at)


def _number(order: Order) -> SQLColumnExpression[Any]:
    return col(MemoryRow.number) if order in (Order.RECORDED, Order.OPENED) else _NUMBER


def _ordered(statement: AnySelect, order: Order, value: SQLColumnExpression[Any]) -> AnySelect:
    by_value = value.asc() if order is Order.OLDEST else value.desc()
    return statement.order_by(by_value, _number(order).desc())


def _beyond(order: Order, value: SQLColumnExpression[Any], after: PageKey) -> ColumnElement[bool]:
    """Return what comes after a page's end; among equal values the newer row number comes first."""
    number = _number(order)
    if order is Order.OLDEST:
        tied = and_(value == after.value, number < after.number)
        return and_(value >= after.value, or_(value > after.value, tied))
    return tuple_(value, number) < (after.value, after.number)
