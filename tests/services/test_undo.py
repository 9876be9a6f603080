"""Undo and redo: acts are taken back and done again one by one, by whoever did them, across restarts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import Refused
from memtui.domain.kinds import ActorKind
from memtui.domain.records import Actor
from memtui.services import history, recall, remember
from memtui.services.workspace import Workspace

from .conftest import NOW, Note, contents, number


def states(workspace: Workspace) -> list[tuple[str, str]]:
    """The action and state of each batch, newest first."""
    return [(line.batch.action, line.state) for line in history.batches(workspace)]


def test_undo_takes_an_add_out_and_redo_puts_it_back_under_its_own_number(ana: Workspace, note: Note) -> None:
    memory = note("Redis holds the sessions.")
    outcome = history.undo(ana)
    assert outcome.sentence == "Took back 1: add: Redis holds the sessions."
    assert contents(ana) == []
    assert not recall.search(ana, recall.Request(text="redis")).hits
    history.redo(ana)
    assert ana.store.reads.memory(number(memory)) == replace(
        memory, version=ana.store.reads.memory(number(memory)).version
    )
    assert recall.search(ana, recall.Request(text="redis")).hits
    assert states(ana) == [("redo", "undo"), ("undo", "undone"), ("add", "undo")]


def test_undo_walks_back_act_by_act_and_redo_forward(ana: Workspace, note: Note) -> None:
    memory = note("one")
    for text in ("two", "three"):
        remember.edit(ana, number(memory), Edit(content=text))
    seen = []
    for _ in range(2):
        history.undo(ana)
        seen += contents(ana)
    for _ in range(2):
        history.redo(ana)
        seen += contents(ana)
    assert seen == ["two", "one", "two", "three"]
    with pytest.raises(Refused, match="nothing to redo"):
        history.redo(ana)
    history.undo(ana)
    assert contents(ana) == ["two"]


def test_redo_is_gone_once_the_same_person_acts_again(ana: Workspace, agent: Workspace, note: Note) -> None:
    memory = note("one")
    remember.edit(ana, number(memory), Edit(content="two"))
    history.undo(ana)
    remember.add(agent, Draft(content="The agent goes on writing."))
    assert history.redoable(ana) is not None
    note("something else")
    assert history.redoable(ana) is None
    with pytest.raises(Refused):
        history.redo(ana)


def test_undo_never_touches_another_ones_act_unless_it_is_named(ana: Workspace, agent: Workspace, note: Note) -> None:
    note("Ana wrote this.")
    added = remember.add(agent, Draft(content="The agent wrote this."))
    assert added.batch is not None
    history.undo(ana)
    assert contents(ana) == ["The agent wrote this."]
    with pytest.raises(Refused, match="nothing"):
        history.undo(ana)
    history.undo(ana, added.batch.id)
    assert contents(ana) == []


def test_an_agent_of_the_same_name_is_somebody_else(ana: Workspace, note: Note) -> None:
    note("Ana wrote this.")
    namesake = replace(ana, actor=Actor("ana", ActorKind.AGENT))
    remember.add(namesake, Draft(content="An agent called ana wrote this."))
    history.undo(ana)
    assert contents(ana) == ["An agent called ana wrote this."]


def test_a_batch_in_the_middle_can_be_undone_while_its_rows_hold_what_it_wrote(ana: Workspace, note: Note) -> None:
    one, two = note("one"), note("two")
    middle = remember.edit(ana, number(one), Edit(pinned=True)).batch
    remember.edit(ana, number(two), Edit(pinned=True))
    assert middle is not None
    history.undo(ana, middle.number)
    assert [m.pinned for m in ana.store.reads.memories([number(one), number(two)])] == [False, True]


def test_openings_survive_an_undo(ana: Workspace, note: Note) -> None:
    memory = note("one")
    remember.edit(ana, number(memory), Edit(content="two"))
    recall.open_memory(ana, number(memory))
    history.undo(ana)
    after = ana.store.reads.memory(number(memory))
    assert (after.content, after.access_count, after.last_accessed_at) == ("one", 1, NOW)
    assert after.version > memory.version


def test_undo_and_redo_hold_across_restarts(in_file: Workspace) -> None:
    from memtui.bootstrap import open_workspace

    remember.add(in_file, Draft(content="Redis holds the sessions."))
    in_file.store.close()
    for act, left in ((history.undo, 0), (history.redo, 1)):
        again = open_workspace(in_file.store.location, face="cli", actor=in_file.actor)
        act(again)
        assert again.store.reads.census().total == left
        again.store.close()


def test_an_undone_act_can_be_undone_again_after_redo_by_anyone(ana: Workspace, agent: Workspace, note: Note) -> None:
    note("one")
    history.undo(ana)
    undo = history.batches(ana)[0].batch
    history.undo(agent, undo.number)
    assert contents(ana) == ["one"]
    assert states(ana) == [("redo", "undo"), ("undo", "undone"), ("add", "undo")]
    redo = history.batches(ana)[0].batch
    history.undo(agent, redo.number)
    assert contents(ana) == []
    assert states(ana)[1:] == [("redo", "undone"), ("undo", "undo"), ("add", "undone")]


@pytest.mark.parametrize(
    "text", ["We use PostgreSQL.", "Do we use PostgreSQL?", "We use PostgreSQL " + "and more " * 40]
)
def test_what_undo_says_ends_with_one_mark(ana: Workspace, text: str) -> None:
    remember.add(ana, Draft(content=text))
    sentence = history.undo(ana).sentence
    assert sentence[-1] in ".?…"
    assert sentence[-2].isalnum()
