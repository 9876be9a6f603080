"""Layers, moves, evaluation, consolidation, compaction and extraction from the command line."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


def layer(memtui: Run, handle: str) -> str:
    """The layer of a memory."""
    return str(memtui("show", handle, "--json").json["results"][0]["layer"])


def test_the_board_prints_six_layers_in_rank_order(memtui: Run, filled: dict[str, str]) -> None:
    ran = memtui("layers")
    assert ran.code == 0
    names = [line.split("  ")[0] for line in ran.out.splitlines()]
    assert names == ["archived", "short_term", "episodic", "semantic", "working", "operational"]
    told = memtui("layers", "--json").json
    assert told["count"] == 6
    assert sum(each["memories"] for each in told["results"]) == 4
    assert all(each["tokens"] > 0 for each in told["results"] if each["memories"])


def test_one_layer_lists_its_memories_with_suggestions(memtui: Run, filled: dict[str, str]) -> None:
    memtui("add", "User prefers dark mode", "--type", "preference", "--layer", "working")
    ran = memtui("layers", "working")
    assert "Preferences belong in semantic" in ran.out
    (result,) = memtui("layers", "working", "--json").json["results"]
    assert result["suggestion"] == {"to": "semantic", "reason": "Preferences belong in semantic, below working."}
    assert memtui("layers", "sideways").code == 2


def test_a_memory_is_promoted_and_demoted_at_once(memtui: Run, filled: dict[str, str]) -> None:
    before = layer(memtui, filled["postgres"])
    up = memtui("promote", filled["postgres"])
    assert (up.code, up.out) == (0, "Promoted 1 memory: se → wk.\n")
    assert memtui("demote", filled["postgres"], before).code == 0
    assert layer(memtui, filled["postgres"]) == before
    assert memtui("promote", filled["postgres"], "--to", "operational").code == 0
    assert layer(memtui, filled["postgres"]) == "operational"
    assert memtui("undo").code == 0
    assert layer(memtui, filled["postgres"]) == before


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("promote", "semantic"), 1, "in semantic already"),
        (("promote", "episodic"), 1, "Demote it instead"),
        (("demote", "working"), 1, "Promote it instead"),
        (("promote", "--to", "sideways"), 2, "none of"),
        (("promote", "sideways"), 1, "'sideways' is neither a memory nor a layer"),
    ],
)
def test_a_wrong_move_says_why(
    memtui: Run, filled: dict[str, str], words: tuple[str, ...], code: int, said: str
) -> None:
    command, *rest = words
    ran = memtui(command, filled["postgres"], *rest)
    assert ran.code == code
    assert said in ran.err
    assert layer(memtui, filled["postgres"]) == "semantic"


def test_several_moves_are_previewed(memtui: Run, filled: dict[str, str]) -> None:
    both = (filled["postgres"], filled["mongo"])
    preview = memtui("promote", *both, "working")
    assert (preview.code, "Nothing was written" in preview.err) == (0, True)
    assert "layer semantic → working" in preview.out
    assert layer(memtui, both[0]) == "semantic"
    assert memtui("promote", *both, "working", "--apply").code == 0
    assert [layer(memtui, each) for each in both] == ["working", "working"]
    told = memtui("demote", *both, "semantic", "--apply", "--json").json
    assert (told["count"], told["batch"]["action"]) == (2, "demote")


def test_an_evaluation_is_previewed_then_applied(memtui: Run, filled: dict[str, str]) -> None:
    memtui("add", "User prefers dark mode in the editor", "--type", "preference", "--layer", "episodic")
    preview = memtui("evaluate")
    assert preview.code == 0
    assert "episodic → semantic" in preview.out
    assert "Preferences belong in semantic." in preview.out
    assert "--apply does it" in preview.err
    told = memtui("evaluate", "--json").json
    assert (told["applied"], len(told["promoted"]), told["batch"]) == (False, 1, None)
    done = memtui("evaluate", "--apply", "--json").json
    assert (done["applied"], done["unchanged"], done["batch"]["action"]) == (True, 4, "evaluate")
    assert memtui("evaluate", "--json").json["promoted"] == []
    assert memtui("evaluate", "--preset", "harsh").code == 2


def test_a_consolidation_is_previewed_by_name(memtui: Run, filled: dict[str, str]) -> None:
    memtui("add", "Billing uses JWT", "--at", "2026-01-05")
    memtui("add", "Search uses JWT and Redis", "--at", "2026-01-06", "--project", "blog")
    memtui("add", "OAuth2 replaced JWT", "--at", "2026-02-05")
    preview = memtui("consolidate", "--json").json
    assert preview["applied"] is False
    assert {fact["object"] for fact in preview["plan"]["retired_facts"]} <= {"JWT", "jwt"}
    assert memtui("consolidate").code == 0
    done = memtui("consolidate", "--apply", "--json").json
    assert done["retirements_applied"] == len(preview["plan"]["retired_facts"]) + len(preview["plan"]["retired_nodes"])
    again = memtui("consolidate", "--apply", "--json").json
    assert (again["applied"], again["retirements_applied"], again["message"]) == (False, 0, "0 merges, 0 retirements.")


def test_entities_are_merged_and_split_by_hand(memtui: Run, filled: dict[str, str]) -> None:
    merged = memtui("consolidate", "--merge", "mongodb", "postgresql")
    assert merged.code == 0
    assert merged.out.casefold() == "merged postgresql into mongodb.\n"
    assert memtui("consolidate", "--split", "mongodb", "postgresql").code == 0
    missing = memtui("consolidate", "--merge", "mongodb", "nothing-like-it")
    assert (missing.code, "nothing-like-it" in missing.err) == (1, True)
    assert memtui("consolidate", "--merge", "a", "b", "--split", "a", "b").code == 2


def test_compaction_is_previewed_then_applied(memtui: Run, filled: dict[str, str]) -> None:
    assert memtui("compact").code == 2
    preview = memtui("compact", "--max", "3")
    assert (preview.code, len(preview.out.splitlines())) == (0, 1)
    assert "1 memory archived, 3 active." in preview.err
    done = memtui("compact", "--max", "3", "--apply", "--json").json
    assert (done["count"], done["active"], done["before"]) == (1, 3, 4)
    assert done["results"][0]["status"] == "archived"
    assert memtui("undo").code == 0
    assert len(memtui("list").ids) == 4


def test_extract_prints_entities_and_facts_and_writes_nothing(memtui: Run) -> None:
    ran = memtui("extract", "We replaced session-based auth with JWT.")
    assert ran.code == 0
    assert "fact  JWT supersedes session auth" in ran.out
    told = memtui("extract", "We no longer use PostgreSQL for user data", "--json").json
    assert [(fact["object"], fact["scope"], fact["ended"]) for fact in told["facts"]] == [
        ("PostgreSQL", "user data", True)
    ]
    assert "PostgreSQL" in told["entities"][0]["name"] or told["entities"][0]["name"] == "postgresql"
    assert memtui("list").code == 1, "there is still no store"


def test_extract_prints_each_thing_once(memtui: Run) -> None:
    lines = memtui("extract", "We use Redis in src/a.ts. We use Redis, says src/a.ts.").out.splitlines()
    assert len(lines) == len(set(lines))
    assert "file_path  src/a.ts  -" in lines


def test_extract_reads_stdin_and_stored_memories(memtui: Run, filled: dict[str, str]) -> None:
    piped = memtui("extract", "-", stdin="Backend uses Go. Frontend uses React.")
    assert piped.out.count("fact  ") == 2
    stored = memtui("extract", "--id", filled["postgres"])
    assert "we uses PostgreSQL" in stored.out
    assert memtui("extract").code == 2
    assert memtui("extract", "x", "--id", "y").code == 2
    assert memtui("extract", "nothing to find here").err == "No entities and no facts.\n"
