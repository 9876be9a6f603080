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


def test_two_without_a_conflict_become_one_that_supersedes_both(workspace: Workspace) -> None:
    older, newer = added(workspace, OLDER), added(workspace, NEWER)
    outcome = pairing.merge_two(workspace, newer, older, MERGED)
    merged = outcome.memories[0]
    assert merged.content == MERGED
    for number in (older, newer):
        side = now(workspace, number)
        assert (side.status, side.superseded_by, side.merged_into) == (Status.SUPERSEDED, merged.id, merged.id)
    kinds = {(one.to_number, one.kind) for one in workspace.store.reads.relations(merged.number or 0)}
    assert kinds == {(older, RelationKind.SUPERSEDES), (newer, RelationKind.SUPERSEDES)}
    assert not workspace.store.queue.of([older, newer])


def test_one_undo_brings_both_back_and_takes_the_merged_one_out(workspace: Workspace) -> None:
    older, newer = added(workspace, OLDER), added(workspace, NEWER)
    count = workspace.store.reads.count_batches()
    pairing.merge_two(workspace, newer, older, MERGED)
    assert workspace.store.reads.count_batches() == count + 1
    history.undo(workspace)
    assert [now(workspace, number).status for number in (older, newer)] == [Status.ACTIVE, Status.ACTIVE]
    assert workspace.store.reads.census().total == 2
    history.redo(workspace)
    assert now(workspace, older).status is Status.SUPERSEDED


def test_two_in_conflict_are_merged_as_the_verdict_on_it(workspace: Workspace) -> None:
    older, newer = added(workspace, OLDER), added(workspace, NEWER)
    review.report_missed(workspace, newer, older)
    pairing.merge_two(workspace, older, newer, MERGED)
    (conflict,) = workspace.store.queue.of([older])
    assert (conflict.state, conflict.human_verdict) == (ConflictState.RESOLVED, "merge")


def test_a_merge_settles_the_pairs_that_it_leaves_one_sided(workspace: Workspace) -> None:
    older, newer, third = (added(workspace, text) for text in (OLDER, NEWER, "Deploys go out on Mondays"))
    review.report_missed(workspace, third, older) if not workspace.store.queue.of([third]) else None
    outcome = pairing.merge_two(workspace, newer, older, "Two approvals for all that goes out")
    assert "settled 1 more pair" in outcome.sentence
    assert now(workspace, third).status is Status.ACTIVE


def test_what_cannot_be_merged_says_why(workspace: Workspace) -> None:
    older, newer = added(workspace, OLDER), added(workspace, NEWER)
    shop, bank = added(workspace, "The shop opens at nine", project="shop"), added(workspace, "Banks", project="bank")
    with pytest.raises(Refused, match="itself"):
        pairing.merge_two(workspace, older, older, MERGED)
    with pytest.raises(Refused, match="different projects"):
        pairing.pair(workspace, shop, bank)
    with pytest.raises(InvalidRecord, match="needs the text"):
        pairing.merge_two(workspace, newer, older, "  ")
    with pytest.raises(SecretRefused):
        pairing.merge_two(workspace, newer, older, "key " + "AKIA" + "QYLPMN5HFIQR7XYA")
    remember.edit(workspace, older, Edit(archived=True))
    with pytest.raises(Refused, match="archived; bring it back"):
        pairing.merge_two(workspace, newer, older, MERGED)


def test_a_merge_does_not_overrun_an_edit_of_somebody_else(workspace: Workspace) -> None:
    older, newer = added(workspace, OLDER), added(workspace, NEWER)
    seen = [now(workspace, number).version for number in (newer, older)]
    remember.edit(workspace, older, Edit(content="Deploys go out on Wednesdays"))
    with pytest.raises(StaleWrite, match="meanwhile"):
        pairing.merge_two(workspace, newer, older, MERGED, versions=seen)
    assert now(workspace, newer).status is Status.ACTIVE
