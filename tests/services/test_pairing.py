"""Two memories made into one, whether or not they were in conflict."""

from __future__ import annotations

import pytest

from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import InvalidRecord, Refused, SecretRefused, StaleWrite
from memtui.domain.kinds import ConflictState, RelationKind, Status
from memtui.domain.records import Memory
from memtui.services import history, pairing, remember, review
from memtui.services.workspace import Workspace

OLDER, NEWER = "Deploys go out on Tuesdays", "A deploy needs two approvals"
MERGED = "Deploys go out on Tuesdays after two approvals"


def added(workspace: Workspace, text: str, **more: str) -> int:
    return remember.add(workspace, Draft(content=text, **more)).memory.number or 0  # type: ignore[arg-type]


def now(workspace: Workspace, number: int) -> Memory:
    return workspace.store.reads.memory(number)


def test_two_without_a_conflict_become_one_that_supersedes_both(ana: Workspace) -> None:
    older, newer = added(ana, OLDER), added(ana, NEWER)
    outcome = pairing.merge_two(ana, newer, older, MERGED)
    merged = outcome.memories[0]
    assert merged.content == MERGED
    for number in (older, newer):
        side = now(ana, number)
        assert (side.status, side.superseded_by, side.merged_into) == (Status.SUPERSEDED, merged.id, merged.id)
    kinds = {(one.to_number, one.kind) for one in ana.store.reads.relations(merged.number or 0)}
    assert kinds == {(older, RelationKind.SUPERSEDES), (newer, RelationKind.SUPERSEDES)}
    assert not ana.store.queue.of([older, newer])


def test_one_undo_brings_both_back_and_takes_the_merged_one_out(ana: Workspace) -> None:
    older, newer = added(ana, OLDER), added(ana, NEWER)
    count = ana.store.reads.count_batches()
    pairing.merge_two(ana, newer, older, MERGED)
    assert ana.store.reads.count_batches() == count + 1
    history.undo(ana)
    assert [now(ana, number).status for number in (older, newer)] == [Status.ACTIVE, Status.ACTIVE]
    assert ana.store.reads.census().total == 2
    history.redo(ana)
    assert now(ana, older).status is Status.SUPERSEDED


def test_two_in_conflict_are_merged_as_the_verdict_on_it(ana: Workspace) -> None:
    older, newer = added(ana, OLDER), added(ana, NEWER)
    review.report_missed(ana, newer, older)
    pairing.merge_two(ana, older, newer, MERGED)
    (conflict,) = ana.store.queue.of([older])
    assert (conflict.state, conflict.human_verdict) == (ConflictState.RESOLVED, "merge")


def test_a_merge_settles_the_pairs_that_it_leaves_one_sided(ana: Workspace) -> None:
    older, newer, third = (added(ana, text) for text in (OLDER, NEWER, "Deploys go out on Mondays"))
    if not ana.store.queue.of([third]):
        review.report_missed(ana, third, older)
    outcome = pairing.merge_two(ana, newer, older, "Two approvals for all that goes out")
    assert "settled 1 more pair" in outcome.sentence
    assert now(ana, third).status is Status.ACTIVE


def test_what_cannot_be_merged_says_why(ana: Workspace) -> None:
    older, newer = added(ana, OLDER), added(ana, NEWER)
    shop, bank = added(ana, "The shop opens at nine", project="shop"), added(ana, "Banks", project="bank")
    with pytest.raises(Refused, match="itself"):
        pairing.merge_two(ana, older, older, MERGED)
    with pytest.raises(Refused, match="different projects"):
        pairing.pair(ana, shop, bank)
    with pytest.raises(InvalidRecord, match="needs the text"):
        pairing.merge_two(ana, newer, older, "  ")
    with pytest.raises(SecretRefused):
        pairing.merge_two(ana, newer, older, "key " + "AKIA" + "QYLPMN5HFIQR7XYA")
    remember.edit(ana, older, Edit(archived=True))
    with pytest.raises(Refused, match="archived; bring it back"):
        pairing.merge_two(ana, newer, older, MERGED)


def test_a_merge_does_not_overrun_an_edit_of_somebody_else(ana: Workspace) -> None:
    older, newer = added(ana, OLDER), added(ana, NEWER)
    seen = [now(ana, number).version for number in (newer, older)]
    remember.edit(ana, older, Edit(content="Deploys go out on Wednesdays"))
    with pytest.raises(StaleWrite, match="meanwhile"):
        pairing.merge_two(ana, newer, older, MERGED, versions=seen)
    assert now(ana, newer).status is Status.ACTIVE
