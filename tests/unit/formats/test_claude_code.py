"""Claude Code's memory folder: every memory found once, whatever shape its file has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memtui.domain.kinds import Kind, RelationKind, Tier
from memtui.formats.claude_code_names import project_of
from memtui.formats.registry import recognise

Write = Callable[..., Path]
Read = Callable[[Path], Any]


def test_the_sample_is_read_whole_and_what_is_odd_about_it_is_told(samples: Path, read: Read) -> None:
    found = read(samples / "claude_code_memory" / "-home-dev-projects-shopfront" / "memory")
    kinds = {draft.extra.get("file_name", "MEMORY.md"): draft.kind for draft in found.drafts}
    assert kinds == {
        "feedback-test-command.md": Kind.PREFERENCE,
        "project-order-store-old.md": Kind.NOTE,
        "project-order-store.md": Kind.NOTE,
        "user_notes.md": None,
        "MEMORY.md": None,
    }
    inline = found.drafts[-1]
    assert inline.content == "The staging host is staging.shopfront.test and needs VPN."
    told = {(problem.file, problem.skipped) for problem in found.problems}
    assert told == {("MEMORY.md", True), ("user_notes.md", False)}
    assert any("reference-gone.md is missing" in problem.reason for problem in found.problems)


def test_a_notes_project_memory_lasts(samples: Path, read: Read) -> None:
    found = read(samples / "claude_code_memory" / "-home-dev-projects-shopfront" / "memory")
    notes = [draft for draft in found.drafts if draft.kind is Kind.NOTE]
    assert {draft.tier for draft in notes} == {Tier.DURABLE}


def test_a_link_is_a_reference_and_never_a_supersession(samples: Path, read: Read) -> None:
    found = read(samples / "claude_code_memory" / "-home-dev-projects-shopfront" / "memory")
    links = [link for item in found.items for link in item.links]
    assert {link.kind for link in links} == {RelationKind.REFERENCES}
    assert all(draft.superseded_by is None and draft.status is None for draft in found.drafts)


def test_session_times_and_unknown_keys_are_kept(samples: Path, read: Read) -> None:
    found = read(samples / "claude_code_memory" / "-home-dev-projects-shopfront" / "memory")
    draft = found.drafts[0]
    assert draft.session == "0b0e7a52-0000-4000-8000-000000000001"
    assert draft.updated_at is not None
    assert draft.updated_at.isoformat() == "2026-08-14T07:12:44.120000+00:00"
    assert draft.extra["front_matter"]["metadata"]["node_type"] == "memory"
    assert draft.extra["index"] == {"title": "Test command", "line": "always run the fast suite first"}


def test_a_folder_is_known_by_its_index_or_by_what_its_files_say(write: Write) -> None:
    page = write("memory/a.md", "---\nname: a\ntype: user\n---\nLikes tea.\n")
    assert recognise(page.parent).name == "claude-code"  # type: ignore[union-attr]
    index = write("other/MEMORY.md", "# Memory index\n\n- [A](a.md) — tea\n")
    assert recognise(index).name == "claude-code"  # type: ignore[union-attr]
    plain = write("docs/MEMORY.md", "We keep memory low.\n")
    assert recognise(plain.parent).name != "claude-code"  # type: ignore[union-attr]


def test_a_project_that_has_an_index_beside_its_documents_gives_only_its_memories(write: Write, read: Read) -> None:
    write("home/MEMORY.md", "- [A](notes/a.md) — tea\n")
    write("home/notes/a.md", "---\ntype: user\n---\nLikes tea.\n")
    write("home/docs/guide.md", "# Guide\n\nThis is no memory.\n")
    index = write("home/README.md", "About this.\n")
    assert read(index.parent).contents == ["Likes tea."]


@pytest.mark.parametrize(
    ("slug", "project"),
    [
        ("-home-dev-projects-shopfront", "shopfront"),
        ("-Users-ana-code-shop-front", "shop-front"),
        ("-srv-app", "srv-app"),
        ("notes", None),
    ],
)
def test_a_projects_name_is_read_from_the_folders(slug: str, project: str | None) -> None:
    assert project_of(slug) == project
