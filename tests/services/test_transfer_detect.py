"""An import is compared once all of it is there: oldest first, in the same batch, going on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from memtui.domain.drafts import Draft
from memtui.domain.errors import Cancelled
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import ConflictState, Status
from memtui.domain.records import Memory
from memtui.services import history, remember, review, sweeping, transfer
from memtui.services.workspace import Workspace

from .conftest import NOW

Tell = Callable[..., Memory]
STORY = [
    ("The port is now 8443.", 3),
    ("The port is 3000.", 1),
    ("The host is b.", 2),
    ("The port is now 8080.", 2),
    ("The host is a.", 1),
]


@pytest.fixture
def source(tmp_path: Path) -> Callable[[Sequence[tuple[str, int]]], Path]:
    """Writes a JSONL file of texts and the days on which they happened."""

    def write(story: Sequence[tuple[str, int]]) -> Path:
        path = tmp_path / "told.jsonl"
        rows = [
            {"id": f"m{place}", "content": text, "created_at": (NOW + timedelta(days=day)).isoformat()}
            for place, (text, day) in enumerate(story)
        ]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
        return path

    return write


def standing(workspace: Workspace) -> dict[str, str]:
    every = workspace.store.reads.memories(workspace.store.reads.numbers(EVERYTHING, Order.OLDEST))
    return {memory.content: str(memory.status) for memory in every}


EXPECTED = {
    "The port is 3000.": "superseded",
    "The port is now 8080.": "superseded",
    "The port is now 8443.": "active",
    "The host is a.": "conflicted",
    "The host is b.": "conflicted",
}


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_the_file_does_not_matter(book: Workspace, source: Callable[..., Path], order: int) -> None:
    report = transfer.import_path(book, source(STORY[::order]))
    assert standing(book) == EXPECTED
    assert (report.conflicts, report.applied_conflicts) == (3, 2)
    assert report.batch is not None
    assert report.batch.summary.endswith(", 3 conflicts")
    assert len(history.batches(book)) == 1
    history.undo(book)
    assert standing(book) == {}
    assert review.conflict_reports(book) == []


def test_what_comes_in_meets_what_is_there_whichever_is_newer(
    book: Workspace, source: Callable[..., Path], tell: Tell
) -> None:
    tell("The port is now 9000.", day=9)
    tell("The host is a.", day=0)
    transfer.import_path(book, source([("The port is 3000.", 1), ("The host is now b.", 5)]))
    assert standing(book)["The port is 3000."] == "superseded"
    assert standing(book)["The host is a."] == "superseded"


def test_the_same_file_again_finds_nothing_new(book: Workspace, source: Callable[..., Path]) -> None:
    path = source(STORY)
    transfer.import_path(book, path)
    again = transfer.import_path(book, path)
    assert (again.new, again.changed, again.conflicts, again.batch) == (0, 0, 0, None)
    assert review.scan(book).found == 0


def test_a_changed_text_withdraws_what_the_old_one_caused(book: Workspace, source: Callable[..., Path]) -> None:
    transfer.import_path(book, source([("The host is a.", 1), ("The host is b.", 2)]))
    report = transfer.import_path(book, source([("The host is a.", 1), ("The path is b.", 2)]))
    assert report.changed == 1
    assert standing(book) == {"The host is a.": "active", "The path is b.": "active"}
    assert [c.state for c in review.conflict_reports(book)] == [ConflictState.DISMISSED]


def test_a_dry_run_and_an_import_without_detection_find_no_conflicts(
    book: Workspace, source: Callable[..., Path]
) -> None:
    path = source(STORY)
    assert transfer.import_path(book, path, apply=False).conflicts == 0
    assert transfer.import_path(book, path, detect=False).conflicts == 0
    assert set(standing(book).values()) == {"active"}


@pytest.mark.parametrize("stop_at", [1, 2, 3])
def test_stopped_while_it_compares_it_goes_on_and_ends_as_if_it_had_not_been(
    book: Workspace, source: Callable[..., Path], monkeypatch: pytest.MonkeyPatch, stop_at: int
) -> None:
    monkeypatch.setattr(sweeping, "CHUNK", 2)
    told: list[tuple[int, int | None]] = []

    def stop(done: int, total: int | None, what: str) -> None:
        if what == "conflicts":
            told.append((done, total))
            if len(told) == stop_at:
                raise Cancelled

    path = source(STORY)
    first = transfer.import_path(book, path, progress=stop)
    assert first.stopped
    assert first.batch is not None
    assert first.batch.partial
    rest = transfer.import_path(book, path)
    assert rest.batch is not None
    assert (rest.batch.id, rest.batch.partial) == (first.batch.id, False)
    assert standing(book) == EXPECTED
    assert len(review.conflict_reports(book)) == 3
    history.undo(book)
    assert standing(book) == {}


def test_an_own_export_is_compared_only_with_what_was_here(
    book: Workspace, tell: Tell, tmp_path: Path, in_file: Workspace
) -> None:
    told = [Draft(content=text, created_at=NOW + timedelta(days=day)) for text, day in STORY]
    remember.add_all(book, told, detect=False)
    transfer.export_path(book, tmp_path / "own.jsonl")
    other = type(book)(store=in_file.store, clock=book.clock, actor=book.actor, face=book.face, settings=book.settings)
    assert transfer.import_path(other, tmp_path / "own.jsonl").conflicts == 0
    assert set(standing(other).values()) == {"active"}
    history.undo(other)
    remember.add(other, Draft(content="The port is now 9999.", created_at=NOW + timedelta(days=30)))
    report = transfer.import_path(other, tmp_path / "own.jsonl")
    assert report.applied_conflicts == 3
    assert {text for text, status in standing(other).items() if status == Status.SUPERSEDED} == {
        "The port is 3000.",
        "The port is now 8080.",
        "The port is now 8443.",
    }
