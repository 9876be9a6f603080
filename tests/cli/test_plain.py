"""The views as text: `memtui --plain VIEW`."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run

VIEWS = ("search", "review", "layers", "graph", "timeline", "history")


@pytest.fixture
def judged(memtui: Run) -> dict[str, str]:
    """A store with a conflict to judge, a value that changed, and an entity with a history."""
    texts = {
        "old limit": ("Redis memory limit is 1GB", "--tag", "config", "--at", "2026-02-03"),
        "new limit": ("Redis memory limit is 8GB", "--at", "2026-03-20"),
        "postgres": ("We use PostgreSQL for user data", "--kind", "decision", "--at", "2026-01-15"),
        "mongo": ("We switched from PostgreSQL to MongoDB for user data", "--at", "2026-03-01", "--kind", "decision"),
        "rule": ("Never push to main", "--kind", "constraint", "--layer", "operational", "--at", "2026-03-01"),
    }
    return {name: memtui("add", *words).id for name, words in texts.items()}


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_lines_of_text_that_begin_with_its_name(memtui: Run, judged: object, view: str) -> None:
    ran = memtui("--plain", view)
    assert ran.code == 0
    assert ran.out.startswith(f"{view.capitalize()}: ")
    assert not any(sign in ran.out for sign in "┌┐╔╗═█░\x1b")
    assert all(len(line) <= 100 for line in ran.out.splitlines())
    assert memtui("--ascii", "--plain", view).out.isascii()


@pytest.mark.parametrize("view", VIEWS)
def test_an_empty_view_says_so_in_words(memtui: Run, view: str) -> None:
    gone = memtui("add", "We use Redis for sessions").id
    memtui("purge", gone, "--apply", stdin="purge 1\n")
    ran = memtui("--plain", view)
    assert ran.code == 0
    told = {
        "search": "No memories yet.",
        "review": "No conflicts.",
        "layers": "semantic: 0 memories",
        "graph": "Nothing is linked here yet",
        "timeline": "The memories name nothing yet.",
        "history": "purge",
    }
    assert told[view] in ran.out


def test_words_behind_search_are_a_query(memtui: Run, judged: dict[str, str]) -> None:
    ran = memtui("--plain", "search", "which", "database", "for", "user", "data", "-redis")
    first = ran.out.split("\n\n")[1]
    assert first.startswith("1. We switched from PostgreSQL to MongoDB")
    assert "● active, semantic, importance" in first
    assert judged["mongo"][:10] in first
    assert "Redis" not in ran.out.split("\n\n", 1)[1]
    nothing = memtui("--plain", "search", "quokka")
    assert nothing.code == 1
    assert 'Nothing for "quokka"' in nothing.out


def test_review_tells_a_blind_reviewer_all_that_a_verdict_needs(memtui: Run, judged: dict[str, str]) -> None:
    ran = memtui("--plain", "review")
    assert "Redis memory limit" in ran.out
    assert "1GB → 8GB" in ran.out
    assert "≠ contradiction, high" in ran.out
    assert "[-1GB-]" in ran.out
    assert "{+8GB+}" in ran.out
    number = next(line.split(".")[0] for line in ran.out.splitlines() if "1GB → 8GB" in line)
    assert memtui("conflicts", "resolve", number, "newer").code == 0
    after = memtui("--plain", "review")
    assert "1GB → 8GB" not in after.out
    assert memtui("--plain", "review", "quokka").code == 1


def test_a_long_list_is_bounded_and_says_how_much_more_there_is(memtui: Run, judged: object) -> None:
    ran = memtui("--plain", "search", "--limit", "2")
    assert "2 more; --limit 4 shows more." in ran.out
    assert memtui("--plain", "search", "--limit", "4").out.count("importance") == 4


def test_layers_fold_the_archive_and_open_the_one_that_is_named(memtui: Run, judged: dict[str, str]) -> None:
    memtui("archive", judged["rule"])
    ran = memtui("--plain", "layers")
    names = [line.split(":")[0] for line in ran.out.splitlines() if line and not line.startswith((" ", "Layers"))]
    assert names == ["archived", "short term", "episodic", "semantic", "working", "operational"]
    assert "Never push to main" not in ran.out
    assert "Never push to main" in memtui("--plain", "layers", "archived").out
    assert memtui("--plain", "layers", "attic").code == 2


def test_the_graph_is_a_tree_around_a_memory_or_a_name(memtui: Run, judged: dict[str, str]) -> None:
    around = memtui("--plain", "graph", judged["mongo"][:12])
    first, *rest = around.out.split("\n\n", 1)[1].splitlines()
    assert first.startswith("● We switched from PostgreSQL to MongoDB")
    assert any("» supersedes" in line and "superseded" in line and judged["postgres"][:10] in line for line in rest)
    assert "We use PostgreSQL" in memtui("--plain", "graph", "postgresql").out
    assert memtui("--plain", "graph", "quokka").code == 1


def test_a_timeline_is_told_in_words(memtui: Run, judged: dict[str, str]) -> None:
    ran = memtui("--plain", "timeline", "PostgreSQL")
    assert "PostgreSQL from 15 Jan 2026 to 1 Mar 2026, 45 days" in ran.out
    assert "2026-03-01: " in ran.out
    by_id = memtui("--plain", "timeline", judged["postgres"])
    assert by_id.out.startswith("Timeline: PostgreSQL")
    assert "PostgreSQL" in memtui("--plain", "timeline").out
    assert memtui("--plain", "timeline", judged["rule"]).err.startswith("This memory names nothing")


def test_history_narrows_by_words(memtui: Run, judged: dict[str, str]) -> None:
    memtui("tag", judged["rule"], "+safety")
    ran = memtui("--plain", "history", "safety")
    assert "tag" in ran.out
    assert "MongoDB" not in ran.out
    assert memtui("--plain", "history", "quokka").code == 1


def test_history_folds_the_verdicts_of_a_sitting(memtui: Run, judged: dict[str, str]) -> None:
    memtui("add", "Kafka retention is 3 days", "--at", "2026-02-03")
    memtui("add", "Kafka retention is 9 days", "--at", "2026-03-03")
    for conflict in memtui("--json", "conflicts", "list").json["results"][:2]:
        assert memtui("conflicts", "resolve", conflict["id"], "newer").code == 0
    ran = memtui("--plain", "history")
    assert "verdicts  sitting of 2: 2 newer" in ran.out
    assert "resolve  " not in ran.out
    assert ran.out.count("`memtui history --action") == 1
    assert memtui("history").out.count(" resolve ") == 2


def test_a_view_can_be_seen_as_it_was(memtui: Run, judged: dict[str, str]) -> None:
    memtui("add", "The shop uses Kafka", "--project", "shop", "--at", "2026-01-02")
    ran = memtui("--project", "shop", "--plain=search", "--as-of", "2026-02-01")
    assert ran.out.startswith("Search, shop, as of 2026-02-01: ")
    assert "The shop uses Kafka" in ran.out
    assert "We use PostgreSQL" in memtui("--plain", "search", "--as-of", "2026-02-01").out
    assert "MongoDB" not in memtui("--plain", "search", "--as-of", "2026-02-01").out


def test_lines_are_as_wide_as_the_terminal(memtui: Run, judged: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    for view in VIEWS:
        assert [line for line in memtui("--plain", view).out.splitlines() if len(line) > 60] == []


def test_what_is_no_view_is_refused_by_name(memtui: Run, judged: object) -> None:
    desk = memtui("--plain", "desk")
    assert desk.code == 2
    assert "four views at once" in desk.err
    assert "one of: search, review" in memtui("--plain", "quokka").err
    assert "Usage: memtui --plain" in memtui("--plain").err
    assert "memtui search --json" in memtui("--json", "--plain", "search").out


def test_a_hostile_text_does_nothing_in_any_view(memtui: Run) -> None:
    token = "ghp_" + "a1B2" * 9
    memtui("add", f"The Redis limit is 1GB \x1b]52;c;aGk=\x07 {token} [bold]", "--allow-secrets", "--at", "2026-01-01")
    memtui("add", f"The Redis limit is 8GB \u202e {token}", "--allow-secrets", "--at", "2026-02-01")
    for view in VIEWS:
        out = memtui("--plain", view).out
        assert not any(sign in out for sign in ("\x1b", "\x07", "\u202e", token))
