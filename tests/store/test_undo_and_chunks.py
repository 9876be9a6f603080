"""Taking back and going on: rows come and go under their numbers, and stopped work keeps its chunks."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from memtui.domain.errors import InvalidRecord, NotFound, Refused
from memtui.domain.filters import EVERYTHING
from memtui.domain.records import Batch, Event
from memtui.services.ports import Store
from tests.store.making import (
    NOW,
    act,
    added,
    conflict,
    days,
    entity,
    fact,
    memory,
    newest,
    relation,
    sound,
    ulid,
    undone,
)


def test_undo_takes_a_row_out_and_redo_puts_it_back_under_its_number(store: Store) -> None:
    (kept,) = added(store, memory("come and go", tags=("a",)))
    undo = undone(store, 1)
    with pytest.raises(NotFound):
        store.reads.memory(kept.number or 0)
    assert store.search.corpus().memories == 0
    undone(store, undo.number or 0)
    back = store.reads.memory(kept.number or 0)
    assert replace(back, version=kept.version) == kept
    assert back.version > kept.version
    assert store.search.document_frequencies(["come"]) == {"come": 1}
    sound(store)


def test_undo_and_redo_cover_every_journalled_table(store: Store) -> None:
    with store.write(act("import")) as work:
        old, new = work.insert(memory("uses Express")), work.insert(memory("uses Fastify"))
        work.insert(relation(new, old))
        work.insert(conflict(new, old))
        shop, express = work.insert(entity("shop")), work.insert(entity("express", aliases=("Express.js",)))
        work.insert(fact(shop, express, old))
    before = [
        row
        for table in ("memory", "relation", "conflict", "entity", "fact")
        for row in store.reads.records(table, 0, 9)
    ]
    assert len(before) == 7
    undo = undone(store, 1)
    assert not any(store.reads.records(table, 0, 9) for table in ("memory", "relation", "conflict", "entity", "fact"))
    undone(store, undo.number or 0)
    after = [
        row
        for table in ("memory", "relation", "conflict", "entity", "fact")
        for row in store.reads.records(table, 0, 9)
    ]
    assert [replace(r, version=1) if hasattr(r, "version") else r for r in after] == before
    assert store.reads.later_event(1) is None


def test_a_row_that_others_point_to_is_not_taken_out(store: Store) -> None:
    old, new = added(store, memory("old"), memory("new"))
    with store.write(act("link")) as work:
        work.insert(relation(new, old))
    with pytest.raises(Refused, match="refers"):
        undone(store, 1)
    assert store.reads.count(EVERYTHING) == 2
    assert store.reads.batch(1).undone_by is None


def test_marking_a_batch_undone_and_standing_again(store: Store) -> None:
    added(store, memory())
    undo = undone(store, 1)
    assert store.reads.batch(1).undone_by == undo.number
    with store.write(act("redo", undoes=undo.number)) as work:
        work.mark_undone(1, None)
        work.mark_undone(undo.number or 0, work.batch_number)
    assert store.reads.batch(1).undone_by is None


def test_a_row_is_shown_as_its_events_hold_it(store: Store) -> None:
    (kept,) = added(store, memory("text"))
    with store.write(act()) as work:
        assert work.row("memory", kept.number or 0) == store.reads.events(1)[0].after
        assert work.row("memory", 99) is None
        with pytest.raises(InvalidRecord):
            work.row("batch", 1)


def test_another_stores_history_is_kept_without_touching_rows(store: Store) -> None:
    (kept,) = added(store, memory("mine"))
    foreign = Batch(id=ulid(5), actor="bo", actor_kind=act().actor.kind, action="edit", at=NOW - days(9), changes=1)
    event = Event(
        batch_number=3, table="memory", row_number=kept.number or 0, before={"content": "a"}, after={"content": "b"}
    )
    with store.write(act("import")) as work:
        adopted = work.adopt(foreign, [event])
    assert adopted.adopted
    assert store.reads.memory(kept.number or 0).content == "mine"
    assert store.reads.count_batches() == 2
    (read,) = store.reads.events(adopted.number or 0)
    assert read.after is not None
    assert read.after["content"] == "b"
    assert store.reads.later_event(1) is None
    assert store.reads.newest_batch("bo", undos=False) is None


def test_chunks_stay_when_long_work_is_stopped_and_are_gone_on_with(store: Store) -> None:
    def stop() -> None:
        with store.write(act("import")) as work:
            work.insert(memory("one"))
            work.checkpoint({"line": 1}, "1 of 3")
            work.insert(memory("two"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()
    batch = newest(store)
    assert (batch.partial, batch.changes, batch.resume, batch.summary) == (True, 1, {"line": 1}, "1 of 3")
    assert [m.content for m in store.reads.memories([1, 2])] == ["one"]
    with store.write(replace(act("import"), resume=batch.number)) as work:
        work.insert(memory("two"))
        work.checkpoint({"line": 2})
        work.insert(memory("three"))
        assert work.changes == 3
        work.summarise("3 of 3")
    batch = store.reads.batch(batch.number or 0)
    assert (batch.partial, batch.changes, batch.resume, batch.summary) == (False, 3, {}, "3 of 3")
    assert store.reads.count_batches() == 1
    undone(store, batch.number or 0)
    assert store.reads.count(EVERYTHING) == 0
    sound(store)


def test_between_two_chunks_others_may_write(store: Store) -> None:
    with store.write(act("import")) as work:
        work.insert(memory("one"))
        work.checkpoint({"line": 1})
        other = threading.Thread(target=added, args=(store, memory("between")))
        other.start()
        other.join(5)
        work.insert(memory("two"))
    assert store.reads.count(EVERYTHING) == 3


def test_work_whose_chunks_were_taken_back_does_not_go_on(store: Store) -> None:
    def go_on() -> None:
        with store.write(act("import")) as work:
            work.insert(memory("one"))
            work.checkpoint({"line": 1})
            other = threading.Thread(target=undone, args=(store, 1))
            other.start()
            other.join(5)
            work.insert(memory("two"))

    with pytest.raises(Refused, match="undone"):
        go_on()
    assert store.reads.count(EVERYTHING) == 0
    with pytest.raises(Refused), store.write(replace(act("import"), resume=1)) as work:
        work.insert(memory("three"))


def test_going_on_with_a_batch_that_does_not_exist_is_refused(store: Store) -> None:
    with pytest.raises(NotFound), store.write(replace(act("import"), resume=7)) as work:
        work.insert(memory())


def test_a_checkpoint_without_changes_leaves_no_trace(store: Store) -> None:
    with store.write(act("import")) as work:
        work.checkpoint({"line": 1})
        work.memories([1])
        work.checkpoint({"line": 2})
    assert store.reads.count_batches() == 0
