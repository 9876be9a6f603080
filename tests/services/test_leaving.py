"""Conflicts follow a memory that is put away or brought back by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memtui.domain.drafts import Edit
from memtui.domain.kinds import ConflictState, Status
from memtui.domain.records import Memory
from memtui.services import hierarchy, history, remember, review
from memtui.services.workspace import Workspace

from .conftest import number
from .reviews import Tell, now, only


@pytest.fixture
def pair(book: Workspace, tell: Tell) -> tuple[Memory, Memory]:
    """An older and a newer memory in an open contradiction, both conflicted."""
    old, new = tell("The port is 3000."), tell("The port is 8080.", day=1)
    return now(book, old), new


def test_a_pair_with_an_archived_side_is_no_longer_in_the_queue(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    outcome = remember.edit_all(book, [number(pair[0])], Edit(archived=True))
    assert outcome.sentence.endswith("Settled 1 open conflict.")
    assert not review.queue(book).entries
    assert only(book).state is ConflictState.RESOLVED
    assert now(book, pair[1]).status is Status.ACTIVE


def test_bringing_it_back_brings_the_pair_back(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    before = only(book)
    remember.edit_all(book, [number(pair[0])], Edit(archived=True))
    remember.edit(book, number(pair[0]), Edit(archived=False))
    assert only(book).evidence == before.evidence
    assert only(book).state is ConflictState.OPEN
    assert {now(book, side).status for side in pair} == {Status.CONFLICTED}


def test_undo_gives_back_both_memories_and_their_conflict(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    before = only(book)
    remember.edit(book, number(pair[0]), Edit(archived=True))
    history.undo(book)
    assert replace(only(book), version=before.version) == before
    assert {now(book, side).status for side in pair} == {Status.CONFLICTED}


def test_a_pair_of_two_archived_memories_stays_settled(book: Workspace, pair: tuple[Memory, Memory]) -> None:
    remember.edit_all(book, [number(side) for side in pair], Edit(archived=True))
    remember.edit(book, number(pair[1]), Edit(archived=False))
    assert only(book).state is ConflictState.RESOLVED
    assert now(book, pair[1]).status is Status.ACTIVE


def test_a_move_into_the_archive_settles_the_pair_and_a_move_out_brings_it_back(
    book: Workspace, pair: tuple[Memory, Memory]
) -> None:
    hierarchy.demote(book, number(pair[0]), "archived")
    assert only(book).state is ConflictState.RESOLVED
    hierarchy.promote(book, number(pair[0]), "episodic")
    assert only(book).state is ConflictState.OPEN
    hierarchy.move_all(book, [number(side) for side in pair], "archived")
    assert only(book).state is ConflictState.RESOLVED
