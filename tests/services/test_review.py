"""The review queue: its rows and pages, two reviewers at work, and what is short of a verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memtui.clock import FixedClock
from memtui.domain.errors import NotFound, Refused, StaleWrite
from memtui.domain.kinds import ConflictState, ConflictType, Status
from memtui.domain.records import Actor, Memory
from memtui.domain.verdicts import Verdict
from memtui.services import history, review
from memtui.services.workspace import Workspace

from .conftest import number
from .reviews import Tell, at, decide, now, only

# The queue


def test_a_row_names_subject_and_values(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    old, new = pair
    page = review.queue(book)
    (entry,) = page.entries
    assert (entry.subject, entry.old_value, entry.new_value) == ("the shop port", "3000", "8080")
    assert (entry.old.id, entry.new.id, entry.reason) == (old.id, new.id, "The port was 3000.")
    assert (page.total, page.more) == (1, False)
    assert review.entry(book, entry.conflict.id[:20]).conflict == entry.conflict
    with pytest.raises(NotFound):
        review.entry(book, "01ZZZ")


def test_duplicates_have_words_instead_of_values(book: Workspace, tell: Tell) -> None:
    tell("The port is 3000.")
    tell("The port is 3000.", day=1)
    (entry,) = review.queue(book).entries
    assert (entry.subject, entry.new_value) == ("The port is 3000.", "same content")


def test_pages_follow_each_other(book: Workspace, tell: Tell) -> None:
    for key in ("port", "host", "path"):
        tell(f"The {key} is old.")
        tell(f"The {key} is new.", day=1)
    first = review.queue(book, limit=2)
    second = review.queue(book, limit=2, offset=2)
    assert (len(first.entries), first.more, len(second.entries), second.more) == (2, True, 1, False)
    assert len({entry.conflict.number for entry in (*first.entries, *second.entries)}) == 3


# Two at work


def test_two_reviewers_never_resolve_the_same_conflict_twice(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    lena = replace(book, actor=Actor("lena"))
    seen = only(book)
    decide(lena, Verdict.OLDER, seen)
    with pytest.raises(Refused, match=r"decided by lena at .* \(older is true\)"):
        decide(book, Verdict.NEWER, seen)
    with pytest.raises(StaleWrite, match="decided by lena"):
        decide(book, Verdict.NEWER, seen, versions=[seen.version])
    assert now(book, pair[1]).superseded_by == pair[0].id


def test_a_kept_conflict_that_somebody_saw_open_is_not_decided_unseen(
    book: Workspace, pair: tuple[Memory, Memory]
) -> None:
    seen = only(book)
    decide(replace(book, actor=Actor("lena")), Verdict.KEEP, seen)
    with pytest.raises(StaleWrite):
        decide(book, Verdict.NEWER, seen, versions=[seen.version])


# Short of a verdict


def test_put_off_goes_to_the_end_and_notes_stay(book: Workspace, tell: Tell, clock: FixedClock) -> None:
    for key in ("host", "port"):
        tell(f"The {key} is old.")
        tell(f"The {key} is new.", day=1)
    first = review.queue(book).entries[0].conflict
    review.put_off(book, at(first))
    assert [entry.conflict.number for entry in review.queue(book).entries][-1] == first.number
    review.annotate(book, at(first), " ask Lena ")
    assert book.store.queue.conflict(at(first)).note == "ask Lena"
    after = decide(book, Verdict.KEEP, first)
    assert (after.note, after.later_at) == ("ask Lena", None)
    with pytest.raises(Refused):
        review.put_off(book, at(first))
    review.annotate(book, at(first), "")
    assert book.store.queue.conflict(at(first)).note is None


def test_a_missed_conflict_is_queued_by_a_person_and_counted(book: Workspace, tell: Tell) -> None:
    one, other = tell("Deploys run at night."), tell("Nobody deploys after dark.", day=1)
    done = review.report_missed(book, number(one), number(other))
    conflict = only(book)
    assert (conflict.new_number, conflict.old_number) == (other.number, one.number)
    assert (conflict.type, conflict.state, conflict.evidence["missed"]) == (
        ConflictType.CONTRADICTION,
        ConflictState.OPEN,
        True,
    )
    assert {memory.status for memory in done.memories} == {Status.CONFLICTED}
    assert review.queue(book).counts.missed == 1
    with pytest.raises(Refused, match="already"):
        review.report_missed(book, number(other), number(one))
    with pytest.raises(Refused, match="itself"):
        review.report_missed(book, number(one), number(one))
    history.undo(book)
    assert review.conflict_reports(book) == []


def test_memories_of_two_projects_are_not_reported(book: Workspace, tell: Tell) -> None:
    one, other = tell("Deploys run at night.", project="shop"), tell("Nobody deploys.", project="blog")
    with pytest.raises(Refused, match="different projects"):
        review.report_missed(book, number(one), number(other))
