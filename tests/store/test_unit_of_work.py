"""The unit of work: what is acknowledged is there, what fails leaves nothing, and every step is journalled."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from memtui.clock import FixedClock
from memtui.domain.changes import Change
from memtui.domain.errors import NotFound, Refused, StaleWrite
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import Layer, Status
from memtui.services.ports import Act, Store
from memtui.store import open_store
from tests.store.making import (
    NOW,
    act,
    added,
    conflict,
    days,
    derive,
    edited,
    entity,
    memory,
    mentioning,
    newest,
    opened,
    sound,
    ulid,
    undone,
)


def test_an_act_is_one_batch_with_an_event_for_each_row(store: Store) -> None:
    first, second = added(store, memory("one"), memory("two"))
    batch = newest(store)
    assert (batch.actor, batch.action, batch.changes, batch.partial) == ("ana", "add", 2, False)
    assert [(e.table, e.row_number, e.before) for e in store.reads.events(batch.number or 0)] == [
        ("memory", first.number, None),
        ("memory", second.number, None),
    ]


def test_a_failing_act_leaves_nothing(store: Store) -> None:
    def fail() -> None:
        with store.write(act()) as work:
            work.insert(memory("never"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert store.reads.count(EVERYTHING) == 0
    assert store.reads.count_batches() == 0
    assert store.search.corpus().memories == 0
    sound(store)


def test_an_act_without_changes_leaves_no_trace(store: Store) -> None:
    (kept,) = added(store, memory())
    with store.write(act("edit")) as work:
        assert work.update(kept) == kept
        assert work.batch_number > 1
        assert work.changes == 0
    assert store.reads.count_batches() == 1


def test_an_act_that_is_never_begun_takes_no_lock(store: Store) -> None:
    with store.write(act()):
        other = threading.Thread(target=added, args=(store, memory("meanwhile")))
        other.start()
        other.join(5)
        assert not other.is_alive()
    assert store.reads.count(EVERYTHING) == 1


def test_whoever_writes_sees_what_was_written(store: Store) -> None:
    with store.write(act()) as work:
        written = work.insert(memory("fresh words", tags=("new",)))
        assert work.memory(written.number or 0) == written
        assert store.reads.by_ids([written.id]) == {written.id: written}
        assert store.reads.facets(EVERYTHING, "tag") == [("new", 1)]
        assert store.search.document_frequencies(["fresh"]) == {"fresh": 1}
    sound(store)


def test_a_second_act_within_an_act_is_an_error_of_the_program(store: Store) -> None:
    with store.write(act()) as work:
        work.insert(memory())
        with pytest.raises(RuntimeError), store.write(act()) as inner:
            inner.insert(memory())
    assert store.reads.count(EVERYTHING) == 1


def test_an_old_copy_cannot_overwrite_a_newer_row(store: Store) -> None:
    (old,) = added(store, memory("first"))
    newer = edited(store, old, content="second")
    assert newer.version == old.version + 1
    with pytest.raises(StaleWrite):
        edited(store, old, content="third")
    assert store.reads.memory(old.number or 0).content == "second"


def test_two_reviewers_cannot_settle_the_same_conflict_twice(store: Store) -> None:
    one, two = added(store, memory("port 3000"), memory("port 8080"))
    with store.write(act("scan")) as work:
        found = work.insert(conflict(two, one))
    with store.write(act("accept")) as work:
        work.update(replace(found, human_verdict="accept"))
    with pytest.raises(StaleWrite, match="conflict"), store.write(act("dismiss")) as work:
        work.update(replace(found, human_verdict="dismiss"))
    assert store.reads.conflicts(one.number or 0)[0].human_verdict == "accept"


def test_a_row_that_is_gone_cannot_be_updated(store: Store) -> None:
    (kept,) = added(store, memory())
    undone(store, 1)
    with pytest.raises(NotFound):
        edited(store, kept, content="back?")


def test_openings_are_counted_beside_the_version_and_survive_an_edit(store: Store) -> None:
    (kept,) = added(store, memory())
    number = kept.number or 0
    store.touch([number, number], NOW)
    store.touch([number], NOW - days(1))
    touched = store.reads.memory(number)
    assert (touched.access_count, touched.last_accessed_at, touched.version) == (2, NOW, kept.version)
    edited(store, kept, content="other")
    assert store.reads.memory(number).access_count == 2
    undone(store, 2)
    assert store.reads.memory(number).access_count == 2
    assert store.reads.count_batches() == 3


def test_touching_within_an_act_does_not_wait_for_itself(store: Store) -> None:
    with store.write(act()) as work:
        number = work.insert(memory()).number or 0
        store.touch([number], NOW)
        store.remember("seen", "1")
    assert store.reads.memory(number).access_count == 1
    assert store.remembered("seen") == "1"


def test_small_values_are_kept_with_the_store(store: Store) -> None:
    assert store.remembered("last visit") is None
    store.remember("last visit", "a\0b")
    store.remember("last visit", "c\0d")
    assert store.remembered("last visit") == "c\0d"
    assert store.reads.count_batches() == 0


def test_a_number_and_an_id_are_never_used_twice(store: Store) -> None:
    (first,) = added(store, memory())
    undone(store, 1)
    (second,) = added(store, memory())
    assert (second.number or 0) > (first.number or 0)
    with pytest.raises(Refused):
        added(store, memory(id=second.id))
    with pytest.raises(Refused):
        added(store, memory(number=second.number))
    assert store.reads.count(EVERYTHING) == 1


def test_a_number_that_a_record_brings_along_is_kept_and_counted_on_from(store: Store) -> None:
    (kept,) = added(store, memory(number=41))
    (following,) = added(store, memory())
    assert (kept.number, following.number) == (41, 42)
    assert store.reads.ceiling("memory") == 42
    undone(store, 2)
    assert store.reads.ceiling("memory") == 42
    assert store.reads.ceiling("relation") == 0


def test_a_circle_of_supersessions_is_refused(store: Store) -> None:
    a, b, c = added(store, memory("a"), memory("b"), memory("c"))
    a = edited(store, a, superseded_by=b.id)
    b = edited(store, b, superseded_by=c.id)
    with pytest.raises(Refused, match="supersede"):
        edited(store, c, superseded_by=a.id)
    with pytest.raises(Refused, match="supersede"):
        added(store, memory(id=ulid(777), superseded_by=ulid(777 - 1)), memory(id=ulid(776), superseded_by=ulid(777)))
    assert store.reads.memory(c.number or 0).superseded_by is None


def test_derived_rows_follow_whoever_changes_a_text(store: Store) -> None:
    (kept,) = added(store, memory("alpha beta", tags=("one",)))
    edited(store, kept, content="beta gamma. IGNORE that", tags=("two", "three"))
    assert store.search.document_frequencies(["alpha", "beta", "gamma"]) == {"beta": 1, "gamma": 1}
    assert store.reads.importance_base([1]) == {1: 0.2}
    assert set(store.reads.badges([1])) == {1}
    sound(store)
    undone(store, 2)
    assert store.search.document_frequencies(["alpha", "beta", "gamma"]) == {"alpha": 1, "beta": 1}
    assert store.reads.badges([1]) == {}
    sound(store)
    with store.write(act("edit")) as work:
        work.update(replace(work.memory(1), status=Status.ARCHIVED, layer=Layer.ARCHIVED, project="x"))
    sound(store)
    assert store.reads.census().statuses == {"archived": 1}


def test_one_memory_changed_many_times_in_one_act(store: Store) -> None:
    with store.write(act()) as work:
        kept = work.insert(memory("one two"))
        kept = work.update(replace(kept, content="two three"))
        work.apply(Change("memory", kept.number or 0, {}, None))
        work.apply(Change("memory", kept.number or 0, None, store.reads.events(work.batch_number)[1].after))
        gone = work.insert(memory("never seen"))
        work.apply(Change("memory", gone.number or 0, {}, None))
    assert store.reads.memory(kept.number or 0).content == "two three"
    assert store.search.document_frequencies(["one", "two", "three", "never"]) == {"two": 1, "three": 1}
    sound(store)
    undone(store, 1)
    assert store.reads.count(EVERYTHING) == 0
    sound(store)


def test_mentions_are_kept_with_a_memory_and_go_with_it(location: str, clock: FixedClock) -> None:
    store = open_store(location, mentioning("express"), clock, tokenizer_version=1)
    with store.write(act("import")) as work:
        work.insert(entity("Express", aliases=("Express.js",)))
        kept = work.insert(memory("We use express here"))
        other = work.insert(memory("We use nothing"))
    assert [m.number for m in store.reads.memories([kept.number or 0])] == [kept.number]
    for name in ("express", "EXPRESS.JS"):
        where = replace(EVERYTHING, entities=(name,))
        assert list(store.reads.numbers(where, Order.NEWEST)) == [kept.number]
    sound(store)
    with store.write(act("edit")) as work:
        work.update(replace(kept, content="We use it no more"))
        work.update(replace(other, content="Now express is here"))
    assert list(store.reads.numbers(replace(EVERYTHING, entities=("express",)), Order.NEWEST)) == [other.number]
    sound(store)
    undone(store, 2)
    undone(store, 1)
    assert store.reads.records("entity", 0, 9) == []
    store.close()


def test_a_commit_is_noticed_by_whoever_looks(store: Store) -> None:
    seen = store.data_version()
    assert store.data_version() == seen
    added(store, memory())
    assert store.data_version() != seen


def test_another_programs_commit_is_noticed(shared_store: Store, shared_location: str) -> None:
    seen = shared_store.data_version()
    other = opened(shared_location)
    assert shared_store.data_version() == seen
    added(other, memory())
    other.close()
    assert shared_store.data_version() != seen


def test_nothing_is_written_to_a_store_that_is_open_for_reading(shared_location: str, shared_store: Store) -> None:
    (kept,) = added(shared_store, memory("read me"))
    reader = opened(shared_location, read_only=True)
    assert reader.read_only
    assert reader.reads.memory(kept.number or 0) == kept
    assert reader.search.document_frequencies(["read"]) == {"read": 1}
    with pytest.raises(Refused, match="reading only"), reader.write(act()) as work:
        work.insert(memory())
    with pytest.raises(Refused, match="reading only"):
        reader.touch([1], NOW)
    reader.close()


def test_what_derive_raises_leaves_nothing(lasting: str, clock: FixedClock) -> None:
    def fail(kept: object) -> object:
        raise ArithmeticError

    store = open_store(lasting, fail, clock, tokenizer_version=1)  # type: ignore[arg-type]
    with pytest.raises(ArithmeticError):
        added(store, memory())
    assert store.reads.count_batches() == 0
    store.close()


def test_an_act_names_its_batch_before_it_changes_anything(store: Store) -> None:
    description = Act(actor=act().actor, action="tag", at=NOW, summary="Tagged", face="cli")
    with store.write(description) as work:
        number = work.batch_number
        work.insert(memory())
    batch = store.reads.batch(number)
    assert (batch.summary, batch.face, batch.at, batch.changes) == ("Tagged", "cli", NOW, 1)
    assert derive(store.reads.memory(1)).tokens
