"""A sitting in full: its verdicts by kind, each with what it changed, and what taking it back would do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from memtui.domain.records import Batch, Event
from memtui.domain.verdicts import Verdict
from memtui.services import undo_order
from memtui.services.changelog import RowChange, merged, row_changes
from memtui.services.history import BatchLine
from memtui.services.sittings import SittingLine, counted_words, given, line, standing, stays
from memtui.services.titles import counted
from memtui.services.undo_order import CHUNK, number_of
from memtui.services.undo_words import stay_words
from memtui.services.verdict_words import SHORT, summarised
from memtui.services.workspace import Workspace

TOLD_ROWS = ("memory", "fact")
"""The rows that are told of a verdict; its conflict and its link are the verdict itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One batch of a sitting: what it was about and what it did to memories and facts."""

    subject: str
    state: str
    rows: tuple[RowChange, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictGroup:
    """The verdicts of one kind in a sitting: how many, the first of them in full, and how many more there are."""

    verdict: Verdict | None
    words: str
    count: int
    judged: tuple[Judged, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingDetail:
    """A sitting in full: its verdicts by kind, what taking it back would do, and what stays and why.

    `given` counts the verdicts, `going` those of them that can be taken back now.
    """

    batch: Batch
    state: str
    given: int
    going: int
    lasted: timedelta
    groups: tuple[VerdictGroup, ...]
    undo_effects: tuple[str, ...]
    blocked_because: str = ""


def detail(workspace: Workspace, numbers: Sequence[int], *, each: int = 2) -> SittingDetail:
    """Return a sitting in full; of the commonest kind of verdict the newest `each` with their rows, of others half as many."""
    found = line(workspace, numbers)
    kinds: dict[Verdict | None, list[BatchLine]] = {}
    for member in found.members:
        kinds.setdefault(summarised(member.batch.summary)[2], []).append(member)
    ordered = sorted(kinds.items(), key=lambda kind: _most_first(*kind))
    half = (each + 1) // 2
    groups = [_group(workspace, *kind, half if place else each) for place, kind in enumerate(ordered)]
    free, stay = undo_order.apart(workspace, standing([one.batch for one in found.members]))
    told = tuple(_effects(workspace, found, free, stay))
    return SittingDetail(
        batch=found.batch,
        state=found.state,
        given=found.given,
        going=counted_words(free).total(),
        lasted=found.members[0].batch.at - found.members[-1].batch.at,
        groups=tuple(groups),
        undo_effects=told,
        blocked_because=stays(workspace, stay) if stay and not free else "",
    )


def _most_first(verdict: Verdict | None, members: Sequence[BatchLine]) -> tuple[int, int]:
    place = list(SHORT).index(verdict) if verdict is not None else len(SHORT)
    return -sum(given(one.batch) for one in members), place


def _group(workspace: Workspace, verdict: Verdict | None, members: Sequence[BatchLine], each: int) -> VerdictGroup:
    shown = members[:each]
    judged = tuple(
        Judged(subject=summarised(one.batch.summary)[0], state=one.state, rows=_rows(workspace, one.batch, each))
        for one in shown
    )
    counts = [given(one.batch) for one in members]
    return VerdictGroup(
        verdict=verdict,
        words=SHORT[verdict] if verdict is not None else "other verdicts",
        count=sum(counts),
        judged=judged,
        more=sum(counts[each:]) + sum(max(count - each, 0) for count in counts[:each]),
    )


def _rows(workspace: Workspace, batch: Batch, each: int) -> tuple[RowChange, ...]:
    """Return what a batch did to memories and facts; of one that judged many only the first."""
    many = given(batch) > 1
    reads = workspace.store.reads
    rows = [one for one in reads.events(number_of(batch), 10 * each if many else CHUNK) if one.table in TOLD_ROWS]
    found = row_changes(reads, rows)
    return tuple(found[:each] if many else found)


def _effects(
    workspace: Workspace, found: SittingLine, free: Sequence[Batch], stay: Sequence[tuple[Batch, Event]]
) -> Iterator[str]:
    """Yield in sentences what taking a sitting back would do."""
    if not free:
        return
    going = counted_words(free).total()
    said = [f"{counted(going, 'verdict')}{'' if going == found.given else f' of {found.given:,}'} open again"]
    if sum(one.changes for one in free) <= CHUNK:
        said += _row_effects(workspace, free)
    yield f"{', '.join(said)}."
    if stay:
        yield stays(workspace, stay)
    else:
        yield from stay_words(workspace, number_of(found.members[0].batch))


def _row_effects(workspace: Workspace, free: Sequence[Batch]) -> Iterator[str]:
    reads = workspace.store.reads
    events = [event for one in sorted(free, key=number_of) for event in reads.events(number_of(one))]
    rows = [event for event in merged(events) if event.table == "memory"]
    moved = [one for one in rows if one.before and one.after and one.before.get("status") != one.after.get("status")]
    made = sum(1 for one in rows if one.before is None)
    if moved:
        yield counted(len(moved), "memory changes its status", "memories change status")
    if made:
        yield counted(made, "merged memory is taken out", "merged memories are taken out")
