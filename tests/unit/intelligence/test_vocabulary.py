"""What a typo may have meant, and what a beginning may become."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memtui.intelligence.queries import parse
from memtui.intelligence.vocabulary import choose, expand, unknown
from memtui.intelligence.weights import DEFAULTS
from tests.quality.shelf import NOW


def test_a_typo_is_read_as_the_nearest_words_each_weighing_less() -> None:
    found = choose("postgrse", [("postgr", 4), ("mongodb", 9), ("postgres", 2), ("progress", 7)])
    assert [each.text for each in found] == ["postgres", "postgr"]
    assert found[0].weight == pytest.approx((1 - 1 / 8) ** 2)
    assert all(each.weight < 1 for each in found)


def test_short_words_may_differ_by_one_edit_longer_ones_by_two() -> None:
    assert [each.text for each in choose("redsi", [("redis", 1), ("radius", 1), ("reads", 1)])] == ["redis"]
    assert choose("retyr", [("rt", 1)]) == []


def test_equally_near_words_come_commonest_first_and_at_most_eight() -> None:
    words = [(f"cach{letter}", count) for count, letter in enumerate("abcdfghijk", start=1)]
    found = choose("cachx", words)
    assert len(found) == 8
    assert [each.df for each in found] == sorted((each.df for each in found), reverse=True)


def test_only_words_that_the_store_does_not_know_are_widened() -> None:
    query = parse("redis postgrse 42 multi-agnet", NOW)
    assert "postgrs" in unknown(query, {"redi": 3})
    assert "redi" not in unknown(query, {"redi": 3})
    assert "multi" in unknown(parse("multi", NOW), {}, True)
    assert unknown(parse("mult", NOW), {}, True) == []
    assert unknown(parse("mult", NOW), {}) == ["mult"]
    assert not {"42", "multi-agnet"} & set(unknown(query, {"redi": 3}))
    terms, notices = expand(query, {"redi": 3}, resembling={"postgrs": [("postgr", 5)]})
    assert {(t.text, t.asked) for t in terms} == {("redi", "redi"), ("postgr", "postgrs")}
    assert len(notices) == 1
    assert "postgrse" in notices[0]


def test_the_last_word_is_a_beginning_while_it_is_typed() -> None:
    query = parse("redis mig", NOW)
    begun = [("migrat", 3)]
    typed, _ = expand(query, {"redi": 1}, beginning=begun, typing=True)
    assert {(t.text, t.weight) for t in typed} == {("redi", 1.0), ("migrat", DEFAULTS.prefix)}
    sent, _ = expand(query, {"redi": 1}, beginning=begun)
    assert {t.text for t in sent} == {"redi"}


def test_a_beginning_is_not_taken_for_a_typo() -> None:
    query = parse("mig", NOW)
    near = {"mig": [("big", 9)]}
    typed, notices = expand(query, {}, beginning=[("migrat", 3)], resembling=near, typing=True)
    assert [t.text for t in typed] == ["migrat"]
    assert notices == ()


def test_both_ways_of_widening_can_be_switched_off() -> None:
    query = parse("postgrse", NOW)
    off = replace(DEFAULTS, typo=0.0, prefix=0.0)
    assert expand(query, {}, resembling={"postgrs": [("postgr", 5)]}, weights=off) == ((), ())
    assert expand(query, {}, beginning=[("postgrsex", 5)], typing=True, weights=off) == ((), ())
