"""A glance at what other programs left: counted, bounded, nothing changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.services import glancing
from memtui.services.glancing import glance

LINE = '{"type":"entity","name":"shop","entityType":"project","observations":["uses redis","uses vite"]}\n'


def test_memories_are_counted_and_nothing_is_changed(tmp_path: Path) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text(LINE * 3)
    before = file.stat().st_mtime_ns
    seen = glance(file)
    assert (seen.format, seen.more, seen.offers) == ("mcp", False, True)
    assert seen.memories > 0
    assert file.stat().st_mtime_ns == before
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["CLAUDE.md", "AGENTS.md"])
def test_instructions_are_no_memory(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("- Run the linter\n")
    seen = glance(tmp_path / name)
    assert seen.instructions
    assert not seen.offers


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe", b"SQLite format 3\x00 torn"])
def test_what_nobody_can_read_is_as_good_as_empty(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_bytes(content)
    assert not glance(file).offers


def test_a_place_that_is_gone_offers_nothing(tmp_path: Path) -> None:
    assert not glance(tmp_path / "nowhere").offers


def test_a_long_one_is_not_read_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text("".join(LINE.replace("shop", f"shop{number}") for number in range(50)))
    monkeypatch.setattr(glancing, "MOST_ITEMS", 10)
    seen = glance(file)
    assert seen.more
    assert seen.memories == 10
    times = iter(range(0, 1000, 5))
    assert glance(file, clock=lambda: float(next(times))).memories == 1
