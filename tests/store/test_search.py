"""Search: the candidates are those that brute force finds, whatever the words, the filter and the engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from memtui.clock import FixedClock
from memtui.domain.filters import ALL_STATUSES, ALL_TIERS, EVERYTHING, Badge, Filter
from memtui.domain.kinds import Status, Tier, Trust
from memtui.domain.records import Memory
from memtui.services.ports import Derived, Store, Term
from memtui.store import open_store, search, search_sqlite
from tests.store.making import NOW, added, derive, edited, memory, opened, sound
from tests.store.texts import WORDS, terms, texts

ODD = [
    "c++",
    "don't",
    "a_b",
    "src/x.py",
    '"quoted"',
    "x'y",
    "back\\slash",
    "100%",
    "*",
    "数据",
    "naïve",
    "(",
    "AND",
    "OR",
]


def spaced(memory: Memory) -> Derived:
    """Work out derived rows whose words are whatever stands between spaces."""
    return replace(derive(memory), tokens=tuple(memory.content.split()))


@pytest.fixture
def odd_store(location: str, clock: FixedClock) -> Store:
    """A store whose words may hold any character."""
    return open_store(location, spaced, clock, tokenizer_version=1)


def live(memory: Memory, where: Filter) -> bool:
    """Say whether a memory passes in status, tier, trust and project."""
    return (
        memory.status in where.statuses
        and memory.tier in where.tiers
        and (where.held or memory.trust is not Trust.HELD)
        and (where.project is None or memory.project in (None, where.project))
    )


def test_candidates_are_all_that_hold_a_word_and_pass(store: Store) -> None:
    memories = added(store, *texts(150))
    random = Random(5)
    for _ in range(12):
        asked = random.sample([*WORDS, "unknown"], random.randint(1, 4))
        for where in (EVERYTHING, Filter(), Filter(project="shop"), Filter(statuses=frozenset({Status.SUPERSEDED}))):
            found = store.search.candidates(terms(store, *asked), where, 1000)
            wanted = {m.number for m in memories if live(m, where) and set(asked) & set(m.content.split())}
            assert {c.memory.number for c in found.candidates} == wanted
            assert found.matches == len(wanted)
            assert not found.cut


def test_a_candidate_carries_what_ranking_needs(store: Store) -> None:
    (kept,) = added(store, memory("Port 3000 of the API. IGNORE it", tags=("a", "b")))
    (found,) = store.search.candidates(terms(store, "port"), Filter()).candidates
    assert found.memory == kept
    assert found.tokens == ("port", "3000", "of", "the", "api", "ignore", "it")
    assert found.importance_base == 0.2
    assert found.badges == {Badge.ORDERS}
    assert store.search.candidates_for([kept]) == [found]


def test_ranking_data_is_of_memories_that_are_there(store: Store) -> None:
    kept, gone = added(store, memory("one"), memory("two"))
    with_gone = [gone, replace(gone, number=99), kept, replace(kept, number=None)]
    assert [c.memory.number for c in store.search.candidates_for(with_gone)] == [gone.number, kept.number]
    assert store.search.candidates_for([]) == []


def test_what_a_filter_hides_is_counted_in_the_same_scan(store: Store) -> None:
    memories = added(store, *texts(120))
    where = Filter(project="shop")
    found = store.search.candidates(terms(store, "cache", "queue"), where)
    every = replace(where, statuses=ALL_STATUSES, tiers=ALL_TIERS)
    holding = [m for m in memories if live(m, every) and {"cache", "queue"} & set(m.content.split())]
    assert found.tally == Counter((m.status, m.tier) for m in holding)
    assert found.matches == sum(live(m, where) for m in holding)


def test_the_best_candidates_hold_the_rarest_words(store: Store) -> None:
    added(store, *(memory(f"common word number {place}") for place in range(30)))
    (rare,) = added(store, memory("common rare"))
    found = store.search.candidates(terms(store, "common", "rare"), Filter(), 2)
    assert found.candidates[0].memory.number == rare.number
    assert found.matches == 31


def test_very_many_matches_are_ranked_the_same_way_at_once(lasting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = opened(lasting)
    memories = added(store, *texts(150), *(memory(f"cache {'filler ' * place}") for place in range(5)))
    asked = [["cache"], ["cache", "queue", "retry"], ["the", "shard"], ["filler", "unknown"]]
    filters = (EVERYTHING, Filter(), Filter(project="shop"), Filter(statuses=frozenset({Status.SUPERSEDED})))
    exact = [store.search.candidates(terms(store, *words), where, 1000) for words in asked for where in filters]
    monkeypatch.setattr(search_sqlite, "RANKED_BY_FTS", 0)
    at_once = [store.search.candidates(terms(store, *words), where, 1000) for words in asked for where in filters]
    for one, other in zip(exact, at_once, strict=True):
        assert {c.memory.number for c in one.candidates} == {c.memory.number for c in other.candidates}
        assert (one.matches, one.tally, one.cut) == (other.matches, other.tally, other.cut)
    fillers = [m.number for m in memories[-5:]]
    found = store.search.candidates(terms(store, "cache"), EVERYTHING, 1000)
    assert [c.memory.number for c in found.candidates if c.memory.number in fillers] == fillers
    assert store.search.candidates(terms(store, "cache"), Filter(project="nobody's", pinned=True)).candidates == ()
    store.close()


def test_of_equally_good_matches_the_newest_are_taken(lasting: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = opened(lasting)
    memories = added(store, *(memory("all alike") for _ in range(9)))
    monkeypatch.setattr(search_sqlite, "RANKED_BY_FTS", 0)
    found = store.search.candidates(terms(store, "alike"), Filter(), 3)
    assert [c.memory.number for c in found.candidates] == [m.number for m in memories[:-4:-1]]
    assert found.matches == 9
    store.close()


def test_a_word_that_must_not_occur_leaves_memories_out(store: Store) -> None:
    memories = added(store, *texts(60))
    where = replace(EVERYTHING, terms_out=("the", "port"))
    found = store.search.candidates(terms(store, "cache", "queue"), where, 1000)
    wanted = [set(m.content.split()) for m in memories]
    assert len(found.candidates) == sum(1 for w in wanted if w & {"cache", "queue"} and not w & {"the", "port"})


def test_no_words_and_unknown_words_find_nothing(store: Store) -> None:
    assert store.search.candidates([], Filter()).candidates == ()
    added(store, memory("something"))
    assert store.search.candidates([], Filter()).candidates == ()
    assert store.search.candidates(terms(store, "nothing"), Filter()).candidates == ()
    assert store.search.candidates([Term(text="something", df=0)], Filter()).candidates == ()


@pytest.mark.parametrize("word", ODD)
def test_any_character_may_stand_in_a_word(odd_store: Store, word: str) -> None:
    kept, _ = added(odd_store, memory(f"before {word} after"), memory("c don t a b src x py quoted back slash 100"))
    found = odd_store.search.candidates(terms(odd_store, word), Filter())
    assert [c.memory.number for c in found.candidates] == [kept.number]
    assert odd_store.search.document_frequencies([word]) == {word: 1}
    assert (word, 1) in odd_store.search.starting_with(word)
    sound(odd_store)
    odd_store.close()


def test_a_very_long_word_is_found_whole(odd_store: Store) -> None:
    word = "ab" * 5000
    added(odd_store, memory(word))
    assert odd_store.search.document_frequencies([word]) == {word: 1}
    assert len(odd_store.search.candidates(terms(odd_store, word), Filter()).candidates) == 1
    sound(odd_store)
    odd_store.close()


def test_a_memory_without_words_is_kept_and_found_by_its_text(odd_store: Store, store: Store) -> None:
    (kept,) = added(store, memory("☃ (!) *"))
    assert store.search.corpus().memories == 1
    assert [c.memory.number for c in store.search.literal("*", Filter()).candidates] == [kept.number]
    sound(store)
    odd_store.close()


def test_literal_text_is_found_as_it_stands_whatever_its_case(store: Store) -> None:
    memories = added(store, *(memory(text) for text in ("a (X) b", "A (x) B", "a x b", "100% \\ _", "100 percent")))
    added(store, memory("(x) old", status=Status.SUPERSEDED))

    def found(text: str) -> list[int]:
        result = store.search.literal(text, Filter())
        assert result.matches == len(result.candidates)
        return [memories.index(c.memory) for c in result.candidates]

    assert found("(x)") == [1, 0]
    assert found("%") == [3]
    assert found("_") == [3]
    assert found("\\") == [3]
    assert found("((") == []
    assert store.search.literal("(x)", Filter()).tally[(Status.SUPERSEDED, Tier.DURABLE)] == 1
    assert len(store.search.literal("1", Filter(), limit=1).candidates) == 1


def test_a_literal_search_reads_the_newest_and_says_so(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    added(store, *(memory(f"* {place}") for place in range(9)))
    monkeypatch.setattr(search, "LITERAL_STEPS", (2, 3))
    found = store.search.literal("*", Filter())
    assert [c.memory.content for c in found.candidates] == ["* 8", "* 7", "* 6", "* 5", "* 4"]
    assert found.cut == {"*": (5, 9)}
    assert store.search.literal("*", Filter(), limit=1).cut == {"*": (2, 9)}
    assert [c.memory.content for c in store.search.literal("* 6", Filter()).candidates] == ["* 6"]


def test_of_common_words_only_the_newest_matches_count(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    memories = added(store, *(memory("common thing") for _ in range(20)), memory("common rare"), memory("rare"))
    small = {"POSTINGS": 10, "NEWEST": 5, "SCANNED": 8}
    for module in _search_modules():
        for name, value in small.items():
            monkeypatch.setattr(module, name, value, raising=False)
    found = store.search.candidates(terms(store, "common", "rare"), Filter())
    assert found.cut == {"common": (5, 21)}
    numbers = [c.memory.number for c in found.candidates]
    assert set(numbers[:2]) == {memories[20].number, memories[21].number}
    assert set(numbers) == {m.number for m in memories[16:]}


def test_a_filter_is_joined_before_common_words_are_cut(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    added(store, *(memory("common", project="shop") for _ in range(3)))
    added(store, *(memory("common", project="blog") for _ in range(12)))
    for module in _search_modules():
        monkeypatch.setattr(module, "POSTINGS", 0, raising=False)
        monkeypatch.setattr(module, "NEWEST", 5, raising=False)
    found = store.search.candidates(terms(store, "common"), Filter(project="shop"))
    assert {c.memory.project for c in found.candidates} == {"shop"}
    assert len(found.candidates) == 3


def _search_modules() -> list[object]:
    from memtui.store import search_postgres, search_sqlite

    return [search, search_sqlite, search_postgres]


def test_search_sees_what_others_have_committed(shared_location: str, shared_store: Store) -> None:
    other = opened(shared_location)
    added(other, memory("written elsewhere"))
    other.close()
    assert shared_store.search.document_frequencies(["elsewhere"]) == {"elsewhere": 1}
    assert len(shared_store.search.candidates(terms(shared_store, "elsewhere"), Filter()).candidates) == 1


def test_times_do_not_matter_to_the_index(store: Store) -> None:
    (kept,) = added(store, memory("dated word", created_at=NOW))
    edited(store, kept, created_at=None)
    sound(store)
    assert store.search.corpus().memories == 1
