"""The file behind a memory is found again where it was imported from, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.domain.filters import EVERYTHING, Order
from memtui.services import transfer
from memtui.services.sources import source_file
from memtui.services.workspace import Workspace


def named(workspace: Workspace) -> str:
    """The file that the newest memory names."""
    (number, *_) = workspace.store.reads.numbers(EVERYTHING, Order.NEWEST)
    return workspace.store.reads.memory(number).file or ""


@pytest.mark.parametrize("whole", [True, False])
def test_a_file_is_found_from_anywhere_after_its_import(
    ana: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    notes = tmp_path / "shop" / "docs" / "notes.md"
    notes.parent.mkdir(parents=True)
    notes.write_text("- Orders live in Postgres\n")
    transfer.import_path(ana, tmp_path / "shop" if whole else notes)
    monkeypatch.chdir("/")
    assert source_file(ana, named(ana)) == notes
    notes.rename(notes.with_name("moved.md"))
    assert source_file(ana, named(ana)) is None


def test_another_file_of_the_same_name_is_not_taken_for_it(
    ana: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.md").write_text("- Something else\n")
    monkeypatch.chdir(tmp_path / "other")
    assert source_file(ana, "shop/docs/notes.md") is None
    assert source_file(ana, "../other/notes.md") is None
