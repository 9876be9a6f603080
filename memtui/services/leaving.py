"""Conflicts of memories that are put away or brought back by hand or by an evaluation, not by a verdict."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from memtui.domain.kinds import ConflictState, Status
from memtui.domain.records import Conflict, Memory
from memtui.services.evidence import RULE
from memtui.services.ledger import Ledger
from memtui.services.mooting import close_moot
from memtui.services.ports import UnitOfWork
from memtui.services.workspace import Workspace


def follow(workspace: Workspace, work: UnitOfWork, changed: Iterable[tuple[Memory, Memory]]) -> int:
    """Let conflicts follow memories that were just written (before, after); returns how many were settled.

    Where a side is put away there is nothing left to judge: the conflict is resolved and says by what. Where
    it comes back, and the other side is still live, the conflict is as it was.
    """
    pairs = list(changed)
    gone = [after for before, after in pairs if before.live and not after.live]
    back = [after for before, after in pairs if after.live and not before.live]
    if not gone and not back:
        return 0
    ledger = Ledger(work, workspace.store, workspace.clock.now(), workspace.actor.name)
    ledger.prefetch(memory.number or 0 for memory in (*gone, *back))
    disputed = {before.id for before, after in pairs if before.status is Status.CONFLICTED and not after.live}
    settled = 0
    for memory in gone:
        for conflict in close_moot(ledger, [memory.number or 0], memory):
            settled += 1
            if memory.id in disputed:
                ledger.put_conflict(replace(conflict, evidence={**conflict.evidence, "disputed": True}))
    for memory in back:
        for conflict in ledger.conflicts_of(memory.number or 0):
            if conflict.evidence.get("settled_by") == memory.id and conflict.decided_by == RULE:
                _reopen(ledger, conflict)
    ledger.write()
    return settled


def _reopen(ledger: Ledger, conflict: Conflict) -> None:
    sides = (conflict.new_number, conflict.old_number)
    if not all(ledger.memory(side).live for side in sides):
        return
    gone = ("settled_by", "was", "disputed")
    evidence = {name: value for name, value in conflict.evidence.items() if name not in gone}
    state = ConflictState(str(conflict.evidence.get("was", ConflictState.OPEN)))
    ledger.put_conflict(replace(conflict, state=state, decided_by=None, decided_at=None, evidence=evidence))
    if conflict.evidence.get("disputed"):
        ledger.dispute(*sides)
