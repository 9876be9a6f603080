"""The queue as faces show it: each conflict with its memories, its values and its reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memtui.domain.errors import NotFound
from memtui.domain.kinds import ConflictState, ConflictType
from memtui.domain.records import Conflict, Memory
from memtui.services.ports import ConflictFilter, QueueCounts
from memtui.services.titles import title
from memtui.services.weighing import in_order
from memtui.services.workspace import Workspace

RUN = 200
"""Conflicts that are read at once while the queue is folded."""

SUBJECT = 60
"""The longest subject and value in characters; faces cut further by cells."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueEntry:
    """One conflict as a row: `new` is the newer memory by when it happened, `grouped` further open pairs of its group.

    `subject`, `old_value` and `new_value` are those of the claims, else short words ("same content").
    """

    conflict: Conflict
    new: Memory
    old: Memory
    subject: str
    old_value: str
    new_value: str
    reason: str
    grouped: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class QueuePage:
    """Some entries of the queue; `total` counts all conflicts that pass the filter, folded ones too, `more` says that entries follow."""

    entries: tuple[QueueEntry, ...]
    counts: QueueCounts
    total: int = 0
    more: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedVerdict:
    """What a verdict would do to one conflict.

    `winner` stays true and `loser` does not; both are unset where the verdict names none (keep, both).
    `sentence` says it in words. A `refusal` says why nothing would be done: somebody decided it, or an
    earlier verdict of the same plan settles it.
    """

    entry: QueueEntry
    winner: Memory | None
    loser: Memory | None
    sentence: str
    refusal: str = ""


def page(workspace: Workspace, where: ConflictFilter, limit: int, offset: int) -> QueuePage:
    """Return a page of the queue: further open pairs of one group are folded into their first."""
    queue = workspace.store.queue
    with workspace.store.reads.one_moment():
        numbers = queue.numbers(where)
        chosen, more = _folded(workspace, numbers.tolist(), limit, offset)
        return QueuePage(
            entries=tuple(entries(workspace, chosen)),
            counts=queue.counts(where.project),
            total=len(numbers),
            more=more,
        )


def _folded(workspace: Workspace, numbers: Sequence[int], limit: int, offset: int) -> tuple[list[Conflict], bool]:
    """Return the conflicts of a page, the followers of a group left out once one of it was met; and whether more follow."""
    seen: set[tuple[int, str]] = set()
    met: list[Conflict] = []
    for start in range(0, len(numbers), RUN):
        for conflict in workspace.store.queue.conflicts(numbers[start : start + RUN]):
            group = group_of(conflict)
            if group is not None:
                if group in seen and conflict.evidence.get("follows"):
                    continue
                seen.add(group)
            met.append(conflict)
            if len(met) > offset + limit:
                return met[offset : offset + limit], True
    return met[offset:], False


def group_of(conflict: Conflict) -> tuple[int, str] | None:
    """Return what the open pairs of one signal share; None for one that stands alone."""
    name = conflict.evidence.get("group")
    return (conflict.new_number, str(name)) if name and conflict.state is ConflictState.OPEN else None


def entries(workspace: Workspace, conflicts: Sequence[Conflict]) -> list[QueueEntry]:
    """Return conflicts with their memories; those whose memories are gone are left out."""
    numbers = {number for one in conflicts for number in (one.new_number, one.old_number)}
    memories = {memory.number or 0: memory for memory in workspace.store.reads.memories(sorted(numbers))}
    grouped = _grouped(workspace, conflicts)
    found = []
    for one in conflicts:
        new, old = memories.get(one.new_number), memories.get(one.old_number)
        if new is not None and old is not None:
            found.append(entry_of(one, new, old, grouped.get(one.number or 0, 0)))
    return found


def entry_of(conflict: Conflict, new: Memory, old: Memory, grouped: int = 0) -> QueueEntry:
    """Return a conflict as a row; the newer memory is found by when it happened, as dates may have been edited since."""
    newer, older, certain = in_order(new, old)
    if not certain:
        newer, older = new, old
    evidence = conflict.evidence
    values = [_said(evidence.get(name)) for name in ("old_value", "new_value")]
    if newer is not new:
        values.reverse()
    before, after = values if any(values) else _words(conflict)
    return QueueEntry(
        conflict=conflict,
        new=newer,
        old=older,
        subject=_subject(conflict, older),
        old_value=before,
        new_value=after,
        reason=conflict.reason,
        grouped=grouped,
    )


def one(workspace: Workspace, handle: int | str) -> QueueEntry:
    """Return one conflict with its memories; raises NotFound."""
    conflict = workspace.store.queue.conflict(handle)
    found = entries(workspace, [conflict])
    if not found:
        raise NotFound("A memory of this conflict is gone.")
    return found[0]


def _grouped(workspace: Workspace, conflicts: Iterable[Conflict]) -> dict[int, int]:
    """Return how many further open pairs each conflict that leads a group stands for."""
    leads: dict[tuple[int, str], int] = {}
    for one in conflicts:
        group = group_of(one)
        if group is not None:
            leads.setdefault(group, one.number or 0)
    if not leads:
        return {}
    counts: dict[int, int] = {}
    for other in workspace.store.queue.of(sorted({number for number, _ in leads})):
        group = group_of(other)
        if group in leads and other.evidence.get("follows") and other.number != leads[group]:
            counts[leads[group]] = counts.get(leads[group], 0) + 1
    return counts


def _subject(conflict: Conflict, older: Memory) -> str:
    subject, slot = (_said(conflict.evidence.get(name)) for name in ("subject", "slot"))
    if slot and slot.casefold() not in subject.casefold():
        subject = f"{subject} {slot}".strip()
    return subject or title(older.content, SUBJECT)


def _words(conflict: Conflict) -> tuple[str, str]:
    """Return what stands for the values of a conflict whose texts name none."""
    if conflict.type is ConflictType.DUPLICATE:
        return "", "same content"
    if conflict.type is ConflictType.CONTRADICTION:
        return "", "opposite statements"
    return "", _said(conflict.evidence.get("signal")) or "changed"


def _said(value: object) -> str:
    return title(value, SUBJECT) if isinstance(value, str) else ""
