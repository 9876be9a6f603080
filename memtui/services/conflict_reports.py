"""Conflicts as programs read them: with the ids of both memories, under Mneno's names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.kinds import ConflictState, ConflictType, Severity, SuggestedAction
from memtui.domain.records import Conflict, Memory
from memtui.services.reports import WriteReport
from memtui.services.workspace import Workspace


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictReport:
    """One conflict: what kind, why, and what the detector proposes (Mneno's report).

    `new_id` is empty for a memory that was only tried and not stored. `id` is the conflict's own, by which it is resolved.
    """

    id: str
    conflict_type: ConflictType
    reason: str
    suggested_action: SuggestedAction
    severity: Severity
    confidence: float
    new_id: str
    existing_id: str
    state: ConflictState
    conflict: Conflict


@dataclass(frozen=True, slots=True, kw_only=True)
class AddReport:
    """A stored memory and all that it led to; `resolution_actions` are strings such as superseded_existing:OLD:by:NEW."""

    memory: Memory
    conflict_reports: tuple[ConflictReport, ...]
    resolution_actions: tuple[str, ...]
    report: WriteReport


def reports(workspace: Workspace, conflicts: Sequence[Conflict], tried: Memory | None = None) -> list[ConflictReport]:
    """Return reports in the order of `conflicts`; `tried` is a memory that is not stored."""
    numbers = list(dict.fromkeys(number for c in conflicts for number in (c.new_number, c.old_number)))
    ids = {memory.number: memory.id for memory in workspace.store.reads.memories(numbers)}
    unstored = tried is not None and tried.number is None
    return [
        ConflictReport(
            id="" if unstored else conflict.id,
            conflict_type=conflict.type,
            reason=conflict.reason,
            suggested_action=conflict.suggested_action,
            severity=conflict.severity,
            confidence=conflict.confidence,
            new_id=ids.get(conflict.new_number, ""),
            existing_id=ids.get(conflict.old_number, ""),
            state=conflict.state,
            conflict=conflict,
        )
        for conflict in conflicts
    ]
