"""Kin: the few live memories that share the most with a new one, found at a cost that does not grow with the store."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from random import Random

import pytest

from memtui.clock import FixedClock
from memtui.domain.errors import StoreUnavailable
from memtui.domain.kinds import EntityType, Status, Tier, Trust
from memtui.services.ports import Kin, Probe, Store
from memtui.store import kin, open_store
from tests.store.making import NOW, added, days, derive, edited, memory, naming, opened
from tests.store.texts import texts

NAMES = {"Redis": EntityType.TOOL, "Ana": EntityType.PERSON}


@pytest.fixture
def store(location: str, clock: FixedClock) -> Store:
    """An empty store, on every engine, whose texts name things."""
    return open_store(location, naming(NAMES), clock, tokenizer_version=1)


def kin_of(store: Store, text: str, **options: object) -> list[Kin]:
    """Return the kin of a text by its words alone."""
    return store.claims.kin(Probe(terms=derive(memory(text)).tokens, **options))  # type: ignore[arg-type]


def numbers(found: list[Kin]) -> list[int | None]:
    return [one.number for one in found]


def test_those_that_share_the_most_come_first_of_equals_the_newest(store: Store) -> None:
    old, new, most, none = added(
        store,
        memory("the cache is cold", created_at=NOW - days(5)),
        memory("a cache of names", created_at=NOW - days(1)),
        memory("the cache holds tokens for the shop"),
        memory("nothing of that"),
    )
    assert none
    found = kin_of(store, "the shop cache holds tokens")
    assert numbers(found) == [most.number, old.number, new.number]
    assert (found[0].number, found[0].text, found[0].created_at) == (most.number, most.content, most.created_at)
    assert found[0].weight > found[1].weight > found[2].weight > 0
    assert numbers(kin_of(store, "cache")) == [most.number, new.number, old.number]
    assert numbers(kin_of(store, "cache", limit=1)) == [most.number]
    assert kin_of(store, "unheard") == store.claims.kin(Probe(terms=())) == []


def test_only_what_may_be_compared_comes_back(store: Store) -> None:
    live, shop, blog, superseded, archived, held, transient, disputed = added(
        store,
        memory("port"),
        memory("port", project="shop"),
        memory("port", project="blog"),
        memory("port", status=Status.SUPERSEDED),
        memory("port", status=Status.ARCHIVED),
        memory("port", trust=Trust.HELD),
        memory("port", tier=Tier.TRANSIENT),
        memory("port", status=Status.CONFLICTED),
    )
    assert archived
    assert held
    always = {live.number, transient.number, disputed.number, shop.number}
    assert set(numbers(kin_of(store, "port"))) == always | {blog.number}
    assert set(numbers(kin_of(store, "port", project="shop"))) == always
    assert set(numbers(kin_of(store, "port", project="none"))) == always - {shop.number}
    assert set(numbers(kin_of(store, "port", project="shop", superseded=True))) == always | {superseded.number}
    assert set(numbers(kin_of(store, "port", project="shop", exclude=live.number))) == always - {live.number}


def test_claims_and_entities_find_what_words_do_not(store: Store) -> None:
    """The simple derived rows claim the first word of each sentence, slot "is"."""
    claiming, naming_it, other = added(store, memory("Deploys wait"), memory("see Redis"), memory("Ana waits"))
    assert numbers(store.claims.kin(Probe(terms=(), claims=[("Deploys", "is")]))) == [claiming.number]
    assert numbers(store.claims.kin(Probe(terms=(), claims=[("Deploys", "")]))) == [claiming.number]
    assert store.claims.kin(Probe(terms=(), claims=[("Deploys", "has"), ("deploys", "is")])) == []
    assert numbers(store.claims.kin(Probe(terms=(), entities=[("tool", "redis")]))) == [naming_it.number]
    assert numbers(store.claims.kin(Probe(terms=(), entities=[("concept", "redis")]))) == [naming_it.number]
    assert store.claims.kin(Probe(terms=(), entities=[("concept", "ana"), ("tool", "ana")])) == []
    both = store.claims.kin(Probe(terms=("waits",), claims=[("Ana", "is")], entities=[("person", "ana")]))
    assert numbers(both) == [other.number]
    assert both[0].weight > store.claims.kin(Probe(terms=("waits",)))[0].weight


def test_words_and_keys_of_any_shape_are_safe(store: Store) -> None:
    odd = ("'", '"', "a'b\\", "c++", "NEAR", "*", "(x", "größe", "数据", "%", "{}", "a\0b")
    (kept,) = added(store, memory("größe 数据"))
    assert numbers(store.claims.kin(Probe(terms=odd, claims=[(word, word) for word in odd]))) == [kept.number]
    assert store.claims.kin(Probe(terms=(), entities=[("tool", word) for word in odd])) == []


def test_a_small_store_gives_all_that_share_a_word_whatever_the_order_of_arrival(clock: FixedClock) -> None:
    random = Random(5)
    made = [memory(f"word{place % 9} rare{place % 400} common", created_at=NOW - days(place)) for place in range(2_000)]
    found = []
    for order in (made, random.sample(made, len(made))):
        store = opened(":memory:", clock)
        added(store, *order)
        shared = {one.id for one in made if {"word3", "rare7"} & set(one.content.split())}
        kin = store.claims.kin(Probe(terms=("word3", "rare7", "common"), limit=len(shared)))
        ids = {memory.number: memory.id for memory in store.reads.memories([one.number for one in kin])}
        found.append([(ids[one.number], one.weight) for one in kin])
        assert set(ids.values()) == shared
        store.close()
    assert found[0] == found[1]


def test_however_common_the_words_no_more_are_read_than_the_budget_allows(
    clock: FixedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, few in (("POSTINGS", 30), ("NEWEST", 10), ("NEWEST_OF_FEW", 10)):
        monkeypatch.setattr(kin, name, few)
    store = opened(":memory:", clock)
    kept = added(store, *(memory(f"cache word{place % 7} rare{place}") for place in range(300)))
    read: list[int] = []
    claims = store.claims
    passing = claims._passing  # type: ignore[attr-defined]

    def counted(connection: object, numbers: list[int], *others: object) -> object:
        read.extend(numbers)
        return passing(connection, numbers, *others)

    monkeypatch.setattr(claims, "_passing", counted)
    found = claims.kin(Probe(terms=("cache", "word3", "rare3"), limit=5))
    assert found[0].number == kept[3].number
    assert len(read) <= 30 + 2 * 10
    # Words that were cut weigh as much for those that hold them as for those that were found by them.
    same = [one for one in found[1:] if "word3" in one.text]
    assert len({one.weight for one in same}) == 1


def test_a_change_of_standing_shows_at_once(store: Store) -> None:
    kept = added(store, *texts(60))
    before = kin_of(store, "cache queue", limit=99)
    (gone,) = store.reads.memories([before[0].number])
    edited(store, gone, status=Status.ARCHIVED)
    assert numbers(kin_of(store, "cache queue", limit=99)) == numbers(before)[1:]
    assert len(kept) == 60


def test_many_are_asked_for_together_and_each_gets_its_own(store: Store) -> None:
    added(store, *texts(60), memory("Redis waits"), memory("Ana waits", project="shop"))
    probes = [
        Probe(terms=("cache", "queue"), limit=5),
        Probe(terms=("cache", "port"), project="shop", exclude=3),
        Probe(terms=("waits",), claims=[("Redis", "is"), ("Ana", "")], entities=[("tool", "redis")]),
        Probe(terms=()),
        Probe(terms=("cache", "queue"), project="blog", superseded=True),
    ]
    assert store.claims.kin_of_all(probes) == [store.claims.kin(probe) for probe in probes]
    assert store.claims.kin_of_all([]) == []


def test_a_damaged_store_is_told_by_its_name(lasting: str, clock: FixedClock) -> None:
    store = opened(lasting, clock)
    added(store, memory("port"))
    with closing(sqlite3.connect(lasting)) as connection, connection:
        connection.execute("DROP TABLE claim")
    with pytest.raises(StoreUnavailable, match=re.escape(lasting)):
        store.claims.kin(Probe(terms=(), claims=[("port", "is")]))
    with pytest.raises(StoreUnavailable, match=re.escape(lasting)):
        added(store, memory("another port"))
    store.close()
