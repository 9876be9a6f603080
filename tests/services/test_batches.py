"""Reading the history: a batch in detail, narrowing the batches, and all states of one memory."""

from __future__ import annotations

from dataclasses import replace

from memtui.domain.drafts import Draft, Edit
from memtui.services import history, remember
from memtui.services.workspace import Workspace

from .conftest import Note, number


def test_a_detail_says_what_was_done_and_what_undo_would_do(ana: Workspace, note: Note) -> None:
    memories = [note(f"Wiki page {n} is read-only.") for n in range(3)]
    batch = remember.edit_all(ana, [number(m) for m in memories], Edit(archived=True)).batch
    note("later")
    assert batch is not None
    detail = history.detail(ana, batch.id)
    assert [row.title for row in detail.rows] == [memory.content for memory in memories]
    changes = {(field.field, field.before, field.after) for field in detail.rows[0].fields}
    assert changes == {
        ("status", "active", "archived"),
        ("layer", "semantic", "archived"),
        ("layer before", "(none)", "semantic"),
    }
    assert "3 memories get the status back." in detail.undo_effects
    assert "1 later batch stays: it does not depend on it." in detail.undo_effects
    assert history.detail(ana, batch.id, limit=2).more_rows == 1


def test_a_detail_of_an_add_shows_the_memory(ana: Workspace, note: Note) -> None:
    note("Redis holds the sessions.", tags=("cache",))
    row, entity = history.detail(ana, history.batches(ana)[0].batch.id).rows
    assert row.made
    assert (entity.title, entity.made) == ("entity Redis", True)
    assert ("text", "(none)", "Redis holds the sessions.") in {(f.field, f.before, f.after) for f in row.fields}
    assert history.detail(ana, 1).undo_effects[0] == "1 memory is taken out; the journal keeps it."


def test_batches_can_be_narrowed(ana: Workspace, agent: Workspace, note: Note) -> None:
    memory = note("Redis holds the sessions.")
    remember.edit(ana, number(memory), Edit(pinned=True))
    remember.add(agent, Draft(content="The agent wrote this."))
    assert len(history.batches(ana, actor="claude-code")) == 1
    assert [line.batch.action for line in history.batches(ana, memory=number(memory))] == ["pin", "add"]
    assert len(history.batches(ana, action="add")) == 2
    assert len(history.batches(ana, text="redis")) == 2
    first = history.batches(ana, limit=1)[0].batch
    assert len(history.batches(ana, before=first.number)) == 2


def test_a_memorys_history_holds_each_state(ana: Workspace, note: Note) -> None:
    memory = note("one")
    remember.edit(ana, number(memory), Edit(content="two", add_tags=("x",)))
    history.undo(ana)
    history.undo(ana)
    steps = history.memory_history(ana, number(memory))
    assert [batch.action for batch, _, _ in steps] == ["add", "edit", "undo", "undo"]
    assert [after.content if after else None for _, _, after in steps] == ["one", "two", "one", None]
    assert steps[1][2] is not None
    assert steps[1][2].tags == ("x",)
    assert steps[0][2] == replace(memory, version=steps[0][2].version if steps[0][2] else 0)
