"""TekMemo's deterministic reranker, and word order."""

from __future__ import annotations

import pytest

from memtui.intelligence.rerank import deterministic, in_order


def test_parts_of_words_count_a_quarter() -> None:
    assert deterministic("auth flow", ["flow of auth data", "authentication", "nothing here"]) == [1.0, 0.125, 0.0]


def test_a_query_without_words_matches_nothing() -> None:
    assert deterministic("?!", ["anything"]) == [0.0]
    assert deterministic("word", []) == []


@pytest.mark.parametrize(
    ("tokens", "share"),
    [
        (["retry", "queue", "limit"], 1.0),
        (["retry", "the", "queue"], 0.5),
        (["queue", "retry"], 0.0),
        (["retry", "x", "y", "queue"], 0.0),
        ([], 0.0),
    ],
)
def test_neighbouring_words_in_the_order_of_the_query_count(tokens: list[str], share: float) -> None:
    assert in_order(["retry", "queue", "limit"], tokens) == share


def test_a_single_word_has_no_order() -> None:
    assert in_order(["retry"], ["retry"]) == 0.0
