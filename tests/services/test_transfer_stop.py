"""A stopped import keeps what it read, says so, and goes on where it was; nothing comes twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from memtui.domain.drafts import Draft
from memtui.domain.errors import Cancelled
from memtui.domain.filters import EVERYTHING, Order
from memtui.services import history, remember, transfer
from memtui.services.transfer import ImportReport, Mode
from memtui.services.workspace import Workspace


class StopAfter:
    """A progress that stops the work at its n-th call."""

    def __init__(self, calls: int) -> None:
        self.left = calls
        self.seen: list[tuple[int, int | None, str]] = []

    def __call__(self, done: int, total: int | None, what: str) -> None:
        self.seen.append((done, total, what))
        self.left -= 1
        if self.left == 0:
            raise Cancelled


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A memory file of 1,200 observations."""
    path = tmp_path / "memory.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        for number in range(120):
            texts = [f"part {number} has property {place}" for place in range(10)]
            entity = {"type": "entity", "name": f"part-{number}", "entityType": "part", "observations": texts}
            stream.write(json.dumps(entity) + "\n")
    return path


def count(workspace: Workspace) -> int:
    return workspace.store.reads.count(EVERYTHING)


def stopped(workspace: Workspace, path: Path, calls: int, mode: Mode = Mode.MERGE) -> ImportReport:
    return transfer.import_path(workspace, path, mode=mode, progress=StopAfter(calls))


@pytest.mark.parametrize("mode", [Mode.MERGE, Mode.APPEND, Mode.REPLACE])
def test_the_same_call_goes_on_in_the_same_batch(ana: Workspace, source: Path, mode: Mode) -> None:
    first = stopped(ana, source, 2, mode)
    assert first.stopped
    assert first.batch is not None
    assert first.batch.partial
    assert 0 < count(ana) < 1200
    rest = transfer.import_path(ana, source, mode=mode)
    assert not rest.stopped
    assert count(ana) == 1200
    assert rest.batch is not None
    assert rest.batch.id == first.batch.id
    assert not rest.batch.partial
    came = [event.row_number for event in ana.store.reads.events(rest.batch.number or 0) if event.table == "memory"]
    assert len(set(came)) == 1200
    assert len(history.batches(ana)) == 1
    history.undo(ana)
    assert count(ana) == 0


def test_a_stopped_import_can_be_undone_whole_and_then_starts_anew(ana: Workspace, source: Path) -> None:
    stopped(ana, source, 1)
    history.undo(ana)
    assert count(ana) == 0
    report = transfer.import_path(ana, source)
    assert report.new == 1200
    assert count(ana) == 1200


def test_another_act_in_between_stays_its_own(ana: Workspace, source: Path) -> None:
    stopped(ana, source, 1)
    remember.add(ana, Draft(content="Written while the import stood still."))
    transfer.import_path(ana, source)
    assert count(ana) == 1201
    assert sorted(line.batch.action for line in history.batches(ana)) == ["add", "import"]


def test_progress_is_told_at_every_chunk_and_a_dry_run_can_be_stopped(ana: Workspace, source: Path) -> None:
    progress = StopAfter(0)
    transfer.import_path(ana, source, progress=progress)
    for part in ("memories", "conflicts"):
        told = [done for done, _, what in progress.seen if what == part]
        assert told == sorted(told)
        assert told[-1] == 1200
        assert len(told) >= 5
    dry = transfer.import_path(ana, source, apply=False, progress=StopAfter(1))
    assert dry.stopped
    assert dry.batch is None


def test_an_own_export_stopped_anywhere_ends_as_if_it_had_not_been(
    ana: Workspace, source: Path, tmp_path: Path, in_file: Workspace
) -> None:
    transfer.import_path(ana, source)
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    transfer.export_path(ana, one)
    calls = 1
    while stopped(in_file, one, calls).stopped:
        calls += 1
    assert calls > 5
    assert in_file.store.maintenance.check() == []
    transfer.export_path(in_file, two)
    assert two.read_text().split("\n")[1:] == one.read_text().split("\n")[1:]


def test_what_others_write_meanwhile_takes_nothing_away(
    ana: Workspace, source: Path, tmp_path: Path, in_file: Workspace
) -> None:
    transfer.import_path(ana, source)
    transfer.export_path(ana, tmp_path / "one.jsonl")
    written: list[str] = []

    def meanwhile(done: int, total: int | None, what: str) -> None:
        written.append(f"Written meanwhile, note number {len(written)} of them.")
        remember.add(in_file, Draft(content=written[-1]))

    report = transfer.import_path(in_file, tmp_path / "one.jsonl", progress=meanwhile)
    assert report.new == 1200
    assert count(in_file) == 1200 + len(written)
    assert in_file.store.maintenance.check() == []


def test_an_export_that_is_stopped_leaves_nothing_behind(ana: Workspace, source: Path, tmp_path: Path) -> None:
    transfer.import_path(ana, source)
    target = tmp_path / "out" / "shop.jsonl"
    with pytest.raises(Cancelled):
        transfer.export_path(ana, target, progress=StopAfter(1))
    assert list(target.parent.iterdir()) == []


def test_numbers_come_in_the_order_of_the_file(ana: Workspace, source: Path) -> None:
    transfer.import_path(ana, source)
    numbers = sorted(ana.store.reads.numbers(EVERYTHING, Order.OLDEST))
    contents = [memory.content for memory in ana.store.reads.memories(numbers[:3])]
    assert contents == ["part 0 has property 0", "part 0 has property 1", "part 0 has property 2"]
