"""What an evaluation would move, found without looking at every memory, and some of it carried out."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memtui.domain.errors import Cancelled
from memtui.domain.filters import ALL_TIERS, LIVE, Filter, Order
from memtui.domain.kinds import Layer, MemoryType
from memtui.intelligence.hierarchy import DEFAULT, HierarchyPolicy
from memtui.services.findings import Stop, never_stop
from memtui.services.hierarchy_evaluation import (
    CHUNK,
    Evaluation,
    Move,
    Survey,
    carry_out,
    evaluation_of,
    judge_memory,
    moved_lately,
    note,
)
from memtui.services.ports import Progress, no_progress
from memtui.services.workspace import Workspace

NEARLY = 1e-6
"""The store's retention is not rounded; so much wider is asked for, and what comes is judged exactly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggested:
    """How many memories an evaluation would promote, demote and archive; a move that it only suggests counts too."""

    up: int = 0
    down: int = 0
    stale: int = 0

    def and_of(self, moves: Sequence[Move]) -> Suggested:
        """Return the counts with some more moves among them."""
        stale = sum(move.to is Layer.ARCHIVED for move in moves)
        up = sum(move.rises for move in moves)
        return Suggested(up=self.up + up, down=self.down + len(moves) - up - stale, stale=self.stale + stale)


def candidates(workspace: Workspace, stop: Stop = never_stop) -> array[int]:
    """Return the memories that an evaluation may move, by row number: all that it moves are among them."""
    numbers: set[int] = set()
    for where in _filters(workspace, DEFAULT, workspace.clock.now()):
        stop()
        numbers.update(workspace.store.reads.numbers(where, Order.RECORDED))
    return array("q", sorted(numbers))


def moves_of(workspace: Workspace, numbers: Sequence[int]) -> list[Move]:
    """Return what an evaluation makes of some memories: those that it moves or would have a person move."""
    return _survey(workspace, numbers).moves


def planned(workspace: Workspace, *, progress: Progress = no_progress) -> tuple[Move, ...]:
    """Return every move of an evaluation without writing: promotions, demotions, what is archived. Raises Cancelled."""
    numbers = candidates(workspace, lambda: progress(0, None, "evaluate"))
    moves: list[Move] = []
    for start in range(0, len(numbers), CHUNK):
        progress(start, len(numbers), "evaluate")
        moves += moves_of(workspace, numbers[start : start + CHUNK])
    return tuple(sorted(moves, key=lambda move: (move.to is Layer.ARCHIVED, not move.rises, -move.score)))


def apply_moves(workspace: Workspace, numbers: Sequence[int], *, progress: Progress = no_progress) -> Evaluation:
    """Move some memories to where an evaluation would have them, as one batch and one undo.

    What an evaluation only suggests is moved too, since a person chose it; what deserves nothing else, or was
    changed meanwhile, stays.
    """
    chosen = list(dict.fromkeys(numbers))
    survey = Survey()
    try:
        for start in range(0, len(chosen), CHUNK):
            progress(start, len(chosen), "evaluate")
            part = _survey(workspace, chosen[start : start + CHUNK])
            survey.moves += part.moves
            survey.stays.extend(part.stays)
    except Cancelled:
        survey.stopped = True
        return evaluation_of(workspace, survey)
    survey.moves = [replace(move, suggested_only=False) for move in survey.moves]
    return evaluation_of(workspace, carry_out(workspace, "default", DEFAULT, survey, progress, by_hand=True))


def _survey(workspace: Workspace, numbers: Sequence[int]) -> Survey:
    now, lately = workspace.clock.now(), moved_lately(workspace)
    made = Survey()
    for memory in workspace.store.reads.memories(numbers):
        note(made, memory, judge_memory(memory, DEFAULT, now, lately))
    return made


def _filters(workspace: Workspace, policy: HierarchyPolicy, now: datetime) -> Iterator[Filter]:
    """Yield filters that together let through whatever the rules of an evaluation may move (SPEC 9)."""
    base = Filter(
        statuses=LIVE,
        tiers=ALL_TIERS,
        project=workspace.settings.project,
        pinned=False if policy.pins else None,
        now=now,
    )
    short, working, episodic = (frozenset({one}) for one in (Layer.SHORT_TERM, Layer.WORKING, Layer.EPISODIC))
    movable = short | working | episodic
    yield replace(base, layers=short, updated_before=now - timedelta(days=policy.short_term_days, seconds=-1))
    yield replace(base, layers=working, updated_before=now - timedelta(days=policy.working_days, seconds=-1))
    yield replace(base, layers=movable, memory_types=frozenset({MemoryType.PREFERENCE}))
    yield replace(base, layers=short, opened_at_least=policy.promote_access)
    yield replace(base, layers=episodic, importance_at_least=policy.promote_importance - NEARLY)
    yield replace(base, layers=short | episodic, retention_at_least=policy.promote_score - NEARLY)
    yield replace(base, layers=movable, retention_at_most=policy.demote_score + NEARLY)
