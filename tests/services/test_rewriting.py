"""An edit reads the text again: what only the old text caused is withdrawn, what people decided stays."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import UndoBlocked
from memtui.domain.kinds import ConflictState, FactStatus, RelationStatus, Status
from memtui.domain.records import Memory
from memtui.domain.verdicts import Verdict
from memtui.services import history, remember, review
from memtui.services.workspace import Workspace

from .conftest import NOW, number
from .reviews import at, now, only, rows

Tell = Callable[..., Memory]


def rewrite(workspace: Workspace, memory: Memory, text: str) -> None:
    remember.edit(workspace, number(memory), Edit(content=text))


def test_a_queued_conflict_is_withdrawn_with_the_text_that_caused_it(book: Workspace, tell: Tell) -> None:
    old, new = tell("The port is 3000."), tell("The port is 8080.", day=1)
    rewrite(book, new, "The host is 8080.")
    conflict = only(book)
    assert (conflict.state, conflict.decided_by, conflict.human_verdict) == (ConflictState.DISMISSED, "rule", None)
    assert {now(book, memory).status for memory in (old, new)} == {Status.ACTIVE}
    links = book.store.graph.relations_of([number(new)])
    assert [link.status for link in links] == [RelationStatus.DEPRECATED]


def test_what_the_old_text_superseded_comes_back_and_is_compared_anew(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    first = tell("The port is now 8080.", day=1)
    between = tell("The port is no longer 3000.", day=0.5)
    assert now(book, old).superseded_by == first.id
    rewrite(book, first, "The host is now 8080.")
    assert now(book, old).superseded_by == between.id


def test_a_text_that_says_the_same_otherwise_keeps_what_it_caused(book: Workspace, tell: Tell) -> None:
    old, new = tell("The port is 3000."), tell("The port is now 8080.", day=1)
    before = only(book)
    rewrite(book, new, "The port is now 8443.")
    after = only(book)
    assert (after.id, after.state, after.evidence["new_value"]) == (before.id, ConflictState.AUTO, "8443")
    assert after.fingerprint != before.fingerprint
    assert now(book, old).superseded_by == new.id
    assert [link.status for link in book.store.graph.relations_of([number(new)])] == [RelationStatus.ACTIVE]


def test_a_new_text_meets_what_is_there(book: Workspace, tell: Tell) -> None:
    old, new = tell("The port is 3000."), tell("The host is a.", day=1)
    rewrite(book, new, "The port is now 8080.")
    assert now(book, old).superseded_by == new.id


@pytest.mark.parametrize("verdict", [Verdict.KEEP, Verdict.NEWER, Verdict.BOTH])
def test_verdicts_by_people_stay(book: Workspace, tell: Tell, verdict: Verdict) -> None:
    old, new = tell("The port is 3000."), tell("The port is 8080.", day=1)
    review.decide(book, [at(only(book))], verdict)
    decided = only(book)
    standing = [now(book, memory).status for memory in (old, new)]
    rewrite(book, new, "The host is a.")
    assert only(book) == decided
    assert [now(book, memory).status for memory in (old, new)] == standing


def test_facts_follow_the_text(ana: Workspace, clock: FixedClock) -> None:
    memory = remember.add(ana, Draft(content="We use PostgreSQL and Redis.", created_at=NOW)).memory
    clock.moment += timedelta(hours=1)
    rewrite(ana, memory, "We use Redis and Kafka.")
    names = {entity.number: entity.name for entity in ana.store.graph.all_entities(0, 100)}
    facts = {names[fact.object_number]: fact for fact in ana.store.graph.facts_of([number(memory)])}
    assert {name: fact.status for name, fact in facts.items()} == {
        "PostgreSQL": FactStatus.DEPRECATED,
        "Redis": FactStatus.ACTIVE,
        "Kafka": FactStatus.ACTIVE,
    }
    assert facts["PostgreSQL"].valid_until == clock.moment


@pytest.mark.parametrize("text", ["The host is a.", "The port is now 8443.", "Nothing of the book."])
def test_an_edit_is_one_undo(book: Workspace, tell: Tell, text: str) -> None:
    tell("The port is 3000.")
    new = tell("The port is now 8080.", day=1)
    before = rows(book)
    rewrite(book, new, text)
    history.undo(book)
    assert rows(book) == before


def test_an_edit_without_detection_leaves_everything_else(book: Workspace, tell: Tell) -> None:
    old, new = tell("The port is 3000."), tell("The port is now 8080.", day=1)
    remember.edit(book, number(new), Edit(content="The host is a."), detect=False)
    assert only(book).state is ConflictState.AUTO
    assert now(book, old).superseded_by == new.id


def test_the_same_text_for_many_is_read_for_each(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    others = [tell(f"The host is {name}.", day=day) for day, name in ((1, "a"), (2, "b"))]
    remember.edit_all(book, [number(memory) for memory in others], Edit(content="The port is now 8080."))
    assert now(book, old).status is Status.SUPERSEDED


# Undoing the add of a memory that others were compared with since


def test_what_detection_found_of_a_memory_goes_with_it_and_comes_back(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    batch = history.batches(book)[0].batch.id
    new = tell("Perhaps the port is now 8080.", day=1)
    before = rows(book)
    history.undo(book, batch)
    assert review.conflict_reports(book) == []
    assert book.store.reads.memories([number(old)]) == []
    history.undo(book, history.batches(book)[0].batch.id)
    assert rows(book) == before
    history.undo(book, batch)
    history.undo(
        book, next(line.batch.id for line in history.batches(book) if line.batch.summary.startswith("Perhaps"))
    )
    assert book.store.reads.memories([number(old), number(new)]) == []


def test_a_memory_that_a_person_judged_since_stays(book: Workspace, tell: Tell) -> None:
    tell("The port is 3000.")
    batch = history.batches(book)[0].batch.id
    tell("Perhaps the port is now 8080.", day=1)
    review.decide(book, [at(only(book))], Verdict.KEEP)
    with pytest.raises(UndoBlocked):
        history.undo(book, batch)


def test_an_entity_that_others_name_by_now_stays_when_the_add_that_made_it_is_undone(ana: Workspace) -> None:
    first = remember.add(ana, Draft(content="Redis holds the sessions.", created_at=NOW - timedelta(days=90)))
    assert first.batch is not None
    second = remember.add(ana, Draft(content="Locks live in Redis, too.", created_at=NOW)).memory
    history.undo(ana, first.batch.id)
    (entity,) = ana.store.graph.entities_named("redis")
    assert ana.store.graph.mentioning([entity.number or 0]) == [second.number]
