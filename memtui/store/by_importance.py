"""Pages of a list ordered by importance, read from an index although importance changes with time.

Importance is a base that does not age plus a recency that falls alike for all, so among memories of one base
the order never changes: each base is a run of the index `(importance_base, growth, number)`, and a page merges
the runs from the highest base down until no lower one can hold anything better. There are few bases, because
the weights of sources, priorities and tags are few.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, and_, func, or_, select
from sqlmodel import col

from memtui.domain.filters import Filter
from memtui.services.ports import PageKey
from memtui.store.filters import Condition, conditions
from memtui.store.importance import RECENCY_WEIGHT, importance_at
from memtui.store.tables import MemoryIndexRow

_ROW: Final = MemoryIndexRow
_NUMBER: Final[Any] = col(_ROW.number)
_BASE: Final[Any] = col(_ROW.importance_base)
_AGE: Final[Any] = func.coalesce(col(_ROW.growth), 0.0)
_OVERRIDE: Final[Any] = col(_ROW.importance_override)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a memory stands in the order: by value, then the younger one, then the newer number."""

    value: float
    growth: float
    number: int

    @property
    def key(self) -> tuple[float, float, int]:
        """What sorts the first in the list lowest."""
        return (-self.value, -self.growth, -self.number)


def ordering(value: Any) -> tuple[ColumnElement[Any], ...]:
    """Return the order of a list by importance."""
    return (value.desc(), _AGE.desc(), _NUMBER.desc())


def beyond(value: Any, after: Place) -> Condition:
    """Return what comes after a place in that order."""
    younger = or_(after.growth > _AGE, and_(after.growth == _AGE, after.number > _NUMBER))
    return or_(value < after.value, and_(value == after.value, younger))


def place_of_key(connection: Connection, after: PageKey) -> Place:
    """Return the place of a page's last memory."""
    growth = connection.execute(select(_AGE).where(after.number == _NUMBER)).scalar()
    return Place(float(after.value), growth or 0.0, after.number)  # type: ignore[arg-type]


def best(connection: Connection, where: Filter, limit: int, after: PageKey | None) -> list[Place]:
    """Return the first `limit` places of a list after another page's end; `where.now` is the moment."""
    assert where.now is not None
    value = importance_at(where.now)
    passing = conditions(where)
    start = None
    if after is not None:
        start = place_of_key(connection, after)
        passing.append(beyond(value, start))
    found = _run(connection, value, [_OVERRIDE.is_not(None), *passing], (_OVERRIDE.desc(), _AGE.desc()), limit)
    base = _next_base(connection, None if start is None else start.value)
    while base is not None:
        if len(found) >= limit and found[limit - 1].value > base + RECENCY_WEIGHT:
            break
        own = [base == _BASE, _OVERRIDE.is_(None), *passing]
        growth: Any = col(_ROW.growth)
        dated = _run(connection, value, [growth.is_not(None), *own], (growth.desc(),), limit)
        undated = _run(connection, value, [growth.is_(None), *own], (), limit)
        found = nsmallest(limit, [*found, *dated, *undated], key=lambda place: place.key)
        base = _next_base(connection, base, below=True)
    return found


def best_of_all(connection: Connection, where: Filter, limit: int, after: PageKey | None) -> list[Place]:
    """Return the same by sorting all that passes: faster where a filter lets little through."""
    assert where.now is not None
    value = importance_at(where.now)
    passing = conditions(where)
    if after is not None:
        passing.append(beyond(value, place_of_key(connection, after)))
    return _run(connection, value, passing, (value.desc(), _AGE.desc()), limit)


def _run(
    connection: Connection,
    value: Any,
    passing: Sequence[Condition],
    order: Sequence[ColumnElement[Any]],
    limit: int,
) -> list[Place]:
    statement = select(value, _AGE, _NUMBER).where(*passing).order_by(*order, _NUMBER.desc()).limit(limit)
    return [Place(*row) for row in connection.execute(statement)]


def _next_base(connection: Connection, bound: float | None, *, below: bool = False) -> float | None:
    """Return the highest base below a bound, or at it; a base above a page's end has nothing after it."""
    statement = select(func.max(_BASE))
    if bound is not None:
        statement = statement.where(bound > _BASE if below else bound >= _BASE)
    highest: float | None = connection.execute(statement).scalar()
    return highest
