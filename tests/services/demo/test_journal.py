"""The journal of the sample project: whose hand it was, what was done, and when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from memtui.demo import NOW
from memtui.domain.records import Batch


def test_one_sitting_of_verdicts_follows_another_by_seconds(batches: list[Batch]) -> None:
    sitting = [batch.at for batch in batches if (batch.actor, batch.action) == ("mei", "resolve")][-5:]
    assert sitting[-1] - sitting[0] < timedelta(minutes=1)


def test_the_journal_tells_of_several_hands_and_many_kinds_of_act(batches: list[Batch]) -> None:
    assert {batch.actor for batch in batches} == {"ana", "ben", "mei", "claude-code", "codex"}
    acts = {"add", "edit", "tag", "pin", "unpin", "archive", "unarchive", "link", "import", "undo", "redo"}
    acts |= {"resolve", "report", "later", "note", "consolidate", "promote", "demote", "move", "evaluate"}
    assert acts <= {batch.action for batch in batches}
    assert {batch.face for batch in batches} >= {"screens", "mcp"}
    undone = [batch for batch in batches if batch.undone_by is not None and batch.undoes is None]
    assert sorted((batch.actor, batch.action) for batch in undone) == [
        ("ana", "archive"),
        ("ana", "evaluate"),
        ("ana", "resolve"),
    ]
    redone = [batch for batch in batches if batch.undoes is not None and batch.undone_by is not None]
    assert [batch.actor for batch in redone] == ["mei"]


def test_the_journal_runs_forward_through_the_year(batches: list[Batch]) -> None:
    times = [batch.at for batch in batches]
    assert times == sorted(times)
    assert times[0] >= datetime(2025, 12, 1, tzinfo=UTC)
    assert times[-1] <= NOW
    assert {time.strftime("%Y-%m") for time in times} >= {f"2026-{month:02}" for month in range(1, 12)}
