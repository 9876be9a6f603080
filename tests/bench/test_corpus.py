"""The corpus that speed is measured on is the one that SPEC describes, and the same on every machine."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Status, Tier
from tests.bench import corpus

SIZE = 10_000


@pytest.fixture(scope="module")
def drafts() -> list[Draft]:
    return list(corpus.drafts(SIZE))


def _share(drafts: list[Draft], holds: object) -> float:
    return sum(map(holds, drafts)) / len(drafts)  # type: ignore[arg-type, call-overload]


def test_one_word_stands_in_half_of_the_texts(drafts: list[Draft]) -> None:
    assert _share(drafts, lambda draft: corpus.COMMON in draft.content.lower().split()) == pytest.approx(0.5, abs=0.05)


def test_the_commonest_thing_stands_in_one_text_of_twenty(drafts: list[Draft]) -> None:
    assert _share(drafts, lambda draft: corpus.entities()[0] in draft.content) == pytest.approx(0.05, abs=0.01)


def test_texts_have_ten_to_forty_words_and_most_words_are_rare(drafts: list[Draft]) -> None:
    assert {len(draft.content.split()) for draft in drafts} == set(range(10, 41))
    counted = Counter(word for draft in drafts for word in draft.content.lower().split())
    assert sum(times == 1 for times in counted.values()) > len(counted) / 2
    assert len(corpus.words()) == len(set(corpus.words())) == corpus.VOCABULARY


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        (lambda draft: draft.status is Status.SUPERSEDED, 0.10),
        (lambda draft: draft.status is Status.ARCHIVED, 0.05),
        (lambda draft: draft.tier is Tier.TRANSIENT, 0.10),
    ],
)
def test_the_shares_of_what_recall_leaves_out(drafts: list[Draft], what: object, expected: float) -> None:
    assert _share(drafts, what) == pytest.approx(expected, abs=0.01)


def test_memories_lie_in_ten_projects(drafts: list[Draft]) -> None:
    assert len({draft.project for draft in drafts}) == 10


def test_a_larger_corpus_begins_with_the_smaller_one(drafts: list[Draft]) -> None:
    assert list(islice(corpus.drafts(2 * SIZE), SIZE)) == drafts
    assert list(corpus.drafts(10, start=SIZE - 10)) == drafts[-10:]


def test_queries_are_neighbouring_words_of_the_texts(drafts: list[Draft]) -> None:
    texts = [draft.content.lower() for draft in drafts]
    asked = corpus.queries(20, SIZE)
    assert asked == corpus.queries(20, SIZE)
    assert all(any(query in text for text in texts) for query in asked)
    assert {1, 6} <= {len(query.split()) for query in corpus.queries(200, SIZE)} <= set(range(1, 7))
