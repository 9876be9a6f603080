"""Markdown notes become memories that a person would have written: one thought each, with what it needs beside it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from memtui.domain.kinds import Kind

Write = Callable[..., Path]
Read = Callable[[Path], Any]


@pytest.fixture
def notes(write: Write, read: Read) -> Callable[[str], list[str]]:
    """Returns the texts of the memories that a file of this content holds."""

    def of(text: str) -> list[str]:
        contents: list[str] = read(write("notes.md", text)).contents
        return contents

    return of


Notes = Callable[[str], list[str]]


def test_each_bullet_and_each_paragraph_is_a_memory_and_headings_are_none(notes: Notes) -> None:
    text = "# Shop\n\nThe shop is written in Go.\nIt runs on one machine.\n\n## Rules\n\n- Never push to main.\n- Use tabs in Go code.\n"
    assert notes(text) == [
        "The shop is written in Go. It runs on one machine.",
        "Never push to main.",
        "Use tabs in Go code.",
    ]


def test_a_fragment_gets_the_heading_that_it_needs(notes: Notes) -> None:
    assert notes("# Tech Context\n\n- Python 3.11\n- Postgres 15\n") == [
        "Tech Context: Python 3.11",
        "Tech Context: Postgres 15",
    ]


def test_headings_that_say_nothing_are_not_put_before_a_fragment(notes: Notes) -> None:
    assert notes("# CLAUDE.md\n\n## Notes\n\n- Python 3.11\n") == ["Python 3.11"]


def test_a_nested_bullet_carries_its_parents_label(notes: Notes) -> None:
    text = "- Databases:\n  - SQLite for tests\n  - PostgreSQL in production\n- **Cache** is Redis, shared by all services\n  - 4 GB\n"
    assert notes(text) == [
        "Databases: SQLite for tests",
        "Databases: PostgreSQL in production",
        "**Cache** is Redis, shared by all services",
        "Cache is Redis, shared by all services: 4 GB",
    ]


def test_a_denying_label_stays_with_every_line_under_it(notes: Notes) -> None:
    text = "**Do:**\n- Follow the patterns that exist\n\n**Don't:**\n- Use the any type, find or create proper types\n- Copy code\n"
    assert notes(text) == [
        "Follow the patterns that exist",
        "Don't: Use the any type, find or create proper types",
        "Don't: Copy code",
    ]
    assert notes("## Anti-patterns\n\n- Catch every exception in one place\n") == [
        "Anti-patterns: Catch every exception in one place"
    ]


def test_steps_say_what_they_are_steps_of(notes: Notes) -> None:
    text = "To add an endpoint:\n\n1. Define its types\n2. Register it in the router\n"
    assert notes(text) == ["To add an endpoint: Define its types", "To add an endpoint: Register it in the router"]


def test_code_stays_whole_with_the_sentence_that_announces_it(notes: Notes) -> None:
    text = "Run the whole suite before you push:\n\n```bash\nmake test\nmake lint\n```\n"
    assert notes(text) == ["Run the whole suite before you push:\n```bash\nmake test\nmake lint\n```"]


def test_code_and_tables_are_no_memories_and_are_kept_beside_their_section(write: Write, read: Read) -> None:
    text = "# Build\n\n```sh\nmake all\n```\n\nThe build needs Go 1.22.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    (draft,) = read(write("notes.md", text)).drafts
    assert draft.content == "The build needs Go 1.22."
    assert draft.extra["code"] == ["```sh\nmake all\n```"]
    assert draft.extra["tables"] == ["| a | b |\n|---|---|\n| 1 | 2 |"]


def test_code_without_any_text_near_is_reported(write: Write, read: Read) -> None:
    found = read(write("notes.md", "# Usage\n\n```\nx\n```\n"))
    assert found.contents == []
    assert found.told == [(3, "code or a table without any text beside it: left out")]


def test_lines_without_words_are_left_out_with_a_count(write: Write, read: Read) -> None:
    text = "[![build](https://x.test/b.svg)](https://x.test)\n\n- [One](#one)\n- [Two](#two)\n\nSee [the guide](g.md) first.\n"
    found = read(write("notes.md", text))
    assert found.contents == ["See [the guide](g.md) first."]
    assert found.told == [(1, "3 lines of links, badges, imports or tags left out")]


def test_tasks_keep_their_box_and_get_a_tag(write: Write, read: Read) -> None:
    found = read(write("progress.md", "# Progress\n\n- [x] cut-over\n- [ ] delete the old store\n"))
    assert found.contents == ["Progress: [x] cut-over", "Progress: [ ] delete the old store"]
    assert [draft.tags for draft in found.drafts] == [("done",), ("todo",)]


def test_front_matter_becomes_fields_and_the_rest_is_kept(write: Write, read: Read) -> None:
    text = "---\ntags: [db, Orders]\ncreated: 2026-02-11\nupdated: 2026-05-02T09:30:00+02:00\nglobs: *.py\n---\n\nOrders live in Postgres.\n"
    (draft,) = read(write("rule.mdc", text)).drafts
    assert draft.tags == ("db", "Orders")
    assert draft.created_at == datetime(2026, 2, 11, tzinfo=UTC)
    assert draft.created_at_assumed
    assert draft.updated_at == datetime(2026, 5, 2, 7, 30, tzinfo=UTC)
    assert draft.extra["front_matter"] == {"globs": "*.py"}


def test_an_ambiguous_date_leaves_it_undated_and_says_so(write: Write, read: Read) -> None:
    found = read(write("a.md", "---\ndate: 03/04/2026\n---\nOrders live in Postgres.\n"))
    assert found.drafts[0].undated
    assert any("ambiguous" in reason for _, reason in found.told)


def test_headings_that_name_a_kind_give_it(write: Write, read: Read) -> None:
    text = "## Decisions\n- We moved to Postgres in May\n## Preferences\n- I like squash merges best\n## Other\n- The host is small\n"
    assert [draft.kind for draft in read(write("a.md", text)).drafts] == [Kind.DECISION, Kind.PREFERENCE, None]


def test_the_same_bullet_twice_has_two_ids_that_stay(write: Write, read: Read) -> None:
    text = "## A\n- Retry three times in all\n- Retry three times in all\n"
    first = [draft.foreign_id for draft in read(write("a.md", text)).drafts]
    again = [draft.foreign_id for draft in read(write("a.md", "New first paragraph here.\n\n" + text)).drafts]
    assert len(set(first)) == 2
    assert again[1:] == first


def test_ids_are_the_same_from_wherever_the_file_is_named(write: Write, read: Read, tmp_path: Path) -> None:
    path = write("memory-bank/a.md", "Orders live in Postgres.\n")
    (tmp_path / "project" / ".git").mkdir()
    alone, project = read(path), read(tmp_path / "project")
    assert alone.drafts[0].foreign_id == project.drafts[0].foreign_id
    assert project.drafts[0].project == "project"


def test_windows_text_is_read_and_flagged(write: Write, read: Read) -> None:
    found = read(write("a.md", "Die Größe ist begrenzt auf fünf.\n".encode("cp1252")))
    assert found.contents == ["Die Größe ist begrenzt auf fünf."]
    assert found.told == [(1, "not UTF-8: read as Windows-1252")]


ADR = """# 12. Use Postgres for orders

