"""Showing and listing memories."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run


def test_a_list_in_a_pipe_is_one_memory_a_line_parted_by_two_blanks(memtui: Run, filled: dict[str, str]) -> None:
    lines = [line.split("  ") for line in memtui("list").out.splitlines()]
    assert [line[0] for line in lines] == [filled["note"], filled["rule"], filled["mongo"], filled["postgres"]]
    assert lines[-1][1:4] == ["2026-01-15", "active", "semantic"]
    assert lines[-1][5] == "We use PostgreSQL for user data"


def test_a_list_is_narrowed_by_options_and_by_qualifiers(memtui: Run, filled: dict[str, str]) -> None:
    assert memtui("list", "--kind", "constraint").ids == memtui("list", "kind:constraint").ids == [filled["rule"]]
    assert set(memtui("list", "--tag", "db").ids) == {filled["postgres"], filled["mongo"]}
    assert memtui("list", "--tag", "db", "--tag", "decision").ids == [filled["postgres"]]
    assert memtui("list", "--since", "2026-03-02").ids == [filled["note"]]
    assert memtui("list", "--before", "2026-02-01").ids == [filled["postgres"]]
    assert memtui("list", "tag:db", "before:2026-02-01").ids == [filled["postgres"]]
    assert memtui("list", "--tier", "transient").ids == [filled["note"]]


def test_words_belong_to_search_and_not_to_list(memtui: Run, filled: dict[str, str]) -> None:
    ran = memtui("list", "postgres")
    assert ran.code == 2
    assert "memtui search" in ran.err


def test_archived_memories_are_listed_when_a_status_asks_for_them(memtui: Run, filled: dict[str, str]) -> None:
    memtui("archive", filled["mongo"])
    assert filled["mongo"] not in memtui("list").ids
    assert memtui("list", "--status", "archived").ids == [filled["mongo"]]
    assert memtui("list", "status:archived").ids == [filled["mongo"]]
    assert filled["mongo"] in memtui("list", "--status", "all").ids


@pytest.mark.parametrize("order", ["newest", "oldest", "recorded", "importance", "opened"])
def test_pages_go_on_where_the_last_one_ended(memtui: Run, filled: dict[str, str], order: str) -> None:
    whole = memtui("list", "--order", order, "--all").ids
    assert set(whole) == set(filled.values())
    pages: list[str] = []
    after: tuple[str, ...] = ()
    while True:
        body = memtui("list", "--order", order, "--limit", "1", "--json", *after).json
        pages += [memory["id"] for memory in body["results"]]
        assert body["total"] == 4
        if body["next_after"] is None:
            break
        after = ("--after", body["next_after"])
    assert pages == whole


def test_a_cut_list_says_how_to_go_on(memtui: Run, filled: dict[str, str]) -> None:
    ran = memtui("list", "--limit", "2")
    assert len(ran.ids) == 2
    assert "2 of 4 memories" in ran.err
    assert f"--after {ran.ids[-1]}" in ran.err


def test_recent_shows_the_newest_by_when_it_happened(memtui: Run, filled: dict[str, str]) -> None:
    assert memtui("recent", "--limit", "2").ids == [filled["note"], filled["rule"]]


def test_a_list_is_one_json_document(memtui: Run, filled: dict[str, str]) -> None:
    for command in (("list",), ("recent",)):
        body = memtui(*command, "--json").json
        assert (body["schema_version"], body["count"]) == (1, 4)
        assert body["results"][0]["id"] == filled["note"]


def test_an_empty_store_says_how_to_begin(memtui: Run) -> None:
    made = memtui("add", "Only for a moment in this store").id
    memtui("undo")
    assert made
    ran = memtui("list")
    assert (ran.code, ran.out) == (0, "")
    assert "memtui add" in ran.err
    assert memtui("list", "--json").json == {
        "schema_version": 1,
        "count": 0,
        "total": 0,
        "next_after": None,
        "results": [],
    }


def test_a_memory_is_found_by_any_unique_beginning_of_its_id(memtui: Run, filled: dict[str, str]) -> None:
    whole = filled["postgres"]
    assert memtui("show", whole[:25], "--json").json["results"][0]["id"] == whole
    ran = memtui("show", whole[:2])
    assert ran.code == 1
    assert ran.err.strip()


def test_showing_tells_everything_and_counts_as_opening(memtui: Run, filled: dict[str, str]) -> None:
    out = memtui("show", filled["rule"]).out
    for expected in (filled["rule"], "kind: constraint", "priority: high", "Never push to main", "trail: "):
        assert expected in out
    assert memtui("show", filled["rule"], "--json").json["results"][0]["access_count"] == 2
    assert memtui("--read-only", "show", filled["rule"], "--json").json["results"][0]["access_count"] == 2


def test_several_memories_are_shown_one_after_the_other(memtui: Run, filled: dict[str, str]) -> None:
    listed = memtui("list", "tag:db").out
    body = memtui("show", "-", "--json", stdin=listed).json
    assert body["count"] == 2
    assert memtui("show", "-", stdin=listed).out.count("\nstatus: active\n") == 2


def test_a_memorys_json_keeps_its_shape(memtui: Run, filled: dict[str, str]) -> None:
    memory = memtui("show", filled["rule"], "--json").json["results"][0]
    expected = {
        *(
            "id",
            "foreign_id",
            "format",
            "content",
            "kind",
            "type",
            "layer",
            "layer_before",
            "status",
            "tier",
            "tier_reason",
        ),
        *(
            "tier_rule_reason",
            "importance",
            "importance_parts",
            "importance_override",
            "pinned",
            "priority",
            "confidence",
        ),
        *(
            "tags",
            "proposed_tag",
            "source",
            "origin",
            "project",
            "trust",
            "created_at",
            "created_at_assumed",
            "recorded_at",
        ),
        *(
            "updated_at",
            "valid_from",
            "valid_until",
            "access_count",
            "last_accessed_at",
            "superseded_by",
            "merged_into",
        ),
        *("conflicts_with", "badges", "version", "entities", "relations", "conflicts", "trail"),
    }
    assert set(memory) == expected
    assert memory["recorded_at"].endswith("Z")
