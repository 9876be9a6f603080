"""Consolidation: duplicates of the graph merged, superseded facts retired, and the store kept to a size (SPEC 7 and 10)."""

from __future__ import annotations

from dataclasses import dataclass, field

from memtui.domain.errors import Cancelled
from memtui.domain.records import Batch
from memtui.intelligence import consolidation
from memtui.intelligence.consolidation import Plan
from memtui.services.compacting import Compaction, compact
from memtui.services.consolidation_snapshot import snapshot
from memtui.services.consolidation_writing import carry_out
from memtui.services.entity_merging import merge_entities, split_alias
from memtui.services.ports import Progress, no_progress
from memtui.services.titles import counted
from memtui.services.workspace import Workspace

__all__ = ["Compaction", "Consolidation", "compact", "consolidate", "merge_entities", "plan", "split_alias"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Consolidation:
    """What a consolidation did, or in a preview would do.

    `plan` holds merges, retired_nodes and retired_facts, each by name; `retirements_applied` counts entities and
    facts. Without a batch nothing was written.
    """

    plan: Plan = field(default_factory=Plan)
    merges_applied: int = 0
    retirements_applied: int = 0
    memories_superseded: int = 0
    batch: Batch | None = None
    stopped: bool = False

    @property
    def sentence(self) -> str:
        """The counts as one sentence for people."""
        if self.batch is None and not self.stopped:
            return _told(
                len(self.plan.merges),
                len(self.plan.retired_facts) + len(self.plan.retired_nodes),
                len(self.plan.retired_memories),
            )
        said = _told(self.merges_applied, self.retirements_applied, self.memories_superseded)
        return f"{said} Stopped before the end; the same again goes on." if self.stopped else said


def plan(workspace: Workspace, progress: Progress = no_progress) -> Plan:
    """Return what a consolidation of the whole store would do; raises Cancelled."""
    return consolidation.plan(snapshot(workspace.store, progress))


def consolidate(workspace: Workspace, *, apply: bool = True, progress: Progress = no_progress) -> Consolidation:
    """Merge duplicate entities and retire what was superseded, as one batch and one undo; nothing is deleted.

    Long work is written in chunks; stopped, it keeps what was done and the same again goes on.
    """
    try:
        decided = plan(workspace, progress)
    except Cancelled:
        return Consolidation(stopped=True)
    if not apply or not decided:
        return Consolidation(plan=decided)
    done = carry_out(workspace, decided, progress)
    return Consolidation(
        plan=decided,
        merges_applied=done.merges,
        retirements_applied=done.nodes + done.facts,
        memories_superseded=done.memories,
        batch=workspace.store.reads.batch(done.batch) if done.batch is not None else None,
        stopped=done.stopped,
    )


def _told(merges: int, retirements: int, memories: int) -> str:
    said = f"{counted(merges, 'merge')}, {counted(retirements, 'retirement')}"
    return f"{said}, {counted(memories, 'memory', 'memories')} superseded." if memories else f"{said}."
