"""Changing memories by hand: one, or the same change on many with a preview."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING

from memtui.domain.drafts import Edit
from memtui.domain.errors import Cancelled, StaleWrite
from memtui.domain.kinds import ConflictState, Layer, Status
from memtui.domain.records import Memory
from memtui.services import acts
from memtui.services.editing import Refusal, check, edited, must_change
from memtui.services.leaving import follow
from memtui.services.ports import Progress, UnitOfWork, no_progress
from memtui.services.reports import WriteReport
from memtui.services.screening import refuse_secrets
from memtui.services.titles import counted
from memtui.services.workspace import Outcome, Workspace

if TYPE_CHECKING:
    from memtui.services.detecting import Detector, Prepared

CHUNK = 500
"""Changes in one transaction of long work; 1,000 hold the write lock for 53 ms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedEdit:
    """One memory of a bulk edit: as it is, as it would be, or why it is left out."""

    memory: Memory
    after: Memory | None
    refusal: str = ""


def edit(
    workspace: Workspace,
    number: int,
    change: Edit,
    *,
    version: int | None = None,
    allow_secrets: bool = False,
    detect: bool = True,
) -> WriteReport:
    """Change one memory; `version` guards against overwriting somebody else's edit (StaleWrite).

    A new text is read again: what only the old one caused is withdrawn, what the new one leads to is written.
    Raises NotFound, SecretRefused, InvalidRecord, and Refused with the reason where the rules forbid it. An
    edit that changes nothing writes nothing: its report has no batch.
    """
    check(change)
    if change.content is not None and not allow_secrets:
        refuse_secrets(change.content)
    now = workspace.store.reads.memory(number)
    disputed = number in _disputed(workspace, [now], change)
    act = workspace.act(acts.verb(change))
    rewriting = Rewriting(workspace, change, detect=detect)
    rewriting.prepare(edited(now, change, act.at, disputed=disputed))
    with workspace.store.write(act) as work:
        before = work.memory(number)
        if version is not None and before.version != version:
            raise StaleWrite(
                "This memory was changed by somebody else since you read it.", "Look at it again, then repeat the edit."
            )
        after = must_change(before, change, act.at, disputed=disputed)
        if after is None:
            return WriteReport(memory=before, batch=None)
        report = rewriting.update(work, before, after)
        follow(workspace, work, [(before, report.memory)])
        if report.memory.live and not before.live:
            report = replace(report, memory=work.memory(number))
        work.summarise(acts.summary(change, [report.memory.content], 1))
        batch = work.batch_number
    return replace(report, batch=workspace.store.reads.batch(batch))


class Rewriting:
    """Replaces memories; where the text changes, what the old one caused makes way for what the new one leads to."""

    def __init__(self, workspace: Workspace, change: Edit, *, detect: bool) -> None:
        self._detector: Detector | None = None
        self._prepared: Prepared | None = None
        if change.content is not None and detect and workspace.settings.policy.detect:
            from memtui.services.detecting import Detector

            self._detector = Detector(workspace)

    @property
    def reads(self) -> bool:
        """Whether texts are read again, so that one memory's edit may change others."""
        return self._detector is not None

    def prepare(self, after: Memory | Refusal) -> None:
        """Weigh a memory's new text before the lock is taken."""
        if self._detector is not None and isinstance(after, Memory):
            from memtui.services import redetecting

            self._prepared = redetecting.prepare(self._detector, after)

    def update(self, work: UnitOfWork, before: Memory, after: Memory) -> WriteReport:
        """Replace a memory and write what its new text leads to; the report has no batch yet."""
        if self._detector is None or after.content == before.content:
            return WriteReport(memory=work.update(after), batch=None)
        from memtui.services import redetecting
        from memtui.services.detecting import report

        prepared = self._prepared
        if prepared is None or not redetecting.same_text(prepared.memory, after):
            prepared = redetecting.prepare(self._detector, after)
        self._prepared = None
        read = self._detector.taken(after, prepared.extraction)
        written = redetecting.rewrite(self._detector, work, prepared, work.update(read))
        return report(written, None, self._detector.notices)


def plan_edits(workspace: Workspace, numbers: Sequence[int], change: Edit) -> list[PlannedEdit]:
    """Return what `edit_all` would do, without writing; raises InvalidRecord."""
    check(change)
    memories = workspace.store.reads.memories(list(dict.fromkeys(numbers)))
    return _plan(memories, change, workspace.clock.now(), _disputed(workspace, memories, change))


