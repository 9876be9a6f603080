"""The formats of an import: recognised, forced, listed, or refused with what is known."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.domain.drafts import Draft
from memtui.domain.errors import NotFound, Refused
from memtui.services import remember, transfer
from memtui.services.workspace import Workspace

from .imports import Put


def test_a_store_of_memtui_is_opened_and_not_imported(ana: Workspace, in_file: Workspace) -> None:
    remember.add(in_file, Draft(content="Orders live in Postgres."))
    assert in_file.store.path is not None
    with pytest.raises(Refused, match="--store"):
        transfer.import_path(ana, in_file.store.path)


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
