"""Writing memories: add, edit, and the same edit on many with a preview."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import Cancelled, SecretRefused, StaleWrite
from memtui.domain.kinds import ConflictState, Layer, Status
from memtui.domain.records import Memory
from memtui.services import acts
from memtui.services.editing import Refusal, check, edited, must_change
from memtui.services.making import memory_from
from memtui.services.ports import Progress, UnitOfWork, no_progress
from memtui.services.reports import WriteReport
from memtui.services.titles import counted, title
from memtui.services.workspace import Outcome, Workspace

__all__ = ["CHUNK", "PlannedEdit", "WriteReport", "add", "add_all", "edit", "edit_all", "plan_edits", "refuse_secrets"]

CHUNK = 500
"""Changes in one transaction of long work; 1,000 hold the write lock for 53 ms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedEdit:
    """One memory of a bulk edit: as it is, as it would be, or why it is left out."""

    memory: Memory
    after: Memory | None
    refusal: str = ""


def add(workspace: Workspace, draft: Draft, *, allow_secrets: bool = False, detect: bool = True) -> WriteReport:
    """Store a new memory; raises SecretRefused, InvalidRecord.

    `detect` is for what compares a new memory with the others; without it nothing but the memory is written.
    """
    if not allow_secrets:
        refuse_secrets(draft.content)
    act = workspace.act("add", title(draft.content))
    fresh = memory_from(draft, now=act.at, actor=workspace.actor, project=workspace.settings.project)
    with workspace.store.write(act) as work:
        memory = work.insert(fresh)
        number = work.batch_number
    return WriteReport(memory=memory, batch=workspace.store.reads.batch(number))


def add_all(
    workspace: Workspace, drafts: Iterable[Draft], *, allow_secrets: bool = False, progress: Progress = no_progress
) -> Outcome:
    """Store many new memories as one batch and one undo; a stop keeps what was written and marks it partial.

    Raises SecretRefused and InvalidRecord before anything of the chunk that holds the draft is written.
    """
    act = workspace.act("add")
    written: list[Memory] = []
    number: int | None = None
    source = iter(drafts)
    stopped = False
    try:
        with workspace.store.write(act) as work:
            number = work.batch_number
            while chunk := list(islice(source, CHUNK)):
                if written:
                    work.checkpoint({"added": len(written)}, counted(len(written), "memory", "memories"))
                    progress(len(written), None, "add")
                written += [work.insert(memory) for memory in _fresh(workspace, chunk, act.at, allow_secrets)]
            work.summarise(
                title(written[0].content) if len(written) == 1 else counted(len(written), "memory", "memories")
            )
    except Cancelled:
        stopped = True
    said = f"Added {counted(len(written), 'memory', 'memories')}."
    return Outcome(
        sentence=f"{said} Stopped before the end." if stopped else said,
        batch=workspace.store.reads.batch(number) if written and number is not None else None,
        memories=tuple(written),
    )


def edit(
    workspace: Workspace, number: int, change: Edit, *, version: int | None = None, allow_secrets: bool = False
) -> WriteReport:
    """Change one memory; `version` guards against overwriting somebody else's edit (StaleWrite).

    Raises NotFound, SecretRefused, InvalidRecord, and Refused with the reason where the rules forbid it. An
    edit that changes nothing writes nothing: its report has no batch.
    """
    check(change)
    if change.content is not None and not allow_secrets:
        refuse_secrets(change.content)
    disputed = number in _disputed(workspace, [workspace.store.reads.memory(number)], change)
    act = workspace.act(acts.verb(change))
    with workspace.store.write(act) as work:
        before = work.memory(number)
        if version is not None and before.version != version:
            raise StaleWrite(
                "This memory was changed by somebody else since you read it.", "Look at it again, then repeat the edit."
            )
        after = must_change(before, change, act.at, disputed=disputed)
        if after is None:
            return WriteReport(memory=before, batch=None)
        memory = work.update(after)
        work.summarise(acts.summary(change, [memory.content], 1))
        batch = work.batch_number
    return WriteReport(memory=memory, batch=workspace.store.reads.batch(batch))


def plan_edits(workspace: Workspace, numbers: Sequence[int], change: Edit) -> list[PlannedEdit]:
    """Return what `edit_all` would do, without writing; raises InvalidRecord."""
    check(change)
    memories = workspace.store.reads.memories(list(dict.fromkeys(numbers)))
    return _plan(memories, change, workspace.clock.now(), _disputed(workspace, memories, change))


def edit_all(
    workspace: Workspace, numbers: Sequence[int], change: Edit, *, progress: Progress = no_progress
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
    changed: list[Memory] = []
    refused: list[tuple[Memory, str]] = []
    batch: int | None = None
    stopped = False
    try:
        with workspace.store.write(act) as work:
            batch = work.batch_number
            for start in range(0, len(wanted), CHUNK):
                if start:
                    work.checkpoint({"done": start}, _summary(change, changed))
                    progress(start, len(wanted), act.action)
                _edit_chunk(work, wanted[start : start + CHUNK], change, act.at, disputed, changed, refused)
            work.summarise(_summary(change, changed))
    except Cancelled:
        stopped = True
    return Outcome(
        sentence=_sentence(change, changed, refused, stopped),
        batch=workspace.store.reads.batch(batch) if changed and batch is not None else None,
        memories=tuple(changed),
        refused=tuple(refused),
    )


def refuse_secrets(text: str) -> None:
    """Raise SecretRefused for a text that holds a credential, naming its shape and showing it redacted."""
    from memtui.intelligence.secrets import find, preview

    for secret in find(text):
        raise SecretRefused(secret.rule, preview(text, secret))


def _fresh(workspace: Workspace, drafts: list[Draft], now: datetime, allow_secrets: bool) -> list[Memory]:
    if not allow_secrets:
        for draft in drafts:
            refuse_secrets(draft.content)
    return [memory_from(d, now=now, actor=workspace.actor, project=workspace.settings.project) for d in drafts]


def _edit_chunk(
    work: UnitOfWork,
    numbers: list[int],
    change: Edit,
    now: datetime,
    disputed: frozenset[int],
    changed: list[Memory],
    refused: list[tuple[Memory, str]],
) -> None:
    for planned in _plan(work.memories(numbers), change, now, disputed):
        if planned.after is None:
            refused.append((planned.memory, planned.refusal))
        else:
            changed.append(work.update(planned.after))


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


def _sentence(change: Edit, changed: list[Memory], refused: list[tuple[Memory, str]], stopped: bool) -> str:
    reasons: dict[str, int] = {}
    for _, reason in refused:
        reasons[reason] = reasons.get(reason, 0) + 1
    parts = [acts.done(change, len(changed)) if changed else "Nothing changed."]
    if stopped:
        parts.append("Stopped before the end.")
    if reasons:
        parts.append("Left out: " + ", ".join(f"{count:,} {reason}" for reason, count in reasons.items()) + ".")
    return " ".join(parts)
