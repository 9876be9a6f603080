"""Files are recognised by name and content, folders file by file, and instructions only when they are named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from memtui.formats.registry import all_formats, named, recognise

Write = Callable[..., Path]
Read = Callable[[Path], Any]


@pytest.mark.parametrize(
    ("name", "content", "format"),
    [
        ("memory.jsonl", '{"type":"entity","name":"a","entityType":"x","observations":[]}', "mcp"),
        ("memory.json", '{"type":"entity","name":"a","entityType":"x","observations":[]}\n{"type":"relation"}', "mcp"),
        ("shop.jsonl", '{"format":"memtui","version":1}\n', "memtui"),
        ("plain.jsonl", '{"content":"a memory","created_at":"2026-01-01"}', "jsonl"),
        ("CLAUDE.md", "# Rules", "markdown"),
        ("rule.mdc", "a", "markdown"),
        (".cursorrules", "a", "markdown"),
        ("export.json", '{"format":"mneno.memory_export","memories":[]}', "mneno"),
    ],
)
def test_a_file_is_known_by_name_and_content(write: Write, name: str, content: str, format: str) -> None:
    found = recognise(write(name, content))
    assert found is not None
    assert found.name == format


@pytest.mark.parametrize(("name", "content"), [("a.json", "{}"), ("a.py", "x = 1"), ("a.jsonl", "[1]"), ("a.db", "no")])
def test_other_files_are_not_claimed(write: Write, name: str, content: str) -> None:
    assert recognise(write(name, content)) is None


def test_every_format_has_a_name_of_its_own() -> None:
    names = [each.name for each in all_formats()]
    assert len(set(names)) == len(names)
    assert named(" MCP ") is not None
    assert named("nothing") is None


def test_instructions_in_a_folder_are_told_and_let_in_when_named(write: Write, read: Read) -> None:
    path = write("CLAUDE.md", "Always run the tests.\n")
    write("AGENTS.md", "Always run the tests.\n")
    write(".claude/rules/style.md", "Use tabs.\n")
    write("agents--x--AGENTS.md", "This file is named differently.\n")
    folder = read(path.parent)
    assert folder.contents == ["This file is named differently."]
    told = {problem.file: problem.reason for problem in folder.problems}
    assert set(told) == {"CLAUDE.md", "AGENTS.md", ".claude/rules/style.md"}
    assert "name the file" in told["CLAUDE.md"]
    assert read(path).contents == ["Always run the tests."]


def test_a_folder_of_several_formats_is_read_file_by_file(samples: Path, read: Read) -> None:
    found = read(samples)
    assert {draft.format for draft in found.drafts} == {"claude-code", "mcp", "markdown", "mneno"}
    assert all("/" in item.file for item in found.items)


def test_an_unknown_file_in_a_folder_is_told_and_code_is_left_alone(write: Write, read: Read) -> None:
    write("notes.md", "Orders live in Postgres.\n")
    write("data.json", json.dumps({"a": 1}))
    write("node_modules/x/README.md", "Not this.\n")
    path = write("main.py", "print()")
    found = read(path.parent)
    assert found.contents == ["Orders live in Postgres."]
    assert [(problem.file, problem.reason) for problem in found.problems] == [
        ("data.json", "in no format that is known")
    ]
