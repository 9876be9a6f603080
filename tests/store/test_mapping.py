"""Records and rows: every field has its column, and whatever a record holds is read back equal."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import Kind, Layer, Priority, Status, Tier, Trust
from memtui.domain.records import Batch, Conflict, Entity, Event, Fact, Memory, Mention, Relation
from memtui.services.ports import Store
from memtui.store import mapping
from memtui.store.mapping import Mapper, escaped, unescaped
from memtui.store.tables import (
    BatchRow,
    ConflictRow,
    EntityRow,
    EventRow,
    FactRow,
    MemoryRow,
    MentionRow,
    RelationRow,
)
from tests.store import making
from tests.store.making import NOW, added, memory

PAIRS = [
    (Memory, MemoryRow),
    (Relation, RelationRow),
    (Conflict, ConflictRow),
    (Entity, EntityRow),
    (Mention, MentionRow),
    (Fact, FactRow),
    (Batch, BatchRow),
    (Event, EventRow),
]
FULL = Memory(
    id=making.ulid(999_999),
    content="Naïve café 数据库 \0 and \ufffe and \ufffe0 stay",
    recorded_at=NOW,
    updated_at=NOW + timedelta(microseconds=1),
    kind=Kind.DECISION,
    agent="claude\0code",
    file="src/a.py",
    session="s-1",
    session_position=3,
    speaker="Ana",
    uri="https://example.org/?q=1",
    project="shop",
    trust=Trust.IMPORTED,
    tags=("code", "größe", "a\0b"),
    proposed_tag="todo",
    priority=Priority.HIGH,
    confidence=0.25,
    importance_override=0.1 + 0.2,
    pinned=True,
    status=Status.CONFLICTED,
    layer=Layer.WORKING,
    layer_before=Layer.EPISODIC,
    tier=Tier.TRANSIENT,
    tier_reason="explicit-override",
    tier_rule_reason="durable-kind",
    created_at=datetime(1999, 12, 31, 23, 59, 59, 999999, tzinfo=timezone(timedelta(hours=-8))),
    created_at_assumed=True,
    valid_from=NOW,
    valid_until=datetime(9999, 1, 1, tzinfo=NOW.tzinfo),
    access_count=7,
    last_accessed_at=NOW,
    superseded_by=making.ulid(999_998),
    merged_into=making.ulid(999_997),
    content_hash="0" * 64,
    foreign_id="memory_abc123",
    format="mneno",
    version=4,
    extra={"z": 1, "a": [None, True, 1.5, {"deep": "\0 \ud800 ü"}]},
)


@pytest.mark.parametrize(("record", "row"), PAIRS)
def test_every_field_has_a_column_and_every_column_a_field(record: type[Any], row: type[Any]) -> None:
    derived = {Memory: {"sort_at"}, Mention: {"sort_at", "name", "named_number"}}.get(record, set())
    assert {f.name for f in fields(record)} | derived == set(row.model_fields)


def test_a_memory_with_every_field_set_is_read_back_equal(store: Store) -> None:
    (stored,) = added(store, FULL)
    assert store.reads.memory(stored.number or 0) == replace(FULL, number=stored.number)


def test_the_journal_holds_the_same_row(store: Store) -> None:
    (stored,) = added(store, FULL)
    (event,) = store.reads.events(1)
    assert event.before is None
    assert event.after == mapping.MEMORY.to_json(stored)
    assert mapping.MEMORY.from_json(event.after or {}) == stored
    assert event.after is not None
    assert event.after["created_at"] == "2000-01-01T07:59:59.999999Z"


def test_a_journal_row_without_a_later_schemas_field_takes_its_default() -> None:
    row = {name: value for name, value in mapping.MEMORY.to_json(FULL).items() if name not in ("pinned", "version")}
    assert mapping.MEMORY.from_json(row) == replace(FULL, pinned=False, version=1)


@given(st.text(alphabet=st.one_of(st.sampled_from("\0\ufffe0a"), st.characters(exclude_categories=["Cs"]))))
def test_escaped_text_holds_no_nul_and_comes_back(text: str) -> None:
    assert "\0" not in escaped(text)
    assert unescaped(escaped(text)) == text


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(), lambda s: st.lists(s) | st.dictionaries(st.text(), s)
    )
)
def test_unknown_fields_of_an_import_come_back_equal(value: Any) -> None:
    mapper: Mapper[Memory] = mapping.MEMORY
    kept = memory(extra={"value": value})
    row = mapper.to_row(kept)
    assert row["extra"].encode()
    assert "\0" not in row["extra"]
    assert mapper.from_row([row[name] for name in mapper.names]) == kept


@pytest.mark.parametrize("field", ["agent", "project", "session", "foreign_id"])
def test_half_a_character_is_refused_with_a_sentence(store: Store, field: str) -> None:
    with pytest.raises(InvalidRecord, match="lone surrogate"):
        added(store, memory(**{field: "a\ud800b"}))
    assert store.reads.census().total == 0


def test_a_number_that_no_engine_holds_is_refused_with_a_sentence(store: Store) -> None:
    with pytest.raises(InvalidRecord):
        added(store, memory(session_position=2**70))


def test_a_value_that_no_vocabulary_knows_is_named(lasting: str) -> None:
    import sqlite3
    from contextlib import closing

    store = making.opened(lasting)
    added(store, memory())
    with closing(sqlite3.connect(lasting)) as connection, connection:
        connection.execute("UPDATE memory SET layer = 'attic'")
    with pytest.raises(InvalidRecord, match="'attic'"):
        store.reads.memory(1)
    store.close()
