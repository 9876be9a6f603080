"""What a person says about conflicts short of a verdict: later, a note, and one that the detector missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memtui.domain.errors import Refused
from memtui.domain.kinds import ConflictState, ConflictType, RelationKind, Severity, SuggestedAction
from memtui.domain.records import Conflict, Memory
from memtui.services.evidence import fingerprint
from memtui.services.ledger import UNSETTLED, Ledger
from memtui.services.review_entries import entries
from memtui.services.titles import counted, title
from memtui.services.verdict_effects import decided_already
from memtui.services.verdict_words import TITLE
from memtui.services.verdicts import unchanged
from memtui.services.weighing import in_order
from memtui.services.workspace import Outcome, Workspace


def put_off(workspace: Workspace, conflict: Conflict) -> Outcome:
    """Move an open conflict to the end of the queue; raises Refused for one that is not open."""
    if conflict.state is not ConflictState.OPEN:
        raise Refused(decided_already(conflict) if conflict.decided_by else "This conflict is not in the queue.")
    changed = replace(conflict, later_at=workspace.clock.now())
    return _change(workspace, "later", conflict, changed, "Put off to the end of the queue.")


def put_off_all(workspace: Workspace, conflicts: Sequence[Conflict]) -> Outcome:
    """Move open conflicts to the end of the queue in their order, as one batch; raises Refused for one that is not open."""
    for conflict in conflicts:
        if conflict.state is not ConflictState.OPEN:
            raise Refused(decided_already(conflict) if conflict.decided_by else "One of these is not in the queue.")
    said = f"{counted(len(conflicts), 'conflict')} put off to the end of the queue."
    with workspace.store.write(workspace.act("later", counted(len(conflicts), "conflict"))) as work:
        now = workspace.clock.now()
        ledger = Ledger(work, workspace.store, now, workspace.actor.name, by_person=True)
        ledger.prefetch([number for one in conflicts for number in (one.new_number, one.old_number)])
        for conflict in conflicts:
            ledger.put_conflict(replace(unchanged(ledger, conflict), later_at=now))
        ledger.write()
        batch = work.batch_number if work.changes else None
    return Outcome(sentence=said, batch=workspace.store.reads.batch(batch) if batch is not None else None)


def annotate(workspace: Workspace, conflict: Conflict, note: str) -> Outcome:
    """Set a person's note on a conflict; an empty one takes it away."""
    changed = replace(conflict, note=note.strip() or None)
    return _change(workspace, "note", conflict, changed, "Noted." if note.strip() else "The note is gone.")


def report_missed(workspace: Workspace, newer: int, older: int) -> Outcome:
    """Queue two memories as a conflict that the detector missed; raises NotFound, Refused."""
    reads = workspace.store.reads
    one, other = reads.memory(newer), reads.memory(older)
    if newer == older:
        raise Refused("A memory cannot be in conflict with itself.")
    with workspace.store.write(workspace.act("report", _summary(one, other))) as work:
        ledger = Ledger(work, workspace.store, workspace.clock.now(), workspace.actor.name, by_person=True)
        ledger.prefetch((newer, older))
        conflict = _missed(ledger, ledger.memory(newer), ledger.memory(older))
        ledger.put_conflict(conflict)
        ledger.dispute(newer, older)
        ledger.relate(conflict.new_number, conflict.old_number, RelationKind.CONTRADICTS, {"verdict": "reported"})
        ledger.write()
        batch = work.batch_number
    return Outcome(
        sentence="Queued as a conflict that was missed.",
        batch=workspace.store.reads.batch(batch),
        memories=(ledger.memory(newer), ledger.memory(older)),
    )


def _missed(ledger: Ledger, one: Memory, other: Memory) -> Conflict:
    for memory in (one, other):
        if not memory.live:
            raise Refused(f"“{title(memory.content, TITLE)}” is {memory.status}: only live memories are in conflict.")
    if one.project and other.project and one.project != other.project:
        raise Refused(f"Memories of different projects ({one.project}, {other.project}) never conflict.")
    newer, older, certain = in_order(one, other)
    newer, older = (newer, older) if certain else (one, other)
    sides = {newer.number, older.number}
    if any(
        {c.new_number, c.old_number} == sides and c.state in UNSETTLED for c in ledger.conflicts_of(newer.number or 0)
    ):
        raise Refused("These two are in conflict already.", "Look for the pair in the queue.")
    return Conflict(
        id=ledger.new_conflict_id(),
        new_number=newer.number or 0,
        old_number=older.number or 0,
        type=ConflictType.CONTRADICTION,
        severity=Severity.HIGH,
        confidence=1.0,
        reason=f"{ledger.actor} marked the two as a conflict.",
        suggested_action=SuggestedAction.MARK_CONFLICTED,
        fingerprint=fingerprint(newer, older),
        created_at=ledger.now,
        evidence={"missed": True, "by": ledger.actor},
    )


def _change(workspace: Workspace, action: str, seen: Conflict, after: Conflict, said: str) -> Outcome:
    subject = title(next((row.subject for row in entries(workspace, [seen])), seen.reason), TITLE)
    with workspace.store.write(workspace.act(action, subject)) as work:
        ledger = Ledger(work, workspace.store, workspace.clock.now(), workspace.actor.name, by_person=True)
        ledger.prefetch((seen.new_number, seen.old_number))
        unchanged(ledger, seen)
        ledger.put_conflict(after)
        ledger.write()
        batch = work.batch_number if work.changes else None
    return Outcome(sentence=said, batch=workspace.store.reads.batch(batch) if batch is not None else None)


def _summary(one: Memory, other: Memory) -> str:
    return f"{title(one.content, TITLE)} / {title(other.content, TITLE)}"
