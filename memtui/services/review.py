"""The review queue: what is in conflict, what each verdict would do, and verdicts given and taken back."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.domain.kinds import ConflictState
from memtui.domain.records import Conflict
from memtui.domain.verdicts import Verdict
from memtui.services import remarks, review_entries, revoking, scanning, verdicts
from memtui.services.evidence import is_marker
from memtui.services.findings import Stop, never_stop
from memtui.services.ports import ConflictFilter, Progress, no_progress
from memtui.services.reports import ScanReport
from memtui.services.review_entries import PlannedVerdict, QueueEntry, QueuePage
from memtui.services.workspace import Outcome, Workspace

__all__ = [
    "PlannedVerdict",
    "QueueEntry",
    "QueuePage",
    "ScanReport",
    "annotate",
    "conflict_reports",
    "consequences",
    "decide",
    "entry",
    "plan",
    "put_off",
    "queue",
    "report_missed",
    "revoke",
    "scan",
]

Handle = int | str
"""How a conflict is named: its number, its id, or a unique beginning of that."""


def queue(workspace: Workspace, where: ConflictFilter | None = None, limit: int = 100, offset: int = 0) -> QueuePage:
    """Return a page of the queue, further pairs of one group folded into their first, with the counts of all."""
    return review_entries.page(workspace, where or ConflictFilter(), limit, offset)


def entry(workspace: Workspace, handle: Handle) -> QueueEntry:
    """Return one conflict with both its memories; raises NotFound, Refused where several answer to the handle."""
    return review_entries.one(workspace, handle)


def consequences(workspace: Workspace, handle: Handle, verdict: Verdict) -> tuple[str, ...]:
    """Return what a verdict would change and settle, clause by clause, or why it cannot be given; writes nothing."""
    return verdicts.consequences(workspace, handle, verdict)


def plan(
    workspace: Workspace, handles: Sequence[Handle], verdict: Verdict, *, progress: Progress = no_progress
) -> list[PlannedVerdict]:
    """Return what `decide` would do with each conflict, least sure first, naming winner and loser; writes nothing."""
    return verdicts.plan(workspace, handles, verdict, progress)


def decide(
    workspace: Workspace,
    handles: Sequence[Handle],
    verdict: Verdict,
    *,
    text: str | None = None,
    note: str | None = None,
    versions: Sequence[int] | None = None,
    progress: Progress = no_progress,
    allow_secrets: bool = False,
) -> Outcome:
    """Give one verdict on one or many conflicts: one batch, one undo.

    `text` is the merged text for MERGE, which takes one conflict; a secret in it raises SecretRefused. `versions` are those that the person saw.
    Raises NotFound, and Refused or StaleWrite with the reason where somebody else was faster; then nothing
    is written.
    """
    return verdicts.decide(
        workspace,
        handles,
        verdict,
        text=text,
        note=note,
        versions=versions,
        progress=progress,
        allow_secrets=allow_secrets,
    )


def revoke(workspace: Workspace, handle: Handle) -> Outcome:
    """Take one verdict back, or what was applied by itself, and reopen the conflict; raises Refused naming the later act that depends on it."""
    return revoking.revoke(workspace, workspace.store.queue.conflict(handle))


def put_off(workspace: Workspace, handle: Handle) -> Outcome:
    """Move an open conflict to the end of the queue; raises Refused for one that is not open."""
    return remarks.put_off(workspace, workspace.store.queue.conflict(handle))


def annotate(workspace: Workspace, handle: Handle, note: str) -> Outcome:
    """Set a person's note on a conflict; an empty one takes it away."""
    return remarks.annotate(workspace, workspace.store.queue.conflict(handle), note)


def report_missed(workspace: Workspace, newer: int, older: int) -> Outcome:
    """Queue two memories, by number, as a conflict that the detector missed; raises Refused where they are none."""
    return remarks.report_missed(workspace, newer, older)


def scan(
    workspace: Workspace, *, apply: bool = True, progress: Progress = no_progress, stop: Stop = never_stop
) -> ScanReport:
    """Compare all live memories, oldest first, and write what is found as one batch; `apply=False` only counts.

    Cancelled, it keeps what it did and the same call goes on from there. A second scan finds nothing new.
    """
    return scanning.scan(workspace, apply=apply, progress=progress, stop=stop)


def conflict_reports(workspace: Workspace, state: ConflictState | None = None) -> list[Conflict]:
    """Return all conflicts, or those of one state, in the order of the queue."""
    states = frozenset[ConflictState]() if state is None else frozenset({state})
    queue = workspace.store.queue
    found = queue.conflicts(queue.numbers(ConflictFilter(states=states)).tolist())
    return [conflict for conflict in found if not is_marker(conflict)]
