"""The whole store compared with itself, oldest first: what was missed is queued or, by policy, applied."""

from __future__ import annotations

from memtui.domain.errors import Cancelled
from memtui.domain.records import Batch, Json
from memtui.services.detecting import Detector
from memtui.services.findings import Stop
from memtui.services.ports import Progress
from memtui.services.rehearsal import Rehearsal
from memtui.services.reports import ScanReport
from memtui.services.sweeping import Sweep, SweepCounts, live_numbers
from memtui.services.titles import counted
from memtui.services.workspace import Workspace

ACTION = "scan"
_LOOK_BACK = 20
"""Batches among which a stopped scan is looked for."""


def scan(workspace: Workspace, *, apply: bool, progress: Progress, stop: Stop) -> ScanReport:
    """Compare all live memories and write what is found as one batch, or only count it; see `review.scan`."""
    sweep = Sweep(Detector(workspace), live_numbers(workspace), states=True, whole=True)
    if not apply:
        return _preview(workspace, sweep, progress, stop)
    partial = _stopped_earlier(workspace)
    act = workspace.act(ACTION, resume=partial.number if partial is not None else None)
    number = partial.number if partial is not None else None
    stopped = False
    try:
        with workspace.store.write(act) as work:
            for done, chunk in sweep.chunks(_place(partial, sweep)):
                stop()
                sweep.detect(work, chunk)
                number = work.batch_number if work.changes else number
                if work.changes:
                    work.checkpoint(_resume(sweep, done), _summary(sweep.counts))
                progress(done, len(sweep.numbers), ACTION)
            if number is not None:
                work.summarise(_summary(sweep.counts))
    except Cancelled:
        stopped = True
    batch = workspace.store.reads.batch(number) if number is not None else None
    return _report(sweep, batch, stopped)


def _preview(workspace: Workspace, sweep: Sweep, progress: Progress, stop: Stop) -> ScanReport:
    """Count what a scan would find, each chunk as if the ones before had been written for what they supersede."""
    stopped = False
    work = Rehearsal(workspace.store, workspace.clock.now())
    try:
        for done, chunk in sweep.chunks():
            stop()
            sweep.detect(work, chunk)
            progress(done, len(sweep.numbers), ACTION)
    except Cancelled:
        stopped = True
    return _report(sweep, None, stopped)


def _report(sweep: Sweep, batch: Batch | None, stopped: bool) -> ScanReport:
    counts = sweep.counts
    return ScanReport(
        compared=counts.compared,
        found=counts.found,
        queued=counts.queued,
        applied=counts.applied,
        batch=batch,
        relations=counts.relations,
        stopped=stopped,
        notices=sweep.detector.notices,
    )


def _summary(counts: SweepCounts) -> str:
    return f"{counted(counts.found, 'conflict')} found, {counts.applied:,} applied"


def _resume(sweep: Sweep, done: int) -> Json:
    """Return where to go on: the place, and the memory before it, by which a later scan knows that nothing moved."""
    last = sweep.numbers[done - 1] if done else 0
    return {"done": done, "last": last}


def _stopped_earlier(workspace: Workspace) -> Batch | None:
    """Return the partial scan of this person, if there is one to go on with."""
    for batch in workspace.store.reads.batches(_LOOK_BACK, actor=workspace.actor.name, action=ACTION):
        if batch.partial and batch.undone_by is None and not batch.adopted:
            return batch
    return None


def _place(partial: Batch | None, sweep: Sweep) -> int:
    """Return from which place on to scan: behind the memory that a stopped scan came to, else from the beginning."""
    last = partial.resume.get("last") if partial is not None else None
    if not isinstance(last, int) or last not in sweep.numbers:
        return 0
    return sweep.numbers.index(last) + 1
