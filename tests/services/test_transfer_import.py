"""Importing: every memory once, however often; times, projects and bad lines; nothing is written at the source."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from memtui.clock import FixedClock
from memtui.domain.kinds import Trust
from memtui.services import history, recall, transfer
from memtui.services.recall import Request
from memtui.services.workspace import Workspace

from .imports import SAMPLES, Put, jsonl, memories, texts

STORES = ["claude_code_memory", "mcp_memory_jsonl", "memory_bank_md", "mneno", "mneno/mneno.db", "mneno/project"]


def digests(path: Path) -> dict[str, str]:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return {str(file): sha256(file.read_bytes()).hexdigest() for file in files}


@pytest.mark.parametrize("name", STORES)
def test_a_second_and_a_third_import_bring_nothing_new_and_leave_no_trace(ana: Workspace, name: str) -> None:
    path = SAMPLES / name
    before = digests(path)
    first = transfer.import_path(ana, path)
    assert first.new > 0
    stored = memories(ana)
    batches = len(history.batches(ana))
    for _ in range(2):
        again = transfer.import_path(ana, path)
        assert (again.new, again.changed, again.unchanged) == (0, 0, again.read)
        assert again.batch is None
    assert memories(ana) == stored
    assert len(history.batches(ana)) == batches
    assert digests(path) == before
    assert ana.store.maintenance.check() == []


@pytest.mark.parametrize("name", STORES)
def test_a_dry_run_says_what_an_import_would_do_and_writes_nothing(ana: Workspace, name: str) -> None:
    dry = transfer.import_path(ana, SAMPLES / name, apply=False)
    assert memories(ana) == []
    assert history.batches(ana) == []
    wet = transfer.import_path(ana, SAMPLES / name)
    assert (dry.read, dry.new, dry.unchanged, dry.skipped) == (wet.read, wet.new, wet.unchanged, wet.skipped)
    assert dry.samples == wet.samples
    assert not dry.applied
    assert wet.applied


def test_what_was_imported_is_found_and_one_undo_takes_it_back(ana: Workspace) -> None:
    report = transfer.import_path(ana, SAMPLES / "mcp_memory_jsonl" / "memory.jsonl")
    hits = recall.search(ana, Request(text="staging port")).hits
    assert hits[0].memory.content == "shopfront-api: Runs on port 8431 in staging"
    assert hits[0].memory.trust is Trust.IMPORTED
    assert report.batch is not None
    assert report.batch.summary == "6 new from memory.jsonl (mcp)"
    history.undo(ana)
    assert memories(ana) == []


def test_a_memory_without_observations_never_breaks_search_or_detail(ana: Workspace, put: Put) -> None:
    transfer.import_path(
        ana, put("memory.jsonl", '{"type":"entity","name":"no-observations-key","entityType":"concept"}')
    )
    (hit,) = recall.search(ana, Request(text="concept")).hits
    assert hit.memory.content == "no-observations-key (concept)"


def test_times_of_the_source_are_kept_beside_the_time_of_the_import(
    ana: Workspace, clock: FixedClock, put: Put
) -> None:
    clock.moment = datetime(2026, 11, 29, 12, 0, tzinfo=UTC)
    transfer.import_path(
        ana, put("a.jsonl", '{"content":"Retries are capped at three","created_at":"2025-11-03T09:00:00Z"}')
    )
    (memory,) = memories(ana)
    assert memory.created_at == datetime(2025, 11, 3, 9, 0, tzinfo=UTC)
    assert memory.recorded_at == clock.moment
    assert memory.sort_at == memory.created_at


def test_naive_and_offset_times_are_the_same_instant_and_naive_is_flagged(ana: Workspace, put: Put) -> None:
    times = ["2026-05-02T09:00:00", "2026-05-02T09:00:00Z", "2026-05-02T12:30:00+03:30"]
    lines = [
        json.dumps({"id": str(n), "content": f"Memory number {n} is here", "created_at": t})
        for n, t in enumerate(times)
    ]
    report = transfer.import_path(ana, put("a.jsonl", "\n".join(lines)))
    found = memories(ana)
    assert len({memory.created_at for memory in found}) == 1
    assert [memory.created_at_assumed for memory in found] == [True, False, False]
    assert [notice.line for notice in report.notices] == [1]


def test_the_report_names_each_bad_line_and_the_good_ones_come_in(ana: Workspace, put: Put) -> None:
    good = [
        json.dumps({"type": "entity", "name": f"e{n}", "entityType": "x", "observations": [f"fact {n}"]})
        for n in range(6)
    ]
    glued = '{"type":"entity","name":"g1","entityType":"x","observations":["one"]}{"type":"entity","name":"g2","observations":["two"]}'
    path = put("memory.jsonl", "\n".join([*good, glued, '{"type":"entity","name":"torn","observa']))
    report = transfer.import_path(ana, path)
    assert (report.read, report.new, report.skipped) == (8, 8, 1)
    assert [(notice.line, notice.skipped) for notice in report.notices] == [(7, False), (8, True)]
    assert all(notice.file == "memory.jsonl" and notice.reason for notice in report.notices)
    assert report.files == {"memory.jsonl": 8}


def test_a_project_can_be_given_and_is_read_where_it_is_known(ana: Workspace) -> None:
    transfer.import_path(ana, SAMPLES / "claude_code_memory")
    assert {memory.project for memory in memories(ana)} == {"shopfront"}
    transfer.import_path(ana, SAMPLES / "memory_bank_md", project="shop")
    assert {memory.project for memory in memories(ana) if memory.format == "markdown"} == {"shop"}
    other = replace(ana, settings=replace(ana.settings, project="mine"))
    transfer.import_path(other, SAMPLES / "mcp_memory_jsonl" / "memory.jsonl")
    assert {memory.project for memory in memories(ana) if memory.format == "mcp"} == {"mine"}


def test_a_project_that_was_chosen_stays_until_another_is_asked_for(ana: Workspace) -> None:
    path = SAMPLES / "claude_code_memory"
    transfer.import_path(ana, path, project="shop")
    assert transfer.import_path(ana, path).batch is None
    assert {memory.project for memory in memories(ana)} == {"shop"}
    assert transfer.import_path(ana, path, project="other").changed == 5
    assert {memory.project for memory in memories(ana)} == {"other"}


def test_an_import_keeps_a_secret_as_it_stands(ana: Workspace, put: Put) -> None:
    key = "sk-" + "test_51Habc" + "4f9Kq2Zx8Lw7Vn3Rb6Ty1Pm5Dc0"
    transfer.import_path(ana, put("a.jsonl", jsonl(content=f"the key is {key}")))
    assert texts(ana) == [f"the key is {key}"]


@pytest.mark.parametrize("name", ["notes/notes.md", "notes", "claude_code_memory", "mneno"])
def test_the_same_file_reached_by_another_way_brings_nothing_new(
    ana: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    shutil.copytree(SAMPLES, tmp_path / "a" / "kept")
    (tmp_path / "a" / "kept" / "notes").mkdir()
    (tmp_path / "a" / "kept" / "notes" / "notes.md").write_text("- Orders live in Postgres\n")
    (tmp_path / "deep").mkdir()
    transfer.import_path(ana, tmp_path / "a" / "kept" / name)
    monkeypatch.chdir(tmp_path / "deep")
    assert transfer.import_path(ana, Path("../a/kept") / name).new == 0
    monkeypatch.chdir((tmp_path / "a" / "kept" / name).parent)
    assert transfer.import_path(ana, Path("..") / Path.cwd().name / Path(name).name).new == 0
