"""Editing many memories at once: one batch, what its preview says, and stopping it."""

from __future__ import annotations

from memtui.domain.drafts import Draft, Edit
from memtui.services import history, remember
from memtui.services.workspace import Workspace

from .conftest import Note, number


def test_a_bulk_edit_does_what_its_preview_says(ana: Workspace, note: Note) -> None:
    free, pinned, gone = (note(f"Wiki page {n} is read-only.") for n in range(3))
    remember.edit(ana, number(pinned), Edit(pinned=True))
    remember.edit(ana, number(gone), Edit(archived=True))
    numbers = [number(memory) for memory in (free, pinned, gone)]
    plans = remember.plan_edits(ana, numbers, Edit(archived=True))
    assert [plan.refusal for plan in plans] == ["", "pinned (unpin it first)", "already archived"]
    outcome = remember.edit_all(ana, numbers, Edit(archived=True))
    assert [memory.id for memory in outcome.memories] == [free.id]
    assert [reason for _, reason in outcome.refused] == ["pinned (unpin it first)", "already archived"]
    assert outcome.sentence == "Archived 1 memory. Left out: 1 pinned (unpin it first), 1 already archived."
    assert outcome.batch is not None
    assert (outcome.batch.action, outcome.batch.changes) == ("archive", 1)


def test_a_bulk_edit_is_one_batch_however_long(ana: Workspace) -> None:
    added = remember.add_all(
        ana, (Draft(content=f"Service {n} listens on its own port.") for n in range(1100))
    ).memories
    outcome = remember.edit_all(ana, [number(memory) for memory in added], Edit(add_tags=("port",)))
    assert outcome.batch is not None
    assert (outcome.batch.changes, outcome.batch.partial, outcome.batch.action) == (1100, False, "tag")
    assert outcome.batch.summary == "1,100 memories: +port"
    history.undo(ana)
    assert {memory.tags for memory in ana.store.reads.memories([number(memory) for memory in added])} == {()}


def test_a_bulk_edit_that_changes_nothing_writes_nothing(ana: Workspace, note: Note) -> None:
    memory = note("The old wiki is read-only.", pinned=True)
    outcome = remember.edit_all(ana, [number(memory)], Edit(pinned=True))
    assert outcome.batch is None
    assert outcome.sentence == "Nothing changed. Left out: 1 nothing to change."
    assert len(history.batches(ana)) == 1


def test_a_stopped_bulk_edit_keeps_whole_chunks_and_says_so(ana: Workspace) -> None:
    from memtui.domain.errors import Cancelled

    added = remember.add_all(
        ana, (Draft(content=f"Service {n} listens on its own port.") for n in range(1100))
    ).memories

    def stop(done: int, total: int | None, what: str) -> None:
        raise Cancelled

    outcome = remember.edit_all(ana, [number(memory) for memory in added], Edit(pinned=True), progress=stop)
    assert len(outcome.memories) == remember.CHUNK
    assert outcome.batch is not None
    assert outcome.batch.partial
    assert "Stopped" in outcome.sentence
    pinned = [memory for memory in ana.store.reads.memories([number(m) for m in added]) if memory.pinned]
    assert len(pinned) == remember.CHUNK
    history.undo(ana)
    assert not any(memory.pinned for memory in ana.store.reads.memories([number(m) for m in added]))
