"""Conflicts that close without a verdict of their own: one side is gone, or what they rested on is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from memtui.domain.kinds import ConflictState, RelationKind
from memtui.domain.records import Conflict, Memory
from memtui.services.evidence import RULE, by_rule, time_in
from memtui.services.ledger import UNSETTLED, Ledger
from memtui.services.workspace import Workspace


def close_moot(ledger: Ledger, changed: Iterable[int], cause: Memory | Conflict) -> list[Conflict]:
    """Resolve every open or kept conflict of these memories of which one side is no longer live; returns them.

    `cause` is the memory or the conflict whose verdict settles them; each says so in its evidence. Memories
    without further conflicts stop being conflicted.
    """
    numbers = list(dict.fromkeys(changed))
    closed: list[Conflict] = []
    for conflict in ledger.conflicts_of(*numbers):
        sides = (conflict.new_number, conflict.old_number)
        if conflict.state not in UNSETTLED or conflict == cause or all(ledger.memory(side).live for side in sides):
            continue
        kept = replace(
            conflict,
            state=ConflictState.RESOLVED,
            decided_by=RULE,
            decided_at=ledger.now,
            evidence={**conflict.evidence, "settled_by": cause.id, "was": str(conflict.state)},
        )
        ledger.put_conflict(kept)
        closed.append(kept)
    ledger.settle(*numbers, *(side for conflict in closed for side in (conflict.new_number, conflict.old_number)))
    return closed


def would_close(workspace: Workspace, numbers: Sequence[int]) -> int:
    """Return how many open or kept conflicts would close if these memories were no longer live."""
    return sum(1 for conflict in workspace.store.queue.of(numbers) if conflict.state in UNSETTLED) if numbers else 0


def withdraw(ledger: Ledger, conflict: Conflict, why: str, note: str) -> None:
    """Dismiss a conflict by rule: what it rested on is no longer so; its memories and relations follow.

    What was applied by itself because of it is taken back.
    """
    ledger.put_conflict(
        replace(
            conflict,
            state=ConflictState.DISMISSED,
            decided_by=RULE,
            decided_at=ledger.now,
            evidence={**conflict.evidence, "withdrawn": why, "withdrawn_note": note},
        )
    )
    if conflict.state is ConflictState.AUTO:
        take_back_applied(ledger, conflict)
    end_relations(ledger, conflict)
    ledger.settle(conflict.new_number, conflict.old_number)


def reopen(ledger: Ledger, conflict: Conflict) -> None:
    """Take back what was applied by itself and leave the conflict to a person."""
    take_back_applied(ledger, conflict)
    end_relations(ledger, conflict)
    gone = ("ended_facts", "ended_at", "applied")
    evidence = {name: value for name, value in conflict.evidence.items() if name not in gone}
    ledger.put_conflict(
        replace(conflict, state=ConflictState.OPEN, decided_by=None, decided_at=None, evidence=evidence)
    )


def take_back_applied(ledger: Ledger, conflict: Conflict) -> None:
    """Make the memory active again that a conflict superseded or archived, with the facts that ended then."""
    loser, winner = ledger.memory(conflict.old_number), ledger.memory(conflict.new_number)
    applied = [str(said) for said in conflict.evidence.get("applied", ())]
    if loser.superseded_by == winner.id:
        ledger.give_back(conflict.old_number, time_in(conflict, "ended_at"))
    elif any(said.startswith("archived_duplicate") for said in applied) and loser.layer_before is not None:
        ledger.change(conflict.old_number, layer=loser.layer_before, layer_before=None)
        ledger.give_back(conflict.old_number, None)


def end_relations(ledger: Ledger, conflict: Conflict) -> None:
    """End the relations of a pair that say that one contradicts or supersedes the other."""
    for kind in (RelationKind.SUPERSEDES, RelationKind.CONTRADICTS):
        relation = ledger.relation(conflict.new_number, conflict.old_number, kind)
        if relation is not None and (by_rule(relation.evidence) or relation.evidence.get("verdict")):
            ledger.unrelate(relation)
