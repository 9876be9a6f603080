"""Turns of a conversation and the turns beside them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from memtui.domain.filters import EVERYTHING, Filter
from memtui.domain.kinds import Kind, Layer, Source, Status, Tier, Trust
from memtui.intelligence.sessions import is_named, passes, places_beside
from tests.quality.shelf import NOW, Shelf, memory


def turns(*texts: str, session: str = "one") -> list[tuple[str, dict[str, Any]]]:
    """Return turns of a session in order."""
    return [(text, {"session": session, "session_position": at}) for at, text in enumerate(texts)]


def test_an_answer_is_found_by_the_words_of_the_question_before_it() -> None:
    shelf = Shelf(
        [*turns("Where does the nightly backup run?", "On the Frankfurt machine.", "Good to know."), "Lunch at noon"]
    )
    hits = shelf.search("nightly backup")
    assert [hit.candidate.memory.content for hit in hits][:2] == [
        "Where does the nightly backup run?",
        "On the Frankfurt machine.",
    ]
    assert hits[1].rank_before is None
    assert [part.name for part in hits[1].explanation.parts][:2] == ["words", "session"]


def test_a_turn_of_another_session_gains_nothing() -> None:
    shelf = Shelf(
        [*turns("Where does the nightly backup run?"), *turns("Hello.", "On the Frankfurt machine.", session="two")]
    )
    assert shelf.texts("nightly backup") == ["Where does the nightly backup run?"]


def test_memories_that_stand_alone_are_left_as_they_are() -> None:
    alone = [memory("a", 1), memory("b", 2, session="s"), memory("c", 3, session_position=1)]
    assert places_beside(alone) == []
    notes = ["redis cache for sessions", "redis queue", "cache of pages"]
    with_session = [(text, {"session": f"s{at}", "session_position": 0}) for at, text in enumerate(notes)]
    scores = [[hit.score for hit in Shelf(group).search("redis cache")] for group in (notes, with_session)]
    assert scores[0] == scores[1]


def test_neighbours_are_weighed_by_distance_and_end_at_the_reach() -> None:
    shelf = Shelf(turns("gateway timeout", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a4 b4 c4"))
    assert shelf.texts("gateway") == ["gateway timeout", "a1 b1 c1", "a2 b2 c2", "a3 b3 c3"]


def test_the_named_speaker_is_preferred() -> None:
    said = [
        ("The cluster moves in May", {"speaker": who, "session": f"s-{who}", "session_position": 0})
        for who in ("Ana", "Lee")
    ]
    hits = Shelf(said).search("What did Ana say about the cluster?")
    assert hits[0].candidate.memory.speaker == "Ana"
    assert "Ana" in next(part.note for part in hits[0].explanation.parts if part.name == "speaker")
    assert is_named("Ana Moreno", {"moreno"})
    assert not is_named("Ana Moreno", {"lee"})


@pytest.mark.parametrize(
    ("fields", "where", "expected"),
    [
        ({}, Filter(), True),
        ({"status": Status.SUPERSEDED}, Filter(), False),
        ({"status": Status.SUPERSEDED}, EVERYTHING, True),
        ({"tier": Tier.TRANSIENT}, Filter(), False),
        ({"trust": Trust.HELD}, Filter(), False),
        ({"layer": Layer.WORKING}, Filter(layers=frozenset({Layer.SEMANTIC})), False),
        ({"kind": Kind.NOTE}, Filter(kinds=frozenset({Kind.NOTE})), True),
        ({"source": Source.READ}, Filter(sources=frozenset({Source.WRITE})), False),
        ({"tags": ("db", "api")}, Filter(tags=("db",)), True),
        ({"tags": ("api",)}, Filter(tags=("db",)), False),
        ({"project": "other"}, Filter(project="mine"), False),
        ({}, Filter(project="mine"), True),
        ({}, Filter(after=NOW), True),
        ({}, Filter(before=NOW), False),
        ({}, Filter(recorded_since=NOW + timedelta(days=1)), False),
        ({"created_at": None}, Filter(undated=True), True),
        ({"pinned": True}, Filter(pinned=False), False),
        ({}, Filter(entities=("Redis",)), False),
        ({}, Filter(terms_out=("x",)), False),
        ({}, Filter(importance_at_least=0.1, now=NOW), False),
    ],
)
def test_a_neighbour_is_listed_only_where_it_surely_passes_the_filter(
    fields: dict[str, Any], where: Filter, expected: bool
) -> None:
    assert passes(memory("x", 1, **fields), where) is expected
