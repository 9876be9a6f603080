"""Which entities the texts name: mentions are written and taken out with their memories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from memtui.domain.judgements import FoundEntity
from memtui.domain.records import Entity, Memory, Mention
from memtui.services.ports import Derived
from memtui.store.driver import Prepared
from memtui.store.mapping import unescaped
from memtui.store.naming import Names, folded, survivor_of
from memtui.store.statements import MENTIONS, pieces, table_of
from memtui.store.tables import MemoryIndexRow, MentionRow
from memtui.store.tallies import Tallies, scope_of

_MENTIONS: Final = table_of(MentionRow)
_INDEX: Final = table_of(MemoryIndexRow)
_WANTED: Final[Any] = bindparam("wanted", expanding=True)
_FORGET: Final = delete(_MENTIONS).where(_MENTIONS.c.memory_number.in_(_WANTED))
_PAIRS: Final = (
    select(_MENTIONS.c.memory_number, _MENTIONS.c.entity_number, _INDEX.c.project)
    .join(_INDEX, _INDEX.c.number == _MENTIONS.c.memory_number)
    .where(_MENTIONS.c.memory_number.in_(_WANTED))
    .distinct()
)
_ADD: Final = Prepared(insert(_MENTIONS))
_REDATE: Final = Prepared(
    update(_MENTIONS).where(_MENTIONS.c.memory_number == bindparam("wanted")).values(sort_at=bindparam("at"))
)


class Mentions:
    """Writes the mentions of one transaction's memories and keeps their counts."""

    def __init__(self, names: Names, tallies: Tallies, at: datetime | None) -> None:
        self._names = names
        self._tallies = tallies
        self._at = at

    def forget(self, connection: Connection, numbers: Sequence[int]) -> None:
        """Take out the mentions of memories whose rows of memory_index are still as they were."""
        for run in pieces(numbers):
            pairs = connection.execute(_PAIRS, {"wanted": list(run)}).all()
            if pairs:
                self._tallies.mentions(((entity, stored_scope(project)) for _, entity, project in pairs), -1)
                connection.execute(_FORGET, {"wanted": list(run)})

    def write(self, connection: Connection, memories: Mapping[int, Memory], derived: Mapping[int, Derived]) -> None:
        """Write which entities memories name, making those that nothing named before."""
        said = [(memories[number], found) for number, d in derived.items() for found in named_by(d)]
        self._names.learn(connection, {folded(found.name) for _, found in said})
        rows = []
        scopes: dict[tuple[int | None, int], str] = {}
        for memory, found in said:
            named = self._names.found(connection, found, self._at or memory.recorded_at)
            row = mention_row(memory, found, named, survivor_of(connection, named))
            scopes[memory.number, row["entity_number"]] = scope_of(memory.project)
            rows.append(row)
        _ADD.many(connection, rows)
        if rows:
            self._tallies.mentions(((entity, scope) for (_, entity), scope in scopes.items()), 1)

    def redate(self, connection: Connection, memories: Iterable[Memory]) -> None:
        """Write down the new times of memories whose texts say what they said."""
        _REDATE.many(connection, [{"wanted": memory.number, "at": memory.sort_at} for memory in memories])


def named_by(derived: Derived) -> Iterator[FoundEntity]:
    """Yield what a text names that can be looked for."""
    return (found for found in derived.entities if found.name.strip())


def mention_row(memory: Memory, found: FoundEntity, named: Entity, survivor: Entity) -> dict[str, Any]:
    """Return the row of a mention: the entity of that name, and what became of it by merges."""
    assert memory.number is not None
    assert survivor.number is not None
    mention = Mention(
        memory_number=memory.number,
        entity_number=survivor.number,
        start=found.start,
        end=found.end,
        context=found.context,
        attributes=found.attributes,
    )
    row = MENTIONS.mapper.to_row(mention)
    del row["number"]
    return {**row, "named_number": named.number, "name": folded(found.name), "sort_at": memory.sort_at}


def stored_scope(project: str | None) -> str:
    """Return the scope in which the mentions of a project are counted whose name is as rows hold it."""
    return scope_of(None if project is None else unescaped(project))
