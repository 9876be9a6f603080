"""Importing: every memory once, however often; newer wins; what was closed here stays closed; nothing is written at the source."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import NotFound, Refused
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import Layer, Status, Tier, Trust
from memtui.domain.records import Memory
from memtui.services import history, recall, remember, transfer
from memtui.services.recall import Request
from memtui.services.transfer import Mode
from memtui.services.workspace import Workspace

SAMPLES = Path(__file__).parents[1] / "fixtures" / "imports"
STORES = ["claude_code_memory", "mcp_memory_jsonl", "memory_bank_md", "mneno", "mneno/mneno.db", "mneno/project"]


def memories(workspace: Workspace) -> list[Memory]:
    """All memories in order of their numbers."""
    numbers = sorted(workspace.store.reads.numbers(EVERYTHING, Order.OLDEST))
    return workspace.store.reads.memories(numbers)


def texts(workspace: Workspace) -> list[str]:
    return [memory.content for memory in memories(workspace)]


def digests(path: Path) -> dict[str, str]:
    files = [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    return {str(file): sha256(file.read_bytes()).hexdigest() for file in files}


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, str], Path]:
    """Writes a source file in a folder of its own."""

    def write(name: str, content: str) -> Path:
        path = tmp_path / "source" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return path

    return write


Put = Callable[[str, str], Path]


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


def jsonl(**fields: object) -> str:
    return json.dumps({"id": "one", "content": "Retries are capped at three", **fields})


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


def test_a_store_of_memtui_is_opened_and_not_imported(ana: Workspace, in_file: Workspace) -> None:
    remember.add(in_file, Draft(content="Orders live in Postgres."))
    assert in_file.store.path is not None
    with pytest.raises(Refused, match="--store"):
        transfer.import_path(ana, in_file.store.path)


def test_an_import_keeps_a_secret_as_it_stands(ana: Workspace, put: Put) -> None:
    key = "sk-" + "test_51Habc" + "4f9Kq2Zx8Lw7Vn3Rb6Ty1Pm5Dc0"
    transfer.import_path(ana, put("a.jsonl", jsonl(content=f"the key is {key}")))
    assert texts(ana) == [f"the key is {key}"]


def test_a_path_that_nothing_knows_is_refused_with_what_is_known(ana: Workspace, put: Put, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"no format that is known.*mcp"):
        transfer.import_path(ana, put("a.bin", "\x00\x01"))
    with pytest.raises(NotFound):
        transfer.import_path(ana, tmp_path / "nowhere")
    with pytest.raises(Refused, match="can be read"):
        transfer.import_path(ana, put("a.md", "x"), format="csv")
    with pytest.raises(Refused, match="instructions"):
        transfer.import_path(ana, put("CLAUDE.md", "Always test."), named=False)


def test_a_format_can_be_forced(ana: Workspace, put: Put) -> None:
    path = put("notes", "- Orders live in Postgres\n")
    report = transfer.import_path(ana, path, format="markdown")
    assert (report.format, report.new) == ("markdown", 1)


def test_every_format_is_listed() -> None:
    known = {name: (reads, writes) for name, _, reads, writes in transfer.formats()}
    assert (
        known["memtui"] == known["mcp"] == known["claude-code"] == known["mneno"] == known["markdown"] == (True, True)
    )
    assert known["csv"] == (False, True)


@pytest.mark.parametrize("name", ["memtui", "mneno", "mcp", "claude-code", "markdown"])
def test_what_was_exported_is_recognised_whatever_its_name(
    ana: Workspace, in_file: Workspace, tmp_path: Path, name: str
) -> None:
    remember.add(ana, Draft(content="Orders live in Postgres", project="shop"))
    transfer.export_path(ana, tmp_path / "kept", format=name)
    report = transfer.import_path(in_file, tmp_path / "kept")
    assert (report.format, report.new) == (name, 1)


@pytest.mark.parametrize("name", ["memtui", "mneno", "mcp", "claude-code", "jsonl", "markdown"])
def test_a_folder_without_the_format_that_was_named_is_refused(ana: Workspace, put: Put, name: str) -> None:
    folder = put("notes.md", "- Orders live in Postgres\n").parent
    with pytest.raises(Refused, match=f"without {name}") as refused:
        transfer.import_path(ana, folder, format=name)
    assert "Errno" not in str(refused.value)


def test_an_empty_file_is_said_to_be_empty(ana: Workspace, put: Put) -> None:
    with pytest.raises(Refused, match="is empty"):
        transfer.import_path(ana, put("memory.jsonl", ""))


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
