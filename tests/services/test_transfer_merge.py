"""Importing a source that changed: newer wins, what was closed here stays closed, and what each mode does."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memtui.clock import FixedClock
from memtui.domain.drafts import Edit
from memtui.domain.kinds import Layer, Status, Tier
from memtui.services import history, remember, transfer
from memtui.services.transfer import Mode
from memtui.services.workspace import Workspace

from .imports import SAMPLES, Put, jsonl, memories, texts


def test_an_edited_line_is_the_same_memory_changed(ana: Workspace, put: Put) -> None:
    path = put("notes.md", "# Shop\n\n- Orders live in SQLite for now, one file\n- Retries are capped at three\n")
    transfer.import_path(ana, path)
    put(
        "notes.md",
        "# Shop\n\n- New first line stands here today\n- Orders live in PostgreSQL for now, one file\n- Retries are capped at three\n",
    )
    report = transfer.import_path(ana, path)
    assert (report.new, report.changed, report.unchanged) == (1, 1, 1)
    assert texts(ana)[0] == "Orders live in PostgreSQL for now, one file"
    assert len(history.memory_history(ana, memories(ana)[0].number or 0)) == 2


def test_lines_that_went_are_kept_and_told_and_replacing_archives_them(ana: Workspace, put: Put) -> None:
    path = put("notes.md", "- Orders live in SQLite for now\n- Retries are capped at three\n")
    transfer.import_path(ana, path)
    put("notes.md", "- Retries are capped at three\n")
    merged = transfer.import_path(ana, path)
    assert (merged.unchanged, merged.archived) == (1, 0)
    assert "no longer in it" in merged.notices[0].reason
    replaced = transfer.import_path(ana, path, mode=Mode.REPLACE)
    assert replaced.archived == 1
    gone = memories(ana)[0]
    assert (gone.status, gone.layer, gone.layer_before) == (Status.ARCHIVED, Layer.ARCHIVED, Layer.SEMANTIC)


@pytest.mark.parametrize("name", ["mcp_memory_jsonl/memory.jsonl", "claude_code_memory", "mneno/project"])
def test_replacing_archives_only_what_this_source_no_longer_holds(ana: Workspace, tmp_path: Path, name: str) -> None:
    source = tmp_path / "copy" / Path(name).name
    source.parent.mkdir()
    shutil.copytree(SAMPLES / name, source) if (SAMPLES / name).is_dir() else shutil.copy(SAMPLES / name, source)
    transfer.import_path(ana, SAMPLES / "memory_bank_md")
    transfer.import_path(ana, source)
    again = transfer.import_path(ana, source, mode=Mode.REPLACE)
    assert (again.new, again.changed, again.archived) == (0, 0, 0)
    cut_one(source)
    cut = transfer.import_path(ana, source, mode=Mode.REPLACE)
    assert cut.archived == 1
    assert len([memory for memory in memories(ana) if memory.status is Status.ARCHIVED]) == 1
    assert len(memories(ana)) == 6 + again.read


def cut_one(source: Path) -> None:
    """Take one memory out of a copy of a sample."""
    if source.is_file():
        text = source.read_text(encoding="utf-8")
        source.write_text(text.replace('"Prefers squash merges",', ""), encoding="utf-8")
    elif (source / ".mneno").is_dir():
        path = source / ".mneno" / "memories.json"
        document = json.loads(path.read_text(encoding="utf-8"))
        document["memories"] = [each for each in document["memories"] if each["content"] != "Scratch line"]
        path.write_text(json.dumps(document), encoding="utf-8")
    else:
        next(source.rglob("user_notes.md")).unlink()


def test_the_newer_of_two_edits_wins(ana: Workspace, clock: FixedClock, put: Put) -> None:
    path = put("a.jsonl", jsonl(updated_at="2026-01-01T00:00:00Z"))
    transfer.import_path(ana, path)
    number = memories(ana)[0].number or 0
    clock.moment += timedelta(days=1)
    remember.edit(ana, number, Edit(content="Retries are capped at four"))
    put("a.jsonl", jsonl(content="Retries are capped at five", updated_at="2026-02-01T00:00:00Z"))
    older = transfer.import_path(ana, path)
    assert (older.changed, older.skipped) == (0, 1)
    assert "older" in older.notices[0].reason
    put("a.jsonl", jsonl(content="Retries are capped at six", updated_at="2026-12-01T00:00:00Z"))
    assert transfer.import_path(ana, path).changed == 1
    assert texts(ana) == ["Retries are capped at six"]


def test_an_undated_source_wins_over_an_edit_here_only_if_its_file_is_newer(
    ana: Workspace, clock: FixedClock, put: Put
) -> None:
    path = put("docs/adr/0001-retries.md", "# 1. Retries\n\n## Status\n\nAccepted\n\n## Decision\n\nThree retries.\n")
    transfer.import_path(ana, path)
    clock.moment += timedelta(days=1)
    remember.edit(ana, memories(ana)[0].number or 0, Edit(content="Four retries, by hand."))
    assert transfer.import_path(ana, path).unchanged == 1
    path.write_text(path.read_text().replace("Three", "Five"))
    long_ago, later = datetime(2020, 1, 1, tzinfo=UTC).timestamp(), datetime(2040, 1, 1, tzinfo=UTC).timestamp()
    os.utime(path, (long_ago, long_ago))
    assert transfer.import_path(ana, path).skipped == 1
    os.utime(path, (later, later))
    assert transfer.import_path(ana, path).changed == 1
    assert "Five retries" in texts(ana)[0]


def test_what_was_curated_here_survives_a_changed_source(ana: Workspace, clock: FixedClock, put: Put) -> None:
    path = put("a.jsonl", jsonl())
    transfer.import_path(ana, path)
    number = memories(ana)[0].number or 0
    clock.moment += timedelta(days=1)
    remember.edit(ana, number, Edit(add_tags=("billing",), pinned=True, tier=Tier.TRANSIENT))
    put("a.jsonl", jsonl(content="Retries are capped at five", tags=["http"], updated_at="2030-01-01T00:00:00Z"))
    assert transfer.import_path(ana, path).changed == 1
    (memory,) = memories(ana)
    assert memory.content == "Retries are capped at five"
    assert set(memory.tags) == {"http", "billing"}
    assert memory.pinned
    assert memory.tier is Tier.TRANSIENT


@pytest.mark.parametrize("mode", list(Mode))
def test_nothing_that_was_archived_here_is_revived(ana: Workspace, put: Put, mode: Mode) -> None:
    path = put("a.jsonl", jsonl())
    transfer.import_path(ana, path)
    remember.edit(ana, memories(ana)[0].number or 0, Edit(archived=True))
    put("a.jsonl", jsonl(content="Retries are capped at five", updated_at="2040-01-01T00:00:00Z"))
    transfer.import_path(ana, path, mode=mode)
    assert memories(ana)[0].status is Status.ARCHIVED


def test_the_modes_differ_in_what_they_do_to_what_is_there(ana: Workspace, put: Put) -> None:
    path = put("a.jsonl", jsonl())
    transfer.import_path(ana, path)
    remember.edit(ana, memories(ana)[0].number or 0, Edit(content="Retries are capped at four"))
    skipped = transfer.import_path(ana, path, mode=Mode.SKIP)
    assert (skipped.changed, texts(ana)) == (0, ["Retries are capped at four"])
    assert transfer.import_path(ana, path, mode=Mode.OVERWRITE).changed == 1
    assert texts(ana) == ["Retries are capped at three"]
    assert transfer.import_path(ana, path, mode=Mode.OVERWRITE).unchanged == 1
    assert transfer.import_path(ana, path, mode=Mode.APPEND).new == 1
    assert texts(ana) == ["Retries are capped at three"] * 2
    assert transfer.import_path(ana, path).unchanged == 1
