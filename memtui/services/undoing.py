"""How a batch is taken back, and why it sometimes cannot be (SPEC 11)."""

from __future__ import annotations

from collections.abc import Iterator

from memtui.domain.changes import Change, same_row
from memtui.domain.errors import Cancelled, Refused, UndoBlocked
from memtui.domain.kinds import ConflictState
from memtui.domain.records import Batch, Conflict, Event, Json, Relation
from memtui.services.changelog import merged
from memtui.services.evidence import RULE, by_rule
from memtui.services.ports import Progress, UnitOfWork, no_progress
from memtui.services.undo_words import ended, reason, undone
from memtui.services.workspace import Outcome, Workspace

CHUNK = 500
"""Changes in one transaction of a long undo."""

PURGE = "purge"
"""The action whose rows are gone for good."""


def number_of(batch: Batch) -> int:
    """Return the number of a stored batch."""
    if batch.number is None:
        raise ValueError("a batch that was never stored has no number")
    return batch.number


def state(workspace: Workspace, batch: Batch) -> str:
    """Return undo, blocked, undone or partial, as a list shows it."""
    if batch.undone_by is not None:
        by = workspace.store.reads.batch(batch.undone_by)
        return "partial" if by.partial else "undone"
    if _final(batch) or _in_the_way(workspace, batch) is not None:
        return "blocked"
    return "partial" if batch.partial else "undo"


def blocked_because(workspace: Workspace, batch: Batch) -> str:
    """Return why a batch cannot be taken back now; empty when it can be."""
    if batch.undone_by is not None:
        by = workspace.store.reads.batch(batch.undone_by)
        return "" if by.partial else undone(workspace, by)
    final = _final(batch)
    if final:
        return final
    later = _in_the_way(workspace, batch)
    return reason(workspace, later) if later is not None else ""


def newest_act(workspace: Workspace) -> Batch | None:
    """Return this actor's newest batch that is neither undone nor an undo, or whose undo was interrupted."""
    begun = newest_undo(workspace)
    if begun is not None and begun.partial and begun.undoes is not None:
        return workspace.store.reads.batch(begun.undoes)
    found = workspace.store.reads.newest_batch(workspace.actor.name, undos=False)
    if found is None or _own(workspace, found):
        return found
    mine = (b for b in _batches(workspace) if b.undoes is None and b.undone_by is None)
    return next(mine, None)


def newest_undo(workspace: Workspace) -> Batch | None:
    """Return this actor's newest undo that still holds, unless the actor acted after it; a redo is no undo."""
    for batch in _batches(workspace):
        if batch.undoes is None:
            return None
        if batch.undone_by is None and workspace.store.reads.batch(batch.undoes).undoes is None:
            return batch
    return None


def take_back(workspace: Workspace, target: Batch, progress: Progress = no_progress) -> Outcome:
    """Undo a batch, or go on with an undo of it that was interrupted; raises UndoBlocked, Refused.

    The sentence names how many verdicts, else memories, else rows it was about. A long one is taken back in chunks; stopped, it keeps what it did and the same call goes on from there.
    """
    resumed = _interrupted(workspace, target)
    root, depth = _root(workspace, target)
    verb, summary = ("redo" if depth % 2 else "undo"), f"{root.action}: {root.summary}"
    act = workspace.act(verb, summary, undoes=number_of(target), resume=resumed.number if resumed is not None else None)
    affected: dict[int, None] = {}
    batch: int | None = None
    said = "Redone" if verb == "redo" else "Took back"
    verdicts = 0
    try:
        with workspace.store.write(act) as work:
            batch = work.batch_number
            if resumed is None:
                _mark(workspace, work, target)
            for page in _pages(workspace, work, target, resumed, summary, progress):
                _apply(workspace, work, target, page)
                affected |= dict.fromkeys(event.row_number for event in page if event.table == "memory")
                verdicts += sum(map(_is_verdict, page))
            work.summarise(summary)
    except Cancelled:
        said = f"Stopped; the same again goes on. {said} in part"
    many = verdicts or len(affected) or target.changes
    return Outcome(
        sentence=f"{said} {many:,}: {ended(summary)}",
        batch=workspace.store.reads.batch(batch) if batch is not None else None,
        memories=tuple(workspace.store.reads.memories(list(affected)[:CHUNK])),
    )


def _interrupted(workspace: Workspace, target: Batch) -> Batch | None:
    """Return the undo of a batch that was stopped halfway, None for a fresh start; raises UndoBlocked, Refused."""
    if target.undone_by is not None:
        by = workspace.store.reads.batch(target.undone_by)
        if not by.partial:
            raise Refused(undone(workspace, by))
        return by
    if final := _final(target):
        raise Refused(final)
    if target.changes > CHUNK and (later := _in_the_way(workspace, target)) is not None:
        raise UndoBlocked(reason(workspace, later))
    return None


def _pages(
    workspace: Workspace, work: UnitOfWork, target: Batch, resumed: Batch | None, summary: str, progress: Progress
) -> Iterator[list[Event]]:
    """Yield a batch's events newest first, a chunk at a time, each but the first in a transaction of its own."""
    reads, number = workspace.store.reads, number_of(target)
    before: int | None = resumed.resume.get("before") if resumed is not None else None
    done = 0
    while page := reads.events_back(number, before, CHUNK):
        if done:
            work.checkpoint({"before": before}, summary)
            progress(done, target.changes, "undo")
        yield page
        done += len(page)
        before = page[-1].number


