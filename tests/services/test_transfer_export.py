"""Exports: each format as its readers want it, secrets masked, nothing half-written, nothing overwritten unasked."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from memtui.bootstrap import open_memory_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import Refused
from memtui.domain.filters import EVERYTHING, Filter, Order
from memtui.domain.kinds import Kind
from memtui.domain.records import Actor, Memory
from memtui.services import remember, transfer
from memtui.services.workspace import Workspace

SAMPLES = Path(__file__).parents[1] / "fixtures" / "imports"
MNENO_FIELDS = {
    *(
        [
            "id",
            "content",
            "memory_type",
            "metadata",
            "created_at",
            "updated_at",
            "importance",
            "access_count",
            "last_accessed_at",
            "source",
            "tags",
            "status",
        ]
    ),
    *(
        [
            "superseded_by",
            "conflicts_with",
            "audit",
            "layer",
            "promotion_count",
            "demotion_count",
            "last_promoted_at",
            "last_demoted_at",
        ]
    ),
    *(["retention_score", "session_id", "sequence_index"]),
}


@pytest.fixture
def other() -> Iterator[Workspace]:
    """A second empty store."""
    workspace = open_memory_workspace(face="cli", actor=Actor("bo"))
    yield workspace
    workspace.store.close()


def found(workspace: Workspace) -> list[Memory]:
    numbers = sorted(workspace.store.reads.numbers(EVERYTHING, Order.OLDEST))
    return workspace.store.reads.memories(numbers)


def texts(workspace: Workspace) -> list[str]:
    return [memory.content for memory in found(workspace)]


def test_a_memory_file_comes_back_byte_by_byte(ana: Workspace, tmp_path: Path) -> None:
    source = SAMPLES / "mcp_memory_jsonl" / "memory.jsonl"
    transfer.import_path(ana, source)
    transfer.export_path(ana, tmp_path / "memory.jsonl", format="mcp")
    assert (tmp_path / "memory.jsonl").read_bytes() == source.read_bytes()


def test_an_entity_without_observations_is_written_with_an_empty_list(ana: Workspace, tmp_path: Path) -> None:
    transfer.import_path(ana, SAMPLES / "mcp_memory_jsonl" / "memory_dirty.jsonl")
    transfer.export_path(ana, tmp_path / "out.jsonl", format="mcp")
    records = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").split("\n")]
    empty = [record["name"] for record in records if record.get("observations") == []]
    assert empty == ["no-observations-key", "two-on-a-line", "glued"]
    assert [(each["from"], each["to"]) for each in records if each["type"] == "relation"] == [
        ("billing", "ghost-node"),
        ("billing", "ledger"),
    ]


def test_mneno_gets_exactly_its_fields_back(ana: Workspace, tmp_path: Path) -> None:
    source = SAMPLES / "mneno" / "mneno-backup-20260508-100000.json"
    transfer.import_path(ana, source)
    transfer.export_path(ana, tmp_path / "out.json", format="mneno")
    before, after = (json.loads(path.read_text(encoding="utf-8")) for path in (source, tmp_path / "out.json"))
    assert all(set(record) == MNENO_FIELDS for record in after["memories"])
    assert {each["id"]: each for each in after["memories"]} == {each["id"]: each for each in before["memories"]}
    assert after["sessions"] == before["sessions"]
    assert (after["format"], after["version"], after["memory_count"]) == ("mneno.memory_export", 1, 7)


def test_memories_of_any_origin_can_be_written_for_mneno_and_are_known_again(
    ana: Workspace, other: Workspace, tmp_path: Path
) -> None:
    transfer.import_path(ana, SAMPLES)
    remember.add(ana, Draft(content="Deploys happen on Tuesdays.", session="standup", session_position=3))
    transfer.export_path(ana, tmp_path / "shop" / ".mneno", format="mneno")
    assert transfer.import_path(other, tmp_path / "shop").new == len(texts(ana))
    back = transfer.import_path(ana, tmp_path / "shop")
    assert (back.new, back.changed, back.skipped) == (0, 0, 0)


def test_a_claude_folder_comes_back_with_its_names_and_types(ana: Workspace, other: Workspace, tmp_path: Path) -> None:
    transfer.import_path(ana, SAMPLES / "claude_code_memory")
    target = tmp_path / "-home-dev-projects-shopfront" / "memory"
    transfer.export_path(ana, target, format="claude-code")
    names = {
        "MEMORY.md",
        "feedback-test-command.md",
        "project-order-store-old.md",
        "project-order-store.md",
        "user_notes.md",
    }
    assert {path.name for path in target.iterdir()} == names
    again = transfer.import_path(other, target)
    assert sorted(texts(other)) == sorted(texts(ana))
    assert [notice.reason for notice in again.notices] == []
    assert transfer.import_path(ana, target).new == 0


def test_own_memories_become_a_claude_folder_that_reads_back(ana: Workspace, other: Workspace, tmp_path: Path) -> None:
    remember.add(ana, Draft(content="I prefer squash merges: always.", kind=Kind.PREFERENCE, tags=("git",)))
    remember.add(ana, Draft(content="I prefer squash merges: always!", kind=Kind.PREFERENCE))
    transfer.export_path(ana, tmp_path / "memory", format="claude-code")
    transfer.import_path(other, tmp_path / "memory")
    assert sorted(texts(other)) == sorted(texts(ana))


def test_what_is_no_longer_true_is_not_handed_to_formats_without_a_word_for_it(ana: Workspace, tmp_path: Path) -> None:
    gone = remember.add(ana, Draft(content="Orders live in SQLite for now.")).memory
    remember.add(ana, Draft(content="Orders live in Postgres today."))
    remember.edit(ana, gone.number or 0, Edit(archived=True))
    report = transfer.export_path(ana, tmp_path / "memory.jsonl", format="mcp")
    assert (report.memories, report.left_out) == (1, 1)
    assert "SQLite" not in (tmp_path / "memory.jsonl").read_text()
    transfer.export_path(ana, tmp_path / "all.md", format="markdown")
    text = (tmp_path / "all.md").read_text()
    assert text.index("## No longer current") < text.index("SQLite")
    assert text.index("Postgres") < text.index("## No longer current")


def test_our_markdown_comes_back_as_edits(ana: Workspace, clock: FixedClock, tmp_path: Path) -> None:
    transfer.import_path(ana, SAMPLES)
    kept = remember.add(
        ana, Draft(content="Orders live in Postgres.\r\n\r\n  - with partitions \r\n", tags=("db",))
    ).memory
    edited = remember.add(ana, Draft(content="Retries are capped at three.", tags=("http",))).memory
    before = {
        memory.id: memory for memory in ana.store.reads.memories(ana.store.reads.numbers(EVERYTHING, Order.OLDEST))
    }
    path = tmp_path / "all.md"
    transfer.export_path(ana, path, format="markdown")
    same = transfer.import_path(ana, path)
    assert (same.new, same.changed, same.batch) == (0, 0, None)
    text = path.read_text(encoding="utf-8").replace("capped at three", "capped at five")
    path.write_text(text + "\n- A new line that was written by hand.\n", encoding="utf-8")
    clock.moment += timedelta(days=1)
    os.utime(path, (clock.moment.timestamp(), clock.moment.timestamp()))
    back = transfer.import_path(ana, path)
    assert (back.new, back.changed) == (1, 1)
    after = ana.store.reads.memory(edited.number or 0)
    assert (after.content, after.tags, after.id) == ("Retries are capped at five.", ("http",), edited.id)
    assert after.created_at == edited.created_at
    assert ana.store.reads.memory(kept.number or 0) == before[kept.id]


def test_our_markdown_can_found_another_store(ana: Workspace, other: Workspace, tmp_path: Path) -> None:
    transfer.import_path(ana, SAMPLES)
    remember.add(ana, Draft(content="Two\n\nparagraphs.", kind=Kind.DECISION, tags=("db", "two words"), project="shop"))
    transfer.export_path(ana, tmp_path / "all.md", format="markdown")
    report = transfer.import_path(other, tmp_path / "all.md")
    assert sorted(texts(other)) == sorted(texts(ana))
    assert transfer.import_path(other, tmp_path / "all.md").unchanged == report.new
    (memory,) = (each for each in found(other) if each.content.startswith("Two"))
    assert (memory.kind, memory.tags, memory.project) == (Kind.DECISION, ("db", "two words"), "shop")
    assert {each.content for each in found(other) if not each.live} == {
        each.content for each in found(ana) if not each.live
    }


def test_a_table_holds_all_and_runs_no_formula(ana: Workspace, tmp_path: Path) -> None:
    remember.add(ana, Draft(content='=HYPERLINK("http://x.test") is what they wrote', tags=("a", "b")))
    transfer.export_path(ana, tmp_path / "all.csv", format="csv")
    with (tmp_path / "all.csv").open(encoding="utf-8", newline="") as stream:
        (row,) = csv.DictReader(stream)
    assert row["content"].startswith("'=HYPERLINK")
    assert row["tags"] == "a b"
    assert row["created_at"].endswith("Z")


@pytest.mark.parametrize("format", ["memtui", "mcp", "mneno", "markdown", "csv", "claude-code"])
def test_secrets_are_masked_unless_asked_for(ana: Workspace, tmp_path: Path, format: str) -> None:
    key = "sk-" + "test_51Habc" + "4f9Kq2Zx8Lw7Vn3Rb6Ty1Pm5Dc0"
    origin = {"uri": f"https://shop.test/?key={key}", "file": f"notes/{key}.md", "tags": (key,), "agent": key}
    remember.add(ana, Draft(content=f"The key is {key} for now.", extra={"raw": key}, **origin), allow_secrets=True)
    remember.add(ana, Draft(content="There is no API key in this build."))
    name = "out" if format == "claude-code" else "out.json"
    report = transfer.export_path(ana, tmp_path / name, format=format)
    assert report.masked == 1
    assert key not in everything(tmp_path / name)
    assert "no API key in this build" in everything(tmp_path / name)
    assert texts(ana)[0] == f"The key is {key} for now."
    shown = transfer.export_path(ana, tmp_path / f"open-{name}", format=format, reveal_secrets=True)
    assert shown.masked == 0
    assert key in everything(tmp_path / f"open-{name}")


def everything(path: Path) -> str:
    files = [path] if path.is_file() else sorted(each for each in path.rglob("*") if each.is_file())
    return "\n".join(each.read_text(encoding="utf-8") for each in files)


def test_a_masked_export_does_not_overwrite_the_text_it_came_from(ana: Workspace, tmp_path: Path) -> None:
    key = "AKIA" + "Q7ZX3LW9VN2RB5TY"
    remember.add(ana, Draft(content=f"The key is {key} for now."), allow_secrets=True)
    transfer.export_path(ana, tmp_path / "one.jsonl")
    report = transfer.import_path(ana, tmp_path / "one.jsonl")
    assert (report.unchanged, report.changed) == (1, 0)
    assert texts(ana) == [f"The key is {key} for now."]


def test_nothing_is_overwritten_unasked_and_others_files_in_a_folder_stay(ana: Workspace, tmp_path: Path) -> None:
    remember.add(ana, Draft(content="Orders live in Postgres today."))
    target = tmp_path / "out.jsonl"
    target.write_text("mine")
    with pytest.raises(Refused, match="exists"):
        transfer.export_path(ana, target)
    assert target.read_text() == "mine"
    transfer.export_path(ana, target, overwrite=True)
    assert target.read_text() != "mine"
    folder = tmp_path / "memory"
    folder.mkdir()
    (folder / "diary.txt").write_text("mine")
    transfer.export_path(ana, folder, format="claude-code", overwrite=True)
    assert (folder / "diary.txt").read_text() == "mine"
    assert (folder / "MEMORY.md").exists()
    with pytest.raises(Refused, match="folder"):
        transfer.export_path(ana, folder, overwrite=True)


def test_an_unknown_format_is_refused_with_those_that_exist(ana: Workspace, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="Choose one of: memtui, mneno, mcp"):
        transfer.export_path(ana, tmp_path / "x", format="parquet")
    with pytest.raises(Refused):
        transfer.export_path(ana, tmp_path / "x", format="jsonl")


def test_a_filter_narrows_what_is_written(ana: Workspace, tmp_path: Path) -> None:
    transfer.import_path(ana, SAMPLES)
    report = transfer.export_path(ana, tmp_path / "out.md", format="markdown", where=Filter(formats=("mneno",)))
    assert report.memories == 5
    assert "shopfront-api" not in (tmp_path / "out.md").read_text(encoding="utf-8")
