"""The review queue as a screen pages through it: which conflicts pass a filter, a page of them, what can be narrowed by."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from memtui.domain.filters import Filter
from memtui.domain.kinds import ConflictState, ConflictType, Severity
from memtui.domain.records import Conflict
from memtui.intelligence.importance import assess
from memtui.services.findings import Stop, never_stop
from memtui.services.ports import BANDS, ConflictFilter, QueueCounts
from memtui.services.review_entries import QueueEntry, entries, folded_among
from memtui.services.review_filter import TABS, read
from memtui.services.titles import title
from memtui.services.workspace import Workspace

SUBJECTS = 20
"""Subjects that are offered to narrow by."""

ENTITIES = 6
"""Entities of the selected memory that are offered to narrow by."""

SCANNED_AGAIN = 300
"""Memories that a scan compares in a second, for the words of how long it takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueList:
    """All conflicts of a tab that pass a filter, by number, in order.

    `total` counts all of the tab, `folded` those that another of their group stands for. `uncompared` is the
    number of live memories where none was ever compared, else 0.
    """

    numbers: array[int]
    counts: QueueCounts
    tab: str
    total: int
    folded: int = 0
    notices: tuple[str, ...] = ()
    narrows: bool = False
    uncompared: int = 0

    @property
    def seconds(self) -> int:
        """How long a scan takes, about."""
        return max(round(self.uncompared / SCANNED_AGAIN), 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueRow:
    """A conflict as a row and a pair: with the importance of its newer and its older memory."""

    entry: QueueEntry
    importance_new: float
    importance_old: float


@dataclass(frozen=True, slots=True, kw_only=True)
class QueueFacets:
    """What a tab can be narrowed by, each with the number of conflicts: `kinds` by type and band, surest first.

    Those of the selected conflict come first: `own` says whether there is one.
    """

    kinds: tuple[tuple[ConflictType, int, int], ...]
    severities: tuple[tuple[Severity, int], ...]
    subjects: tuple[tuple[str, int], ...]
    entities: tuple[str, ...] = ()
    memory: tuple[str, str] | None = None
    subject: str = ""
    own: bool = False


def numbers(
    workspace: Workspace, text: str = "", tab: str = "open", *, unfolded: bool = False, stop: Stop = never_stop
) -> QueueList:
    """Return the conflicts of a tab that a filter asks for; `unfolded` shows those too that another stands for."""
    queue = workspace.store.queue
    asked = read(workspace, text, tab)
    with workspace.store.reads.one_moment():
        counts = queue.counts(workspace.settings.project)
        total = sum(counts.states.get(state, 0) for state in TABS[tab])
        found = array("q") if asked.notices else queue.numbers(asked.where)
        stop()
        hidden = frozenset[int]() if unfolded or tab != "open" else folded_among(workspace, found)
        if hidden:
            found = array("q", (number for number in found if number not in hidden))
        return QueueList(
            numbers=found,
            counts=counts,
            tab=tab,
            total=total,
            folded=len(hidden),
            notices=asked.notices,
            narrows=asked.narrows,
            uncompared=0 if counts.states else _uncompared(workspace),
        )


def page(workspace: Workspace, wanted: Sequence[int]) -> dict[int, QueueRow]:
    """Return conflicts by number with their memories; those whose memories are gone are left out."""
    now = workspace.clock.now()
    with workspace.store.reads.one_moment():
        found = entries(workspace, workspace.store.queue.conflicts(wanted))
    return {
        entry.conflict.number or 0: QueueRow(
            entry=entry,
            importance_new=assess(entry.new, now).value,
            importance_old=assess(entry.old, now).value,
        )
        for entry in found
    }


def facets(
    workspace: Workspace, tab: str = "open", conflict: int | None = None, memory: int | None = None
) -> QueueFacets:
    """Return what a tab can be narrowed by; `conflict` and `memory` are the selected ones, whose values come first."""
    queue, project = workspace.store.queue, workspace.settings.project
    where = ConflictFilter(states=TABS[tab], project=project, markers=False)
    kinds: Counter[tuple[ConflictType, int]] = Counter()
    severities: Counter[Severity] = Counter()
    for one in queue.tallies(where):
        kinds[one.type, one.band] += one.size
        severities[one.severity] += one.size
    selected = queue.conflicts([conflict]) if conflict is not None else []
    memories = workspace.store.reads.memories([memory]) if memory is not None else []
    own = (selected[0].type, _band(selected[0].confidence)) if selected else None
    ordered = sorted(kinds.items(), key=lambda kind: (kind[0] != own, kind[0][1], -kind[1]))
    return QueueFacets(
        kinds=tuple((*kind, count) for kind, count in ordered),
        own=own in kinds,
        severities=tuple((one, severities[one]) for one in reversed(Severity) if severities[one]),
        subjects=tuple(queue.subjects(where, SUBJECTS)),
        entities=_entities(workspace, memory),
        memory=(memories[0].id, title(memories[0].content)) if memories else None,
        subject=str(selected[0].evidence.get("subject") or "") if selected else "",
    )


def _band(confidence: float) -> int:
    return next(place for place, least in enumerate(BANDS) if confidence >= least)


def find(workspace: Workspace, conflict: int | None, memory: int | None) -> list[Conflict]:
    """Return the selected conflict if the selected memory is one of its sides, else the memory's, the most pressing first."""
    queue = workspace.store.queue
    named = queue.conflicts([conflict]) if conflict is not None else []
    if named and memory in (None, named[0].new_number, named[0].old_number):
        return named
    if memory is None:
        return []
    order = [state for states in TABS.values() for state in sorted(states)]
    theirs = [one for one in queue.of([memory]) if not one.evidence.get("marker")]
    return sorted(theirs, key=lambda one: (order.index(one.state), -one.confidence))


def tab_of(state: ConflictState) -> str:
    """Return the tab that a conflict is in."""
    return next(tab for tab, states in TABS.items() if state in states)


def what_became(workspace: Workspace, number: int) -> str:
    """Return in one sentence what became of a conflict that left the queue."""
    found = workspace.store.queue.conflicts([number])
    if not found:
        return "The conflict under the cursor is gone: a memory of it was taken out."
    one = found[0]
    subject = title(next((row.subject for row in entries(workspace, [one])), one.reason), 40)
    if one.state is ConflictState.OPEN:
        return ""
    if one.human_verdict:
        return f"{subject}: {one.decided_by or 'somebody'} decided just now, {one.human_verdict.replace('_', ' ')}."
    if one.evidence.get("settled_by"):
        return f"{subject}: settled just now by another verdict."
    return f"{subject}: no longer in the queue, its texts changed."


def _entities(workspace: Workspace, memory: int | None) -> tuple[str, ...]:
    if memory is None:
        return ()
    graph = workspace.store.graph
    mentioned = [one.entity_number for one in graph.mentions([memory]).get(memory, [])]
    known = graph.entities(mentioned)
    return tuple(dict.fromkeys(known[one].name for one in mentioned if one in known))[:ENTITIES]


def _uncompared(workspace: Workspace) -> int:
    """Return how many live memories there are where no act ever compared them; 0 where one did."""
    reads = workspace.store.reads
    if reads.batches(1, action="scan"):
        return 0
    live = reads.count(Filter(project=workspace.settings.project))
    compared = reads.count_batches(action="add") + reads.count_batches(action="edit")
    return live if live > 1 and not compared else 0
