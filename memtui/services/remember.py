"""Writing memories: add, edit, and the same edit on many with a preview."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.drafts import Draft, Edit
from memtui.domain.records import Batch, Conflict, Entity, Fact, Memory, Relation
from memtui.services.workspace import Outcome, Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReport:
    """What a write led to; `applied` lists what the policy did, as strings such as superseded_existing:OLD:by:NEW."""

    memory: Memory
    batch: Batch | None
    entities: tuple[Entity, ...] = ()
    facts: tuple[Fact, ...] = ()
    relations: tuple[Relation, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    applied: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedEdit:
    """One memory of a bulk edit: as it is, as it would be, or why it is left out."""

    memory: Memory
    after: Memory | None
    refusal: str = ""


def add(workspace: Workspace, draft: Draft, *, allow_secrets: bool = False, detect: bool = True) -> WriteReport:
    """Store a new memory; raises SecretRefused, InvalidRecord."""
    raise NotImplementedError


def edit(
    workspace: Workspace, number: int, change: Edit, *, version: int | None = None, allow_secrets: bool = False
) -> WriteReport:
    """Change one memory; `version` guards against overwriting somebody else's edit (StaleWrite)."""
    raise NotImplementedError


def plan_edits(workspace: Workspace, numbers: Sequence[int], change: Edit) -> list[PlannedEdit]:
    """Return what `edit_all` would do, without writing."""
    raise NotImplementedError


def edit_all(workspace: Workspace, numbers: Sequence[int], change: Edit) -> Outcome:
    """Change many memories as one batch and one undo; unchanged ones are left out."""
    raise NotImplementedError
