"""The queue as faces show it: each conflict with its memories, its values and its reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from memtui.domain.errors import NotFound
from memtui.domain.kinds import ConflictState, ConflictType
from memtui.domain.records import Conflict, Memory
from memtui.services.evidence import is_marker
from memtui.services.ports import ConflictFilter, QueueCounts
from memtui.services.subjects import slot_words, subject_words, without_leading_on
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

    `subject`, `old_value` and `new_value` are those of the claims, else short words ("same content"). `subject` is made of
    the `thing` that the claims are about and the `slot` that they fill, each empty where it says nothing.
    """

    conflict: Conflict
    new: Memory
    old: Memory
    subject: str
    old_value: str
    new_value: str
    reason: str
    thing: str = ""
    slot: str = ""
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


def folded_among(workspace: Workspace, numbers: Iterable[int]) -> frozenset[int]:
    """Return those of the conflicts that another open one of their group stands for."""
    queue = workspace.store.queue
    following = set(queue.following())
    wanted = [number for number in numbers if number in following] if following else []
    hidden: set[int] = set()
    groups = _Groups(workspace)
    for start in range(0, len(wanted), RUN):
        run = queue.conflicts(wanted[start : start + RUN])
        groups.learn(run)
        hidden.update(one.number or 0 for one in run if groups.stands_for(one) != one.number)
    return frozenset(hidden)


def _folded(workspace: Workspace, numbers: Sequence[int], limit: int, offset: int) -> tuple[list[Conflict], bool]:
    """Return the conflicts of a page, those left out that another of their group stands for; and whether more follow."""
    groups = _Groups(workspace)
    met: list[Conflict] = []
    for start in range(0, len(numbers), RUN):
        run = workspace.store.queue.conflicts(numbers[start : start + RUN])
        groups.learn(run)
        for conflict in run:
            alone = not conflict.evidence.get("follows")
            if not is_marker(conflict) and (alone or groups.stands_for(conflict) == conflict.number):
                met.append(conflict)
            if len(met) > offset + limit:
                return met[offset : offset + limit], True
    return met[offset:], False


class _Groups:
    """The open pairs of one signal each: the first two stand alone, one of them for all the rest."""

    def __init__(self, workspace: Workspace) -> None:
        self._queue = workspace.store.queue
        self._members: dict[tuple[int, str], list[Conflict]] = {}
        self._known: set[int] = set()

    def learn(self, conflicts: Iterable[Conflict]) -> None:
        """Read the groups of conflicts."""
        newer = {one.new_number for one in conflicts if group_of(one) is not None} - self._known
        self._known |= newer
        for one in self._queue.of(sorted(newer)) if newer else ():
            group = group_of(one)
            if group is not None and one.new_number in newer:
                self._members.setdefault(group, []).append(one)

    def stands_for(self, conflict: Conflict) -> int | None:
        """Return the number of the conflict that stands for those of a group that follow."""
        members = self._members.get(group_of(conflict) or (0, ""), [conflict])
        return min(members, key=_place).number

    def followers(self, conflict: Conflict) -> int:
        """Return how many others a conflict stands for."""
        members = self._members.get(group_of(conflict) or (0, ""), [])
        if not members or min(members, key=_place).number != conflict.number:
            return 0
        return sum(1 for one in members if one.evidence.get("follows") and one.number != conflict.number)


def _place(conflict: Conflict) -> tuple[bool, float, int]:
    return bool(conflict.evidence.get("follows")), -conflict.confidence, conflict.number or 0


def group_of(conflict: Conflict) -> tuple[int, str] | None:
    """Return what the open pairs of one signal share; None for one that stands alone."""
    name = conflict.evidence.get("group")
    return (conflict.new_number, str(name)) if name and conflict.state is ConflictState.OPEN else None


def entries(workspace: Workspace, conflicts: Sequence[Conflict]) -> list[QueueEntry]:
    """Return conflicts with their memories; those whose memories are gone are left out."""
    numbers = {number for one in conflicts for number in (one.new_number, one.old_number)}
    memories = {memory.number or 0: memory for memory in workspace.store.reads.memories(sorted(numbers))}
    groups = _Groups(workspace)
    groups.learn(conflicts)
    found = []
    for one in conflicts:
        new, old = memories.get(one.new_number), memories.get(one.old_number)
        if new is not None and old is not None:
            found.append(entry_of(one, new, old, groups.followers(one)))
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
    before, after = values if any(values) and not _whole(conflict, values, new, old) else _words(conflict)
    return QueueEntry(
        conflict=conflict,
        new=newer,
        old=older,
        subject=_subject(conflict, older, newer, (before, after)),
        thing=without_leading_on(_said(evidence.get("subject"))),
        slot=_slot(conflict, older, newer, (before, after)),
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


def _subject(conflict: Conflict, older: Memory, newer: Memory, values: Sequence[str]) -> str:
    subject, slot, scope = (_said(conflict.evidence.get(name)) for name in ("subject", "slot", "scope"))
    return subject_words(subject, slot, (older.content, newer.content), values, scope) or title(older.content, SUBJECT)


def _slot(conflict: Conflict, older: Memory, newer: Memory, values: Sequence[str]) -> str:
    subject, slot = (_said(conflict.evidence.get(name)) for name in ("subject", "slot"))
    return slot_words(subject, slot, (older.content, newer.content), values)


def _whole(conflict: Conflict, values: Sequence[str], new: Memory, old: Memory) -> bool:
    """Say whether the values are the texts themselves, which a row need not repeat."""
    texts = {_said(memory.content) for memory in (new, old)}
    return conflict.type is ConflictType.DUPLICATE or texts == set(values)


def _words(conflict: Conflict) -> tuple[str, str]:
    """Return what stands for the values of a conflict whose texts name none."""
    if conflict.type is ConflictType.DUPLICATE:
        return "", "same content"
    if conflict.evidence.get("rule") == "evaluation":
        return "", "opposite conclusions"
    if conflict.type is ConflictType.CONTRADICTION:
        return "", "opposite statements"
    return "", _said(conflict.evidence.get("signal")) or "changed"


def _said(value: object) -> str:
    return title(value, SUBJECT) if isinstance(value, str) else ""
