"""Verdicts taken back alone, in the middle of others too, unless a later act depends on them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from memtui.domain.drafts import Edit
from memtui.domain.errors import Refused
from memtui.domain.kinds import ConflictState, RelationKind, RelationStatus, Status
from memtui.domain.records import Conflict, Memory
from memtui.domain.verdicts import Verdict
from memtui.services import history, remember, review
from memtui.services.workspace import Workspace

from .conftest import number
from .reviews import at, decide, now, only

Tell = Callable[..., Memory]


def with_slot(workspace: Workspace, slot: str) -> Conflict:
    return next(c for c in review.conflict_reports(workspace) if c.evidence.get("slot") == slot)


@pytest.fixture
def three(book: Workspace, tell: Tell) -> dict[str, tuple[Memory, Memory]]:
    """Three pairs in open conflicts, by their slot."""
    return {key: (tell(f"The {key} is a."), tell(f"The {key} is b.", day=1)) for key in ("host", "path", "port")}


@pytest.mark.parametrize("verdict", [verdict for verdict in Verdict if verdict is not Verdict.MERGE])
def test_one_of_many_is_taken_back_alone(
    book: Workspace, three: dict[str, tuple[Memory, Memory]], verdict: Verdict
) -> None:
    handles = [at(conflict) for conflict in review.conflict_reports(book)]
    review.decide(book, handles, verdict)
    review.revoke(book, at(with_slot(book, "path")))
    conflict = with_slot(book, "path")
    assert (conflict.state, conflict.human_verdict, conflict.decided_by) == (ConflictState.OPEN, None, None)
    assert {now(book, memory).status for memory in three["path"]} == {Status.CONFLICTED}
    assert {now(book, memory).superseded_by for memory in three["path"]} == {None}
    assert all(with_slot(book, slot).state is not ConflictState.OPEN for slot in ("host", "port"))
    review.decide(book, [at(conflict)], verdict)
    assert with_slot(book, "path").human_verdict == str(verdict)


def test_taking_back_is_a_batch_of_its_own_and_undo_gives_the_verdict_again(
    book: Workspace, three: dict[str, tuple[Memory, Memory]]
) -> None:
    decide(book, Verdict.NEWER, with_slot(book, "port"))
    decide(book, Verdict.KEEP, with_slot(book, "host"))
    review.revoke(book, at(with_slot(book, "port")))
    assert [line.batch.action for line in history.batches(book)][:3] == ["revoke", "resolve", "resolve"]
    history.undo(book)
    assert with_slot(book, "port").state is ConflictState.RESOLVED
    assert now(book, three["port"][0]).status is Status.SUPERSEDED


def test_what_a_verdict_settled_beside_its_pair_opens_again(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    tell("The port is 8080.", day=1)
    tell("Perhaps the port is now 9000.", day=2)
    first = next(c for c in review.conflict_reports(book) if c.new_number == number(old) + 1)
    review.decide(book, [at(first)], Verdict.NEWER)
    review.revoke(book, at(first))
    assert {c.state for c in review.conflict_reports(book)} == {ConflictState.OPEN}
    assert now(book, old).status is Status.CONFLICTED


def test_what_applied_itself_is_taken_back_and_left_to_a_person(book: Workspace, tell: Tell) -> None:
    old, new = tell("The port is 3000."), tell("The port is now 8080.", day=1)
    review.revoke(book, at(only(book)))
    assert only(book).state is ConflictState.OPEN
    assert {now(book, memory).status for memory in (old, new)} == {Status.ACTIVE}
    link = book.store.graph.relations_of([number(new)])[0]
    assert (link.kind, link.status) == (RelationKind.SUPERSEDES, RelationStatus.DEPRECATED)
    decide(book, Verdict.NEWER, only(book))
    assert now(book, old).superseded_by == new.id


def test_a_confirmed_one_goes_back_to_applied(book: Workspace, tell: Tell) -> None:
    old = tell("The port is 3000.")
    tell("The port is now 8080.", day=1)
    decide(book, Verdict.NEWER, only(book))
    review.revoke(book, at(only(book)))
    assert only(book).state is ConflictState.AUTO
    assert now(book, old).status is Status.SUPERSEDED


@pytest.mark.parametrize("verdict", [Verdict.OLDER, Verdict.BOTH])
def test_what_turned_round_what_applied_itself_goes_back_with_what_superseded_it(
    book: Workspace, tell: Tell, verdict: Verdict
) -> None:
    older, newer = tell("The port is 3000."), tell("The port is now 8080.", day=1)
    before = (now(book, older), now(book, newer))
    assert before[0].superseded_by == newer.id
    decide(book, verdict, only(book))
    assert "what was applied by itself stands again" in review.revoke(book, at(only(book))).sentence
    for memory, as_it_was in zip((older, newer), before, strict=True):
        back = now(book, memory)
        standing = ("status", "superseded_by", "merged_into", "layer", "valid_until")
        assert [getattr(back, name) for name in standing] == [getattr(as_it_was, name) for name in standing]
    assert only(book).state is ConflictState.AUTO
    decide(book, Verdict.OLDER, only(book))
    assert now(book, older).live


def test_a_verdict_on_which_a_later_act_depends_stays_and_the_act_is_named(book: Workspace, tell: Tell) -> None:
    tell("The port is 3000.")
    winner = tell("The port is 8080.", day=1)
    conflict = only(book)
    decide(book, Verdict.NEWER, conflict)
    tell("The port is now 8443.", day=2)
    assert now(book, winner).status is Status.SUPERSEDED
    with pytest.raises(Refused, match=r"“The port is 8080.” was superseded at .* \(batch 4\)"):
        review.revoke(book, at(conflict))


def test_acts_that_do_not_depend_on_it_are_not_in_the_way(
    book: Workspace, three: dict[str, tuple[Memory, Memory]]
) -> None:
    decide(book, Verdict.NEWER, with_slot(book, "port"))
    for memory in three["port"]:
        remember.edit(book, number(memory), Edit(add_tags=("seen",)))
    review.revoke(book, at(with_slot(book, "port")))
    assert {(now(book, memory).status, now(book, memory).tags) for memory in three["port"]} == {
        (Status.CONFLICTED, ("seen",))
    }


def test_a_merge_is_taken_back_whole(book: Workspace, three: dict[str, tuple[Memory, Memory]]) -> None:
    conflict = with_slot(book, "port")
    merged = review.decide(book, [at(conflict)], Verdict.MERGE, text="The port was a and is b.").memories[0]
    decide(book, Verdict.KEEP, with_slot(book, "host"))
    review.revoke(book, at(conflict))
    assert {now(book, memory).status for memory in three["port"]} == {Status.CONFLICTED}
    assert book.store.reads.memories([number(merged)]) == []


def test_there_must_be_a_verdict_of_a_person(book: Workspace, three: dict[str, tuple[Memory, Memory]]) -> None:
    with pytest.raises(Refused, match="is open"):
        review.revoke(book, at(with_slot(book, "port")))


def test_a_verdict_that_came_with_an_import_cannot_be_taken_back_alone(
    book: Workspace, three: dict[str, tuple[Memory, Memory]]
) -> None:
    review.decide(book, [at(with_slot(book, "port"))], Verdict.BOTH)
    history.undo(book)
    assert with_slot(book, "port").state is ConflictState.OPEN
