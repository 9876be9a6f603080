"""related, entities, timeline and status on the command line, and views of the past."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
FOLDER = Path(__file__).parent / "relating"
RENEW = os.environ.get("MEMTUI_UPDATE_GOLDENS") == "1"

BUTTON = (
    ("2026-01-15", "Button component styling uses Tailwind"),
    ("2026-02-03", "Button component has accessibility issues"),
    ("2026-03-01", "Fixed Button component click handler race condition"),
    ("2026-03-20", "Refactored Button component to use hooks"),
)
DATABASES = (
    ("2026-01-15", "We use PostgreSQL for user data"),
    ("2026-02-20", "We use MongoDB for product catalog"),
    ("2026-03-20", "Switched from PostgreSQL to MongoDB"),
)


@pytest.fixture
def button(memtui: Run) -> list[str]:
    """The guide's Button memories; returns their ids."""
    return [memtui("add", text, "--at", day).id for day, text in BUTTON]


@pytest.fixture
def databases(memtui: Run) -> list[str]:
    """The guide's database memories; returns their ids."""
    return [memtui("add", text, "--at", day).id for day, text in DATABASES]


@pytest.fixture(autouse=True)
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every pipe be as wide as the next."""
    monkeypatch.setenv("COLUMNS", "100")


def same(name: str, printed: str, ids: list[str]) -> None:
    """Compare what was printed with its file; ids and importances, which differ from run to run, are not in it."""
    printed = re.sub(r"(?<= )\.\d\d(?= )", ".##", printed)
    for at, each in enumerate(ids, start=1):
        for length in (26, 20, 16, 13, 10):
            printed = printed.replace(each[:length], f"ID{at}")
    file = FOLDER / f"{name}.txt"
    if RENEW:
        FOLDER.mkdir(exist_ok=True)
        file.write_text(printed, "utf-8")
    assert printed == file.read_text("utf-8")


def test_related_to_a_name_prints_as_the_guide_does(memtui: Run, button: list[str]) -> None:
    same("related-entity", memtui("related", "--entity", "Button").out, button)


def test_related_to_a_memory_by_its_id_either_way(memtui: Run, databases: list[str]) -> None:
    printed = memtui("related", databases[0]).out
    assert printed == memtui("related", "--id", databases[0][:16]).out
    same("related-memory", printed, databases)


def test_related_steps(memtui: Run, button: list[str]) -> None:
    same("related-steps", memtui("related", button[0], "--depth", "2").out, button)


def test_related_in_ascii(memtui: Run, button: list[str]) -> None:
    printed = memtui("related", "--entity", "Button", "--ascii").out
    assert printed.isascii()
    assert "Evolution: " in printed


def test_related_as_json(memtui: Run, databases: list[str]) -> None:
    result = memtui("related", databases[0], "--json").json["result"]
    (relation,) = result["relations"]
    assert (relation["kind"], relation["direction"], relation["superseding"]) == ("supersedes", "in", True)
    assert relation["memory"]["id"] == databases[2]
    assert relation["evidence"]["trigger"] == 'Negation trigger "switched from"'
    named = memtui("related", "--entity", "postgres", "--json").json["result"]
    assert (named["name"], named["count"]) == ("PostgreSQL", 2)
    assert named["memories"][0]["context"] == "migration"


@pytest.mark.parametrize("words", [(), ("a", "--id", "b"), ("--id", "a", "--entity", "b"), ("a", "--depth", "4")])
def test_related_needs_one_thing_to_start_from(memtui: Run, databases: list[str], words: tuple[str, ...]) -> None:
    assert memtui("related", *words).code == 2


@pytest.mark.parametrize("words", [("nothing",), ("--entity", "nothing")])
def test_related_to_nothing_that_is_there(memtui: Run, databases: list[str], words: tuple[str, ...]) -> None:
    ran = memtui("related", *words)
    assert (ran.code, ran.out) == (1, "")
    assert "nothing" in ran.err


def test_entities_as_rows_and_as_json(memtui: Run, databases: list[str]) -> None:
    rows = [line.split("  ") for line in memtui("entities").out.splitlines()]
    assert rows[0][:4] == ["MongoDB", "tool", "2", "2026-03-20"]
    assert rows[1][:4] == ["PostgreSQL", "tool", "2", "2026-03-20"]
    document = memtui("entities", "postgres", "--json").json
    assert [each["name"] for each in document["results"]] == ["PostgreSQL"]
    assert document["types"]["tool"] == 2
    assert memtui("entities", "--type", "person").out == ""


def test_entities_guess_and_find_nothing(memtui: Run, databases: list[str]) -> None:
    guessed = memtui("entities", "mongodbb")
    assert guessed.out.startswith("MongoDB")
    assert "resemble" in guessed.err
    assert memtui("entities", "zzzzzz").code == 1


def test_a_timeline_in_full(memtui: Run, button: list[str]) -> None:
    same(
        "timeline",
        "".join(line + "\n" for line in memtui("timeline", "Button").out.splitlines() if "conflict" not in line),
        button,
    )


def test_a_timeline_as_json(memtui: Run, databases: list[str]) -> None:
    result = memtui("timeline", "PostgreSQL", "--json").json["result"]
    assert [line["headline"] for line in result["lines"] if line["kind"] == "added"] == [
        "Use PostgreSQL for user data",
        "Switched to MongoDB",
    ]
    ended, lasting = result["spans"]
    assert (ended["value"], ended["days"], lasting["value"], lasting["end"]) == ("PostgreSQL", 64, "MongoDB", None)
    assert result["relations"][0]["kind"] == "supersedes"


def test_a_timeline_within_a_range(memtui: Run, button: list[str]) -> None:
    printed = memtui("timeline", "Button", "--since", "2026-02-01", "--until", "2026-03-10").out
    assert "Accessibility issues discovered" in printed
    assert "Tailwind styling\n" not in printed
    assert memtui("timeline", "Button", "--since", "2026-03-01", "--until", "2026-01-01").code == 1
    assert memtui("timeline", "nobody").code == 1


def test_a_timeline_of_a_time_without_events_says_so(memtui: Run, button: list[str]) -> None:
    head = memtui("timeline", "Button", "--since", "2026-06-01").out.splitlines()[0]
    assert head == "Button · class · 4 memories · none of that time"


def test_a_name_that_is_nothing_needs_a_look_in_json_too(memtui: Run, databases: list[str]) -> None:
    assert memtui("entities", "zzzz").code == memtui("entities", "zzzz", "--json").code == 1
    assert memtui("entities", "--json").code == 0


def test_status_in_numbers(memtui: Run, databases: list[str]) -> None:
    printed = memtui("status").out
    assert "memories        3\n" in printed
    assert "  superseded    1\n" in printed
    assert "  auto          1\n" in printed
    document = memtui("status", "--json").json
    assert (document["memories"], document["entities"]["tool"], document["conflicts"]["auto"]) == (3, 2, 1)
    assert document["most_related"] == databases[2]


def test_status_draws_the_graph_around_the_most_related(memtui: Run, button: list[str]) -> None:
    printed = memtui("status", "--visualize").out
    assert printed == memtui("status", "--visualize", button[1]).out
    same("visualize", printed, button)
    same("visualize-words", memtui("status", "--visualize", "--words", "--depth", "2").out, button)
    assert memtui("status", "--visualize", "--ascii").out.isascii()


def test_status_draws_a_graph_as_json(memtui: Run, button: list[str]) -> None:
    result = memtui("status", "--visualize", button[1], "--json").json["result"]
    assert result["centre"] == button[1]
    assert {node["id"] for node in result["nodes"]} == set(button[:3])
    assert {(edge["from"], edge["kind"], edge["to"]) for edge in result["edges"]} == {
        (button[1], "references", button[0]),
        (button[2], "elaborates", button[1]),
    }


def test_status_of_a_store_without_links(memtui: Run, place: Path) -> None:
    memtui("add", "A memory that stands on its own")
    ran = memtui("status", "--visualize")
    assert (ran.code, ran.out) == (1, "")
    assert "Nothing is linked" in ran.err


@pytest.mark.parametrize(
    "command",
    [
        ("list", "--status", "all"),
        ("search", "PostgreSQL", "user", "data"),
        ("related", "--entity", "PostgreSQL"),
        ("timeline", "PostgreSQL"),
    ],
)
def test_views_go_back_in_time(memtui: Run, databases: list[str], command: tuple[str, ...]) -> None:
    ran = memtui(*command, "--as-of", "2026-03-01")
    assert ran.code == 0
    assert "We use PostgreSQL for user data" in ran.out or "Use PostgreSQL for user data" in ran.out
    assert "Switched" not in ran.out
    assert "As of 2026-03-01; nothing can be written." in ran.err
    document = memtui(*command, "--as-of", "2026-03-01", "--json").json
    assert document["as_of"].startswith("2026-0")
    assert document["by"] == "true"
    unknown = memtui(*command, "--as-of", "2026-03-01", "--known")
    assert "PostgreSQL" not in unknown.out


def test_a_moment_that_is_none(memtui: Run, databases: list[str]) -> None:
    assert memtui("list", "--known").code == 2
    assert memtui("list", "--as-of", "gibberish").code == 2
    ahead = memtui("list", "--as-of", "2999-01-01")
    assert (ahead.code, "lies ahead" in ahead.err) == (1, True)


def test_hostile_names_and_texts_act_on_nothing(memtui: Run, place: Path) -> None:
    memtui("add", "The evil() function \x1b]52;c;AAAA\x07 calls [red]markup[/red] and sets PGPASSWORD")
    for command in (("related", "--entity", "evil"), ("timeline", "evil"), ("entities",), ("status", "--visualize")):
        ran = memtui(*command)
        assert "\x1b" not in ran.out + ran.err
        assert "\x07" not in ran.out
