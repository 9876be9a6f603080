"""Writing memories: add, edit, and the same edit on many with a preview."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING

from memtui.domain.drafts import Draft
from memtui.domain.errors import Cancelled
from memtui.domain.records import Memory
from memtui.services.making import memory_from
from memtui.services.ports import Progress, UnitOfWork, no_progress
from memtui.services.reports import WriteReport
from memtui.services.revising import CHUNK, PlannedEdit, edit, edit_all, plan_edits
from memtui.services.screening import refuse_secrets
from memtui.services.titles import counted, title
from memtui.services.workspace import Outcome, Workspace

if TYPE_CHECKING:
    from memtui.services.detecting import Detector

__all__ = ["CHUNK", "PlannedEdit", "WriteReport", "add", "add_all", "edit", "edit_all", "plan_edits", "refuse_secrets"]

FEW = 20
"""So many memories are stored and detected in one transaction; more are detected in transactions of their own."""


def add(workspace: Workspace, draft: Draft, *, allow_secrets: bool = False, detect: bool = True) -> WriteReport:
    """Store a new memory with all that it leads to; raises SecretRefused, InvalidRecord.

    `detect` is for what compares a new memory with the others; without it nothing but the memory is written.
    """
    if not allow_secrets:
        refuse_secrets(draft.content)
    act = workspace.act("add", title(draft.content))
    fresh = memory_from(draft, now=act.at, actor=workspace.actor, project=workspace.settings.project)
    detector = _detector(workspace, detect)
    if detector is None:
        with workspace.store.write(act) as work:
            memory = work.insert(fresh)
            number = work.batch_number
        return WriteReport(memory=memory, batch=workspace.store.reads.batch(number))
    from memtui.services.detecting import report

    prepared = detector.prepare(fresh, late=draft.created_at is not None)
    with workspace.store.write(act) as work:
        written = detector.write(work, prepared, work.insert(prepared.memory))
        number = work.batch_number
    return report(written, workspace.store.reads.batch(number), detector.notices)


def add_all(
    workspace: Workspace,
    drafts: Iterable[Draft],
    *,
    allow_secrets: bool = False,
    detect: bool = True,
    progress: Progress = no_progress,
) -> Outcome:
    """Store many new memories as one batch and one undo; a stop keeps what was written and marks it partial.

    What they lead to is worked out once all are there, oldest first. Raises SecretRefused and InvalidRecord
    before anything of the chunk that holds the draft is written.
    """
    act = workspace.act("add")
    detector = _detector(workspace, detect)
    written: list[Memory] = []
    number: int | None = None
    source = iter(drafts)
    stopped = False
    found = ""
    try:
        with workspace.store.write(act) as work:
            number = work.batch_number
            while chunk := list(islice(source, CHUNK)):
                if written:
                    work.checkpoint({"added": len(written)}, counted(len(written), "memory", "memories"))
                    progress(len(written), None, "add")
                written += [work.insert(memory) for memory in _fresh(workspace, chunk, act.at, allow_secrets)]
            summary = title(written[0].content) if len(written) == 1 else counted(len(written), "memory", "memories")
            work.summarise(summary)
            if written and detector is not None:
                found = _detect_all(detector, work, written, summary, progress)
    except Cancelled:
        stopped = True
    said = f"Added {counted(len(written), 'memory', 'memories')}{found}."
    numbers = [memory.number or 0 for memory in written]
    return Outcome(
        sentence=f"{said} Stopped before the end." if stopped else said,
        batch=workspace.store.reads.batch(number) if written and number is not None else None,
        memories=tuple(written if detector is None else workspace.store.reads.memories(numbers)),
    )


def _detector(workspace: Workspace, detect: bool) -> Detector | None:
    if not (detect and workspace.settings.policy.detect):
        return None
    from memtui.services.detecting import Detector

    return Detector(workspace)


def _detect_all(
    detector: Detector, work: UnitOfWork, written: Sequence[Memory], summary: str, progress: Progress
) -> str:
    """Detect memories that were stored just now; returns what was found as the end of a sentence."""
    from memtui.services.sweeping import Sweep

    sweep = Sweep(detector, [memory.number or 0 for memory in written], states=True)
    done = 0
    for place, chunk in sweep.chunks():
        if done or len(written) > FEW:
            work.checkpoint({"detected": done}, summary)
            progress(done, len(written), "detect")
        sweep.detect(work, chunk)
        done = place
    found = sweep.counts.found
    return f", {counted(found, 'conflict')} found" if found else ""


def _fresh(workspace: Workspace, drafts: list[Draft], now: datetime, allow_secrets: bool) -> list[Memory]:
    if not allow_secrets:
        for draft in drafts:
            refuse_secrets(draft.content)
    return [memory_from(d, now=now, actor=workspace.actor, project=workspace.settings.project) for d in drafts]
