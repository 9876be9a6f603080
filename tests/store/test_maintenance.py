"""Care of a store: backups are whole, checks find what is wrong, a rebuild mends it, a purge leaves nothing behind."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from memtui.clock import FixedClock
from memtui.domain.errors import Cancelled, NotFound, Refused, StoreUnavailable
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import Status
from memtui.services.ports import Derived, Store
from memtui.store import open_store
from memtui.store.sql_store import SqlStore
from tests.store.making import (
    TOKENIZER_VERSION,
    act,
    added,
    conflict,
    derive,
    edited,
    entity,
    fact,
    memory,
    mentioning,
    newest,
    opened,
    relation,
    sound,
    undone,
)


def spoil(store: Store, *statements: str) -> None:
    """Change rows behind the store's back."""
    assert isinstance(store, SqlStore)
    with store._database.writing() as connection:
        for statement in statements:
            connection.execute(text(statement))


def filled(store: Store) -> Store:
    """Fill a store with something in every table."""
    old, new = added(store, memory("old port 3000", tags=("api",)), memory("new port 8080", project="shop"))
    with store.write(act("link")) as work:
        work.insert(relation(new, old))
        work.insert(conflict(new, old))
        shop, api = work.insert(entity("shop")), work.insert(entity("api"))
        work.insert(fact(shop, api, new))
        work.update(replace(old, superseded_by=new.id, status=Status.SUPERSEDED))
    gone = added(store, memory("taken back"))
    undone(store, newest(store).number or 0)
    assert gone
    return store


def test_a_backup_is_a_whole_store_in_one_file(store: Store, tmp_path: Path) -> None:
    filled(store)
    target = tmp_path / "new folder" / "backup.db"
    store.maintenance.backup(target)
    assert [path.name for path in target.parent.iterdir()] == ["backup.db"]
    copy = opened(str(target))
    sound(copy)
    for table in ("memory", "relation", "conflict", "entity", "fact"):
        assert copy.reads.records(table, 0, 99) == store.reads.records(table, 0, 99)
    assert copy.reads.history(0, 99) == store.reads.history(0, 99)
    assert copy.reads.events(2) == store.reads.events(2)
    assert copy.search.document_frequencies(["port"]) == {"port": 2}
    assert copy.reads.ceiling("memory") == store.reads.ceiling("memory") == 3
    (fresh,) = added(copy, memory("goes on"))
    assert fresh.number == 4
    undone(copy, 2)
    sound(copy)
    copy.close()


