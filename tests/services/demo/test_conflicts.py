"""The conflicts of the sample project: a believable queue of all sorts, and verdicts already given."""

from __future__ import annotations

from collections import Counter

import pytest

from memtui.domain.kinds import (
    ConflictState,
    ConflictType,
    Severity,
)
from memtui.domain.records import Conflict, Memory
from memtui.domain.verdicts import Verdict
from memtui.services import review
from memtui.services.review import QueuePage
from memtui.services.workspace import Workspace


@pytest.fixture(scope="module")
def conflicts(sample: Workspace) -> list[Conflict]:
    return review.conflict_reports(sample)


@pytest.fixture(scope="module")
def queue(sample: Workspace) -> QueuePage:
    return review.queue(sample)


def test_a_believable_queue_waits(queue: QueuePage, conflicts: list[Conflict]) -> None:
    assert 20 <= len(queue.entries) <= 40
    states = Counter(conflict.state for conflict in conflicts)
    assert states[ConflictState.AUTO] >= 6
    assert states[ConflictState.KEPT] == 2
    assert states[ConflictState.DISMISSED] >= 2
    assert states[ConflictState.RESOLVED] >= 12
    assert (queue.counts.missed, queue.counts.judged > 10) == (3, True)
    assert 0 < queue.counts.agreed < queue.counts.judged
    assert any(entry.grouped for entry in queue.entries)
    assert any(entry.conflict.later_at for entry in queue.entries)
    assert any(entry.conflict.note for entry in queue.entries)


def test_conflicts_are_of_all_sorts(queue: QueuePage, conflicts: list[Conflict]) -> None:
    assert {entry.conflict.severity for entry in queue.entries} == set(Severity)
    assert {conflict.type for conflict in conflicts} == set(ConflictType) - {ConflictType.STALE}
    assert {entry.conflict.type for entry in queue.entries} >= {
        ConflictType.CONTRADICTION,
        ConflictType.SUPERSESSION,
        ConflictType.DUPLICATE,
    }
    assert max(entry.conflict.confidence for entry in queue.entries) > 0.9
    assert min(entry.conflict.confidence for entry in queue.entries) < 0.5
    verdicts = {conflict.human_verdict for conflict in conflicts if conflict.human_verdict}
    assert verdicts == {str(verdict) for verdict in Verdict} - {"archive_new"}


def test_an_open_conflict_is_between_two_live_memories_and_says_why(queue: QueuePage) -> None:
    for entry in queue.entries:
        assert entry.new.live, entry.new.content
        assert entry.old.live, entry.old.content
        assert entry.reason
        assert entry.subject
        assert entry.new_value


def test_only_three_conflicts_were_found_by_people(conflicts: list[Conflict], memories: list[Memory]) -> None:
    texts = {memory.number: memory.content for memory in memories}
    missed = [texts[conflict.new_number] for conflict in conflicts if conflict.evidence.get("missed")]
    assert sorted(missed) == [
        "PostgreSQL 17 runs on db-1 and db-2 since the August window",
        "Refunds over 300 euros need a second person since the audit",
        "Switched from PostgreSQL to MongoDB",
    ]


def test_detection_finds_nothing_more(sample: Workspace) -> None:
    assert review.scan(sample, apply=False).found == 0