Date: 2026-02-11

## Status

{status}

## Context

SQLite locks the whole file.

## Decision

We will use Postgres.

- It locks rows.
"""


def test_a_decision_record_is_one_memory_with_its_date_and_status(write: Write, read: Read) -> None:
    (draft,) = read(write("docs/adr/0012-use-postgres.md", ADR.format(status="Accepted"))).drafts
    assert draft.kind is Kind.DECISION
    assert draft.content.startswith("12. Use Postgres for orders\n")
    assert "SQLite locks the whole file." in draft.content
    assert "- It locks rows." in draft.content
    assert draft.created_at == datetime(2026, 2, 11, tzinfo=UTC)
    assert draft.tags == ("adr", "accepted")


def test_sections_alone_make_a_decision_record_and_a_template_is_none(write: Write, read: Read) -> None:
    assert len(read(write("notes/postgres.md", ADR.format(status="Accepted"))).drafts) == 1
    assert len(read(write("docs/adr/template.md", ADR.format(status="Accepted"))).drafts) > 1


@pytest.mark.parametrize(("status", "links"), [("Accepted", 1), ("Proposed", 0), ("Rejected", 0)])
def test_only_a_decision_that_was_taken_supersedes(write: Write, read: Read, status: str, links: int) -> None:
    write("docs/adr/0003-use-sqlite.md", ADR.format(status="Accepted"))
    text = ADR.format(status=f"{status}\n\nSupersedes [3. Use SQLite](0003-use-sqlite.md)")
    found = read(write("docs/adr/0012-use-postgres.md", text))
    assert len(found.items[0].links) == links
    assert status.lower() in found.drafts[0].tags
    assert ("supersedes_nothing" in found.drafts[0].extra) is (links == 0)


def test_a_superseded_decision_names_its_successor(write: Write, read: Read) -> None:
    target = write("docs/adr/0012-use-postgres.md", ADR.format(status="Accepted"))
    old = read(write("docs/adr/0003-use-sqlite.md", ADR.format(status="Superseded by ADR-0012"))).drafts[0]
    assert old.superseded_by == read(target).drafts[0].foreign_id


def test_status_and_date_are_found_where_people_put_them(write: Write, read: Read) -> None:
    text = "# 7. Cache\n\n**Date:** 17/08/2020\n**Status:** 🤔 Proposed\n\n## Context\n\nSlow.\n\n## Decision\n\nCache it.\n"
    (draft,) = read(write("a.md", text)).drafts
    assert draft.created_at == datetime(2020, 8, 17, tzinfo=UTC)
    assert "proposed" in draft.tags
