"""What each verdict does to a conflict, its two memories, their relations and their facts (SPEC 6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memtui.domain.drafts import Edit
from memtui.domain.errors import Refused
from memtui.domain.kinds import ConflictState, RelationKind, RelationStatus, Status
from memtui.domain.records import Conflict, Memory
from memtui.domain.verdicts import STATE_AFTER, Verdict
from memtui.intelligence.grouping import Slot
from memtui.services.editing import Refusal, edited
from memtui.services.evidence import list_marker, slot_in, time_in
from memtui.services.landing import moment_of
from memtui.services.ledger import Ledger
from memtui.services.mooting import close_moot, end_relations, take_back_applied
from memtui.services.titles import title
from memtui.services.weighing import in_order

DECIDABLE = frozenset({ConflictState.OPEN, ConflictState.AUTO, ConflictState.KEPT})
"""The states in which a verdict may be given; any other has one, which must be taken back first."""

TITLE = 40


@dataclass(frozen=True, slots=True)
class Sides:
    """The two memories of a conflict: `newer` by when they happened, never by id; `loser` is unset where a verdict names none."""

    newer: Memory
    older: Memory
    winner: Memory | None = None
    loser: Memory | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """A verdict that was given: what it left behind, `settled` further conflicts, `ended` facts of the loser."""

    conflict: Conflict
    sides: Sides
    settled: tuple[Conflict, ...] = ()
    ended: int = 0
    ended_at: datetime | None = None


def sides_of(ledger: Ledger, conflict: Conflict, verdict: Verdict | None = None) -> Sides:
    """Return who is newer, and who wins and loses by a verdict."""
    new, old = ledger.memory(conflict.new_number), ledger.memory(conflict.old_number)
    newer, older, certain = in_order(new, old)
    if not certain:
        newer, older = new, old
    match verdict:
        case Verdict.NEWER | Verdict.ARCHIVE_OLD:
            return Sides(newer, older, newer, older)
        case Verdict.OLDER | Verdict.ARCHIVE_NEW:
            return Sides(newer, older, older, newer)
        case _:
            return Sides(newer, older)


def refusal(ledger: Ledger, conflict: Conflict, verdict: Verdict) -> str:
    """Return why a verdict cannot be given now; empty when it can be."""
    if conflict.state not in DECIDABLE:
        return decided_already(conflict)
    if conflict.state is ConflictState.KEPT and verdict is Verdict.KEEP:
        return decided_already(conflict)
    sides = sides_of(ledger, conflict, verdict)
    lost = _lost_to(ledger, conflict)
    for memory in (sides.newer, sides.older) if sides.winner is None else (sides.winner,):
        if memory.live or memory.number == lost:
            continue
        what = "superseded" if memory.status is Status.SUPERSEDED else "archived"
        return f"“{title(memory.content, TITLE)}” is {what} and cannot be kept as true; bring it back first."
    if verdict in (Verdict.ARCHIVE_OLD, Verdict.ARCHIVE_NEW) and sides.loser is not None and sides.loser.pinned:
        return f"“{title(sides.loser.content, TITLE)}” is pinned (unpin it first)."
    return ""


def decided_already(conflict: Conflict) -> str:
    """Return who settled a conflict, and how, as a sentence."""
    verdict = conflict.human_verdict or ""
    said = f" ({verdict.replace('_', ' ')})" if verdict else ""
    if conflict.evidence.get("settled_by") and not verdict:
        return "This conflict is settled already: one side is no longer live."
    if conflict.evidence.get("withdrawn") and not verdict:
        return f"This conflict was withdrawn: {conflict.evidence.get('withdrawn_note', 'it no longer holds.')}"
    by = conflict.decided_by or "somebody"
    at = f" at {conflict.decided_at.astimezone():%H:%M on %d %b %Y}" if conflict.decided_at else ""
    return f"This conflict was decided by {by}{at}{said}; take that back first."


def give(ledger: Ledger, conflict: Conflict, verdict: Verdict, note: str | None = None) -> Given:
    """Give a verdict on a conflict, MERGE excepted: the ledger holds all that follows; raises Refused."""
    reason = refusal(ledger, conflict, verdict)
    if reason:
        raise Refused(reason)
    numbers = (conflict.new_number, conflict.old_number)
    evidence: dict[str, Any] = {}
    if _confirms(ledger, conflict, verdict):
        after = decided(ledger, conflict, verdict, _ended(conflict), note)
        return Given(after, sides_of(ledger, after, verdict))
    _neutral(ledger, conflict)
    sides = sides_of(ledger, conflict, verdict)
    match verdict:
        case Verdict.NEWER | Verdict.OLDER:
            evidence = _supersede(ledger, sides)
        case Verdict.KEEP:
            ledger.dispute(*numbers)
        case Verdict.ARCHIVE_OLD | Verdict.ARCHIVE_NEW:
            _archive(ledger, sides)
        case _:
            end_relations(ledger, conflict)
    after = decided(ledger, conflict, verdict, evidence, note)
    if verdict is Verdict.BOTH:
        _teach(ledger, after, sides)
    settled = close_moot(ledger, numbers, after)
    ended = int(evidence.get("ended_facts", 0))
    return Given(after, sides, tuple(settled), ended, time_in(after, "ended_at") if ended else None)


def decided(
    ledger: Ledger, conflict: Conflict, verdict: Verdict, evidence: dict[str, Any], note: str | None
) -> Conflict:
    """Record a verdict on a conflict; what the detector said stays beside it."""
    kept = {name: value for name, value in conflict.evidence.items() if name not in ("ended_facts", "ended_at")}
    after = replace(
        conflict,
        state=STATE_AFTER[verdict],
        human_verdict=str(verdict),
        decided_by=ledger.actor,
        decided_at=ledger.now,
        later_at=None,
        note=conflict.note if note is None else note or None,
        evidence={**kept, **evidence, "was": str(conflict.state)},
    )
    ledger.put_conflict(after)
    return after


def _confirms(ledger: Ledger, conflict: Conflict, verdict: Verdict) -> bool:
    """Say whether a verdict says of a conflict what was applied by itself."""
    if conflict.state is not ConflictState.AUTO:
        return False
    old = ledger.memory(conflict.old_number)
    if verdict is Verdict.NEWER:
        return old.superseded_by == ledger.memory(conflict.new_number).id
    return verdict is Verdict.ARCHIVE_OLD and old.status is Status.ARCHIVED


def _ended(conflict: Conflict) -> dict[str, Any]:
    return {name: conflict.evidence[name] for name in ("ended_facts", "ended_at") if name in conflict.evidence}


def _lost_to(ledger: Ledger, conflict: Conflict) -> int | None:
    """Return the memory that this very conflict made lose, which a verdict brings back."""
    if conflict.state is not ConflictState.AUTO:
        return None
    old = ledger.memory(conflict.old_number)
    by_new = old.superseded_by == ledger.memory(conflict.new_number).id
    return conflict.old_number if by_new or old.status is Status.ARCHIVED else None


def _neutral(ledger: Ledger, conflict: Conflict) -> None:
    """Take back what was applied by itself, so that a verdict begins from two live memories."""
    if conflict.state is ConflictState.AUTO:
        take_back_applied(ledger, conflict)
        supersedes = ledger.relation(conflict.new_number, conflict.old_number, RelationKind.SUPERSEDES)
        if supersedes is not None and supersedes.status is RelationStatus.ACTIVE:
            ledger.unrelate(supersedes)


def _supersede(ledger: Ledger, sides: Sides) -> dict[str, Any]:
    winner, loser = sides.winner, sides.loser
    assert winner is not None, "the verdict names one that stays"
    assert loser is not None, "the verdict names one that goes"
    changed = time_of_change(ledger, sides)
    ended = ledger.supersede(loser.number or 0, winner, changed)
    if winner is sides.newer:
        ledger.relate(winner.number or 0, loser.number or 0, RelationKind.SUPERSEDES, {"verdict": str(Verdict.NEWER)})
    else:
        for kind in (RelationKind.SUPERSEDES, RelationKind.CONTRADICTS):
            link = ledger.relation(loser.number or 0, winner.number or 0, kind)
            if link is not None:
                ledger.unrelate(link)
    return {"ended_facts": ended, "ended_at": changed.isoformat()}


def taught_slot(conflict: Conflict) -> Slot | None:
    """Return the slot that keeping both of a conflict tells to take several values; None where a word of change stood in it."""
    return None if conflict.evidence.get("signal") else slot_in(conflict)


def _teach(ledger: Ledger, conflict: Conflict, sides: Sides) -> None:
    slot = taught_slot(conflict)
    if slot is not None:
        project = sides.newer.project or sides.older.project
        name = ledger.new_conflict_id()
        ledger.put_conflict(list_marker(conflict, project, slot, id=name, now=ledger.now, by=conflict.id))


def time_of_change(ledger: Ledger, sides: Sides) -> datetime:
    """Return when one side took the other's place: when the newer one happened."""
    return moment_of(None, sides.newer, sides.older, ledger.now)


def _archive(ledger: Ledger, sides: Sides) -> None:
    loser = sides.loser
    assert loser is not None, "the verdict names one to archive"
    after = edited(ledger.memory(loser.number or 0), Edit(archived=True), ledger.now)
    if isinstance(after, Refusal):
        if after.reason.startswith("already"):
            return
        raise Refused(f"“{title(loser.content, TITLE)}” is {after.reason}.")
    ledger.change(loser.number or 0, status=after.status, layer=after.layer, layer_before=after.layer_before)
