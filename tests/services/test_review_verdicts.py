"""Every verdict on one conflict, open or applied by itself, and its undo."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import InvalidRecord, Refused, SecretRefused
from memtui.domain.kinds import ConflictState, FactStatus, Layer, RelationKind, RelationStatus, Status
from memtui.domain.records import Memory
from memtui.domain.verdicts import Verdict
from memtui.services import history, remember, review
from memtui.services.ports import ConflictFilter
from memtui.services.workspace import Workspace

from .conftest import NOW, number
from .reviews import Tell, at, decide, now, only, rows

# The verdicts


def test_the_newer_is_true(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    old, new = pair
    conflict = decide(book, Verdict.NEWER, only(book))
    assert (now(book, old).status, now(book, old).superseded_by) == (Status.SUPERSEDED, new.id)
    assert now(book, new).status is Status.ACTIVE
    assert (conflict.state, conflict.human_verdict, conflict.decided_by) == (
        ConflictState.RESOLVED,
        "newer_is_true",
        "ana",
    )
    kinds = {relation.kind for relation in book.store.graph.relations_of([number(new)])}
    assert kinds == {RelationKind.CONTRADICTS, RelationKind.SUPERSEDES}


def test_the_detectors_verdict_stays_beside_the_persons(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    before = only(book)
    after = decide(book, Verdict.BOTH, before)
    kept = ("type", "severity", "confidence", "suggested_action", "reason", "fingerprint")
    assert [getattr(after, name) for name in kept] == [getattr(before, name) for name in kept]
    counts = review.queue(book).counts
    assert (counts.judged, counts.agreed) == (1, 0)


def test_the_older_is_true(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    old, new = pair
    conflict = decide(book, Verdict.OLDER, only(book))
    assert (now(book, new).status, now(book, new).superseded_by) == (Status.SUPERSEDED, old.id)
    assert now(book, old).status is Status.ACTIVE
    assert conflict.state is ConflictState.RESOLVED
    links = book.store.graph.relations_of([number(new)])
    assert {link.status for link in links} == {RelationStatus.DEPRECATED}


def test_a_kept_conflict_leaves_the_queue_and_both_stay_conflicted(
    book: Workspace, pair: tuple[Memory, Memory]
) -> None:
    assert decide(book, Verdict.KEEP, only(book)).state is ConflictState.KEPT
    assert {now(book, memory).status for memory in pair} == {Status.CONFLICTED}
    assert review.queue(book).entries == ()
    assert len(review.queue(book, ConflictFilter(states=frozenset({ConflictState.KEPT}))).entries) == 1
    with pytest.raises(Refused, match="decided by ana"):
        decide(book, Verdict.KEEP, only(book))
    assert decide(book, Verdict.NEWER, only(book)).state is ConflictState.RESOLVED


def test_both_are_true_and_the_pair_never_returns_until_a_text_changes(
    book: Workspace, pair: tuple[Memory, Memory], clock: FixedClock
) -> None:
    old, new = pair
    assert decide(book, Verdict.BOTH, only(book)).state is ConflictState.DISMISSED
    assert {now(book, memory).status for memory in pair} == {Status.ACTIVE}
    assert review.scan(book).found == 0
    links = book.store.graph.relations_of([number(new)])
    assert {link.status for link in links} == {RelationStatus.DEPRECATED}
    clock.moment += timedelta(hours=1)
    remember.edit(book, number(new), Edit(content="The port is now 8443."))
    assert now(book, old).superseded_by == new.id
    assert sorted(c.state for c in review.conflict_reports(book)) == [ConflictState.AUTO, ConflictState.DISMISSED]


@pytest.mark.parametrize(("verdict", "loser"), [(Verdict.ARCHIVE_OLD, 0), (Verdict.ARCHIVE_NEW, 1)])
def test_one_is_archived_and_the_other_active(
    book: Workspace, pair: tuple[Memory, Memory], verdict: Verdict, loser: int
) -> None:
    decide(book, verdict, only(book))
    gone, stays = now(book, pair[loser]), now(book, pair[1 - loser])
    assert (gone.status, gone.layer, gone.layer_before) == (Status.ARCHIVED, Layer.ARCHIVED, Layer.SEMANTIC)
    assert stays.status is Status.ACTIVE


def test_a_pinned_memory_is_not_archived_by_a_verdict(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    remember.edit(book, number(pair[0]), Edit(pinned=True))
    with pytest.raises(Refused, match="pinned"):
        decide(book, Verdict.ARCHIVE_OLD, only(book))
    assert review.consequences(book, at(only(book)), Verdict.ARCHIVE_OLD) == (
        "“The port is 3000.” is pinned (unpin it first).",
    )


def test_a_merge_makes_a_new_memory_that_supersedes_both(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    conflict = only(book)
    done = review.decide(book, [at(conflict)], Verdict.MERGE, text="The port was 3000 and is 8080 since March.")
    merged = done.memories[0]
    assert merged.status is Status.ACTIVE
    for memory in pair:
        assert (now(book, memory).status, now(book, memory).superseded_by) == (Status.SUPERSEDED, merged.id)
        assert now(book, memory).merged_into == merged.id
    assert book.store.queue.conflict(at(conflict)).state is ConflictState.RESOLVED
    links = book.store.graph.relations_of([number(merged)])
    assert {(link.kind, link.to_number) for link in links} == {
        (RelationKind.SUPERSEDES, number(memory)) for memory in pair
    }
    history.undo(book)
    assert {now(book, memory).status for memory in pair} == {Status.CONFLICTED}
    assert only(book).state is ConflictState.OPEN


def test_a_merge_needs_a_text_without_new_secrets_and_one_pair(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    conflict = only(book)
    with pytest.raises(InvalidRecord):
        review.decide(book, [at(conflict)], Verdict.MERGE)
    secret = "ghp_" + "a1B2" * 9
    with pytest.raises(SecretRefused):
        review.decide(book, [at(conflict)], Verdict.MERGE, text=f"The port is 8080, token {secret}")


def test_facts_of_the_loser_end_when_the_newer_one_happened(book: Workspace) -> None:
    old = remember.add(book, Draft(content="We use Redis for sessions.", created_at=NOW - timedelta(days=30))).memory
    new = remember.add(book, Draft(content="Memcached holds the sessions.", created_at=NOW - timedelta(days=2))).memory
    review.report_missed(book, number(new), number(old))
    (conflict,) = (c for c in review.conflict_reports(book) if c.evidence.get("missed"))
    review.decide(book, [at(conflict)], Verdict.NEWER)
    (fact,) = book.store.graph.facts_of([number(old)])
    assert (fact.status, fact.valid_until) == (FactStatus.DEPRECATED, NOW - timedelta(days=2))


# What applied itself


def test_what_was_applied_is_confirmed_reversed_or_turned_round(book: Workspace, tell: Tell) -> None:
    old, new = tell("The port is 3000."), tell("The port is now 8080.", day=1)
    conflict = only(book)
    rows = book.store.reads.memories([number(old), number(new)])
    assert decide(book, Verdict.NEWER, conflict).state is ConflictState.RESOLVED
    assert book.store.reads.memories([number(old), number(new)]) == rows
    history.undo(book)
    assert only(book).state is ConflictState.AUTO
    decide(book, Verdict.BOTH, conflict)
    assert {now(book, memory).status for memory in (old, new)} == {Status.ACTIVE}
    assert now(book, old).superseded_by is None
    assert review.scan(book).found == 0
    history.undo(book)
    decide(book, Verdict.OLDER, conflict)
    assert (now(book, old).status, now(book, new).superseded_by) == (Status.ACTIVE, old.id)


def test_reversing_what_was_applied_is_a_new_batch_that_undo_takes_back(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    tell("The port is now 8080.", day=1)
    superseded = now(book, old)
    decide(book, Verdict.KEEP, only(book))
    assert now(book, old).status is Status.CONFLICTED
    assert [line.batch.action for line in history.batches(book)][:2] == ["resolve", "add"]
    history.undo(book)
    assert replace(now(book, old), version=superseded.version) == superseded


# Undo


@pytest.mark.parametrize("verdict", [verdict for verdict in Verdict if verdict is not Verdict.MERGE])
@pytest.mark.parametrize("newer", ["The port is 8080.", "The port is now 8080."])
def test_a_verdict_and_its_undo_give_the_same_rows(book: Workspace, tell: Tell, verdict: Verdict, newer: str) -> None:
    tell("The port is 3000.")
    tell(newer, day=1)
    before = rows(book)
    review.decide(book, [at(only(book))], verdict, note="because")
    history.undo(book)
    assert rows(book) == before
