"""The journal: what was done, by whom, and taking it back."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.domain.records import Batch, Memory
from memtui.services.workspace import Outcome, Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """One field of one row before and after, as text for people."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RowChange:
    """What a batch did to one row; `title` names it, `made` and `gone` say that the row came or went."""

    table: str
    number: int
    title: str
    made: bool
    gone: bool
    fields: tuple[FieldChange, ...]


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
    raise NotImplementedError


def detail(workspace: Workspace, batch: str | int, *, limit: int = 200) -> BatchDetail:
    """Return one batch in full; raises NotFound."""
    raise NotImplementedError


def undo(workspace: Workspace, batch: str | int | None = None) -> Outcome:
    """Take a batch back: the named one, else this actor's newest; raises UndoBlocked, Refused when there is none."""
    raise NotImplementedError


def redo(workspace: Workspace) -> Outcome:
    """Take back this actor's newest undo, unless the actor has acted since; raises UndoBlocked, Refused."""
    raise NotImplementedError


def redoable(workspace: Workspace) -> Batch | None:
    """Return the undo that `redo` would take back."""
    raise NotImplementedError


def undoable(workspace: Workspace) -> Batch | None:
    """Return the batch that `undo` would take back."""
    raise NotImplementedError


def memory_history(workspace: Workspace, number: int) -> list[tuple[Batch, RowChange, Memory | None]]:
    """Return a memory's steps, oldest first, each with the memory as it was after."""
    raise NotImplementedError
