"""Entities: what texts and facts name is found or made within the same act, and goes with it only where nothing else needs it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text

from memtui.clock import FixedClock
from memtui.domain.changes import Change
from memtui.domain.errors import InvalidRecord, Refused
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import EntityStatus, EntityType
from memtui.domain.records import Entity, Memory
from memtui.services.ports import ConflictFilter, Store
from memtui.store import open_store
from memtui.store.sql_store import SqlStore
from tests.store.making import (
    NOW,
    act,
    added,
    conflict,
    days,
    edited,
    entity,
    fact,
    memory,
    naming,
    newest,
    relation,
    sound,
    undone,
)

NAMES = {
    "Redis": EntityType.TOOL,
    "redis": EntityType.CONCEPT,
    "k8s": EntityType.TOOL,
    "Kubernetes": EntityType.TOOL,
    "Ana": EntityType.PERSON,
    "ana": EntityType.CONCEPT,
}


@pytest.fixture
def store(location: str, clock: FixedClock) -> Store:
    """An empty store, on every engine, whose texts name things."""
    return open_store(location, naming(NAMES), clock, tokenizer_version=1)


def entities(store: Store) -> list[Entity]:
    return [record for record in store.reads.records("entity", 0, 99) if isinstance(record, Entity)]


def naming_it(store: Store, name: str) -> list[int]:
    """Return the memories that `entity:name` finds."""
    return list(store.reads.numbers(replace(EVERYTHING, entities=(name,)), Order.NEWEST))


def merged(store: Store, loser: Entity, winner: Entity) -> Entity:
    """Merge one entity into another as consolidation does and return the survivor."""
    with store.write(act("consolidate")) as work:
        survivor = work.update(replace(winner, aliases=(*winner.aliases, loser.name)))
        work.update(replace(loser, status=EntityStatus.MERGED, merged_into=winner.number))
    return survivor


def test_what_a_text_names_becomes_an_entity_in_the_same_act(store: Store) -> None:
    (kept,) = added(store, memory("We run Redis"))
    (found,) = entities(store)
    assert (found.type, found.name, found.created_at) == (EntityType.TOOL, "Redis", NOW)
    assert [(event.table, event.row_number) for event in store.reads.events(1)] == [
        ("memory", kept.number),
        ("entity", found.number),
    ]
    assert newest(store).changes == 2
    (mention,) = store.graph.mentions([kept.number or 0])[kept.number or 0]
    assert (mention.entity_number, mention.start, mention.end) == (found.number, 7, 12)
    assert mention.attributes == {"version": "1"}
    added(store, memory("Redis again"))
    assert len(entities(store)) == 1
    sound(store)


def test_a_concept_is_the_thing_of_that_name_but_never_a_person(store: Store) -> None:
    added(store, memory("Redis and Ana"))
    (kept,) = added(store, memory("redis and ana"))
    types = {found.number: found.type for found in entities(store)}
    assert [types[mention.entity_number] for mention in store.graph.mentions([kept.number or 0])[kept.number or 0]] == [
        EntityType.TOOL,
        EntityType.CONCEPT,
    ]
    sound(store)


def test_an_entity_is_found_by_whole_name_or_alias_whatever_its_case(store: Store) -> None:
    with store.write(act("extract")) as work:
        made = work.entity_for(EntityType.TOOL, "Kubernetes", ("k8s", "Kubernetes", " "))
        assert made.aliases == ("k8s",)
        assert work.entity_for(EntityType.TOOL, "KUBERNETES") == made
        assert work.entity_for(EntityType.TOOL, "K8S") == made
        assert work.entity_for(EntityType.CONCEPT, "k8s") == made
        assert work.entity_for(EntityType.PERSON, "k8s") != made
        assert work.entity_for(EntityType.TOOL, "Kube") != made
        with pytest.raises(InvalidRecord):
            work.entity_for(EntityType.TOOL, "  ")
    assert [found.name for found in entities(store)] == ["Kubernetes", "k8s", "Kube"]
    assert newest(store).changes == 3
    with store.write(act("extract")) as work:
        assert work.entity_for(EntityType.TOOL, "kube").name == "Kube"
    assert newest(store).number == 1


def test_a_merged_entity_gives_its_survivor_and_a_deprecated_one_itself(store: Store) -> None:
    with store.write(act("extract")) as work:
        first, second, third = (work.insert(entity(name)) for name in ("one", "two", "three"))
        work.update(replace(first, status=EntityStatus.MERGED, merged_into=second.number))
        work.update(replace(second, status=EntityStatus.MERGED, merged_into=third.number))
        last = work.update(replace(third, status=EntityStatus.DEPRECATED))
        assert work.entity_for(EntityType.PACKAGE, "ONE") == last
    assert store.graph.entities_named("one") == [last]


def test_an_entity_is_never_merged_into_itself(store: Store) -> None:
    with store.write(act("extract")) as work:
        first, second = work.insert(entity("one")), work.insert(entity("two"))
        work.update(replace(first, merged_into=second.number))
        for circle in (replace(second, merged_into=first.number), replace(second, merged_into=second.number)):
            with pytest.raises(Refused, match="merged into itself"):
                work.update(circle)


def test_undoing_an_add_takes_out_the_entities_that_it_brought_and_redo_brings_them_back(store: Store) -> None:
    added(store, memory("Ana runs Redis"))
    before = entities(store)
    undo = undone(store, 1)
    assert entities(store) == []
    sound(store)
    undone(store, undo.number or 0)
    assert entities(store) == before
    assert naming_it(store, "redis") == [1]
    sound(store)


def test_undoing_an_add_leaves_an_entity_that_others_use(store: Store) -> None:
    added(store, memory("Ana runs Redis"))
    (later,) = added(store, memory("Redis is fast"))
    undo = undone(store, 1)
    assert [found.name for found in entities(store)] == ["Redis"]
    assert naming_it(store, "redis") == [later.number]
    undone(store, undo.number or 0)
    assert {found.name for found in entities(store)} == {"Redis", "Ana"}
    assert set(naming_it(store, "redis")) == {1, later.number}
    sound(store)
    undone(store, 2)
    undone(store, newest(store).number or 0)
    sound(store)


def test_undoing_an_add_leaves_an_entity_that_a_fact_of_another_names(store: Store) -> None:
    added(store, memory("We run Redis"))
    (other,) = added(store, memory("nothing named here"))
    with store.write(act("extract")) as work:
        team, redis = work.entity_for(EntityType.PROJECT, "we"), work.entity_for(EntityType.TOOL, "redis")
        work.insert(fact(team, redis, other))
    undone(store, 1)
    assert [found.name for found in entities(store)] == ["Redis", "we"]
    undone(store, 3)
    assert [found.name for found in entities(store)] == ["Redis"]
    sound(store)


def test_a_long_undo_in_chunks_takes_out_the_entities_at_its_end(store: Store) -> None:
    with store.write(act("import")) as work:
        for place in range(6):
            work.insert(memory(f"{list(NAMES)[place]} number {place}"))
            work.checkpoint({"line": place})
    with store.write(act("undo", undoes=1)) as work:
        for event in reversed(store.reads.events(1)):
            work.apply(Change(event.table, event.row_number, event.before, event.after).inverse())
            work.checkpoint({"before": event.number})
        work.mark_undone(1, work.batch_number)
    assert entities(store) == []
    assert store.reads.count(EVERYTHING) == 0
    sound(store)


def test_a_merge_takes_the_mentions_along_and_its_undo_gives_each_back_its_own(store: Store) -> None:
    added(store, memory("redis as an idea"), memory("Redis as a tool"), memory("redis and Redis", project="shop"))
    tool = next(found for found in entities(store) if found.type is EntityType.TOOL)
    concept = next(found for found in entities(store) if found.type is EntityType.CONCEPT)
    survivor = merged(store, concept, tool)
    assert store.graph.count_mentioning([concept.number or 0]) == 3
    assert set(store.graph.mentioning([tool.number or 0])) == {1, 2, 3}
    assert [count.memories for count in store.graph.entity_counts()] == [3]
    assert [count.memories for count in store.graph.entity_counts(project="shop")] == [3]
    assert store.graph.entities_named("redis") == [survivor]
    assert {mention.entity_number for mention in store.graph.mentions([1])[1]} == {tool.number}
    sound(store)
    (fresh,) = added(store, memory("redis as another idea"))
    assert set(naming_it(store, "redis")) == {1, 2, 3, fresh.number}
    undone(store, 2)
    assert set(store.graph.mentioning([concept.number or 0])) == {1, 3, fresh.number}
    assert set(store.graph.mentioning([tool.number or 0])) == {2, 3}
    sound(store)


def test_an_alias_that_is_split_off_takes_its_mentions_along_and_undo_gives_them_back(store: Store) -> None:
    with store.write(act("extract")) as work:
        both = work.entity_for(EntityType.TOOL, "Kubernetes", ("k8s",))
    added(store, memory("k8s here"), memory("Kubernetes there"))
    assert store.graph.count_mentioning([both.number or 0]) == 2
    with store.write(act("split")) as work:
        work.update(replace(both, aliases=()))
    (alone,) = store.graph.entities_named("k8s")
    assert alone.number != both.number
    assert store.graph.mentioning([alone.number or 0]) == [1]
    assert store.graph.mentioning([both.number or 0]) == [2]
    sound(store)
    undone(store, newest(store).number or 0)
    assert store.graph.entities_named("k8s") == [both]
    assert store.graph.count_mentioning([both.number or 0]) == 2
    sound(store)


def test_an_edit_moves_mentions_and_counts_by_project_and_time(store: Store) -> None:
    (kept,) = added(store, memory("Redis and k8s", project="shop", created_at=NOW - days(9)))
    edited(store, kept, content="Redis and Ana", project="blog", created_at=NOW - days(2))
    counts = {count.entity.name: count for count in store.graph.entity_counts(project="blog")}
    assert set(counts) == {"Redis", "Ana"}
    assert counts["Redis"].newest_at == NOW - days(2)
    assert store.graph.entity_counts(project="shop") == []
    assert {count.entity.name: count.memories for count in store.graph.entity_counts()} == {
        "Redis": 1,
        "Ana": 1,
        "k8s": 0,
    }
    edited(store, store.reads.memory(kept.number or 0), recorded_at=NOW + days(1), created_at=None)
    assert store.graph.entity_counts("redis")[0].newest_at == NOW + days(1)
    sound(store)


def test_a_rebuild_finds_entities_again_without_an_event(shared_location: str, clock: FixedClock) -> None:
    plain = open_store(shared_location, naming({}), clock, tokenizer_version=1)
    added(plain, memory("Redis is fast", recorded_at=NOW - days(3)))
    plain.close()
    store = open_store(shared_location, naming(NAMES), clock, tokenizer_version=1)
    assert store.maintenance.check() == ["1 memory is out of step with what is worked out from the text."]
    store.maintenance.rebuild(lambda done, total: None)
    (found,) = entities(store)
    assert found.created_at == NOW - days(3)
    assert store.reads.events_of("entity", found.number or 0) == []
    assert naming_it(store, "redis") == [1]
    sound(store)
    store.close()


def test_a_purge_takes_the_names_along_that_only_the_purged_text_had(store: Store) -> None:
    added(store, memory("Ana runs Redis"))
    (kept,) = added(store, memory("Redis is fast"))
    with store.write(act("extract")) as work:
        carrier = store.reads.memory(1)
        work.insert(fact(work.entity_for(EntityType.PROJECT, "we"), work.entity_for(EntityType.TOOL, "redis"), carrier))
    assert store.maintenance.purge([1], act("purge")) == 1
    assert [found.name for found in entities(store)] == ["Redis"]
    assert store.reads.events_of("entity", 2) == []
    assert naming_it(store, "redis") == [kept.number]
    sound(store)


def test_a_purge_leaves_nothing_of_what_a_thing_was_called(lasting: str) -> None:
    secret = "Xyzzyplugh"
    store = open_store(lasting, naming({secret: EntityType.PERSON}), FixedClock(NOW), tokenizer_version=1)
    (hidden,) = added(store, memory(f"{secret} was here"))
    edited(store, hidden, content=f"{secret} is gone")
    assert store.maintenance.purge([hidden.number or 0], act("purge")) == 1
    sound(store)
    store.close()
    assert secret.lower().encode() not in Path(lasting).read_bytes().lower()


def test_names_that_no_engine_holds_plainly_are_found_again(store: Store) -> None:
    with store.write(act("extract")) as work:
        odd = work.insert(entity("a\0b", aliases=("GRÖSSE", "\ufffe0")))
        assert isinstance(odd, Entity)
    for name in ("A\0B", "größe", "\ufffe0"):
        assert store.graph.entities_named(name) == [odd]
    sound(store)


def test_a_memory_and_its_entities_are_rolled_back_together(store: Store) -> None:
    unit = store.write(act())
    with unit as work:
        work.insert(memory("Redis"))
        found = work.entity_for(EntityType.TOOL, "redis")
        with pytest.raises(Refused):
            work.insert(replace(found, number=None))
        work.abandon()  # type: ignore[attr-defined]
    assert entities(store) == []
    assert added(store, memory("Redis"))[0].content == "Redis"
    sound(store)


def test_reading_within_an_act_sees_what_it_named(store: Store) -> None:
    with store.write(act()) as work:
        kept: Memory = work.insert(memory("Redis"))
        assert store.graph.mentioning([found.number or 0 for found in store.graph.entities_named("redis")]) == [
            kept.number
        ]
        assert work.entity_for(EntityType.TOOL, "redis").name == "Redis"
    assert newest(store).changes == 2
    sound(store)


def test_an_entity_that_others_changed_between_two_chunks_is_looked_up_anew(shared_location: str) -> None:
    one, other = (open_store(shared_location, naming(NAMES), FixedClock(NOW), tokenizer_version=1) for _ in range(2))
    with one.write(act("import")) as work:
        first = work.entity_for(EntityType.TOOL, "Redis")
        work.checkpoint({"line": 1})
        with other.write(act("consolidate")) as theirs:
            survivor = theirs.entity_for(EntityType.TOOL, "Valkey")
            theirs.update(replace(first, status=EntityStatus.MERGED, merged_into=survivor.number))
        assert work.entity_for(EntityType.TOOL, "Redis") == survivor
        work.insert(memory("Redis here"))
    assert one.graph.count_mentioning([survivor.number or 0]) == 1
    sound(one)
    one.close()
    other.close()


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM mention WHERE memory_number = 1", "1 memory is out of step"),
        ("UPDATE mention SET start = 5 WHERE memory_number = 1", "1 memory is out of step"),
        ("UPDATE mention SET entity_number = 2, named_number = 2 WHERE memory_number = 1", "1 memory is out of step"),
        ("UPDATE mention SET attributes = '{}' WHERE memory_number = 2", "1 memory is out of step"),
        ("UPDATE mention SET sort_at = '1999-01-01 00:00:00.000000'", "2 memories are out of step"),
        ("UPDATE claim SET slot = 'has' WHERE memory_number = 2", "1 memory is out of step"),
        ("UPDATE claim SET body = '{}' WHERE memory_number = 2", "1 memory is out of step"),
        ("UPDATE entity_count SET memories = 7 WHERE scope = '*'", "how many memories mention an entity"),
        ("DELETE FROM entity_count WHERE scope <> '*'", "how many memories mention an entity"),
        ("UPDATE entity_name SET name = 'x' WHERE name = 'redis'", "names by which entities are found"),
        ("DELETE FROM relation_count", "counts of relations"),
        ("UPDATE conflict_index SET subject = 'x'", "review queue"),
        ("DELETE FROM conflict_index", "review queue"),
    ],
)
def test_what_is_out_of_step_is_told_and_a_rebuild_mends_it(store: Store, statement: str, sentence: str) -> None:
    old, new = added(store, memory("Redis here", project="shop"), memory("Ana there"))
    with store.write(act("link")) as work:
        work.insert(relation(new, old))
        work.insert(conflict(new, old))
    sound(store)
    assert isinstance(store, SqlStore)
    with store._database.writing() as connection:
        connection.execute(text(statement))
    assert sentence in " ".join(store.maintenance.check())
    store.maintenance.rebuild(lambda done, total: None)
    sound(store)
    assert naming_it(store, "redis") == [old.number]
    assert list(store.queue.numbers(ConflictFilter())) == [1]
