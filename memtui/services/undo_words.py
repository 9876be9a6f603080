"""What undo says: what taking a batch back would do, and which later act is in the way."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from memtui.domain.records import Batch, Event
from memtui.services.changelog import RowChange, row_title
from memtui.services.titles import counted
from memtui.services.workspace import Workspace

MOST = 100
"""Later batches that are looked through for how many stay."""


def effects(workspace: Workspace, batch: Batch, rows: list[RowChange], more: int) -> Iterator[str]:
    """Yield in sentences what taking the batch back would do; `rows` are those shown, `more` is what they lack."""
    if batch.undone_by is not None:
        yield f"What is left of {counted(batch.changes, 'change')} is taken back."
        return
    if more:
        yield f"All {counted(batch.changes, 'change')} are taken back."
        return
    made = sum(1 for row in rows if row.table == "memory" and row.made and not row.gone)
    gone = sum(1 for row in rows if row.table == "memory" and row.gone and not row.made)
    others = sum(1 for row in rows if row.table != "memory")
    if made:
        yield f"{counted(made, 'memory is', 'memories are')} taken out; the journal keeps {'it' if made == 1 else 'them'}."
    if gone:
        yield f"{counted(gone, 'memory comes', 'memories come')} back."
    yield from _field_effects([row for row in rows if row.table == "memory" and not row.made and not row.gone])
    if others:
        yield f"{counted(others, 'link, conflict or fact goes', 'links, conflicts and facts go')} back with it."
    yield from stay_words(workspace, batch.number or 0)


def stay_words(workspace: Workspace, number: int) -> Iterator[str]:
    """Yield a sentence that names how many batches after a number stay; what was taken back, and undos, do not count."""
    later = workspace.store.reads.history(number, MOST)
    count = sum(1 for batch in later if batch.undoes is None and batch.undone_by is None)
    if count:
        many = counted(count, "later batch", "later batches")
        more = "or more " if len(later) == MOST else ""
        yield f"{many.replace(' ', f' {more}', 1)} {'stays: it does' if count == 1 else 'stay: they do'} not depend on it."


def reason(workspace: Workspace, later: Event) -> str:
    """Return a sentence that names the first later batch in the way."""
    by = workspace.store.reads.batch(later.batch_number)
    name = row_title(workspace.store.reads, later)
    return f"“{name}” {_what(later)} at {_time(workspace, by.at)} (batch {by.number}). Undo that one first."


def undone(workspace: Workspace, by: Batch) -> str:
    """Return a sentence that names the batch which took this one back."""
    return f"This was undone by {by.actor} at {_time(workspace, by.at)} (batch {by.number})."


def ended(summary: str) -> str:
    """Return a summary as the end of a sentence."""
    return summary if summary.endswith((".", "…", "?", "!")) else f"{summary}."


def _what(event: Event) -> str:
    if event.after is None:
        return "was taken out"
    if event.before is None:
        return "came back"
    before, after = event.before, event.after
    if before.get("status") != after.get("status"):
        return f"was {after.get('status')}" if after.get("status") != "active" else "became active again"
    if before.get("content") != after.get("content"):
        return "was rewritten"
    if before.get("pinned") != after.get("pinned"):
        return "was pinned" if after.get("pinned") else "was unpinned"
    if before.get("tags") != after.get("tags"):
        return "was tagged"
    return "was edited"


def _time(workspace: Workspace, at: datetime) -> str:
    local, today = at.astimezone(), workspace.clock.now().astimezone()
    clock = f"{local:%H:%M}"
    return clock if local.date() == today.date() else f"{clock} on {local.day} {local:%b %Y}"


def _field_effects(rows: list[RowChange]) -> Iterator[str]:
    counts: dict[str, int] = {}
    for row in rows:
        for change in row.fields:
            counts[change.field] = counts.get(change.field, 0) + 1
    if len(rows) == 1:
        for change in rows[0].fields:
            if change.field != "text":
                yield f"{change.field}: {change.after} → {change.before}"
            else:
                yield "The text goes back to what it was."
        return
    for field, count in counts.items():
        yield f"{counted(count, 'memory gets', 'memories get')} the {field} back."
