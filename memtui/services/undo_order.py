"""What keeps a batch from being taken back: the first later act that depends on what it wrote (SPEC 11)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from memtui.domain.changes import same_row
from memtui.domain.errors import UndoBlocked
from memtui.domain.kinds import ConflictState
from memtui.domain.records import Batch, Conflict, Event, Json, Relation
from memtui.services.changelog import merged
from memtui.services.evidence import RULE, by_rule
from memtui.services.ports import ALSO
from memtui.services.undo_words import reason, undone
from memtui.services.workspace import Workspace

CHUNK = 500
"""Changes that one transaction takes back whole."""

PURGE = "purge"
"""The action whose rows are gone for good."""


def number_of(batch: Batch) -> int:
    """Return the number of a stored batch."""
    if batch.number is None:
        raise ValueError("a batch that was never stored has no number")
    return batch.number


def taken_back_by(batch: Batch) -> list[int]:
    """Return the numbers of the batches that an undo takes back, newest first; none for another batch."""
    return [] if batch.undoes is None else sorted({batch.undoes, *batch.resume.get(ALSO, ())}, reverse=True)


def state(workspace: Workspace, batch: Batch) -> str:
    """Return undo, blocked, undone or partial, as a list shows it."""
    if batch.undone_by is not None:
        by = workspace.store.reads.batch(batch.undone_by)
        return "partial" if by.partial or _coming_back(workspace, by) else "undone"
    if final(batch) or in_the_way(workspace, batch) is not None:
        return "blocked"
    return standing(batch)


def states(workspace: Workspace, batches: Sequence[Batch]) -> dict[int, str]:
    """Return the state of each of some batches by number; what later acts touched is asked for all at once."""
    quick = [one for one in batches if one.undone_by is None and not final(one) and one.changes <= CHUNK]
    touched = {own for own, _ in workspace.store.reads.later_batches([number_of(one) for one in quick])}
    found = {number_of(one): standing(one) for one in quick if one.number not in touched}
    return found | {number_of(one): state(workspace, one) for one in batches if one.number not in found}


def standing(batch: Batch, blocked: str = "") -> str:
    """Return the state of a batch that was not taken back; `blocked` is why it cannot be."""
    return "blocked" if blocked else "partial" if batch.partial else "undo"


def blocked_because(workspace: Workspace, batch: Batch) -> str:
    """Return why a batch cannot be taken back now; empty when it can be."""
    if batch.undone_by is not None:
        by = workspace.store.reads.batch(batch.undone_by)
        if _coming_back(workspace, by):
            return f"{undone(workspace, by)} It was brought back in part: a redo goes on."
        return "" if by.partial else undone(workspace, by)
    never = final(batch)
    if never:
        return never
    later = in_the_way(workspace, batch)
    return reason(workspace, later) if later is not None else ""


def _coming_back(workspace: Workspace, by: Batch) -> bool:
    """Say whether an undo is itself being taken back and that was stopped on its way."""
    return by.undone_by is not None and workspace.store.reads.batch(by.undone_by).partial


def final(batch: Batch) -> str:
    """Return why a batch can never be taken back; empty when it could be."""
    if batch.adopted:
        return "This happened in another store and came with an import; it cannot be undone here."
    if batch.action == PURGE:
        return "What was purged is gone for good and cannot be brought back."
    return ""


def in_the_way(workspace: Workspace, batch: Batch) -> Event | None:
    """Return the first later event that keeps a batch from being taken back; None while its rows hold what it wrote."""
    reads = workspace.store.reads
    later = reads.later_event(number_of(batch))
    if batch.changes > CHUNK:
        return later
    # What took back something from before the batch does not cancel out: the newest of these has to go first.
    later = later or reads.later_event(number_of(batch), undos=True)
    if later is None:
        return None
    held = (same_row(_now(workspace, event), event.after) for event in merged(reads.events(number_of(batch))))
    return None if all(held) else later


def apart(workspace: Workspace, batches: Sequence[Batch]) -> tuple[list[Batch], list[tuple[Batch, Event]]]:
    """Return which of several standing batches can be taken back together, and which cannot, with what is in their way.

    Both newest first. A later one of the same batches is in nobody's way, unless it has to stay itself.
    """
    later: dict[int, list[int]] = {}
    for one, other in workspace.store.reads.later_batches([number_of(batch) for batch in batches]):
        later.setdefault(one, []).append(other)
    free: list[Batch] = []
    going: set[int] = set()
    stay: list[tuple[Batch, Event]] = []
    for batch in sorted(batches, key=number_of, reverse=True):
        others = [other for other in later.get(number_of(batch), ()) if other not in going]
        first = _first_in_the_way(workspace, batch, others, going) if others else None
        if first is None:
            free.append(batch)
            going.add(number_of(batch))
        else:
            stay.append((batch, first))
    return free, stay


def _first_in_the_way(workspace: Workspace, batch: Batch, others: Sequence[int], going: set[int]) -> Event | None:
    """Return the first event of `others` on a row of a batch; None while its rows hold what it and `going` wrote."""
    reads, mine = workspace.store.reads, going | {number_of(batch)}
    # Only a row that one of them wrote can hold something else now.
    touched = {(event.table, event.row_number) for other in others for event in reads.events(other)}
    first: Event | None = None
    held = True
    for event in merged(reads.events(number_of(batch))):
        if (event.table, event.row_number) not in touched:
            continue
        wrote: Json | None = None
        now: Json | None = None
        for step in _own_events(workspace, event):
            now = step.after
            if step.batch_number in mine:
                wrote = step.after
            elif step.batch_number in others and (first is None or (step.number or 0) < (first.number or 0)):
                first = step
        held = held and same_row(now, wrote)
    return first if not held or batch.changes > CHUNK else None


def _now(workspace: Workspace, event: Event) -> Json | None:
    """Return an event's row as it is now, which is what its last own event wrote."""
    found = _own_events(workspace, event)
    return found[-1].after if found else None


