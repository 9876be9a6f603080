"""Lists by keyset, counts and facets: their cost does not grow with how deep a list is read."""

from __future__ import annotations

from array import array
from dataclasses import replace
from typing import Any, Final

from sqlalchemy import ColumnElement, SQLColumnExpression, and_, func, or_, select, tuple_
from sqlmodel import col

from memtui.domain.errors import InvalidRecord
from memtui.domain.filters import Filter, Order
from memtui.domain.kinds import Trust
from memtui.services.ports import Census, Page, PageKey
from memtui.store.filters import conditions, importance_at
from memtui.store.mapping import escaped, unescaped
from memtui.store.reads_memories import Reader
from memtui.store.statements import MEMORIES, AnySelect
from memtui.store.tables import MemoryIndexRow, MemoryRow, MemoryTagRow

_FACETS: Final = {
    name: getattr(MemoryRow, name)
    for name in (
        "layer",
        "status",
        "kind",
        "memory_type",
        "source",
        "priority",
        "tier",
        "project",
        "agent",
        "session",
        "format",
    )
}


class ListReads(Reader):
    """Pages, whole lists as numbers, counts, the census and facets."""

    def page(self, where: Filter, order: Order, limit: int, after: PageKey | None = None) -> Page:
        """Return one page of a list by keyset."""
        where = self._at_a_moment(where)
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
        where = self._at_a_moment(where)
        statement = _listed(select(col(MemoryRow.number)), where, order, _value(order, where))
        with self._database.reading(derived=True) as connection:
            return array("q", connection.execute(statement).scalars())

    def count(self, where: Filter) -> int:
        """Return how many memories pass."""
        statement = select(func.count()).select_from(MemoryRow).where(*conditions(self._at_a_moment(where)))
        with self._database.reading(derived=True) as connection:
            return int(connection.execute(statement).scalar_one())

    def census(self, project: str | None = None) -> Census:
        """Return the store's counts by status, layer and tier."""
        row = MemoryRow
        parts = (col(row.status), col(row.layer), col(row.tier), col(row.trust) == Trust.HELD.value)
        statement = select(*parts, func.count()).group_by(*parts)
        if project is not None:
            statement = statement.where(or_(col(row.project) == escaped(project), col(row.project).is_(None)))
        total = held = 0
        statuses: dict[str, int] = {}
        layers: dict[str, int] = {}
        tiers: dict[str, int] = {}
        with self._database.reading() as connection:
            for status, layer, tier, is_held, count in connection.execute(statement):
                total += count
                held += count if is_held else 0
                statuses[status] = statuses.get(status, 0) + count
                layers[layer] = layers.get(layer, 0) + count
                tiers[tier] = tiers.get(tier, 0) + count
        return Census(total=total, statuses=statuses, layers=layers, tiers=tiers, held=held)

    def facets(self, where: Filter, column: str) -> list[tuple[str, int]]:
        """Return a column's values with their counts, commonest first; raises InvalidRecord for one that has no facets."""
        passing = conditions(self._at_a_moment(where))
        counted: AnySelect
        if column == "tag":
            value: SQLColumnExpression[Any] = col(MemoryTagRow.tag)
            counted = select(value, func.count()).join(
                MemoryRow, col(MemoryRow.number) == col(MemoryTagRow.memory_number)
            )
        elif column in _FACETS:
            value = col(_FACETS[column])
            counted = select(value, func.count()).where(value.is_not(None))
        else:
            raise InvalidRecord(f"{column!r} has no facets.", f"Choose one of: tag, {', '.join(_FACETS)}.")
        statement = counted.where(*passing).group_by(value).order_by(func.count().desc(), value)
        with self._database.reading(derived=True) as connection:
            return [(unescaped(name), count) for name, count in connection.execute(statement)]

    def _at_a_moment(self, where: Filter) -> Filter:
        return where if where.now is not None else replace(where, now=self._clock.now())


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
