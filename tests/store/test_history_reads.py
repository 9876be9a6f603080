"""The journal read back: batches, events, and what stands in an undo's way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memtui.domain.errors import InvalidRecord, NotFound
from memtui.domain.kinds import ActorKind
from memtui.domain.records import Batch, Event
from memtui.services.ports import Act, Store
from tests.store.making import (
    CLAUDE,
    NOW,
    act,
    added,
    days,
    edited,
    memory,
    newest,
    relation,
    ulid,
    undone,
)


def test_batches_are_narrowed_by_who_what_and_which(store: Store) -> None:
    (kept,) = added(store, memory("one"))
    added(store, memory("two"), actor=CLAUDE)
    with store.write(act("tag", summary="Tagged 1 memory 100% with “API_v1”")) as work:
        work.update(replace(kept, tags=("api_v1",)))

    def numbers(**narrowed: object) -> list[int | None]:
        found = [b.number for b in store.reads.batches(10, **narrowed)]  # type: ignore[arg-type]
        assert store.reads.count_batches(**narrowed) == len(found)  # type: ignore[arg-type]
        return found

    assert numbers() == [3, 2, 1]
    assert numbers(actor="claude-code") == [2]
    assert numbers(action="tag") == [3]
    assert numbers(memory=kept.number) == [3, 1]
    assert numbers(text="api_V1 tagged") == [3]
    assert numbers(text="100%") == [3]
    assert numbers(text="10_") == []
    assert [b.number for b in store.reads.batches(1, before=3)] == [2]
    assert [b.number for b in store.reads.history(1, 9)] == [2, 3]


def test_a_batch_answers_to_its_number_its_id_and_a_beginning(store: Store) -> None:
    added(store, memory())
    batch = newest(store)
    for handle in (1, "1", batch.id, batch.id.lower(), batch.id[:20]):
        assert store.reads.batch(handle) == batch
    for unknown in (2, "2", "", "zz", "9" * 30, -1):
        with pytest.raises(NotFound):
            store.reads.batch(unknown)


def test_events_of_a_batch_and_of_a_row(store: Store) -> None:
    one, two = added(store, memory("one"), memory("two"))
    edited(store, one, content="one more")
    events = store.reads.events(1)
    assert [e.row_number for e in events] == [one.number, two.number]
    assert store.reads.events(1, 1) == events[:1]
    assert store.reads.events_back(1, None, 9) == events[::-1]
    assert store.reads.events_back(1, events[1].number, 9) == events[:1]
    history = store.reads.events_of("memory", one.number or 0)
    assert [e.batch_number for e in history] == [1, 2]
    assert history[1].before == history[0].after


def test_changes_of_rows_leave_out_what_made_them(store: Store) -> None:
    one, two = added(store, memory("one"), memory("two"))
    edited(store, edited(store, one, content="one more"), content="one again")
    changes = store.reads.changes_of("memory", [one.number or 0, two.number or 0])
    assert changes == {one.number: store.reads.events_of("memory", one.number or 0)[1:]}


def test_the_first_later_change_of_a_row_stands_in_the_way(store: Store) -> None:
    one, _ = added(store, memory("one"), memory("two"))
    assert store.reads.later_event(1) is None
    one = edited(store, one, content="one b")
    edited(store, one, content="one c")
    later = store.reads.later_event(1)
    assert later is not None
    assert later.batch_number == 2
    undone(store, 3)
    undo_of_two = undone(store, 2)
    assert store.reads.later_event(1) is None
    undone(store, undo_of_two.number or 0)
    with store.write(act("redo")) as work:
        work.mark_undone(2, None)
    later = store.reads.later_event(1)
    assert later is not None
    assert later.batch_number == 2


def test_the_newest_batch_of_an_actor(store: Store) -> None:
    assert store.reads.newest_batch("ana", undos=False) is None
    added(store, memory("one"))
    added(store, memory("two"), actor=CLAUDE)
    added(store, memory("three"))
    undo = undone(store, 3)
    found, redo = store.reads.newest_batch("ana", undos=False), store.reads.newest_batch("ana", undos=True)
    assert found is not None
    assert found.number == 1
    assert redo is not None
    assert redo.number == undo.number
    assert store.reads.newest_batch("claude-code", undos=True) is None
    undone(store, undo.number or 0)
    assert store.reads.newest_batch("ana", undos=True) is None


def test_the_first_event_after_a_moment_holds_each_row_as_it_was_then(store: Store) -> None:
    def at(day: float) -> Act:
        return act("edit", at=NOW + days(day))

    with store.write(at(0)) as work:
        one, two = work.insert(memory("one")), work.insert(memory("two"))
    with store.write(at(2)) as work:
        one = work.update(replace(one, content="one more"))
        work.checkpoint({"so": "far"})
        one = work.update(replace(one, content="one more again"))
    with store.write(at(4)) as work:
        three = work.insert(memory("three"))
        work.update(replace(work.memory(one.number or 0), content="one at last"))
        work.insert(relation(three, two))
    with store.write(at(5)) as work:
        foreign = Batch(id=ulid(77), actor="eve", actor_kind=ActorKind.PERSON, action="edit", at=NOW + days(3))
        work.adopt(
            foreign, [Event(batch_number=0, table="memory", row_number=two.number or 0, before={"content": "x"})]
        )
        work.insert(memory("four"))

    def before(day: float, numbers: list[int] | None = None) -> dict[int, str | None]:
        events = store.reads.first_events_after(NOW + days(day), "memory", numbers)
        return {event.row_number: None if event.before is None else event.before["content"] for event in events}

    assert before(-1) == {1: None, 2: None, 3: None, 4: None}
    assert before(1) == {1: "one", 3: None, 4: None}
    assert before(2) == before(3) == {1: "one more again", 3: None, 4: None}
    assert before(4) == {4: None}
    assert before(9) == {}
    assert before(1, [1, 2, 99]) == {1: "one"}
    assert before(-1, [2]) == {2: None}
    assert before(-1, []) == {}
    assert [event.row_number for event in store.reads.first_events_after(NOW + days(1), "relation")] == [1]
    with pytest.raises(InvalidRecord):
        store.reads.first_events_after(NOW, "mention")
