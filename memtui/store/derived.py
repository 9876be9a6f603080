"""Derived rows: what is worked out from texts is brought into step in the transaction that changed them.

Changes are gathered and written together, because a word's count is raised once for a whole chunk. Words are
written in sorted order, so that two writers never wait for each other in a circle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from memtui.domain.records import Memory
from memtui.services.ports import Derive, Derived
from memtui.store.mapping import escaped, to_json_text
from memtui.store.statements import MENTIONS, pieces, table_of
from memtui.store.tables import ClaimRow, CorpusRow, EntityNameRow, MemoryIndexRow, MemoryTagRow, MentionRow, TermRow

HALF_LIFE_DAYS: Final = 347.0
"""Recency halves in this many days (Memento guide)."""
EPOCH: Final = datetime(2020, 1, 1, tzinfo=UTC)
LONGEST_TOKEN: Final = 200
"""A longer word is kept by its beginning: PostgreSQL indexes none above 2 KB."""
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
_TERMS: Final = table_of(TermRow)
_CORPUS: Final = table_of(CorpusRow)
_MENTIONS: Final = table_of(MentionRow)
_CLAIMS: Final = table_of(ClaimRow)
_NAMES: Final = table_of(EntityNameRow)
_STEPS_AT_MOST: Final = 1000.0


@dataclass(frozen=True, slots=True)
class Indexed:
    """What the index holds of one memory now."""

    tokens: str
    length: int


def indexed_form(tokens: Iterable[str]) -> list[str]:
    """Return tokens as the index holds and looks for them."""
    return [token[:LONGEST_TOKEN] for token in tokens if token]


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

    def added(self, memory: Memory) -> None:
        """Note a memory that has no derived rows yet."""
        assert memory.number is not None
        self._new[memory.number] = memory

    def changed(self, memory: Memory) -> None:
        """Note a memory whose derived rows may be out of date."""
        assert memory.number is not None
        if memory.number in self._new:
            self._new[memory.number] = memory
        else:
            self._changed[memory.number] = memory

    def gone(self, connection: Connection, number: int) -> None:
        """Take out what was derived from a memory that is about to be taken out itself."""
        self._changed.pop(number, None)
        if self._new.pop(number, None) is None:
            before = _indexed(connection, [number])
            _forget(connection, [number])
            _change_words(connection, before, {})
            connection.execute(delete(_INDEX).where(_INDEX.c.number == number))

    def discard(self) -> None:
        """Forget what was noted, because the transaction is rolled back."""
        self._new.clear()
        self._changed.clear()

    def flush(self, connection: Connection) -> None:
        """Bring all derived rows into step."""
        new, self._new = self._new, {}
        changed, self._changed = self._changed, {}
        for run in pieces([*new.items(), *changed.items()], 1000):
            self._write(connection, dict(run), new)

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
        _change_words(connection, before, rows)
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


def _change_words(
    connection: Connection, before: Mapping[int, Indexed], after: Mapping[int, Mapping[str, Any]]
) -> None:
    """Bring full-text index, word counts and sizes from `before` to `after`."""
    out = {n: old for n, old in before.items() if n not in after or after[n]["tokens"] != old.tokens}
    into = {n: row for n, row in after.items() if n not in before or n in out}
    if connection.dialect.name == "sqlite":
        _change_full_text(connection, out, into)
    counts: Counter[str] = Counter()
    for row in into.values():
        counts.update(set(row["tokens"].split(" ")))
    for old in out.values():
        counts.subtract(set(old.tokens.split(" ")))
    _change_counts(connection, counts)
    documents = len(after) - sum(number in before for number in after) - sum(number not in after for number in before)
    length = sum(row["length"] for row in into.values()) - sum(old.length for old in out.values())
    if documents or length:
        sums = {"n": _CORPUS.c.n + documents, "total_length": _CORPUS.c.total_length + length}
        connection.execute(update(_CORPUS).values(sums))


def _change_full_text(
    connection: Connection, out: Mapping[int, Indexed], into: Mapping[int, Mapping[str, Any]]
) -> None:
    if out:
        connection.exec_driver_sql(
            "INSERT INTO memory_fts(memory_fts, rowid, tokens) VALUES ('delete', ?, ?)",
            [(number, old.tokens) for number, old in out.items()],
        )
    if into:
        connection.exec_driver_sql(
            "INSERT INTO memory_fts(rowid, tokens) VALUES (?, ?)",
            [(number, row["tokens"]) for number, row in into.items()],
        )


def _change_counts(connection: Connection, counts: Counter[str]) -> None:
    counts.pop("", None)
    rows = [term_row(text, difference) for text, difference in sorted(counts.items()) if difference]
    if not rows:
        return
    connection.execute(_upsert(connection.dialect.name), rows)
    if any(row["df"] < 0 for row in rows):
        for run in pieces([row["text"] for row in rows if row["df"] < 0]):
            connection.execute(delete(_TERMS).where(_TERMS.c.text.in_(run), _TERMS.c.df <= 0))


def term_row(text: str, df: int) -> dict[str, Any]:
    """Return a word's row in the vocabulary."""
    return {"text": text, "df": df, "size": len(text), "initial": text[:1], "second": text[1:2]}


def _upsert(dialect: str) -> Any:
    statement = sqlite.insert(_TERMS) if dialect == "sqlite" else postgresql.insert(_TERMS)
    return statement.on_conflict_do_update(
        index_elements=[_TERMS.c.text], set_={"df": _TERMS.c.df + statement.excluded.df}
    )


def name_entity(connection: Connection, number: int, names: Iterable[str]) -> None:
    """Keep the case-folded names of an entity findable; no names take it out."""
    connection.execute(delete(_NAMES).where(_NAMES.c.entity_number == number))
    folded = dict.fromkeys(escaped(name.casefold()) for name in names)
    if folded:
        connection.execute(insert(_NAMES), [{"name": name, "entity_number": number} for name in folded])
