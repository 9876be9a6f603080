"""A scan of the whole store: oldest first, in chunks, and nothing new the second time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from memtui.domain.drafts import Draft
from memtui.domain.errors import Cancelled
from memtui.domain.kinds import ConflictState, Status
from memtui.domain.records import Actor, Memory
from memtui.domain.verdicts import Verdict
from memtui.services import history, remember, review, sweeping
from memtui.services.workspace import Workspace

from .conftest import NOW
from .reviews import at, now

Tell = Callable[..., Memory]


@pytest.fixture
def undetected(book: Workspace) -> list[Memory]:
    """A chain, a contradiction and a duplicate that were stored without detection, the newest first."""
    told = [
        ("The port is now 8443.", 3),
        ("The port is now 8080.", 2),
        ("The port is 3000.", 1),
        ("The host is b.", 2),
        ("The host is a.", 1),
        ("The path is c.", 2),
        ("The path is c.", 1),
    ]
    drafts = [Draft(content=text, created_at=NOW + timedelta(days=day)) for text, day in told]
    return list(remember.add_all(book, drafts, detect=False).memories)


def test_a_scan_finds_what_writing_would_have_found(book: Workspace, undetected: list[Memory]) -> None:
    report = review.scan(book)
    assert (report.compared, report.found, report.applied, report.queued) == (7, 4, 2, 2)
    assert report.batch is not None
    head, middle, first = (now(book, memory) for memory in undetected[:3])
    assert (first.superseded_by, middle.superseded_by, head.status) == (middle.id, head.id, Status.ACTIVE)
    assert report.sentence == "Compared 7 memories: 4 conflicts found, 2 to review, 2 applied, 3 relations."


def test_a_second_scan_finds_nothing_new_and_leaves_no_batch(book: Workspace, undetected: list[Memory]) -> None:
    review.scan(book)
    again = review.scan(book)
    assert (again.found, again.relations, again.batch) == (0, 0, None)
    conflict = next(c for c in review.conflict_reports(book) if c.state is ConflictState.OPEN)
    review.decide(book, [at(conflict)], Verdict.BOTH)
    assert review.scan(book).found == 0


def test_a_preview_counts_the_same_and_writes_nothing(book: Workspace, undetected: list[Memory]) -> None:
    before = book.store.data_version()
    preview = review.scan(book, apply=False)
    assert book.store.data_version() == before
    assert preview.batch is None
    done = review.scan(book)
    assert (preview.found, preview.applied, preview.queued) == (done.found, done.applied, done.queued)


def test_a_scan_is_one_undo(book: Workspace, undetected: list[Memory]) -> None:
    review.scan(book)
    history.undo(book)
    assert review.conflict_reports(book) == []
    assert {now(book, memory).status for memory in undetected} == {Status.ACTIVE}


def test_a_stopped_scan_keeps_what_it_did_and_goes_on_in_the_same_batch(
    book: Workspace, undetected: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "CHUNK", 3)
    told: list[tuple[int, int | None, str]] = []

    def stop_after_two(done: int, total: int | None, what: str) -> None:
        told.append((done, total, what))
        if len(told) == 2:
            raise Cancelled

    first = review.scan(book, progress=stop_after_two)
    assert first.stopped
    assert first.batch is not None
    assert first.batch.partial
    assert told == [(3, 7, "scan"), (6, 7, "scan")]
    rest = review.scan(book)
    assert rest.compared == 1
    assert rest.batch is not None
    assert (rest.batch.id, rest.batch.partial) == (first.batch.id, False)
    assert len(review.conflict_reports(book)) == 4


def test_somebody_elses_stopped_scan_is_left_alone(
    book: Workspace, undetected: list[Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeping, "CHUNK", 3)

    def stop(done: int, total: int | None, what: str) -> None:
        if done > 3:
            raise Cancelled

    first = review.scan(book, progress=stop)
    other = review.scan(replace(book, actor=Actor("lena")))
    assert first.batch is not None
    assert other.batch is not None
    assert other.batch.id != first.batch.id
    assert len(review.conflict_reports(book)) == 4


def test_facts_that_writing_left_out_are_stated(ana: Workspace) -> None:
    memory = remember.add(ana, Draft(content="We use PostgreSQL for user data."), detect=False).memory
    assert ana.store.graph.facts_of([memory.number or 0]) == []
    review.scan(ana)
    assert len(ana.store.graph.facts_of([memory.number or 0])) == 1
    assert review.scan(ana).batch is None


def test_memories_stand_by_when_they_happened_then_by_their_text_and_undated_ones_last(book: Workspace) -> None:
    told = [("b", None), ("b", 2), ("ab", None), ("a", 2), ("€", 2), ("z", 1), ("a", None)]
    drafts = [Draft(content=text, created_at=None if day is None else NOW + timedelta(days=day)) for text, day in told]
    memories = remember.add_all(book, drafts, detect=False).memories
    undated = [
        replace(memory, created_at=None) if day is None else memory
        for memory, (_, day) in zip(memories, told, strict=True)
    ]
    ordered = [memory.content for memory in sorted(undated, key=sweeping.order_key)]
    assert ordered == ["z", "a", "b", "€", "a", "ab", "b"]
