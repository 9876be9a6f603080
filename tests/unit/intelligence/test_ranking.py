"""The order of what was found, and the reasons for it."""

from __future__ import annotations

from dataclasses import fields, replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memtui.domain.kinds import Layer, Source, Status, Tier
from memtui.intelligence.explanations import Part
from memtui.intelligence.ranking import Ranked
from memtui.intelligence.weights import DEFAULTS, Weights
from tests.quality.shelf import NOW, Shelf


def part(hit: Ranked, name: str) -> Part | None:
    """Return the named part of a hit's score."""
    return next((each for each in hit.explanation.parts if each.name == name), None)


def alike(*told: dict[str, Any], text: str = "Redis keeps the sessions") -> Shelf:
    """Return memories of one text that differ in a field."""
    return Shelf([(text, each) for each in told])


def first(shelf: Shelf, query: str = "redis sessions", **options: Any) -> Ranked:
    """Return the best hit."""
    return shelf.search(query, **options)[0]


def test_more_and_rarer_words_of_the_query_rank_higher() -> None:
    shelf = Shelf(["The cache is warm", "Redis keeps the cache of sessions", "The cache is cold", "Lunch at noon"])
    assert shelf.texts("redis cache")[0] == "Redis keeps the cache of sessions"
    assert "Lunch at noon" not in shelf.texts("redis cache")


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_a_small_store_answers_too(count: int) -> None:
    shelf = Shelf([f"we use postgres, note {number}" for number in range(count)])
    hits = shelf.search("postgres")
    assert len(hits) == count
    assert all(hit.score > 0 for hit in hits)


def test_a_word_in_every_memory_still_finds_them_all() -> None:
    assert len(Shelf(["alpha beta", "alpha gamma", "alpha delta"]).search("alpha")) == 3


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ({"layer": Layer.OPERATIONAL}, {"layer": Layer.EPISODIC}),
        ({"layer": Layer.WORKING}, {"layer": Layer.EPISODIC}),
        ({"layer": Layer.EPISODIC}, {"layer": Layer.SHORT_TERM}),
        ({"source": Source.WRITE}, {"source": Source.READ}),
        ({"tags": ("decision",)}, {"tags": ("conversation",)}),
        ({"tags": ("redis",)}, {"tags": ("other",)}),
        ({"created_at": NOW}, {"created_at": NOW - timedelta(days=400)}),
        ({"importance_override": 0.9}, {"importance_override": 0.1}),
        ({"confidence": 0.95}, {"confidence": 0.41}),
        ({"confidence": 0.6}, {}),
        ({"created_at": NOW - timedelta(seconds=90), "confidence": 0.9}, {"created_at": NOW, "confidence": 0.8}),
        ({}, {"status": Status.SUPERSEDED, "importance_override": 1.0}),
        ({}, {"tier": Tier.TRANSIENT, "importance_override": 1.0}),
        ({"tier": Tier.TRANSIENT}, {"status": Status.ARCHIVED, "importance_override": 1.0}),
    ],
)
def test_of_two_equal_texts_one_is_better(higher: dict[str, Any], lower: dict[str, Any]) -> None:
    for told in ((higher, lower), (lower, higher)):
        hits = alike(*told).search("redis sessions", inactive=True)
        better = hits[0].candidate.memory
        assert {name: getattr(better, name) for name in higher} == higher
        assert (better.tier, better.status) == (higher.get("tier", Tier.DURABLE), Status.ACTIVE)


def test_of_two_alike_in_everything_the_newer_is_first() -> None:
    first_told, then = {"created_at": NOW - timedelta(seconds=60)}, {"created_at": NOW - timedelta(seconds=30)}
    assert first(alike(first_told, then)).candidate.memory.created_at == then["created_at"]
    assert first(alike({}, {})).candidate.memory.number == 2


def test_a_full_match_without_importance_beats_a_weak_match_with_all_of_it() -> None:
    shelf = Shelf(
        [
            ("Rotate the signing keys every quarter", {"importance_override": 0.0}),
            ("The keys of the piano are black and white", {"importance_override": 1.0}),
        ]
    )
    assert shelf.texts("rotate signing keys")[0].startswith("Rotate")


def test_stop_words_of_the_query_change_nothing() -> None:
    shelf = Shelf(["how does it work", "auth works with JWT", "Auth of the gateway"])
    plain, wordy = (shelf.search(query) for query in ("auth work", "how does the auth work"))
    assert [hit.candidate.memory.number for hit in plain] == [hit.candidate.memory.number for hit in wordy]
    assert plain[0].candidate.memory.content == "auth works with JWT"


