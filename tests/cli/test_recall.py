"""Searching, and the context for an agent."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run

QUERIES = [
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
    "-",
    "--",
    "-x",
    "[/red]",
    "\x1b[2J",
]


def test_the_best_memory_comes_first(memtui: Run, filled: dict[str, str]) -> None:
    ran = memtui("search", "postgresql", "user", "data")
    assert ran.code == 0
    assert ran.ids[0] == filled["postgres"]
    assert memtui("recall", "postgresql user data").ids == ran.ids


def test_a_word_with_a_hyphen_before_it_leaves_out(memtui: Run, filled: dict[str, str]) -> None:
    assert set(memtui("search", "use").ids) == {filled["postgres"], filled["mongo"]}
    assert memtui("search", "use", "-mongodb").ids == [filled["postgres"]]
    assert memtui("search", "-mongodb", "use", "--limit", "5").ids == [filled["postgres"]]


def test_options_may_stand_among_the_words(memtui: Run, filled: dict[str, str]) -> None:
    assert len(memtui("search", "--limit", "1", "we", "use").ids) == 1
    assert len(memtui("search", "we", "--limit=1", "use").ids) == 1
    assert memtui("search", "use", "--colour").code == 2


def test_after_two_hyphens_everything_is_a_word(memtui: Run) -> None:
    made = memtui("add", "run it with --limit to cut the list").id
    assert memtui("search", "--", "--limit").ids == [made]


@pytest.mark.parametrize("query", QUERIES)
def test_no_query_is_an_error(memtui: Run, filled: dict[str, str], query: str) -> None:
    for words in ([query], ["--", query], query.split()):
        ran = memtui("search", *words)
        assert ran.code in (0, 1), ran.err
        assert "\x1b" not in ran.out + ran.err


def test_an_empty_query_lists_all_by_importance(memtui: Run, filled: dict[str, str]) -> None:
    body = memtui("search", "", "--json").json
    values = [memory["importance"] for memory in body["results"]]
    assert len(values) == 3
    assert values == sorted(values, reverse=True)


def test_nothing_found_is_said_and_is_exit_code_one(memtui: Run, filled: dict[str, str]) -> None:
    ran = memtui("search", "zebra")
    assert (ran.code, ran.out) == (1, "")
    assert "Nothing for 'zebra'" in ran.err
    body = memtui("search", "zebra", "--json")
    assert (body.code, body.json["count"], body.json["results"]) == (1, 0, [])


def test_hidden_memories_are_counted_and_can_be_brought_back(memtui: Run, filled: dict[str, str]) -> None:
    memtui("archive", filled["mongo"])
    ran = memtui("search", "mongodb catalog postgresql")
    assert filled["mongo"] not in ran.ids
    assert "1 archived hidden" in ran.err
    assert filled["mongo"] in memtui("search", "mongodb catalog postgresql", "--include-archived").ids
    assert filled["mongo"] in memtui("search", "mongodb catalog postgresql", "--include-inactive").ids
    assert filled["note"] in memtui("search", "lunch", "--include-transient").ids


def test_the_query_may_come_from_standard_input(memtui: Run, filled: dict[str, str]) -> None:
    assert memtui("search", "-", stdin="postgresql\n").ids == [filled["postgres"]]


def test_every_part_of_a_score_can_be_shown(memtui: Run, filled: dict[str, str]) -> None:
    parts = memtui("search", "postgresql", "--why").out
    assert "words" in parts
    assert "importance" in parts
    reasons = memtui("search", "postgresql", "--show-reasons").out
    assert len(reasons.splitlines()) < len(parts.splitlines())
    score = memtui("search", "postgresql", "--json").json["results"][0]["score"]
    assert {part["name"] for part in score["parts"]} >= {"words", "importance"}


def test_an_engine_that_is_not_there_falls_back_and_says_so(memtui: Run, filled: dict[str, str]) -> None:
    ran = memtui("search", "postgresql", "--engine", "hybrid", "--json")
    assert ran.code == 0
    assert (ran.json["engine_asked"], ran.json["engine"]) == ("hybrid", "lexical")
    assert "lexical" in memtui("search", "postgresql", "--engine", "hybrid").err
    assert memtui("search", "postgresql", "--engine", "psychic").code == 2


def test_searching_opens_nothing_and_context_opens_what_it_recalls(memtui: Run, filled: dict[str, str]) -> None:
    def opened() -> int:
        count: int = memtui("--read-only", "show", filled["postgres"], "--json").json["results"][0]["access_count"]
        return count

    memtui("search", "postgresql")
    assert opened() == 0
    memtui("context", "postgresql")
    assert opened() == 1


def test_context_is_never_over_its_budget(memtui: Run, filled: dict[str, str]) -> None:
    for number in range(20):
        memtui("add", f"PostgreSQL fact number {number} that is long enough to cost some tokens of the budget")
    body = memtui("context", "postgresql", "--budget", "100", "--json").json
    assert body["tokens"] <= body["budget"] == 100
    assert len(body["text"]) <= 4 * 100
    assert body["left_out"]
    assert {"section", "reason", "tokens"} <= set(body["results"][0])
    ran = memtui("context", "which", "postgresql", "--budget", "100")
    assert ran.out.strip()
    assert "tokens" in ran.err