def test_a_backup_replaces_nothing(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "there.db"
    target.write_text("something")
    with pytest.raises(Refused, match="exists already"):
        store.maintenance.backup(target)
    assert target.read_text() == "something"
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        store.maintenance.backup(target / "below a file.db")
    assert [path.name for path in tmp_path.iterdir() if "there" in path.name] == ["there.db"]


def test_a_backup_while_somebody_writes_is_consistent(lasting: str, tmp_path: Path) -> None:
    store = opened(lasting)
    with store.write(act("import")) as work:
        work.insert(memory("first"))
        work.checkpoint({"line": 1})
        work.insert(memory("second"))
        with closing(sqlite3.connect(lasting)):
            other = opened(lasting)
            other.maintenance.backup(tmp_path / "copy.db")
            other.close()
    copy = opened(str(tmp_path / "copy.db"))
    assert copy.reads.count(EVERYTHING) == 1
    sound(copy)
    copy.close()
    store.close()


def test_a_sound_store_has_nothing_wrong(store: Store) -> None:
    assert store.maintenance.check() == []
    filled(store)
    assert store.maintenance.check() == []


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE memory_index SET importance_base = 0.7 WHERE number = 1", "1 memory is out of step"),
        ("UPDATE memory_index SET standing = 'c'", "2 memories are out of step"),
        ("DELETE FROM memory_tag", "1 memory is out of step"),
        ("DELETE FROM claim", "2 memories are out of step"),
        ("UPDATE memory SET content = 'changed behind the back' WHERE number = 2", "1 memory is out of step"),
        ("UPDATE memory_index SET tokenizer_version = 0 WHERE number = 2", "another version of the tokeniser"),
        ("UPDATE term SET df = df + 1 WHERE text = 'port'", "1 word"),
        ("DELETE FROM term WHERE text IN ('old', 'new')", "2 words"),
        ("UPDATE corpus SET n = 9", "counts 9 memories"),
        ("UPDATE census SET n = n + 1", "by status, layer and tier"),
        ("UPDATE memory SET superseded_by = 'nobody' WHERE number = 1", "superseded by one that is not in the store"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(store: Store, statement: str, sentence: str) -> None:
    spoil(filled(store), statement)
    found = store.maintenance.check()
    assert len(found) >= 1
    assert sentence in " ".join(found)
    assert all(line.endswith(".") for line in found)


def test_a_full_text_index_out_of_step_is_told(lasting: str) -> None:
    store = filled(opened(lasting))
    spoil(store, "INSERT INTO memory_fts(rowid, tokens) VALUES (77, 'ghost')")
    assert "full-text index" in " ".join(store.maintenance.check())
    store.maintenance.rebuild(lambda done, total: None)
    sound(store)
    store.close()


def test_rows_that_point_nowhere_are_told(lasting: str) -> None:
    filled(opened(lasting)).close()
    with closing(sqlite3.connect(lasting)) as connection, connection:
        connection.execute("UPDATE relation SET to_number = 99")
    store = opened(lasting)
    assert "1 row of relation points to a memory that is not there." in store.maintenance.check()
    store.close()


def test_a_store_for_reading_only_can_be_checked(lasting: str) -> None:
    filled(opened(lasting)).close()
    reader = opened(lasting, read_only=True)
    assert reader.maintenance.check() == []
    reader.close()


def test_a_rebuild_mends_all_derived_rows(store: Store) -> None:
    filled(store)
    for table in ("memory_tag", "mention", "claim", "term", "census", "entity_name", "memory_text", "memory_index"):
        spoil(store, f"DELETE FROM {table}")
    spoil(store, "UPDATE corpus SET n = 77")
    assert store.maintenance.check()
    steps: list[tuple[int, int]] = []
    batches = store.reads.count_batches()
    assert store.maintenance.rebuild(lambda done, total: steps.append((done, total))) == 2
    assert steps[0] == (0, 2)
    assert steps[-1] == (2, 2)
    sound(store)
    assert store.reads.count_batches() == batches
    assert list(store.reads.numbers(replace(EVERYTHING, tags=("api",)), Order.NEWEST)) == [1]


def test_a_rebuild_that_is_stopped_changes_nothing(store: Store) -> None:
    filled(store)

    def stop(done: int, total: int) -> None:
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        store.maintenance.rebuild(stop)
    sound(store)
    assert store.search.document_frequencies(["port"]) == {"port": 2}


def test_another_tokeniser_is_told_and_a_rebuild_follows_it(lasting: str, clock: FixedClock) -> None:
    filled(opened(lasting)).close()

    def shout(kept: object) -> Derived:
        derived = derive(kept)  # type: ignore[arg-type]
        return replace(derived, tokens=tuple(token.upper() for token in derived.tokens))

    store = open_store(lasting, shout, clock, tokenizer_version=TOKENIZER_VERSION + 1)
    assert store.maintenance.check() == ["2 memories are indexed by another version of the tokeniser."]
    edited(store, store.reads.memory(2), content="new words")
    assert store.search.document_frequencies(["port", "NEW"]) == {"port": 1, "NEW": 1}
    store.maintenance.rebuild(lambda done, total: None)
    assert store.maintenance.check() == []
    assert store.search.document_frequencies(["port", "PORT"]) == {"PORT": 1}
    store.close()


def test_a_purge_leaves_nothing_of_a_text(lasting: str) -> None:
    store = filled(opened(lasting))
    secret = "xyzzyplugh"
    (hidden,) = added(store, memory(f"the word is {secret}"))
    edited(store, hidden, content=f"the word was {secret} once")
    with store.write(act("link", summary=f"about {secret}")) as work:
        work.insert(conflict(store.reads.memory(hidden.number or 0), store.reads.memory(2)))
    assert store.maintenance.purge([hidden.number or 0, 99], act("purge", summary="1 memory purged")) == 1
    with pytest.raises(NotFound):
        store.reads.memory(hidden.number or 0)
    assert store.reads.events_of("memory", hidden.number or 0) == []
    assert store.search.document_frequencies([secret, "word"]) == {}
    assert store.reads.conflicts(2) != []
    batch = newest(store)
    assert (batch.action, batch.summary, batch.changes) == ("purge", "1 memory purged", 1)
    sound(store)
    store.close()
    assert secret.encode() not in Path(lasting).read_bytes()


def test_a_purged_successor_lets_go_of_what_it_superseded(store: Store) -> None:
    filled(store)
    assert store.maintenance.purge([2], act("purge")) == 1
    old = store.reads.memory(1)
    assert old.superseded_by is None
    assert store.reads.relations(1) == store.reads.conflicts(1) == store.reads.records("fact", 0, 9) == []
    assert [event.row_number for event in store.reads.events(newest(store).number or 0)] == [1]
    later = store.reads.later_event(2)
    assert later is not None
    assert later.batch_number == newest(store).number
    sound(store)


def test_purging_nothing_leaves_no_trace(store: Store) -> None:
    filled(store)
    batches = store.reads.count_batches()
    assert store.maintenance.purge([], act("purge")) == 0
    assert store.maintenance.purge([99], act("purge")) == 0
    assert store.reads.count_batches() == batches


def test_a_purge_takes_mentions_along(location: str, clock: FixedClock) -> None:
    store = open_store(location, mentioning("port"), clock, tokenizer_version=1)
    with store.write(act("import")) as work:
        work.insert(entity("port"))
        kept = work.insert(memory("a port here"))
    assert store.maintenance.purge([kept.number or 0], act("purge")) == 1
    sound(store)
    store.close()
