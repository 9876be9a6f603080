"""Links made by hand: what they say, what is refused, and the one undo that takes each back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from memtui.domain.errors import InvalidRecord, NotFound, Refused
from memtui.domain.kinds import Kind, RelationKind, RelationStatus, Status
from memtui.domain.records import Memory, Relation
from memtui.services import history, linking, review
from memtui.services.workspace import Workspace
from tests.services.conftest import NOW

Note = Callable[..., Memory]


def number(memory: Memory) -> int:
    assert memory.number is not None
    return memory.number


@pytest.fixture
def three(note: Note) -> list[int]:
    """Three memories of three days, oldest first."""
    texts = ("apples are red here", "bridges carry trains", "clouds move west")
    return [
        number(note(text, kind=Kind.DECISION, created_at=NOW - timedelta(days=9 - day)))
        for day, text in enumerate(texts)
    ]


def between(workspace: Workspace, one: int, other: int) -> list[Relation]:
    ends = {one, other}
    return [each for each in workspace.store.graph.relations_of([one]) if {each.from_number, each.to_number} == ends]


def test_a_link_runs_from_the_newer_memory_to_the_older_one_whichever_is_named_first(
    ana: Workspace, three: list[int]
) -> None:
    said = linking.link(ana, three[0], three[2], "references")
    (made,) = between(ana, three[0], three[2])
    assert (made.from_number, made.to_number, made.kind) == (three[2], three[0], RelationKind.REFERENCES)
    assert made.evidence["made"] == "by hand"
    assert made.actor == "ana"
    assert said.sentence == "Linked: “clouds move west” references “apples are red here”."


def test_one_undo_takes_a_link_back(ana: Workspace, three: list[int]) -> None:
    outcome = linking.link(ana, three[2], three[0], RelationKind.SUPERSEDES)
    assert ana.store.reads.memory(three[0]).status is Status.SUPERSEDED
    assert outcome.batch is not None
    history.undo(ana, outcome.batch.number or 0)
    assert between(ana, three[0], three[2]) == []
    assert ana.store.reads.memory(three[0]).status is Status.ACTIVE


def test_a_memory_cannot_be_linked_to_itself(ana: Workspace, three: list[int]) -> None:
    with pytest.raises(Refused, match="to itself"):
        linking.link(ana, three[0], three[0], "similar")


def test_successions_never_turn_in_a_circle(ana: Workspace, note: Note) -> None:
    undated = [number(note(f"undated thing {name}", kind=Kind.DECISION)) for name in ("one", "two", "three")]
    linking.link(ana, undated[1], undated[0], "supersedes")
    linking.link(ana, undated[2], undated[1], "supersedes")
    before = ana.store.graph.relations_of(undated)
    with pytest.raises(Refused, match="turn in a circle"):
        linking.link(ana, undated[0], undated[2], "supersedes")
    assert ana.store.graph.relations_of(undated) == before


def test_the_older_never_takes_the_place_of_the_newer(ana: Workspace, three: list[int]) -> None:
    with pytest.raises(Refused, match="is older than"):
        linking.link(ana, three[0], three[2], "supersedes")


def test_only_live_memories_supersede_each_other(ana: Workspace, three: list[int]) -> None:
    linking.link(ana, three[1], three[0], "supersedes")
    with pytest.raises(Refused, match="is superseded already"):
        linking.link(ana, three[2], three[0], "supersedes")


def test_the_same_link_is_not_made_twice(ana: Workspace, three: list[int]) -> None:
    linking.link(ana, three[1], three[0], "elaborates")
    with pytest.raises(Refused, match="linked already"):
        linking.link(ana, three[0], three[1], "elaborates")
    linking.link(ana, three[1], three[0], "similar")
    assert len(between(ana, three[0], three[1])) == 2


def test_there_are_five_kinds(ana: Workspace, three: list[int]) -> None:
    with pytest.raises(InvalidRecord, match="relation kind"):
        linking.link(ana, three[1], three[0], "likes")


def test_a_contradiction_by_hand_is_queued_as_one_that_was_missed(ana: Workspace, three: list[int]) -> None:
    linking.link(ana, three[1], three[0], "contradicts")
    (conflict,) = review.conflict_reports(ana)
    assert conflict.evidence["missed"] is True
    assert ana.store.reads.memory(three[0]).status is Status.CONFLICTED


def test_unlinking_ends_a_link_and_gives_a_superseded_memory_back(ana: Workspace, three: list[int]) -> None:
    linking.link(ana, three[1], three[0], "supersedes")
    said = linking.unlink(ana, three[0], three[1], "supersedes")
    (ended,) = between(ana, three[0], three[1])
    assert ended.status is RelationStatus.DEPRECATED
    assert ana.store.reads.memory(three[0]).status is Status.ACTIVE
    assert ana.store.reads.memory(three[0]).valid_until is None
    assert said.sentence.endswith("no longer.")
    linking.link(ana, three[1], three[0], "supersedes")
    assert between(ana, three[0], three[1])[0].status is RelationStatus.ACTIVE
    assert ana.store.reads.memory(three[0]).status is Status.SUPERSEDED


def test_what_is_not_linked_cannot_be_unlinked(ana: Workspace, three: list[int]) -> None:
    with pytest.raises(NotFound, match="no link that says similar"):
        linking.unlink(ana, three[0], three[1], "similar")
