"""The journal: what was done, by whom, and taking it back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from memtui.domain.errors import Refused
from memtui.domain.records import Batch, Memory
from memtui.services import undo_order, undo_words, undoing
from memtui.services.changelog import FieldChange, RowChange, row_changes, steps
from memtui.services.ports import Progress, no_progress
from memtui.services.rows import memory_of
from memtui.services.titles import sound
from memtui.services.workspace import Outcome, Workspace

__all__ = [
    "BatchDetail",
    "BatchLine",
    "FieldChange",
    "RowChange",
    "batches",
    "detail",
    "memory_history",
    "redo",
    "redoable",
    "undo",
    "undoable",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchLine:
    """A batch in a list: `state` is undo (can be taken back), blocked, undone or partial."""

    batch: Batch
    state: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchDetail:
    """A batch in full: its rows (at most `limit`), and what taking it back would do or why it cannot be."""

    batch: Batch
    state: str
    rows: tuple[RowChange, ...]
    more_rows: int
    undo_effects: tuple[str, ...]
    blocked_because: str = ""


def batches(
    workspace: Workspace,
    *,
    limit: int = 50,
    before: int | None = None,
    actor: str | None = None,
    action: str | None = None,
    memory: int | None = None,
    text: str = "",
) -> list[BatchLine]:
    """Return batches, newest first."""
    found = workspace.store.reads.batches(limit, before, actor=actor, action=action, memory=memory, text=sound(text))
    states = undo_order.states(workspace, found)
    return [BatchLine(batch=batch, state=states[undo_order.number_of(batch)]) for batch in found]


def detail(workspace: Workspace, batch: str | int, *, limit: int = 200) -> BatchDetail:
    """Return one batch in full; raises NotFound."""
    from memtui.services.hierarchy_evaluation import reasons

    reads = workspace.store.reads
    found = reads.batch(batch)
    number = undo_order.number_of(found)
    events = reads.events(number, limit)
    rows = row_changes(reads, events)
    more = max(found.changes - limit, 0)
    reason = undo_order.blocked_because(workspace, found)
    return BatchDetail(
        batch=found,
        state=undo_order.state(workspace, found) if found.undone_by is not None else undo_order.standing(found, reason),
        rows=tuple(_with_reasons(rows, reasons(events, found))),
        more_rows=more,
        undo_effects=() if reason else tuple(undo_words.effects(workspace, found, rows, more)),
        blocked_because=reason,
    )


def _with_reasons(rows: Sequence[RowChange], why: Mapping[int, str]) -> Iterator[RowChange]:
    """Yield rows, each memory that an evaluation moved with its reason."""
    for row in rows:
        reason = why.get(row.number) if row.table == "memory" else None
        told = FieldChange(field="why", before="", after=reason) if reason else None
        yield replace(row, fields=(*row.fields, told)) if told is not None else row


def undo(workspace: Workspace, batch: str | int | None = None, *, progress: Progress = no_progress) -> Outcome:
    """Take a batch back: the named one, else this actor's newest; raises UndoBlocked, Refused when there is none.

    A batch of more changes than one transaction takes is taken back in chunks; if that is stopped, the same
    call goes on from there.
    """
    if batch is not None:
        return undoing.take_back(workspace, workspace.store.reads.batch(batch), progress)
    newest = undoable(workspace)
    if newest is None:
        raise Refused("You have done nothing here that could be undone.", "Name a batch to undo somebody else's.")
    return undoing.take_back(workspace, newest, progress)


def redo(workspace: Workspace, *, progress: Progress = no_progress) -> Outcome:
    """Take back this actor's newest undo, unless the actor has acted since; raises UndoBlocked, Refused."""
    newest = redoable(workspace)
    if newest is None:
        raise Refused("There is nothing to redo.", "Redo is there until you do something else.")
    return undoing.take_back(workspace, newest, progress)


def redoable(workspace: Workspace) -> Batch | None:
    """Return the undo that `redo` would take back."""
    return undoing.newest_undo(workspace)


def undoable(workspace: Workspace) -> Batch | None:
    """Return the batch that `undo` would take back."""
    return undoing.newest_act(workspace)


def memory_history(workspace: Workspace, number: int) -> list[tuple[Batch, RowChange, Memory | None]]:
    """Return a memory's steps, oldest first, each with the memory as it was after."""
    reads = workspace.store.reads
    events = reads.events_of("memory", number)
    return [
        (reads.batch(event.batch_number), step, memory_of(event.after) if event.after else None)
        for event, step in zip(events, steps(reads, events), strict=True)
    ]