def test_a_typo_finds_what_was_meant_below_what_was_typed() -> None:
    shelf = Shelf(["Postgres is the database", "Progress is slow"])
    hits = shelf.search("postgers")
    assert hits[0].candidate.memory.content == "Postgres is the database"
    assert "postgers as postgr" in part(hits[0], "words").note  # type: ignore[union-attr]
    assert shelf.search("postgers", weights=replace(DEFAULTS, typo=0.0)) == []


def test_the_words_in_the_order_of_the_query_rank_higher() -> None:
    shelf = Shelf(["flow auth token", "auth flow token"])
    assert shelf.texts("auth flow")[0] == "auth flow token"


def test_a_time_that_the_query_names_brings_its_memories_up() -> None:
    shelf = Shelf(
        [
            ("We agreed on the API", {"created_at": NOW - timedelta(days=2)}),
            ("We agreed on the API", {"created_at": NOW.replace(year=2025, month=5, day=14)}),
        ]
    )
    assert first(shelf, "What did we agree on in May 2025?").candidate.memory.number == 2
    assert first(shelf, "What did we agree on?").candidate.memory.number == 1


def test_a_superseded_memory_brings_its_successor_along() -> None:
    shelf = Shelf()
    old = shelf.put("We use PostgreSQL for user data", created_at=NOW - timedelta(days=67))
    shelf.put("We use MongoDB for product catalog", created_at=NOW - timedelta(days=31))
    new = shelf.put("Switched from PostgreSQL to MongoDB", created_at=NOW - timedelta(days=3))
    shelf.supersede(old, new)
    live = ["Switched from PostgreSQL to MongoDB", "We use MongoDB for product catalog"]
    assert shelf.texts("What database do we use?") == live
    assert shelf.texts("What database do we use?", inactive=True) == [*live, "We use PostgreSQL for user data"]
    hit = first(shelf, "What database do we use?")
    assert hit.rank_before is None
    assert hit.explanation.supersedes == (1,)
    assert part(hit, "succession") is not None


def test_a_chain_of_successors_ends_in_the_live_one_and_a_ring_ends_nowhere() -> None:
    shelf = Shelf(["alpha port is 1000", "that moved to two", "that moved to three", "beta one", "beta two"])
    one, two, three, *_ = (item.memory for item in shelf.items)
    shelf.supersede(one, two)
    shelf.supersede(two, three)
    assert shelf.texts("alpha port") == ["that moved to three"]
    four, five = (item.memory for item in shelf.items[3:])
    shelf.supersede(four, five)
    shelf.supersede(five, four)
    assert shelf.texts("beta") == []
    assert len(shelf.texts("beta", inactive=True)) == 2


def test_what_was_brought_back_says_why_it_stands_low() -> None:
    hits = alike({}, {"status": Status.ARCHIVED}).search("redis sessions", inactive=True)
    assert hits[0].explanation.placed == ""
    assert hits[1].explanation.placed == "archived: below the live ones"
    only = alike({"status": Status.ARCHIVED}).search("redis sessions", inactive=True)
    assert only[0].explanation.placed == ""


def test_the_parts_add_up_to_the_score_and_the_moves_to_the_move() -> None:
    shelf = Shelf(
        [
            ("Redis keeps the sessions", {"layer": Layer.OPERATIONAL, "tags": ("redis",), "source": Source.WRITE}),
            ("Redis is warm", {"created_at": NOW - timedelta(days=3)}),
            ("Sessions end after an hour", {"source": Source.READ, "importance_override": 0.2}),
        ]
    )
    for hit in shelf.search("redis sessions"):
        explained = hit.explanation
        assert sum(each.added for each in explained.parts) == pytest.approx(hit.score, abs=1e-5)
        assert sum(each.moved for each in explained.parts) == explained.move
        assert explained.sentence.endswith(f"= {hit.score:.2f}".replace("0.", "."))
    names = [each.name for each in first(shelf).explanation.parts]
    assert names == ["words", "overlap", "order", "importance", "recent", "source", "tag", "layer"]


