"""Counts: how many memories pass, how many there are by status, layer and tier, and which values a list may be narrowed to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, SQLColumnExpression, func, select
from sqlmodel import col

from memtui.domain.errors import InvalidRecord
from memtui.domain.filters import Filter
from memtui.domain.kinds import Layer, Trust
from memtui.services.ports import Census
from memtui.store.filters import at_a_moment, census_conditions, conditions, in_project
from memtui.store.mapping import unescaped
from memtui.store.reads_memories import Reader
from memtui.store.standing import counted_by
from memtui.store.statements import AnySelect
from memtui.store.tables import CensusRow, MemoryIndexRow, MemoryRow, MemoryTagRow

_SCANNED: Final = ("kind", "memory_type", "source", "priority", "agent")
_BY_STANDING: Final = ("status", "tier")
_OF_MEMORY: Final = ("session", "format")
_COUNTED: Final = ("layer", "status", "tier", "project")
_SUM: Final[ColumnElement[int]] = func.coalesce(func.sum(col(CensusRow.n)), 0)


class CountReads(Reader):
    """Counts, the census and facets; what the census can answer costs no scan."""

    def count(self, where: Filter) -> int:
        """Return how many memories pass."""
        counted = census_conditions(where)
        if counted is not None:
            statement = select(_SUM).where(*counted)
        else:
            passing = conditions(at_a_moment(where, self._clock))
            statement = select(func.count()).select_from(MemoryIndexRow).where(*passing)
        with self._database.reading(derived=True) as connection:
            return int(connection.execute(statement).scalar_one())

    def census(self, project: str | None = None) -> Census:
        """Return the store's counts by status, layer and tier."""
        row = CensusRow
        parts = (col(row.status), col(row.layer), col(row.tier), col(row.held))
        statement = select(*parts, _SUM).group_by(*parts)
        if project is not None:
            statement = statement.where(in_project(col(row.project), project))
        total = held = 0
        statuses: dict[str, int] = {}
        layers: dict[str, int] = {}
        tiers: dict[str, int] = {}
        with self._database.reading(derived=True) as connection:
            for status, layer, tier, is_held, n in connection.execute(statement):
                count = int(n)
                total += count
                held += count if is_held else 0
                for counts, value in ((statuses, status), (layers, layer), (tiers, tier)):
                    counts[value] = counts.get(value, 0) + count
        return Census(
            total=total, statuses=_present(statuses), layers=_present(layers), tiers=_present(tiers), held=held
        )

    def layer_sizes(self, project: str | None = None) -> Mapping[Layer, tuple[int, int]]:
        """Return how many memories each layer holds and how many characters they have, held ones left out."""
        row = MemoryRow
        layer, size = col(row.layer), func.coalesce(func.sum(func.length(col(row.content))), 0)
        statement = select(layer, func.count(), size).where(col(row.trust) != Trust.HELD.value).group_by(layer)
        if project is not None:
            statement = statement.where(in_project(col(row.project), project))
        with self._database.reading() as connection:
            return {Layer(name): (int(count), int(length)) for name, count, length in connection.execute(statement)}

    def facets(self, where: Filter, column: str) -> list[tuple[str, int]]:
        """Return a column's values with their counts, commonest first; raises InvalidRecord for one that has no facets."""
        statement = self._facets(where, column)
        with self._database.reading(derived=True) as connection:
            counts = [(unescaped(name), int(count)) for name, count in connection.execute(statement)]
        if column in _BY_STANDING and census_conditions(where) is None:
            counts = list(counted_by(counts, column).items())
        return sorted((pair for pair in counts if pair[1]), key=lambda pair: (-pair[1], pair[0]))

    def _facets(self, where: Filter, column: str) -> AnySelect:
        value: SQLColumnExpression[Any]
        counted = census_conditions(where) if column in _COUNTED else None
        if counted is not None:
            value = col(getattr(CensusRow, column))
            return select(value, _SUM).where(value.is_not(None), *counted).group_by(value)
        passing = conditions(at_a_moment(where, self._clock))
        if column == "tag":
            value, owner = col(MemoryTagRow.tag), col(MemoryTagRow.memory_number)
            tagged = select(value, func.count()).group_by(value)
            return (
                tagged.join(MemoryIndexRow, col(MemoryIndexRow.number) == owner).where(*passing) if passing else tagged
            )
        if column not in (*_COUNTED, *_SCANNED, *_OF_MEMORY):
            names = ", ".join(("tag", *_COUNTED, *_SCANNED, *_OF_MEMORY))
            raise InvalidRecord(f"{column!r} has no facets.", f"Choose one of: {names}.")
        if column in _OF_MEMORY:
            value = col(getattr(MemoryRow, column))
            own = col(MemoryIndexRow.number) == col(MemoryRow.number)
            counts = select(value, func.count()).select_from(MemoryRow).join(MemoryIndexRow, own)
        else:
            value = col(getattr(MemoryIndexRow, "standing" if column in _BY_STANDING else column))
            counts = select(value, func.count())
        return counts.where(value.is_not(None), *passing).group_by(value)


def _present(counts: Mapping[str, int]) -> dict[str, int]:
    return {value: count for value, count in counts.items() if count}
