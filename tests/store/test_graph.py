"""The graph read in bulk: mentions, facts and relations, counts most mentioned first, and the memory to begin with."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memtui.clock import FixedClock
from memtui.domain.errors import NotFound, Refused
from memtui.domain.kinds import EntityStatus, EntityType, Predicate, RelationKind, RelationStatus, Status, Tier, Trust
from memtui.services.ports import Store
from memtui.store import open_store
from tests.store.making import (
    NOW,
    act,
    added,
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

NAMES = {"Redis": EntityType.TOOL, "Kafka": EntityType.TOOL, "Ana": EntityType.PERSON}


@pytest.fixture
def store(location: str, clock: FixedClock) -> Store:
    """An empty store, on every engine, whose texts name things."""
    return open_store(location, naming(NAMES), clock, tokenizer_version=1)


def number(store: Store, name: str) -> int:
    (found,) = store.graph.entities_named(name)
    return found.number or 0


def test_memories_that_mention_a_thing_come_newest_first_each_once(store: Store) -> None:
    old, undated, both = added(
        store,
        memory("Redis and Redis", created_at=NOW - days(9)),
        memory("Redis", recorded_at=NOW - days(4)),
        memory("Kafka, Redis", created_at=NOW - days(1)),
    )
    redis, kafka = number(store, "redis"), number(store, "kafka")
    assert store.graph.mentioning([redis]) == [both.number, undated.number, old.number]
    assert store.graph.mentioning([redis], 2) == [both.number, undated.number]
    assert store.graph.mentioning([kafka, redis], 9) == [both.number, undated.number, old.number]
    assert store.graph.mentioning([]) == store.graph.mentioning([999]) == []
    assert store.graph.count_mentioning([redis]) == store.graph.count_mentioning([kafka, redis]) == 3
    assert store.graph.count_mentioning([]) == 0


def test_mentions_come_in_the_order_of_the_text(store: Store) -> None:
    one, two, three = added(store, memory("Redis, then Kafka, then Redis"), memory("Ana"), memory("nothing"))
    found = store.graph.mentions([three.number or 0, two.number or 0, one.number or 0])
    assert list(found) == [two.number, one.number]
    assert [mention.start for mention in found[one.number or 0]] == [0, 12, 24]


def test_things_are_counted_most_mentioned_first(store: Store) -> None:
    added(
        store,
        memory("Redis Kafka", project="shop", created_at=NOW - days(5)),
        memory("Redis", project="blog", created_at=NOW - days(2)),
        memory("Redis Ana", created_at=NOW - days(8)),
    )
    counted = [(count.entity.name, count.memories, count.newest_at) for count in store.graph.entity_counts()]
    assert counted[0] == ("Redis", 3, NOW - days(2))
    assert sorted(counted[1:]) == [("Ana", 1, NOW - days(8)), ("Kafka", 1, NOW - days(5))]
    shop = {count.entity.name: (count.memories, count.newest_at) for count in store.graph.entity_counts(project="shop")}
    assert shop == {"Redis": (2, NOW - days(5)), "Kafka": (1, NOW - days(5)), "Ana": (1, NOW - days(8))}
    assert [count.entity.name for count in store.graph.entity_counts(limit=1)] == ["Redis"]
    assert len(store.graph.entity_counts(limit=9, offset=1)) == 2
    assert [count.entity.name for count in store.graph.entity_counts("EDI")] == ["Redis"]
    assert store.graph.entity_counts("%") == store.graph.entity_counts("_") == []
    people = store.graph.entity_counts(types=frozenset({EntityType.PERSON}))
    assert [count.entity.name for count in people] == ["Ana"]
    assert store.graph.count_entities() == {EntityType.TOOL: 2, EntityType.PERSON: 1}
    with store.write(act("consolidate")) as work:
        work.update(replace(people[0].entity, status=EntityStatus.DEPRECATED))
    assert store.graph.count_entities() == {EntityType.TOOL: 2}
    assert len(store.graph.entity_counts()) == 2
    assert len(store.graph.entity_counts(statuses=frozenset(EntityStatus))) == 3
    assert store.graph.count_entities(statuses=frozenset()) == {EntityType.TOOL: 2, EntityType.PERSON: 1}


def test_an_entity_answers_to_its_id_or_enough_of_it(store: Store) -> None:
    with store.write(act("extract")) as work:
        one, two = work.insert(entity("one")), work.insert(entity("two"))
    assert store.graph.entity_by_id(one.id.lower()) == one
    assert store.graph.entities([two.number or 0, one.number or 0, 99]) == {one.number: one, two.number: two}
    assert store.graph.all_entities(0, 1) == [one]
    assert store.graph.all_entities(one.number or 0, 9) == [two]
    with pytest.raises(Refused, match=one.id):
        store.graph.entity_by_id("01K")
    for handle in ("nobody", "", " "):
        with pytest.raises(NotFound):
            store.graph.entity_by_id(handle)


def test_facts_are_found_by_memory_and_by_either_end_merged_ones_too(store: Store) -> None:
    (carrier, other) = added(store, memory("a"), memory("b"))
    with store.write(act("extract")) as work:
        shop, redis, twin = (work.insert(entity(name)) for name in ("shop", "redis", "twin"))
        uses = work.insert(fact(shop, redis, carrier))
        owns = work.insert(replace(fact(twin, shop, other), predicate=Predicate.OWNS, scope="data"))
        work.update(replace(twin, status=EntityStatus.MERGED, merged_into=redis.number))
    assert store.graph.facts_of([other.number or 0, carrier.number or 0, 99]) == [uses, owns]
    assert store.graph.facts_of([carrier.number or 0]) == [uses]
    assert store.graph.facts_about([redis.number or 0]) == [uses, owns]
    assert store.graph.facts_about([twin.number or 0]) == [uses, owns]
    assert store.graph.facts_about([99]) == []
    assert store.graph.all_facts(0, 1) == [uses]
    assert store.graph.all_facts(uses.number or 0, 9) == [owns]


def test_relations_come_from_and_to_oldest_first(store: Store) -> None:
    one, two, three = added(store, memory("one"), memory("two"), memory("three"))
    with store.write(act("link")) as work:
        later = work.insert(relation(two, one))
        earlier = work.insert(replace(relation(three, two, kind=RelationKind.ELABORATES), created_at=NOW - days(1)))
    assert store.graph.relations_of([two.number or 0]) == [earlier, later]
    assert store.graph.relations_of([one.number or 0, three.number or 0]) == [earlier, later]
    assert store.graph.relations_of([one.number or 0]) == [later]
    assert store.graph.relations_of([]) == []


def test_the_graph_begins_with_the_live_memory_that_has_the_most_relations(store: Store) -> None:
    assert store.graph.most_related() is None
    hub, one, two, three = added(
        store,
        memory("hub"),
        memory("one", created_at=NOW - days(3), project="shop"),
        memory("two", created_at=NOW - days(1), project="blog"),
        memory("three", created_at=NOW - days(2), project="shop"),
    )
    with store.write(act("link")) as work:
        links = [work.insert(relation(other, hub)) for other in (one, two, three)]
    assert store.graph.most_related() == hub.number
    for change in ({"status": Status.ARCHIVED}, {"tier": Tier.TRANSIENT}, {"trust": Trust.HELD}):
        edited(store, store.reads.memory(hub.number or 0), **change)
        assert store.graph.most_related() == two.number
        assert store.graph.most_related("shop") == three.number
        undone(store, newest(store).number or 0)
    sound(store)
    with store.write(act("link")) as work:
        for link in links[:2]:
            work.update(replace(link, status=RelationStatus.DEPRECATED))
        work.insert(relation(one, three))
    assert store.graph.most_related() == three.number
    sound(store)
    undone(store, newest(store).number or 0)
    undone(store, 2)
    assert store.graph.most_related() is None
    sound(store)