def test_figures_read_as_people_write_them() -> None:
    assert Part("words", 0.52).figure == ".52"
    assert Part("recent", 1.08).figure == "+8%"
    assert Part("source", 0.95).figure == "-5%"
    assert Part("layer", 0.12).figure == "+.12"
    assert Part("layer", -0.02).figure == "-.02"
    assert Part("words", 1.0).figure == "1.00"


@pytest.mark.parametrize(
    ("switched_off", "name"),
    [
        ("importance", "importance"),
        ("layer", "layer"),
        ("recent", "recent"),
        ("source", "source"),
        ("tag", "tag"),
        ("overlap", "overlap"),
        ("order", "order"),
        ("period", "period"),
        ("answer", "answer"),
        ("speaker", "speaker"),
        ("session", "session"),
    ],
)
def test_each_step_can_be_switched_off(switched_off: str, name: str) -> None:
    told = {"layer": Layer.WORKING, "tags": ("redis",), "source": Source.WRITE, "speaker": "Ana", "session": "s"}
    shelf = Shelf(
        [
            ("When does redis start?", {**told, "session_position": 0}),
            ("Redis keeps the sessions since 2026", {**told, "session_position": 1}),
        ]
    )
    query = "When did Ana say that redis sessions began in March 2026?"

    def seen(weights: Weights) -> set[str]:
        return {each.name for hit in shelf.search(query, weights=weights) for each in hit.explanation.parts}

    assert name in seen(DEFAULTS)
    assert name not in seen(replace(DEFAULTS, **{switched_off: 0.0}))


def test_all_steps_off_leaves_the_order_of_the_words() -> None:
    off = replace(
        Weights(), **{each.name: 0.0 for each in fields(Weights) if each.name not in ("words", "saturation", "length")}
    )
    shelf = Shelf(["redis redis redis", ("redis cache", {"layer": Layer.OPERATIONAL, "importance_override": 1.0})])
    hits = shelf.search("redis", weights=off)
    assert [hit.rank_before for hit in hits] == [1, 2]
    assert [each.name for each in hits[0].explanation.parts] == ["words"]


def test_meaning_is_merged_as_a_weighted_sum() -> None:
    shelf = Shelf(["redis cache", "redis queue"])
    assert first(shelf, "redis").candidate.memory.number == 2
    hit = first(shelf, "redis", meaning={1: 0.9, 2: 0.3})
    assert hit.candidate.memory.number == 1
    assert part(hit, "meaning") == Part(
        "meaning", 1.0, "like the query in meaning", *(hit.explanation.parts[1].added, 1)
    )


def test_no_note_carries_a_control_byte_out_of_a_memory() -> None:
    hostile = "ana\x1b]52;c;aGk=\x07"
    hit = first(alike({"speaker": hostile, "session": "s", "session_position": 0}), "what did ana say of redis")
    note = part(hit, "speaker").note  # type: ignore[union-attr]
    assert note.isprintable()
    assert note.endswith("said it")


def test_a_cut_word_is_told() -> None:
    hit = first(alike({}), cut={"redi": (2000, 51785)})
    assert hit.explanation.asides == ("redi: newest 2,000 of 51,785",)


def test_the_limit_keeps_the_best() -> None:
    shelf = Shelf([f"redis note {number}" for number in range(20)])
    assert [hit.candidate.memory.number for hit in shelf.search("redis", limit=3)] == [
        hit.candidate.memory.number for hit in shelf.search("redis")[:3]
    ]


WORDS = st.sampled_from(
    ["redis", "cache", "queue", "port", "auth", "flow", "token", "腾讯", "café", "src/a.ts", "don't"]
)


@settings(max_examples=40)
@given(
    st.lists(
        st.tuples(st.lists(WORDS, min_size=1, max_size=6), st.sampled_from(Status), st.sampled_from(Tier)), max_size=8
    ),
    st.lists(WORDS, max_size=4),
)
def test_every_ranking_is_whole_and_in_order(texts: list[tuple[list[str], Status, Tier]], query: list[str]) -> None:
    shelf = Shelf([(" ".join(words), {"status": status, "tier": tier}) for words, status, tier in texts])
    hits = shelf.search(" ".join(query), inactive=True)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert len({hit.candidate.memory.number for hit in hits}) == len(hits)
    alive = [hit.candidate.memory.live and hit.candidate.memory.tier is Tier.DURABLE for hit in hits]
    assert alive == sorted(alive, reverse=True)
    live_scores = [hit.score for hit, live in zip(hits, alive, strict=True) if live]
    assert live_scores == sorted(live_scores, reverse=True)
