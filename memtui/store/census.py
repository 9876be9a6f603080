"""The census: how many memories share status, layer, tier, held and project, kept so that counting costs no scan."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlalchemy import Connection, bindparam, insert, update

from memtui.domain.kinds import Trust
from memtui.domain.records import Memory
from memtui.store.driver import Prepared
from memtui.store.mapping import escaped
from memtui.store.statements import table_of
from memtui.store.tables import CensusRow

CensusKey = tuple[str, str, str, bool, str | None]
"""Status, layer, tier, held and project of a memory."""

_CENSUS: Final = table_of(CensusRow)
_KEY: Final = ("status", "layer", "tier", "held", "project")
_CHANGE: Final = Prepared(
    update(_CENSUS)
    .where(
        *(_CENSUS.c[name].is_not_distinct_from(bindparam(f"its_{name}", type_=_CENSUS.c[name].type)) for name in _KEY)
    )
    .values(n=_CENSUS.c.n + bindparam("difference"))
)
_ADD: Final = Prepared(insert(_CENSUS))


def census_key(memory: Memory) -> CensusKey:
    """Return the five values by which the census counts a memory."""
    project = None if memory.project is None else escaped(memory.project)
    return (memory.status.value, memory.layer.value, memory.tier.value, memory.trust is Trust.HELD, project)


def count_census(connection: Connection, differences: Mapping[CensusKey, int]) -> None:
    """Change the census by how many memories came to and went from each key."""
    for key, difference in sorted(differences.items(), key=lambda item: repr(item[0])):
        if not difference:
            continue
        values = dict(zip(_KEY, key, strict=True))
        mine = {f"its_{name}": value for name, value in values.items()}
        _, changed = _CHANGE.one(connection, {**mine, "difference": difference})
        if not changed:
            _ADD.one(connection, {**values, "n": difference})
