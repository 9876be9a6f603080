"""Pages of a list ordered by importance, read from an index although importance changes with time.

Importance is a base that does not age plus a recency that falls alike for all, so among memories of one base
the order never changes: each base is a run of the index `(importance_base, growth, number)`, and a page merges
the runs from the highest base down until no lower one can hold anything better. There are few bases, because
the weights of sources, priorities and tags are few.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any, Final

from sqlalchemy import Connection, and_, case, func, or_, select
from sqlmodel import col

from memtui.domain.filters import Filter
from memtui.services.ports import PageKey
from memtui.store.filters import Condition, conditions
from memtui.store.importance import RECENCY_WEIGHT, decay_at, importance_at
from memtui.store.tables import MemoryIndexRow

_ROW: Final = MemoryIndexRow
_NUMBER: Final[Any] = col(_ROW.number)
_BASE: Final[Any] = col(_ROW.importance_base)
_GROWTH: Final[Any] = col(_ROW.growth)
_OVERRIDE: Final[Any] = col(_ROW.importance_override)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a memory stands in the order: by value, then by youth, then the newer number.

    `youth` keeps dated memories apart whose values differ by less than a float can tell; it is the same for
    all memories whose values are equal on purpose (overridden, undated, or dated in the future).
    """

    value: float
    youth: float
    number: int

    @property
    def key(self) -> tuple[float, float, int]:
        """What sorts the first in the list lowest."""
        return (-self.value, -self.youth, -self.number)


class ByImportance:
    """The order of a list by importance at the moment that its filter names."""

    def __init__(self, where: Filter) -> None:
        assert where.now is not None
        self._now = where.now
        self._passing = conditions(where)
        self._present: Final[float] = 1.0 / decay_at(where.now)
        self.value: Any = importance_at(where.now)
        aged = and_(_OVERRIDE.is_(None), _GROWTH.is_not(None), self._present >= _GROWTH)
        self._youth: Any = case((aged, _GROWTH), else_=self._present)

    @property
    def ordering(self) -> tuple[Any, ...]:
        """The order as an ORDER BY holds it."""
        return (self.value.desc(), self._youth.desc(), _NUMBER.desc())

    def from_runs(self, connection: Connection, limit: int, after: PageKey | None) -> list[Place]:
        """Return the first `limit` places after another page's end, reading no more of the index than they need."""
        start, passing = self._after(connection, after)
        ahead = connection.execute(select(_NUMBER).where(col(_ROW.sort_at) > self._now).limit(1)).first() is not None
        overridden = [_OVERRIDE.is_not(None), *passing]
        found = self._run(connection, overridden, (_OVERRIDE.desc(), _NUMBER.desc()), limit)
        for base in _bases(connection, None if start is None else start.value):
            if len(found) >= limit and found[limit - 1].value > base + RECENCY_WEIGHT:
                break
            own = [base == _BASE, _OVERRIDE.is_(None), *passing]
            dated, undated = [self._present >= _GROWTH, *own], [_GROWTH.is_(None), *own]
            found += self._run(connection, dated, (_GROWTH.desc(), _NUMBER.desc()), limit)
            found += self._run(connection, undated, (_NUMBER.desc(),), limit)
            if ahead:
                found += self._run(connection, [self._present < _GROWTH, *own], (_NUMBER.desc(),), limit)
            found = nsmallest(limit, found, key=lambda place: place.key)
        return found

    def from_all(self, connection: Connection, limit: int, after: PageKey | None) -> list[Place]:
        """Return the same by sorting all that passes: faster where a filter lets little through."""
        _, passing = self._after(connection, after)
        return self._run(connection, passing, self.ordering, limit)

    def _after(self, connection: Connection, after: PageKey | None) -> tuple[Place | None, list[Condition]]:
        """Return the place of a page's last memory, and the conditions on what comes after it."""
        if after is None:
            return None, self._passing
        value, number = float(after.value), after.number  # type: ignore[arg-type]
        youth = connection.execute(select(self._youth).where(number == _NUMBER)).scalar() or 0.0
        tied = or_(self._youth < youth, and_(self._youth == youth, number > _NUMBER))
        beyond = or_(self.value < value, and_(self.value == value, tied))
        return Place(value, youth, number), [*self._passing, beyond]

    def _run(
        self, connection: Connection, passing: Sequence[Condition], order: Sequence[Any], limit: int
    ) -> list[Place]:
        statement = select(self.value, self._youth, _NUMBER).where(*passing).order_by(*order).limit(limit)
        return [Place(*row) for row in connection.execute(statement).all()]


def _bases(connection: Connection, bound: float | None) -> Iterator[float]:
    """Yield the bases from the highest down; none above a page's end, which everything of it precedes."""
    statement = select(func.max(_BASE))
    base: float | None = connection.execute(statement if bound is None else statement.where(bound >= _BASE)).scalar()
    while base is not None:
        yield base
        base = connection.execute(statement.where(base > _BASE)).scalar()
