"""Reading: everything is found by its handle, and what belongs to a memory comes with it."""

from __future__ import annotations

from threading import Thread

import pytest

from memtui.domain.errors import InvalidRecord, NotFound, Refused
from memtui.domain.filters import EVERYTHING
from memtui.services.ports import Store
from tests.store.making import (
    act,
    added,
    conflict,
    edited,
    entity,
    memory,
    relation,
    ulid,
)


def test_a_memory_answers_to_its_id_its_foreign_id_and_a_unique_beginning(store: Store) -> None:
    one = memory(id="01KABCDE000000000000000001", foreign_id="memory_abc123", format="mneno")
    two = memory(id="01KABCDF000000000000000002", foreign_id="memory_abd999", format="mneno")
    first, second = added(store, one, two)
    for handle in (one.id, one.id.lower(), "01KABCDE", "01kabcde", "memory_abc123", "memory_abc", " memory_abc "):
        assert store.reads.resolve(handle) == first.number
    assert store.reads.resolve("memory_abd") == second.number
    with pytest.raises(Refused, match=f"{one.id}, {two.id}"):
        store.reads.resolve("01kab")
    with pytest.raises(Refused, match="memory_abc123, memory_abd999"):
        store.reads.resolve("memory_ab")
    for unknown in ("", "  ", "%", "_", "memory_abc1234", "MEMORY_ABC123x", "\0", "☃"):
        with pytest.raises(NotFound):
            store.reads.resolve(unknown)


def test_an_exact_name_wins_over_what_begins_with_it(store: Store) -> None:
    short, _ = added(store, memory(foreign_id="note"), memory(foreign_id="note-2"))
    assert store.reads.resolve("note") == short.number


def test_up_to_five_are_named_and_the_rest_counted_when_many_answer(store: Store) -> None:
    added(store, *(memory(foreign_id=f"same-{place}") for place in range(9)))
    with pytest.raises(Refused, match="same-4 and 4 more"):
        store.reads.resolve("same")


def test_memories_come_in_the_order_asked_for(store: Store) -> None:
    a, b = added(store, memory("a"), memory("b"))
    numbers = [b.number or 0, 99, a.number or 0, b.number or 0]
    assert [m.content for m in store.reads.memories(numbers)] == ["b", "a", "b"]
    assert store.reads.memories([]) == []
    with pytest.raises(NotFound):
        store.reads.memory(99)


def test_more_memories_than_one_statement_names(store: Store) -> None:
    memories = added(store, *(memory(f"m{place}", foreign_id=f"f{place}", format="x") for place in range(1203)))
    assert store.reads.memories([m.number or 0 for m in memories]) == memories
    assert len(store.reads.by_ids([m.id for m in memories])) == 1203
    assert len(store.reads.by_foreign_ids("x", [m.foreign_id or "" for m in memories])) == 1203
    assert len(store.reads.importance_base([m.number or 0 for m in memories])) == 1203


def test_foreign_ids_are_those_of_one_format(store: Store) -> None:
    one, _ = added(store, memory(foreign_id="7", format="mneno"), memory(foreign_id="7", format="beads"))
    assert store.reads.by_foreign_ids("mneno", ["7", "8"]) == {"7": one}
    assert store.reads.by_ids([one.id, ulid(1)]) == {one.id: one}


def test_neighbours_are_the_turns_around_in_the_same_session(store: Store) -> None:
    turns = added(
        store,
        *(memory(f"s1 {place}", session="s1", session_position=place) for place in range(8)),
        *(memory(f"s2 {place}", session="s2", session_position=place) for place in range(8)),
        memory("alone"),
        memory("without a place", session="s1"),
    )

    def around(*places: int, reach: int = 1) -> set[str]:
        return {m.content for m in store.reads.neighbours([turns[place] for place in places], reach)}

    assert around(0) == {"s1 1"}
    assert around(3) == {"s1 2", "s1 4"}
    assert around(3, 4) == {"s1 2", "s1 5"}
    assert around(2, 5, 11, reach=2) == {"s1 0", "s1 1", "s1 3", "s1 4", "s1 6", "s1 7", "s2 1", "s2 2", "s2 4", "s2 5"}
    assert around(16, 17) == set()
    assert store.reads.neighbours([], 3) == []


def test_what_a_memory_is_linked_to(store: Store) -> None:
    a, b, c = added(store, memory("a"), memory("b"), memory("c"))
    with store.write(act("link")) as work:
        first = work.insert(relation(b, a))
        second = work.insert(relation(c, b))
        found = work.insert(conflict(c, a))
    assert store.reads.relations(b.number or 0) == [second, first]
    assert store.reads.relations(a.number or 0) == [first]
    assert store.reads.conflicts(c.number or 0) == store.reads.conflicts(a.number or 0) == [found]
    assert store.reads.conflicts(b.number or 0) == []


def test_whole_tables_are_read_in_order(store: Store) -> None:
    memories = added(store, *(memory(f"m{place}") for place in range(5)))
    assert store.reads.records("memory", 0, 3) == memories[:3]
    assert store.reads.records("memory", 3, 9) == memories[3:]
    with pytest.raises(InvalidRecord):
        store.reads.records("batch", 0, 9)
    with pytest.raises(InvalidRecord):
        store.reads.ceiling("term")
    assert store.reads.ceiling("batch") == 1


def test_reads_of_one_moment_do_not_see_what_comes_after(shared_store: Store) -> None:
    added(shared_store, memory("before"))
    with shared_store.reads.one_moment():
        assert shared_store.reads.count(EVERYTHING) == 1
        other = Thread(target=added, args=(shared_store, memory("after")))
        other.start()
        other.join(10)
        assert shared_store.reads.count(EVERYTHING) == 1
        assert shared_store.reads.count_batches() == 1
        assert shared_store.search.corpus().memories == 1
    assert shared_store.reads.count(EVERYTHING) == 2


def test_conflicts_entities_and_batches_name_five_and_count_the_rest(store: Store) -> None:
    memories = added(store, *(memory(f"text {place}") for place in range(8)))
    with store.write(act("scan")) as work:
        for newer in memories[1:]:
            work.insert(conflict(newer, memories[0]))
        for place in range(6):
            work.insert(entity(f"thing {place}"))
    for _ in range(6):
        edited(store, store.reads.memory(memories[0].number or 0), content=f"edit {ulid(_)}")
    with pytest.raises(Refused, match=r"Several conflicts answer to '01k': (01K[0-9]{23}, ){4}01K[0-9]{23} and 2 more"):
        store.queue.conflict("01k")
    with pytest.raises(Refused, match=r"Several entities answer to '01K': .* and 1 more"):
        store.graph.entity_by_id("01K")
    with pytest.raises(Refused, match=r"Several batches answer to '0': .* and 3 more"):
        store.reads.batch("0")
