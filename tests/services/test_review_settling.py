"""Verdicts beyond their own pair: what they settle with it, plans for many, winners, chains and circles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memtui.domain.drafts import Edit
from memtui.domain.errors import Refused
from memtui.domain.kinds import ConflictState, Status
from memtui.domain.records import Memory
from memtui.domain.verdicts import Verdict
from memtui.services import history, remember, review
from memtui.services.workspace import Workspace

from .conftest import number
from .reviews import Tell, at, decide, now, only

# What a verdict settles beside its own pair


def test_pairs_that_become_moot_are_closed_with_it_and_said_and_reopened_by_undo(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    one = tell("The port is 8080.", day=1)
    perhaps = tell("Perhaps the port is now 9000.", day=2)
    first = next(c for c in review.conflict_reports(book) if c.new_number == one.number)
    assert "settles 1 more pair" in review.consequences(book, at(first), Verdict.NEWER)
    done = review.decide(book, [at(first)], Verdict.NEWER)
    assert "Also settled 1 more pair." in done.sentence
    moot = next(
        c for c in review.conflict_reports(book) if {c.new_number, c.old_number} == {perhaps.number, old.number}
    )
    assert (moot.state, moot.human_verdict, moot.evidence["settled_by"]) == (ConflictState.RESOLVED, None, first.id)
    with pytest.raises(Refused, match="settled already"):
        decide(book, Verdict.NEWER, moot)
    history.undo(book)
    assert {c.state for c in review.conflict_reports(book)} == {ConflictState.OPEN}


def test_a_memory_stays_conflicted_while_another_of_its_conflicts_is_open_or_kept(book: Workspace, tell: Tell) -> None:
    middle = tell("The port is 8080.", day=1)
    tell("The port is 3000.")
    other = tell("The host is a.", day=0)
    tell("The host is b.", day=1)
    assert now(book, middle).status is Status.CONFLICTED
    review.report_missed(book, number(middle), number(other))
    first = next(c for c in review.conflict_reports(book) if c.evidence.get("slot") == "port")
    decide(book, Verdict.NEWER, first)
    assert now(book, middle).status is Status.CONFLICTED
    missed = next(c for c in review.conflict_reports(book) if c.evidence.get("missed"))
    decide(book, Verdict.BOTH, missed)
    assert now(book, middle).status is Status.ACTIVE
    assert now(book, other).status is Status.CONFLICTED


def test_a_third_that_supersedes_both_sides_settles_their_conflict_and_says_so(
    book: Workspace, pair: tuple[Memory, Memory], tell: Tell
) -> None:
    conflict = only(book)
    third = tell("The port is now 8443.", day=3)
    assert {now(book, memory).superseded_by for memory in pair} == {third.id}
    settled = book.store.queue.conflict(at(conflict))
    assert (settled.state, settled.evidence["settled_by"]) == (ConflictState.RESOLVED, third.id)


# Winners, chains and circles


def test_bulk_names_winner_and_loser_by_when_they_happened_never_by_id(book: Workspace, tell: Tell) -> None:
    newer = tell("The port is 8080.", day=5)
    older = tell("The port is 3000.", day=1)
    tell("The host is a.", day=1)
    tell("The host is b.", day=5)
    assert older.id > newer.id
    handles = [at(conflict) for conflict in review.conflict_reports(book)]
    planned = review.plan(book, handles, Verdict.NEWER)
    assert {(p.winner.content, p.loser.content) for p in planned if p.winner and p.loser} == {
        ("The port is 8080.", "The port is 3000."),
        ("The host is b.", "The host is a."),
    }
    assert book.store.reads.memory(number(older)).status is Status.CONFLICTED
    done = review.decide(book, handles, Verdict.NEWER)
    assert done.sentence == "2 verdicts given: newer is true."
    assert now(book, older).superseded_by == newer.id
    history.undo(book)
    assert {c.state for c in review.conflict_reports(book)} == {ConflictState.OPEN}
    assert now(book, older).status is Status.CONFLICTED


def test_a_plan_says_what_an_earlier_verdict_of_it_settles_and_deciding_passes_it_over(
    book: Workspace, tell: Tell
) -> None:
    tell("The port is 3000.")
    tell("The port is 8080.", day=1)
    tell("Perhaps the port is now 9000.", day=2)
    handles = [at(conflict) for conflict in review.conflict_reports(book)]
    planned = review.plan(book, handles, Verdict.NEWER)
    assert [p.entry.conflict.confidence for p in planned] == sorted(p.entry.conflict.confidence for p in planned)
    assert sum(p.refusal == "settled by a verdict of this plan" for p in planned) >= 1
    review.decide(book, handles, Verdict.NEWER)
    assert not any(c.state is ConflictState.OPEN for c in review.conflict_reports(book))


def test_a_circle_is_refused_and_nothing_is_written(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    old, new = pair
    conflict = only(book)
    with book.store.write(book.act("hand")) as work:
        work.update(replace(work.memory(number(new)), status=Status.SUPERSEDED, superseded_by=old.id))
    with pytest.raises(Refused, match="superseded and cannot be kept as true"):
        decide(book, Verdict.NEWER, conflict)
    assert now(book, old).superseded_by is None


def test_one_refusal_in_many_rolls_everything_back(book: Workspace, tell: Tell) -> None:
    memories = [tell(f"The {key} is {value}.", day) for key in ("port", "host") for day, value in enumerate("ab")]
    remember.edit(book, number(memories[2]), Edit(pinned=True))
    handles = [at(conflict) for conflict in review.conflict_reports(book)]
    with pytest.raises(Refused, match="pinned"):
        review.decide(book, handles, Verdict.ARCHIVE_OLD)
    assert {now(book, memory).status for memory in memories} == {Status.CONFLICTED}
    assert {c.state for c in review.conflict_reports(book)} == {ConflictState.OPEN}
