"""Undo and redo of many changes: stopped halfway, gone on with, or refused as a whole."""

from __future__ import annotations

import pytest

from memtui.domain.drafts import Draft
from memtui.domain.errors import Cancelled, UndoBlocked
from memtui.domain.kinds import RelationKind
from memtui.services import history, linking, remember, undoing
from memtui.services.workspace import Workspace


def test_a_stopped_undo_goes_on_where_it_stopped(ana: Workspace) -> None:
    added = remember.add_all(ana, (Draft(content=f"Service {n} listens on its own port.") for n in range(1200)))
    assert added.batch is not None

    def stop(done: int, total: int | None, what: str) -> None:
        assert total == 1200
        if done:
            raise Cancelled

    stopped = history.undo(ana, progress=stop)
    assert stopped.sentence.startswith("Stopped")
    assert ana.store.reads.census().total == 1100
    assert history.detail(ana, added.batch.id).state == "partial"
    again = history.undo(ana)
    assert ana.store.reads.census().total == 0
    assert again.batch == history.batches(ana)[0].batch
    assert not again.batch.partial
    assert again.batch.id == (stopped.batch.id if stopped.batch else "")
    assert again.batch.changes == 1200
    history.redo(ana)
    assert ana.store.reads.census().total == 1200
    assert history.detail(ana, added.batch.id).state == "undo"


def half(done: int, total: int | None, what: str) -> None:
    """Stop long work once some of it is done."""
    if done:
        raise Cancelled


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo in chunks of twenty changes."""
    monkeypatch.setattr(undoing, "CHUNK", 20)


def drafts(count: int) -> list[Draft]:
    return [Draft(content=f"Service {n} listens on its own port.") for n in range(count)]


def test_a_stopped_redo_goes_on_or_is_taken_back(ana: Workspace, small_chunks: None) -> None:
    added = remember.add_all(ana, drafts(50))
    assert added.batch is not None
    history.undo(ana)
    assert history.redo(ana, progress=half).sentence.startswith("Stopped: 20 of 50 changes redone.")
    assert history.detail(ana, added.batch.id).state == "partial"
    assert ana.store.reads.census().total == 20
    history.undo(ana)
    assert ana.store.reads.census().total == 0
    assert history.detail(ana, added.batch.id).state == "undone"
    history.redo(ana, progress=half)
    history.redo(ana)
    assert ana.store.reads.census().total == 50
    assert history.detail(ana, added.batch.id).state == "undo"


def test_redo_brings_back_what_a_stopped_undo_took(ana: Workspace, small_chunks: None) -> None:
    added = remember.add_all(ana, drafts(50))
    assert added.batch is not None
    history.undo(ana, progress=half)
    history.redo(ana)
    assert ana.store.reads.census().total == 50
    assert history.detail(ana, added.batch.id).state == "undo"


def test_a_long_undo_that_would_be_refused_later_changes_nothing(ana: Workspace, small_chunks: None) -> None:
    added = remember.add_all(ana, drafts(50))
    first, last = added.memories[0], remember.add(ana, Draft(content="Ports are given out by the network team.")).memory
    linking.link(ana, last.number or 0, first.number or 0, RelationKind.REFERENCES)
    assert added.batch is not None
    with pytest.raises(UndoBlocked):
        history.undo(ana, added.batch.id)
    assert ana.store.reads.census().total == 51
    assert history.detail(ana, added.batch.id).batch.undone_by is None
