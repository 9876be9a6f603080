"""Moves between layers by hand: one or many, up, down or to a named layer, each with its reason where it is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from memtui.domain.drafts import Edit
from memtui.domain.errors import Cancelled, Refused
from memtui.domain.kinds import ConflictState, Layer, Status
from memtui.domain.layers import RANK, SHORT_NAMES
from memtui.domain.records import Memory, member_of
from memtui.intelligence.hierarchy import Direction, check_move, direction, next_layer, why_not
from memtui.services.editing import Refusal, edited
from memtui.services.leaving import follow
from memtui.services.ports import Progress, UnitOfWork, no_progress
from memtui.services.revising import PlannedEdit
from memtui.services.titles import counted, title
from memtui.services.workspace import Outcome, Workspace

CHUNK = 500
"""Changes in one transaction of long work."""

_UNSETTLED = (ConflictState.OPEN, ConflictState.KEPT)
_VERBS = {Direction.PROMOTION: "promote", Direction.DEMOTION: "demote", None: "move"}
_DONE = {Direction.PROMOTION: "Promoted", Direction.DEMOTION: "Demoted", None: "Moved"}


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCounts:
    """How often a memory rose and fell, and when last; what was taken back does not count."""

    promotions: int = 0
    demotions: int = 0
    last_promoted_at: datetime | None = None
    last_demoted_at: datetime | None = None


def promote(workspace: Workspace, number: int, layer: Layer | str | None = None) -> Outcome:
    """Move a memory to a higher layer, by default the next one.

    Raises Refused for the same layer or a lower one, InvalidRecord for one that there is not, NotFound.
    """
    return _move_one(workspace, number, layer, Direction.PROMOTION)


def demote(workspace: Workspace, number: int, layer: Layer | str | None = None) -> Outcome:
    """Move a memory to a lower layer, by default the next one; into archived sets its status archived.

    Raises Refused for the same layer or a higher one, InvalidRecord for one that there is not, NotFound.
    """
    return _move_one(workspace, number, layer, Direction.DEMOTION)


def move_all(
    workspace: Workspace,
    numbers: Sequence[int],
    layer: Layer | str | None = None,
    way: Direction | None = None,
    *,
    progress: Progress = no_progress,
) -> Outcome:
    """Move many memories as one batch and one undo: to a layer, or (with `way` alone) each to its next one.

    With both, those that would go the other way stay. What may not be moved is left out with its reason.
    """
    to = _layer(layer)
    act = workspace.act(_VERBS[way])
    changed: list[Memory] = []
    refused: list[tuple[Memory, str]] = []
    wanted = list(dict.fromkeys(numbers))
    batch: int | None = None
    stopped = False
    try:
        with workspace.store.write(act) as work:
            for start in range(0, len(wanted), CHUNK):
                if start:
                    work.checkpoint({"done": start}, _summary(changed, to))
                    progress(start, len(wanted), act.action)
                _move_chunk(workspace, work, wanted[start : start + CHUNK], to, way, act.at, changed, refused)
            if changed:
                work.summarise(_summary(changed, to))
                batch = work.batch_number
    except Cancelled:
        stopped = True
    return Outcome(
        sentence=_sentence(changed, refused, to, way, stopped),
        batch=workspace.store.reads.batch(batch) if batch is not None else None,
        memories=tuple(changed),
        refused=tuple(refused),
    )


def plan_moves(
    workspace: Workspace, numbers: Sequence[int], layer: Layer | str | None = None, way: Direction | None = None
) -> list[PlannedEdit]:
    """Return what `move_all` would do, without writing."""
    memories = workspace.store.reads.memories(list(dict.fromkeys(numbers)))
    return _plan(workspace, memories, _layer(layer), way, workspace.clock.now())


def move_counts(workspace: Workspace, number: int) -> MoveCounts:
    """Return how often a memory was promoted and demoted, read from its events."""
    counts = MoveCounts()
    ups = downs = 0
    up_at = down_at = None
    reads = workspace.store.reads
    for event in reads.events_of("memory", number):
        if event.before is None or event.after is None or event.before.get("layer") == event.after.get("layer"):
            continue
        batch = reads.batch(event.batch_number)
        if batch.undone_by is not None or batch.undoes is not None or batch.adopted:
            continue
        if RANK[Layer(event.after["layer"])] > RANK[Layer(event.before["layer"])]:
            ups, up_at = ups + 1, batch.at
        else:
            downs, down_at = downs + 1, batch.at
    return (
        MoveCounts(promotions=ups, demotions=downs, last_promoted_at=up_at, last_demoted_at=down_at)
        if ups or downs
        else counts
    )


def _layer(layer: Layer | str | None) -> Layer | None:
    return None if layer is None else member_of(Layer, layer)


def _move_one(workspace: Workspace, number: int, layer: Layer | str | None, way: Direction) -> Outcome:
    to = _layer(layer)
    act = workspace.act(_VERBS[way])
    with workspace.store.write(act) as work:
        memory = work.memory(number)
        goal = to or next_layer(memory, way)
        check_move(memory, goal, way)
        after = edited(memory, Edit(layer=goal), act.at, disputed=memory.number in _disputed(workspace, [memory]))
        if isinstance(after, Refusal):
            raise Refused(f"This memory is {after.reason}.")
        moved = work.update(after)
        follow(workspace, work, [(memory, moved)])
        work.summarise(f"{title(moved.content, 60)}: {_step(memory.layer, goal)}")
        batch = work.batch_number
    return Outcome(
        sentence=f"{_DONE[way]} 1 memory: {_step(memory.layer, goal)}.",
        batch=workspace.store.reads.batch(batch),
        memories=(moved,),
    )


def _move_chunk(
    workspace: Workspace,
    work: UnitOfWork,
    numbers: list[int],
    to: Layer | None,
    way: Direction | None,
    now: datetime,
    changed: list[Memory],
    refused: list[tuple[Memory, str]],
) -> None:
    pairs: list[tuple[Memory, Memory]] = []
    for planned in _plan(workspace, work.memories(numbers), to, way, now):
        if planned.after is None:
            refused.append((planned.memory, planned.refusal))
        else:
            pairs.append((planned.memory, work.update(planned.after)))
    follow(workspace, work, pairs)
    changed += [after for _, after in pairs]


def _plan(
    workspace: Workspace, memories: Sequence[Memory], to: Layer | None, way: Direction | None, now: datetime
) -> list[PlannedEdit]:
    disputed = _disputed(workspace, memories)
    return [_planned(memory, to, way, now, memory.number in disputed) for memory in memories]


def _planned(memory: Memory, to: Layer | None, way: Direction | None, now: datetime, disputed: bool) -> PlannedEdit:
    try:
        goal = to if to is not None else next_layer(memory, way or Direction.PROMOTION)
    except Refused:
        end = "highest" if way is Direction.PROMOTION else "lowest"
        return PlannedEdit(memory=memory, after=None, refusal=f"already in the {end} layer")
    refusal = why_not(memory, goal, way or direction(memory.layer, goal) or Direction.PROMOTION)
    if refusal:
        return PlannedEdit(memory=memory, after=None, refusal=refusal)
    after = edited(memory, Edit(layer=goal), now, disputed=disputed)
    if isinstance(after, Refusal):
        return PlannedEdit(memory=memory, after=None, refusal=after.reason)
    return PlannedEdit(memory=memory, after=after)


def _disputed(workspace: Workspace, memories: Iterable[Memory]) -> frozenset[int]:
    """Return the archived memories that would leave the archive into an unsettled conflict."""
    archived = [memory.number for memory in memories if memory.status is Status.ARCHIVED and memory.number is not None]
    if not archived:
        return frozenset()
    open_ones = [conflict for conflict in workspace.store.queue.of(archived) if conflict.state in _UNSETTLED]
    return frozenset(number for one in open_ones for number in (one.new_number, one.old_number))


def _step(before: Layer, after: Layer) -> str:
    return f"{SHORT_NAMES[before]} → {SHORT_NAMES[after]}"


def _summary(changed: Sequence[Memory], to: Layer | None) -> str:
    what = title(changed[0].content, 60) if len(changed) == 1 else counted(len(changed), "memory", "memories")
    return f"{what} to {to.value}" if to is not None else what


def _sentence(
    changed: Sequence[Memory],
    refused: Sequence[tuple[Memory, str]],
    to: Layer | None,
    way: Direction | None,
    stopped: bool,
) -> str:
    goal = f" to {to.value}" if to is not None else ""
    parts = [f"{_DONE[way]} {counted(len(changed), 'memory', 'memories')}{goal}." if changed else "Nothing changed."]
    if stopped:
        parts.append("Stopped before the end.")
    reasons: dict[str, int] = {}
    for _, reason in refused:
        reasons[reason] = reasons.get(reason, 0) + 1
    if reasons:
        parts.append("Left out: " + ", ".join(f"{count:,} {reason}" for reason, count in reasons.items()) + ".")
    return " ".join(parts)
