"""Derived rows: what is worked out from texts is brought into step in the transaction that changed them.

Changes are gathered and written together, because a word's count is raised once for a whole chunk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Table, Update, bindparam, delete, insert, select, update

from memtui.domain.judgements import FoundEntity
from memtui.domain.records import Entity, Memory, Mention
from memtui.services.ports import Derive, Derived
from memtui.store.census import CensusKey, census_key, count_census
from memtui.store.index_rows import STANDING, affects_derived, affects_standing, index_rows, standing_row
from memtui.store.mapping import escaped, to_json_text
from memtui.store.naming import Names, folded, survivor_of
from memtui.store.statements import MENTIONS, pieces, table_of
from memtui.store.tables import ClaimRow, MemoryIndexRow, MemoryTagRow, MemoryTextRow, MentionRow
from memtui.store.words import Indexed, change_words

_INDEX: Final = table_of(MemoryIndexRow)
_TEXT: Final = table_of(MemoryTextRow)
_TAGS: Final = table_of(MemoryTagRow)
_MENTIONS: Final = table_of(MentionRow)
_CLAIMS: Final = table_of(ClaimRow)


class DerivedRows:
    """Gathers the memories of one transaction whose derived rows are out of step, and writes them in one go."""

    def __init__(self, derive: Derive, tokenizer_version: int, names: Names, at: datetime | None = None) -> None:
        self._derive = derive
        self._tokenizer_version = tokenizer_version
        self._names = names
        self._at = at
        self._new: dict[int, Memory] = {}
        self._changed: dict[int, Memory] = {}
        self._moved: dict[int, Memory] = {}
        self._gone: dict[int, Indexed] = {}
        self._census: Counter[CensusKey] = Counter()

    def added(self, memory: Memory) -> None:
        """Note a memory that has no derived rows yet."""
        assert memory.number is not None
        self._new[memory.number] = memory
        self._census[census_key(memory)] += 1

    def changed(self, before: Memory, after: Memory) -> None:
        """Note a memory whose derived rows may be out of date."""
        assert after.number is not None
        self._census[census_key(before)] -= 1
        self._census[census_key(after)] += 1
        if after.number in self._new:
            self._new[after.number] = after
        elif affects_derived(before, after):
            self._changed[after.number] = after
        elif affects_standing(before, after):
            self._moved[after.number] = after

    def gone(self, connection: Connection, memory: Memory) -> None:
        """Take out what was derived from a memory that is about to be taken out itself."""
        number = memory.number
        assert number is not None
        self._census[census_key(memory)] -= 1
        self._changed.pop(number, None)
        self._moved.pop(number, None)
        if self._new.pop(number, None) is None:
            self._gone |= _indexed(connection, [number])
            _forget(connection, [number])
            for statement in _TAKE_OUT:
                connection.execute(statement, {"wanted": [number]})

    def discard(self) -> None:
        """Forget what was noted, because the transaction is rolled back."""
        self._new.clear()
        self._changed.clear()
        self._moved.clear()
        self._gone.clear()
        self._census.clear()

    def flush(self, connection: Connection) -> None:
        """Bring all derived rows into step."""
        gone, self._gone = self._gone, {}
        if gone:
            change_words(connection, gone, {})
        new, self._new = self._new, {}
        changed, self._changed = self._changed, {}
        for run in pieces([*new.items(), *changed.items()], 1000):
            self._write(connection, dict(run), new)
        moved, self._moved = self._moved, {}
        rows = [standing_row(memory) for number, memory in moved.items() if number not in changed]
        if rows:
            connection.execute(_MOVE, [{**row, "wanted": row["number"]} for row in rows])
        census, self._census = self._census, Counter()
        count_census(connection, census)

    def _write(self, connection: Connection, memories: Mapping[int, Memory], new: Mapping[int, Memory]) -> None:
        derived = {number: self._derive(memory) for number, memory in memories.items()}
        made = {n: index_rows(memory, derived[n], self._tokenizer_version) for n, memory in memories.items()}
        known = [number for number in memories if number not in new]
        before = _indexed(connection, known) if known else {}
        _forget(connection, list(before))
        fresh = [number for number in made if number not in before]
        kept = [number for number in made if number in before]
        if fresh:
            connection.execute(insert(_INDEX), [made[number][0] for number in fresh])
            connection.execute(insert(_TEXT), [{"number": number, "tokens": made[number][1]} for number in fresh])
        if kept:
            connection.execute(_REPLACE, [{"wanted": number, **made[number][0]} for number in kept])
            connection.execute(_RETELL, [{"wanted": number, "tokens": made[number][1]} for number in kept])
        change_words(connection, before, {n: Indexed(tokens, row["length"]) for n, (row, tokens) in made.items()})
        _add_details(connection, memories, derived)
        self._mention(connection, memories, derived)

    def _mention(self, connection: Connection, memories: Mapping[int, Memory], derived: Mapping[int, Derived]) -> None:
        """Write where the memories name which entities, making those that nothing named before."""
        named = [(number, found) for number, d in derived.items() for found in d.entities if found.name.strip()]
        self._names.learn(connection, {folded(found.name) for _, found in named})
        mentions = []
        for number, found in named:
            entity = self._names.found(connection, found, self._at or memories[number].recorded_at)
            mentions.append(mention_of(number, found, survivor_of(connection, entity)))
        MENTIONS.insert_all(connection, mentions)


def _setting(table: Table, names: Iterable[str]) -> Update:
    return (
        update(table)
        .where(table.c.number == bindparam("wanted"))
        .values({name: bindparam(name) for name in names if name != "number"})
    )


_REPLACE: Final = _setting(_INDEX, (column.name for column in _INDEX.columns))
_MOVE: Final = _setting(_INDEX, (name for name in (*STANDING, "standing", "growth") if name in _INDEX.columns))
_RETELL: Final = _setting(_TEXT, ("tokens",))


_WANTED: Final[Any] = bindparam("wanted", expanding=True)
_TAKE_OUT: Final = tuple(delete(table).where(table.c.number.in_(_WANTED)) for table in (_TEXT, _INDEX))
_FORGET: Final = tuple(delete(table).where(table.c.memory_number.in_(_WANTED)) for table in (_TAGS, _MENTIONS, _CLAIMS))
_INDEXED: Final = (
    select(_TEXT.c.number, _TEXT.c.tokens, _INDEX.c.length)
    .join(_INDEX, _INDEX.c.number == _TEXT.c.number)
    .where(_TEXT.c.number.in_(_WANTED))
)


def _indexed(connection: Connection, numbers: Sequence[int]) -> dict[int, Indexed]:
    found: dict[int, Indexed] = {}
    for run in pieces(numbers):
        for number, tokens, length in connection.execute(_INDEXED, {"wanted": list(run)}):
            found[number] = Indexed(tokens, length)
    return found


def _forget(connection: Connection, numbers: Sequence[int]) -> None:
    for run in pieces(numbers):
        for statement in _FORGET:
            connection.execute(statement, {"wanted": list(run)})


def mention_of(number: int, found: FoundEntity, entity: Entity) -> Mention:
    """Return the mention that a memory makes of an entity."""
    assert entity.number is not None
    return Mention(
        memory_number=number,
        entity_number=entity.number,
        start=found.start,
        end=found.end,
        context=found.context,
        attributes=found.attributes,
    )


def _add_details(connection: Connection, memories: Mapping[int, Memory], derived: Mapping[int, Derived]) -> None:
    tags = [
        {"tag": escaped(tag), "memory_number": number}
        for number, memory in memories.items()
        for tag in dict.fromkeys(memory.tags)
    ]
    if tags:
        connection.execute(insert(_TAGS), tags)
    claims = [
        {
            "memory_number": number,
            "subject": escaped(str(claim.get("subject", ""))),
            "slot": escaped(str(claim.get("slot", ""))),
            "body": to_json_text(dict(claim)),
        }
        for number, d in derived.items()
        for claim in d.claims
    ]
    if claims:
        connection.execute(insert(_CLAIMS), claims)