def _own_events(workspace: Workspace, event: Event) -> list[Event]:
    """Return the events of an event's row, oldest first, without those of another store's history."""
    reads = workspace.store.reads
    found = reads.events_of(event.table, event.row_number)
    adopted = {batch.number for batch in reads.batches_of(list({one.batch_number for one in found})) if batch.adopted}
    return [one for one in found if one.batch_number not in adopted]


def dependents(workspace: Workspace, events: Sequence[Event], going: Collection[int] = ()) -> list[tuple[str, int]]:
    """Return the links and conflicts that detection made of memories that would go: they go along.

    What a batch of the numbers `going` wrote last goes with that batch. Raises UndoBlocked if another batch made a
    link by hand, or a person or the policy judged a conflict.
    """
    store = workspace.store
    memories = [event.row_number for event in events if event.table == "memory" and event.before is None]
    if not memories or not (store.reads.ceiling("relation") or store.reads.ceiling("conflict")):
        return []
    own = {(event.table, event.row_number) for event in events}
    found: dict[tuple[str, int], None] = {}
    tied: list[Relation | Conflict] = [*store.graph.relations_of(memories), *store.queue.of(memories)]
    for row in tied:
        key = ("relation" if isinstance(row, Relation) else "conflict", row.number or 0)
        if key in own:
            continue
        if not _only_found(row):
            last = store.reads.events_of(*key)[-1]
            if last.batch_number in going:
                continue
            raise UndoBlocked(reason(workspace, last))
        found[key] = None
    return list(found)


def _only_found(row: Relation | Conflict) -> bool:
    """Say whether a link or conflict is what detection found and nobody acted on."""
    if isinstance(row, Relation):
        return by_rule(row.evidence)
    undecided = row.state is ConflictState.OPEN or (row.decided_by == RULE and row.state is not ConflictState.AUTO)
    return by_rule(row.evidence) and undecided and row.human_verdict is None
