"""Taking acts back and doing them again, by the five rules of undo."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import Cancelled, NotFound, Refused, UndoBlocked
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import ActorKind, RelationKind, Status
from memtui.domain.records import Actor, Batch, Memory, Relation
from memtui.services import history, linking, recall, remember, undoing
from memtui.services.workspace import Workspace

from .conftest import NOW

Note = Callable[..., Memory]


def number(memory: Memory) -> int:
    """A stored memory's number."""
    assert memory.number is not None
    return memory.number


def states(workspace: Workspace) -> list[tuple[str, str]]:
    """The action and state of each batch, newest first."""
    return [(line.batch.action, line.state) for line in history.batches(workspace)]


def contents(workspace: Workspace) -> list[str]:
    """All texts in the store, oldest first."""
    return [m.content for m in reversed(workspace.store.reads.page(EVERYTHING, Order.RECORDED, 100).memories)]


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


@pytest.mark.parametrize(
    "text", ["We use PostgreSQL.", "Do we use PostgreSQL?", "We use PostgreSQL " + "and more " * 40]
)
def test_what_undo_says_ends_with_one_mark(ana: Workspace, text: str) -> None:
    remember.add(ana, Draft(content=text))
    sentence = history.undo(ana).sentence
    assert sentence[-1] in ".?…"
    assert sentence[-2].isalnum()


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
