"""Derived rows: what is worked out from texts is brought into step in the transaction that changed them.

Changes are gathered and written together, because a word's count is raised once for a whole chunk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from memtui.domain.records import Memory
from memtui.services.ports import Derive, Derived
from memtui.store.census import CensusKey, census_key, count_census
from memtui.store.mapping import escaped, to_json_text
from memtui.store.statements import MENTIONS, pieces, table_of
from memtui.store.tables import ClaimRow, EntityNameRow, MemoryIndexRow, MemoryTagRow, MentionRow
from memtui.store.words import Indexed, change_words, indexed_form

HALF_LIFE_DAYS: Final = 347.0
"""Recency halves in this many days (Memento guide)."""
EPOCH: Final = datetime(2020, 1, 1, tzinfo=UTC)
DERIVED_FROM: Final = (
    "content",
    "kind",
    "memory_type",
    "source",
    "tags",
    "priority",
    "project",
    "created_at",
    "agent",
    "speaker",
)
"""The fields of a memory that what is derived may depend on."""

_INDEX: Final = table_of(MemoryIndexRow)
_TAGS: Final = table_of(MemoryTagRow)
_MENTIONS: Final = table_of(MentionRow)
_CLAIMS: Final = table_of(ClaimRow)
_NAMES: Final = table_of(EntityNameRow)
_STEPS_AT_MOST: Final = 1000.0


def growth_of(created_at: datetime | None) -> float | None:
    """Return 2^(days since 2020 / 347), None for an undated memory; held within what a float can."""
    if created_at is None:
        return None
    steps = (created_at - EPOCH).total_seconds() / 86_400 / HALF_LIFE_DAYS
    return float(2.0 ** max(-_STEPS_AT_MOST, min(_STEPS_AT_MOST, steps)))


def index_row(memory: Memory, derived: Derived, tokenizer_version: int) -> dict[str, Any]:
    """Return the row of memory_index that a memory leads to."""
    tokens = indexed_form(derived.tokens)
    return {
        "number": memory.number,
        "length": len(tokens),
        "importance_base": float(derived.importance_base),
        "growth": growth_of(memory.created_at),
        "badges": " ".join(sorted(derived.badges)),
        "tokenizer_version": tokenizer_version,
        "tokens": " ".join(tokens),
    }


def affects_derived(before: Memory, after: Memory) -> bool:
    """Say whether a change of a memory may change what is derived from it."""
    return any(getattr(before, name) != getattr(after, name) for name in DERIVED_FROM)


class DerivedRows:
    """Gathers the memories of one transaction whose derived rows are out of step, and writes them in one go."""

    def __init__(self, derive: Derive, tokenizer_version: int) -> None:
        self._derive = derive
        self._tokenizer_version = tokenizer_version
        self._new: dict[int, Memory] = {}
        self._changed: dict[int, Memory] = {}
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

    def gone(self, connection: Connection, memory: Memory) -> None:
        """Take out what was derived from a memory that is about to be taken out itself."""
        number = memory.number
        assert number is not None
        self._census[census_key(memory)] -= 1
        self._changed.pop(number, None)
        if self._new.pop(number, None) is None:
            before = _indexed(connection, [number])
            _forget(connection, [number])
            change_words(connection, before, {})
            connection.execute(delete(_INDEX).where(_INDEX.c.number == number))

    def discard(self) -> None:
        """Forget what was noted, because the transaction is rolled back."""
        self._new.clear()
        self._changed.clear()
        self._census.clear()

    def flush(self, connection: Connection) -> None:
        """Bring all derived rows into step."""
        new, self._new = self._new, {}
        changed, self._changed = self._changed, {}
        for run in pieces([*new.items(), *changed.items()], 1000):
            self._write(connection, dict(run), new)
        census, self._census = self._census, Counter()
        count_census(connection, census)

    def _write(self, connection: Connection, memories: Mapping[int, Memory], new: Mapping[int, Memory]) -> None:
        derived = {number: self._derive(memory) for number, memory in memories.items()}
        rows = {n: index_row(memory, derived[n], self._tokenizer_version) for n, memory in memories.items()}
        known = [number for number in memories if number not in new]
        before = _indexed(connection, known) if known else {}
        _forget(connection, list(before))
        fresh = [row for number, row in rows.items() if number not in before]
        kept = [row for number, row in rows.items() if number in before]
        if fresh:
            connection.execute(insert(_INDEX), fresh)
        if kept:
            connection.execute(_REPLACE_INDEX, [{"wanted": row["number"], **row} for row in kept])
        change_words(connection, before, rows)
        _add_details(connection, memories, derived)


_REPLACE_INDEX: Final = (
    update(_INDEX)
    .where(_INDEX.c.number == bindparam("wanted"))
    .values(
        {column.name: bindparam(column.name) for column in _INDEX.columns if column.name not in ("number", "vector")}
    )
)


def _indexed(connection: Connection, numbers: Sequence[int]) -> dict[int, Indexed]:
    found: dict[int, Indexed] = {}
    for run in pieces(numbers):
        statement = select(_INDEX.c.number, _INDEX.c.tokens, _INDEX.c.length).where(_INDEX.c.number.in_(run))
        for number, tokens, length in connection.execute(statement):
            found[number] = Indexed(tokens, length)
    return found


def _forget(connection: Connection, numbers: Sequence[int]) -> None:
    for run in pieces(numbers):
        for table in (_TAGS, _MENTIONS, _CLAIMS):
            connection.execute(delete(table).where(table.c.memory_number.in_(run)))


def _add_details(connection: Connection, memories: Mapping[int, Memory], derived: Mapping[int, Derived]) -> None:
    tags = [
        {"tag": escaped(tag), "memory_number": number}
        for number, memory in memories.items()
        for tag in dict.fromkeys(memory.tags)
    ]
    if tags:
        connection.execute(insert(_TAGS), tags)
    mentions = [replace(mention, memory_number=number) for number, d in derived.items() for mention in d.mentions]
    MENTIONS.insert_all(connection, mentions)
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


def name_entity(connection: Connection, number: int, names: Iterable[str]) -> None:
    """Keep the case-folded names of an entity findable; no names take it out."""
    connection.execute(delete(_NAMES).where(_NAMES.c.entity_number == number))
    folded = dict.fromkeys(escaped(name.casefold()) for name in names)
    if folded:
        connection.execute(insert(_NAMES), [{"name": name, "entity_number": number} for name in folded])
