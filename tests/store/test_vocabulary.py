"""The vocabulary: counts are exact through every act, beginnings and typos find the words that were meant."""

from __future__ import annotations

from collections import Counter

from memtui.domain.kinds import Status
from memtui.services.ports import Store
from memtui.store import search
from tests.store.making import added, edited, memory, sound, undone
from tests.store.texts import WORDS, texts


def test_the_vocabulary_counts_exactly_through_every_act(store: Store) -> None:
    memories = added(store, *texts(60))

    def check() -> None:
        here = [m.content.split() for m in store.reads.memories([m.number or 0 for m in memories])]
        df = Counter(word for words in here for word in set(words))
        assert store.search.document_frequencies([*WORDS, "new"]) == df
        assert store.search.corpus().memories == len(here)
        assert store.search.corpus().tokens == sum(map(len, here))

    check()
    edited(store, memories[0], content="shard shard shard new")
    edited(store, memories[1], status=Status.ARCHIVED)
    check()
    undone(store, 2)
    undone(store, 1 + 2)
    check()
    sound(store)


def test_words_that_nobody_holds_any_more_leave_the_vocabulary(store: Store) -> None:
    (kept,) = added(store, memory("fleeting word"))
    edited(store, kept, content="lasting word")
    assert store.search.starting_with("fleet") == []
    assert store.search.starting_with("last") == [("lasting", 1)]


def test_the_commonest_words_of_a_beginning(store: Store) -> None:
    added(store, *(memory(f"port{n} " * 1 + " ".join(f"port{k}" for k in range(n))) for n in range(12)))
    found = store.search.starting_with("port")
    assert found == [(f"port{n}", 12 - n) for n in range(8)]
    assert store.search.starting_with("port", 2) == found[:2]
    assert store.search.starting_with("port1") == [("port1", 11), ("port10", 2), ("port11", 1)]
    assert store.search.starting_with("") == []
    assert store.search.starting_with("ports") == []


def test_what_a_typo_may_have_meant(store: Store) -> None:
    added(store, memory("postgres postgresql progress redis pst potsgres gres postgrex"))
    found = dict(store.search.resembling("postgres"))
    assert set(found) == {"postgresql", "progress", "potsgres", "postgrex"}
    assert set(dict(store.search.resembling("psotgres"))) >= {"postgres"}
    assert set(dict(store.search.resembling("rostgres"))) >= {"postgres"}
    assert store.search.resembling("") == []
    assert dict(store.search.resembling("p")) == {"pst": 1}


def test_of_very_many_resembling_words_the_nearest_are_offered(store: Store) -> None:
    words = [f"p{a}{b}{c}" for a in "abcdefghij" for b in "klmnopqrst" for c in "uvwxyzabcd"]
    added(store, memory(" ".join(words)), memory("pakua"))
    found = dict(store.search.resembling("pakub"))
    assert "paku" in found
    assert "pakua" in found
    assert len(found) <= search.RESEMBLING
