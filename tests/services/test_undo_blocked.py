"""What stands in the way of an undo: later acts, links, an undo before it, and batches of another store."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from memtui.clock import FixedClock
from memtui.domain.drafts import Edit
from memtui.domain.errors import NotFound, Refused, UndoBlocked
from memtui.domain.kinds import RelationKind, Status
from memtui.domain.records import Batch, Relation
from memtui.services import history, remember
from memtui.services.workspace import Workspace

from .conftest import NOW, Note, contents, number


def test_a_blocked_undo_names_the_first_later_batch(ana: Workspace, clock: FixedClock, note: Note) -> None:
    memory = note("Redis memory limit is 1GB")
    clock.moment = NOW + timedelta(minutes=10)
    edited = remember.edit(ana, number(memory), Edit(add_tags=("redis",))).batch
    clock.moment = NOW + timedelta(minutes=20)
    with ana.store.write(ana.act("verdict")) as work:
        work.update(replace(work.memory(number(memory)), status=Status.SUPERSEDED))
        verdict = work.batch_number
    assert edited is not None
    local = (NOW + timedelta(minutes=20)).astimezone().strftime("%H:%M")
    expected = f"“Redis memory limit is 1GB” was superseded at {local} (batch {verdict}). Undo that one first."
    with pytest.raises(UndoBlocked) as error:
        history.undo(ana, edited.number)
    assert error.value.sentence == expected
    detail = history.detail(ana, edited.id)
    assert (detail.state, detail.blocked_because, detail.undo_effects) == ("blocked", expected, ())
    history.undo(ana, verdict)
    assert history.detail(ana, edited.id).state == "undo"
    history.undo(ana, edited.number)
    assert ana.store.reads.memory(number(memory)).tags == ()


def test_a_redo_below_another_names_that_one(ana: Workspace, note: Note) -> None:
    memory = note("one")
    remember.edit(ana, number(memory), Edit(pinned=True))
    history.undo(ana)
    history.undo(ana)
    first, second = (history.redo(ana).batch for _ in range(2))
    assert first is not None
    assert second is not None
    assert [history.detail(ana, each.id).state for each in (first, second)] == ["blocked", "undo"]
    with pytest.raises(UndoBlocked, match=rf"\(batch {second.number}\). Undo that one first"):
        history.undo(ana, first.number)
    history.undo(ana, second.number)
    history.undo(ana, first.number)
    assert contents(ana) == []


def test_a_redo_waits_for_what_was_taken_back_after_it(ana: Workspace, note: Note) -> None:
    memory = note("one")
    remember.edit(ana, number(memory), Edit(add_tags=("a",)))
    remember.edit(ana, number(memory), Edit(add_tags=("b",)))
    later, sooner = (history.undo(ana).batch for _ in range(2))
    assert later is not None
    assert sooner is not None
    assert history.detail(ana, later.id).state == "blocked"
    with pytest.raises(UndoBlocked, match=rf"\(batch {sooner.number}\). Undo that one first"):
        history.undo(ana, later.number)
    history.undo(ana, sooner.number)
    history.undo(ana, later.number)
    assert ana.store.reads.memory(number(memory)).tags == ("a", "b")


def test_later_acts_that_left_a_row_as_it_was_are_not_in_the_way(ana: Workspace, agent: Workspace, note: Note) -> None:
    memory = note("one")
    pinned = remember.edit(ana, number(memory), Edit(pinned=True)).batch
    for text in ("two", "one"):
        remember.edit(agent, number(memory), Edit(content=text))
    assert pinned is not None
    detail = history.detail(ana, pinned.id)
    assert (detail.state, detail.blocked_because) == ("undo", "")
    history.undo(ana, pinned.id)
    assert not ana.store.reads.memory(number(memory)).pinned


def test_a_refused_undo_changes_nothing(ana: Workspace, note: Note) -> None:
    memories = [note(f"page {n}") for n in range(3)]
    batch = remember.edit_all(ana, [number(m) for m in memories], Edit(pinned=True)).batch
    remember.edit(ana, number(memories[0]), Edit(pinned=False))
    assert batch is not None
    with pytest.raises(UndoBlocked):
        history.undo(ana, batch.id)
    assert [m.pinned for m in ana.store.reads.memories([number(m) for m in memories])] == [False, True, True]
    assert history.batches(ana)[0].batch.action == "unpin"


def test_the_same_batch_is_not_undone_twice(ana: Workspace, note: Note) -> None:
    note("one")
    (line,) = history.batches(ana)
    history.undo(ana, line.batch.id)
    with pytest.raises(Refused, match="undone by ana"):
        history.undo(ana, line.batch.id)
    with pytest.raises(NotFound):
        history.undo(ana, "01ZZZZ")


def test_an_add_that_others_link_to_stays_until_the_link_is_gone(ana: Workspace, note: Note) -> None:
    old, new = note("We use PostgreSQL."), note("We use MongoDB.")
    added = history.batches(ana)[1].batch
    with ana.store.write(ana.act("link")) as work:
        work.insert(
            Relation(from_number=number(new), to_number=number(old), kind=RelationKind.REFERENCES, created_at=NOW)
        )
    with pytest.raises(UndoBlocked, match="Undo that one first"):
        history.undo(ana, added.number)
    history.undo(ana)
    history.undo(ana, added.number)
    assert contents(ana) == ["We use MongoDB."]


def test_an_adopted_batch_is_history_only(ana: Workspace) -> None:
    foreign = Batch(
        id="01JQ4MZZZZZZZZZZZZZZZZZZZZ", actor="ana", actor_kind="person", action="add", at=NOW, summary="x"
    )
    with ana.store.write(ana.act("import")) as work:
        adopted = work.adopt(foreign, [])
    assert adopted.number is not None
    assert history.detail(ana, adopted.number).state == "blocked"
    with pytest.raises(Refused, match="another store"):
        history.undo(ana, adopted.number)
    with pytest.raises(Refused):
        history.undo(ana)
