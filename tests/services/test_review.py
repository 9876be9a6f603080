"""The review queue: every verdict of the table, what it settles, and what it never does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from memtui.clock import FixedClock
from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import InvalidRecord, NotFound, Refused, SecretRefused, StaleWrite
from memtui.domain.kinds import ConflictState, ConflictType, FactStatus, Layer, RelationKind, RelationStatus, Status
from memtui.domain.records import Actor, Conflict, Memory
from memtui.domain.verdicts import Verdict
from memtui.services import history, remember, review
from memtui.services.ports import ConflictFilter
from memtui.services.workspace import Workspace

from .conftest import NOW

Tell = Callable[..., Memory]
ALL = ConflictFilter(states=frozenset())


def number(memory: Memory) -> int:
    assert memory.number is not None
    return memory.number


def now(workspace: Workspace, memory: Memory) -> Memory:
    return workspace.store.reads.memory(number(memory))


def only(workspace: Workspace) -> Conflict:
    """The store's one conflict."""
    (conflict,) = review.conflict_reports(workspace)
    return conflict


def at(conflict: Conflict) -> int:
    assert conflict.number is not None
    return conflict.number


def decide(workspace: Workspace, verdict: Verdict, *conflicts: Conflict, **how: object) -> Conflict:
    """Give a verdict and return the first conflict as it is then."""
    review.decide(workspace, [at(conflict) for conflict in conflicts], verdict, **how)  # type: ignore[arg-type]
    return workspace.store.queue.conflict(at(conflicts[0]))


@pytest.fixture
def pair(book: Workspace, tell: Tell) -> tuple[Memory, Memory]:
    """An older and a newer memory in an open contradiction, both conflicted."""
    old, new = tell("The port is 3000."), tell("The port is 8080.", day=1)
    return now(book, old), new


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


def rows(workspace: Workspace) -> list[object]:
    """All records of a store, versions aside."""
    found: list[object] = []
    for table in ("memory", "relation", "conflict", "fact", "entity"):
        for record in workspace.store.reads.records(table, 0, 1000):
            found.append(replace(record, version=1) if isinstance(record, Memory | Conflict) else record)
    return found
