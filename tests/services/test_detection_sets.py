"""Rules over the set of findings: lists, topics, groups, histories, and what a person teaches."""

from __future__ import annotations

from collections.abc import Callable

from memtui.domain.kinds import ConflictState, Severity, Status
from memtui.domain.records import Memory
from memtui.domain.verdicts import Verdict
from memtui.services import history, review
from memtui.services.ports import ConflictFilter
from memtui.services.workspace import Workspace

from .conftest import number
from .reviews import at, now, only

Tell = Callable[..., Memory]


def states(workspace: Workspace) -> list[ConflictState]:
    return [conflict.state for conflict in review.conflict_reports(workspace)]


def test_a_slot_with_three_live_values_is_a_list_and_earlier_findings_of_it_are_withdrawn(
    book: Workspace, tell: Tell
) -> None:
    memories = [tell("The port is 3000."), tell("The port is 8080.", day=1)]
    assert {now(book, memory).status for memory in memories} == {Status.CONFLICTED}
    memories.append(tell("The port is 8443.", day=2))
    conflict = only(book)
    assert (conflict.state, conflict.decided_by, conflict.human_verdict) == (ConflictState.DISMISSED, "rule", None)
    assert {now(book, memory).status for memory in memories} == {Status.ACTIVE}
    assert review.queue(book).entries == ()
    memories.append(tell("The port is 9000.", day=3))
    assert len(review.conflict_reports(book)) == 1
    history.undo(book)
    history.undo(book)
    assert only(book).state is ConflictState.OPEN
    assert {now(book, memory).status for memory in memories[:2]} == {Status.CONFLICTED}


def test_keeping_both_once_teaches_that_the_slot_takes_several_values(book: Workspace, tell: Tell) -> None:
    tell("The port is 3000.")
    tell("The port is 8080.", day=1)
    assert "the slot counts as a list" in review.consequences(book, at(only(book)), Verdict.BOTH)
    review.decide(book, [at(only(book))], Verdict.BOTH)
    third = tell("The port is 8443.", day=2)
    assert third.status is Status.ACTIVE
    assert len(review.conflict_reports(book)) == 1


def test_undoing_it_forgets_what_was_taught(book: Workspace, tell: Tell) -> None:
    tell("The port is 3000.")
    tell("The port is 8080.", day=1)
    review.decide(book, [at(only(book))], Verdict.BOTH)
    history.undo(book)
    tell("The port is 3000.", day=2)
    assert ConflictState.OPEN in states(book)


def test_a_list_still_takes_a_change_that_says_so(book: Workspace, tell: Tell) -> None:
    olds = [tell(f"The port is {port}.", day) for day, port in enumerate((3000, 8080, 8443))]
    tell("The port is no longer 8080.", day=5)
    assert [now(book, memory).status for memory in olds] == [Status.ACTIVE, Status.SUPERSEDED, Status.ACTIVE]


def test_the_best_two_of_a_signal_stand_alone_and_the_rest_are_one_entry(book: Workspace, tell: Tell) -> None:
    for day in range(4):
        tell("The port is 3000.", day)
    tell("Perhaps the port is now 8080.", day=9)
    changes = [c for c in review.conflict_reports(book) if c.evidence.get("signal")]
    assert len(changes) == 4
    shown = [e for e in review.queue(book).entries if e.conflict.evidence.get("signal")]
    assert len(shown) == 2
    assert sum(entry.grouped for entry in shown) == 2
    assert review.queue(book, ConflictFilter(states=frozenset({ConflictState.OPEN}))).total > len(shown)


def test_a_phrase_that_many_mention_is_a_topic_only_exact_hits_stay_and_none_is_applied(
    book: Workspace, tell: Tell
) -> None:
    olds = [tell("The port is 3000.", day) for day in range(7)]
    tell("The port is now 8080.", day=20)
    assert {now(book, memory).status for memory in olds} == {Status.ACTIVE}
    changes = [c for c in review.conflict_reports(book) if c.evidence.get("signal")]
    assert {(c.state, bool(c.evidence.get("exact"))) for c in changes} == {(ConflictState.OPEN, True)}
    perhaps = tell("Perhaps the port is now 8443.", day=21)
    reported = [c for c in review.conflict_reports(book) if c.new_number == perhaps.number]
    assert [c for c in reported if c.evidence.get("signal")] == []


def test_entries_of_a_change_log_are_history_queued_low_and_never_applied(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    tell("The port is now 8080.", day=1, tags=("changelog",))
    conflict = only(book)
    assert (conflict.state, conflict.severity) == (ConflictState.OPEN, Severity.LOW)
    assert conflict.confidence < 0.5
    assert now(book, old).status is Status.ACTIVE


def test_a_chain_is_compared_with_its_live_head_only(book: Workspace, tell: Tell) -> None:
    tell("The port is 3000.")
    tell("The port is now 8080.", day=1)
    head = tell("The port is now 8443.", day=2)
    new = tell("The port is 9000.", day=3)
    assert [c.old_number for c in book.store.queue.of([number(new)])] == [head.number]