def edit_all(
    workspace: Workspace,
    numbers: Sequence[int],
    change: Edit,
    *,
    detect: bool = True,
    progress: Progress = no_progress,
) -> Outcome:
    """Change many memories as one batch and one undo; unchanged ones are left out.

    Long work is written in chunks; a stop keeps what was done and marks the batch partial.
    """
    check(change)
    if change.content is not None:
        refuse_secrets(change.content)
    wanted = list(dict.fromkeys(numbers))
    disputed = _disputed(workspace, workspace.store.reads.memories(wanted), change)
    act = workspace.act(acts.verb(change))
    rewriting = Rewriting(workspace, change, detect=detect)
    changed: list[Memory] = []
    refused: list[tuple[Memory, str]] = []
    batch: int | None = None
    stopped, settled = False, 0
    try:
        with workspace.store.write(act) as work:
            batch = work.batch_number
            for start in range(0, len(wanted), CHUNK):
                if start:
                    work.checkpoint({"done": start}, _summary(change, changed))
                    progress(start, len(wanted), act.action)
                chunk, pairs = wanted[start : start + CHUNK], []
                for planned in _planned(work, chunk, change, act.at, disputed, singly=rewriting.reads):
                    if planned.after is None:
                        refused.append((planned.memory, planned.refusal))
                    else:
                        pairs.append((planned.memory, rewriting.update(work, planned.memory, planned.after).memory))
                settled += follow(workspace, work, pairs)
                changed += [after for _, after in pairs]
            work.summarise(_summary(change, changed))
    except Cancelled:
        stopped = True
    return Outcome(
        sentence=_sentence(change, changed, refused, stopped, settled),
        batch=workspace.store.reads.batch(batch) if changed and batch is not None else None,
        memories=tuple(changed),
        refused=tuple(refused),
    )


def _planned(
    work: UnitOfWork,
    numbers: Sequence[int],
    change: Edit,
    now: datetime,
    disputed: frozenset[int],
    *,
    singly: bool,
) -> Iterator[PlannedEdit]:
    """Yield the edits of some memories; `singly` reads each only when it comes to it, as the one before may change it."""
    for start in range(0, len(numbers), 1 if singly else len(numbers)):
        yield from _plan(work.memories(numbers[start : start + (1 if singly else len(numbers))]), change, now, disputed)


def _plan(memories: Iterable[Memory], change: Edit, now: datetime, disputed: frozenset[int]) -> list[PlannedEdit]:
    plans: list[PlannedEdit] = []
    for memory in memories:
        after = edited(memory, change, now, disputed=memory.number in disputed)
        if isinstance(after, Refusal):
            plans.append(PlannedEdit(memory=memory, after=None, refusal=after.reason))
        else:
            plans.append(PlannedEdit(memory=memory, after=after))
    return plans


def _disputed(workspace: Workspace, memories: Iterable[Memory], change: Edit) -> frozenset[int]:
    """Return the archived memories that would leave the archive into an unsettled conflict."""
    if change.archived is not False and change.layer in (None, Layer.ARCHIVED):
        return frozenset()
    unsettled = (ConflictState.OPEN, ConflictState.KEPT)
    return frozenset(
        memory.number
        for memory in memories
        if memory.number is not None
        and memory.status is Status.ARCHIVED
        and any(conflict.state in unsettled for conflict in workspace.store.reads.conflicts(memory.number))
    )


def _summary(change: Edit, changed: list[Memory]) -> str:
    return acts.summary(change, [memory.content for memory in changed[:1]], len(changed))


def _sentence(
    change: Edit, changed: list[Memory], refused: list[tuple[Memory, str]], stopped: bool, settled: int
) -> str:
    reasons: dict[str, int] = {}
    for _, reason in refused:
        reasons[reason] = reasons.get(reason, 0) + 1
    parts = [acts.done(change, len(changed)) if changed else "Nothing changed."]
    if settled:
        parts.append(f"Settled {counted(settled, 'open conflict')}.")
    if stopped:
        parts.append("Stopped before the end.")
    if reasons:
        parts.append("Left out: " + ", ".join(f"{count:,} {reason}" for reason, count in reasons.items()) + ".")
    return " ".join(parts)
