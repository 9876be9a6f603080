"""Care of a store: backups come back, what was there is kept, foreign files stay untouched."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui import bootstrap
from memtui.domain.drafts import Draft
from memtui.domain.errors import Cancelled, MemtuiError, Refused, StoreUnavailable
from memtui.services import care, recall, remember
from memtui.services.workspace import Workspace


def place(workspace: Workspace) -> Path:
    """The file of a workspace's store."""
    assert workspace.store.path is not None
    return workspace.store.path


def total(path: Path) -> int:
    """How many memories a store file holds."""
    store = bootstrap.open_file(path)
    try:
        return store.reads.census().total
    finally:
        store.close()


def test_a_backup_is_a_whole_store_of_its_own(in_file: Workspace, tmp_path: Path) -> None:
    remember.add(in_file, Draft(content="Redis holds the sessions."))
    assert care.backup(in_file, tmp_path / "copy.db") == tmp_path / "copy.db"
    remember.add(in_file, Draft(content="Written after the backup."))
    assert total(tmp_path / "copy.db") == 1
    with pytest.raises(Refused):
        care.backup(in_file, tmp_path / "copy.db")


def test_a_backup_into_a_folder_finds_its_own_name(in_file: Workspace, tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    written = care.backup(in_file, tmp_path / "copies")
    assert written.parent == tmp_path / "copies"
    assert total(written) == 0


def test_a_restore_is_previewed_and_keeps_what_was_there(in_file: Workspace, tmp_path: Path) -> None:
    remember.add(in_file, Draft(content="Redis holds the sessions."))
    backup = care.backup(in_file, tmp_path / "copy.db")
    for n in range(2):
        remember.add(in_file, Draft(content=f"Written after the backup, number {n}."))
    store = place(in_file)
    in_file.store.close()
    plan = bootstrap.plan_restore(backup, str(store))
    assert (plan.coming.total, plan.going.total if plan.going else None) == (1, 3)
    assert plan.kept_at is not None
    assert "the 3 memories there are kept as store.db.before-restore-" in plan.sentence
    assert total(store) == 3
    assert bootstrap.restore(plan) == store
    assert (total(store), total(plan.kept_at), total(backup)) == (1, 3, 1)
    again = bootstrap.open_workspace(str(store), face="cli")
    assert recall.search(again, recall.Request(text="redis")).hits
    again.store.close()
    assert not list(tmp_path.glob("*.restoring*"))


def test_a_restore_where_nothing_is_makes_the_store(in_file: Workspace, tmp_path: Path) -> None:
    backup = care.backup(in_file, tmp_path / "copy.db")
    plan = bootstrap.plan_restore(backup, str(tmp_path / "new" / "store.db"))
    assert (plan.going, plan.kept_at) == (None, None)
    assert total(bootstrap.restore(plan)) == 0


def test_a_file_that_is_no_store_is_refused_and_nothing_moves(in_file: Workspace, tmp_path: Path) -> None:
    foreign = tmp_path / "notes.db"
    foreign.write_text("just some notes")
    store = place(in_file)
    for source in (foreign, tmp_path / "missing.db", store):
        with pytest.raises(MemtuiError):
            bootstrap.plan_restore(source, str(store))
    assert foreign.read_text() == "just some notes"
    with pytest.raises(StoreUnavailable):
        bootstrap.open_file(foreign)
    with pytest.raises(Refused):
        bootstrap.plan_restore(store, ":memory:")


def test_a_damaged_store_can_be_replaced_by_its_backup(in_file: Workspace, tmp_path: Path) -> None:
    backup = care.backup(in_file, tmp_path / "copy.db")
    store = place(in_file)
    in_file.store.close()
    for beside in tmp_path.glob("store.db*"):
        beside.unlink()
    store.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)
    plan = bootstrap.plan_restore(backup, str(store))
    assert plan.going is None
    bootstrap.restore(plan)
    assert total(store) == 0
    assert plan.kept_at is not None
    assert plan.kept_at.stat().st_size == 5016


def test_a_sound_store_has_no_problems(in_file: Workspace) -> None:
    remember.add(in_file, Draft(content="Redis holds the sessions."))
    health = care.examine(in_file)
    assert (health.problems, health.census.total, health.batches) == ((), 1, 1)
    assert health.bytes > 0
    assert health.schema >= 1
    assert health.location == str(place(in_file))


def test_a_rebuild_reads_every_memory_and_can_be_stopped(ana: Workspace) -> None:
    remember.add_all(ana, (Draft(content=f"Service {n} listens on its own port.") for n in range(30)))
    told: list[int] = []
    assert care.rebuild(ana, lambda done, total, what: told.append(done)) == 30
    assert told
    assert len(recall.search(ana, recall.Request(text="port", limit=50)).hits) == 30

    def stop(done: int, total: int | None, what: str) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        care.rebuild(ana, stop)
    assert care.examine(ana).problems == ()