def _apply(workspace: Workspace, work: UnitOfWork, target: Batch, events: list[Event]) -> None:
    """Apply the inverse of events (newest first), each row checked under the write lock; raises UndoBlocked."""
    seen: set[tuple[str, int]] = set()
    gone: set[tuple[str, int]] = set()
    for event in events:
        key = (event.table, event.row_number)
        if key not in seen:
            now = work.row(*key)
            if now is None and _went_along(event):
                gone.add(key)
            elif not same_row(now, event.after):
                later = _in_the_way(workspace, target)
                raise UndoBlocked(reason(workspace, later) if later is not None else _CHANGED)
        seen.add(key)
    for table, number in _dependents(workspace, events):
        work.apply(Change(table, number, work.row(table, number), None))
    for event in events:
        if (event.table, event.row_number) not in gone:
            work.apply(Change(event.table, event.row_number, event.before, event.after).inverse())


def _is_verdict(event: Event) -> bool:
    """Say whether a person's verdict was given or taken back in an event."""
    before, after = event.before or {}, event.after or {}
    return event.table == "conflict" and before.get("human_verdict") != after.get("human_verdict")


def _went_along(event: Event) -> bool:
    """Say whether an event wrote what detection found: it goes along when one of its memories is taken out."""
    row = event.after or {}
    return event.table in ("relation", "conflict") and by_rule(row.get("evidence") or {})


_CHANGED = "A row of this batch no longer holds what the batch wrote."


def _mark(workspace: Workspace, work: UnitOfWork, target: Batch) -> None:
    """Say that `target` is undone by this batch, and what follows for the batches that it had undone in turn."""
    work.mark_undone(number_of(target), work.batch_number)
    holds, by = True, target
    while by.undoes is not None:
        below = workspace.store.reads.batch(by.undoes)
        work.mark_undone(number_of(below), None if holds else by.number)
        holds, by = not holds, below


def _batches(workspace: Workspace) -> Iterator[Batch]:
    """Yield this actor's own batches, newest first."""
    before: int | None = None
    while page := workspace.store.reads.batches(50, before, actor=workspace.actor.name):
        yield from (batch for batch in page if _own(workspace, batch))
        before = page[-1].number


def _own(workspace: Workspace, batch: Batch) -> bool:
    return (batch.actor, batch.actor_kind) == (workspace.actor.name, workspace.actor.kind) and not batch.adopted


def _final(batch: Batch) -> str:
    """Return why a batch can never be taken back; empty when it could be."""
    if batch.adopted:
        return "This happened in another store and came with an import; it cannot be undone here."
    if batch.action == PURGE:
        return "What was purged is gone for good and cannot be brought back."
    return ""


def _in_the_way(workspace: Workspace, batch: Batch) -> Event | None:
    """Return the first later event that keeps a batch from being taken back; None while its rows hold what it wrote."""
    reads = workspace.store.reads
    later = reads.later_event(number_of(batch))
    if later is not None and batch.changes > CHUNK:
        return later
    # What took back something from before the batch does not cancel out: the newest of these has to go first.
    later = later or reads.later_event(number_of(batch), undos=True)
    if later is None or batch.changes > CHUNK:
        return None
    held = (same_row(_now(workspace, event), event.after) for event in merged(reads.events(number_of(batch))))
    return None if all(held) else later


def _now(workspace: Workspace, event: Event) -> Json | None:
    """Return an event's row as it is now, which is what its last own event wrote."""
    reads = workspace.store.reads
    for latest in reversed(reads.events_of(event.table, event.row_number)):
        if not reads.batch(latest.batch_number).adopted:
            return latest.after
    return None


def _root(workspace: Workspace, batch: Batch) -> tuple[Batch, int]:
    """Return the ordinary batch at the end of a chain of undos, and how many undos lead to it."""
    depth = 0
    while batch.undoes is not None:
        batch, depth = workspace.store.reads.batch(batch.undoes), depth + 1
    return batch, depth


def _dependents(workspace: Workspace, events: list[Event]) -> list[tuple[str, int]]:
    """Return the links and conflicts that detection made of memories that would go: they go along.

    Raises UndoBlocked if another batch made a link by hand, or a person or the policy judged a conflict.
    """
    reads = workspace.store.reads
    found: dict[tuple[str, int], None] = {}
    if not reads.ceiling("relation") and not reads.ceiling("conflict"):
        return []
    own = {(event.table, event.row_number) for event in events}
    for event in events:
        if event.table != "memory" or event.before is not None:
            continue
        tied: list[Relation | Conflict] = [*reads.relations(event.row_number), *reads.conflicts(event.row_number)]
        for row in tied:
            key = ("relation" if isinstance(row, Relation) else "conflict", row.number or 0)
            if key in own:
                continue
            if not _only_found(row):
                raise UndoBlocked(reason(workspace, reads.events_of(*key)[-1]))
            found[key] = None
    return list(found)


def _only_found(row: Relation | Conflict) -> bool:
    """Say whether a link or conflict is what detection found and nobody acted on."""
    if isinstance(row, Relation):
        return by_rule(row.evidence)
    undecided = row.state is ConflictState.OPEN or (row.decided_by == RULE and row.state is not ConflictState.AUTO)
    return by_rule(row.evidence) and undecided and row.human_verdict is None
