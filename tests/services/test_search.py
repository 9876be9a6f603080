"""Search by words: what is found, in which order and why, by which engine, and that it can be stopped."""

from __future__ import annotations

import pytest

from memtui.domain.errors import Cancelled, InvalidRecord
from memtui.domain.kinds import Priority, Tier
from memtui.services import recall
from memtui.services.recall import Request
from memtui.services.workspace import Workspace

from .conftest import Note
from .searching import found, search


@pytest.mark.parametrize(
    "query",
    [
        "multi-agent",
        "don't",
        "TODO: fix",
        "src/a/b.tsx",
        '"unclosed',
        "c++",
        "AND",
        "*",
        "(x",
        "",
        "   ",
        "-",
        ":",
        "status:",
    ],
)
def test_no_query_fails_and_each_finds_the_text_that_holds_it(ana: Workspace, note: Note, query: str) -> None:
    memory = note(f"Remember this exactly: {query} and so on.")
    note("Something else entirely about sailing boats.")
    assert memory.id in [hit.memory.id for hit in search(ana, query)]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("腾讯云", "用户服务器部署在腾讯云国内节点"),
        ("腾讯", "用户服务器部署在腾讯云国内节点"),
        ("itgc", "重跑gen-itgc后50条"),
        ("cafe", "We meet at the café on Mondays."),
        ("café", "We meet at the cafe on Mondays."),
        ("memories", "One memory is one thought."),
        ("handleSubmit", "The handleSubmit function validates the form."),
        ("submit", "The handleSubmit function validates the form."),
        ("zero width", "This is ze\u200bro wi\u00addth text."),
    ],
)
def test_words_are_found_in_every_form(ana: Workspace, note: Note, query: str, text: str) -> None:
    note(text, tier=Tier.DURABLE)
    note("Something else entirely about sailing boats.")
    assert found(ana, query) == [text]


def test_a_first_search_in_a_store_of_one_finds_it(ana: Workspace, note: Note) -> None:
    note("The deploy key lives in the vault.")
    assert found(ana, "deploy key") == ["The deploy key lives in the vault."]


def test_an_empty_query_lists_all_by_importance(ana: Workspace, note: Note) -> None:
    note("Plain note about the office plants.", priority=Priority.LOW)
    note("Decided to adopt TypeScript.", tags=("decision",), priority=Priority.HIGH)
    note("The linter runs in CI.")
    result = search(ana, "")
    assert [hit.memory.content for hit in result] == [
        "Decided to adopt TypeScript.",
        "The linter runs in CI.",
        "Plain note about the office plants.",
    ]
    assert (result.matches, result.total, [hit.rank for hit in result]) == (3, 3, [1, 2, 3])


def test_the_limit_counts_after_ranking_and_matches_count_all(ana: Workspace, note: Note) -> None:
    for n in range(15):
        note(f"Deploy number {n} went well.")
    result = search(ana, "deploy", limit=4)
    assert (len(result.hits), result.matches, result.total) == (4, 15, 15)
    assert len(search(ana, "deploy").hits) == 10
    assert search(ana, "deploy", limit=0).hits == ()


def test_every_score_is_explained(ana: Workspace, note: Note) -> None:
    note("We use PostgreSQL for user data.", tags=("database",))
    (hit,) = search(ana, "PostgreSQL data")
    assert hit.explanation is not None
    assert hit.explanation.score == pytest.approx(hit.score)
    assert sum(part.added for part in hit.explanation.parts) == pytest.approx(hit.score)
    assert hit.importance.value > 0.5


def test_a_tag_finds_its_memories(ana: Workspace, note: Note) -> None:
    note("We chose it after a long debate.", tags=("kubernetes",))
    assert found(ana, "kubernetes") == ["We chose it after a long debate."]


def test_another_engine_falls_back_to_words_and_says_so(ana: Workspace, note: Note) -> None:
    note("We use PostgreSQL.")
    result = search(ana, "postgresql", engine="hybrid")
    assert len(result.hits) == 1
    assert (result.engine_asked, result.engine) == ("hybrid", "lexical")
    assert any("lexical" in notice for notice in result.notices)
    plain = search(ana, "postgresql")
    assert (plain.engine_asked, plain.engine, plain.notices) == ("auto", "lexical", ())
    with pytest.raises(InvalidRecord):
        search(ana, "postgresql", engine="psychic")


def test_a_search_that_nobody_waits_for_stops(ana: Workspace, note: Note) -> None:
    note("We use PostgreSQL.")

    def stop() -> None:
        raise Cancelled

    for text in ("postgresql", ""):
        with pytest.raises(Cancelled):
            recall.search(ana, Request(text=text), stop)
