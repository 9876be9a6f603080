"""The evaluation of the hierarchy: what each memory deserves, previewed or carried out as one batch."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from memtui.domain.drafts import Edit
from memtui.domain.errors import Cancelled
from memtui.domain.kinds import Layer, Trust
from memtui.domain.layers import RANK
from memtui.domain.records import Batch, Event, Memory
from memtui.intelligence import hierarchy
from memtui.intelligence.hierarchy import HierarchyPolicy, Judgement, Verdict
from memtui.intelligence.importance import assess
from memtui.services.editing import edited
from memtui.services.leaving import follow
from memtui.services.memory_lists import Memories
from memtui.services.ports import Progress, UnitOfWork, no_progress
from memtui.services.rows import memory_of
from memtui.services.workspace import Workspace

ACTION = "evaluate"
"""How an evaluation is named in the audit trail."""

CHUNK = 500
"""Memories read and changes written at once."""

REST_HOURS = 24.0
"""What an evaluation moved it leaves where it is for so long, so that a second one right after changes nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A memory as it was, the layer that it deserves, why, and its retention score.

    `cause` is the reason in a few cells. A `suggested_only` move is never made by the evaluation itself.
    """

    memory: Memory
    to: Layer
    reason: str
    score: float
    cause: str = ""
    suggested_only: bool = False

    @property
    def rises(self) -> bool:
        """Whether it goes to a higher layer."""
        return RANK[self.to] > RANK[self.memory.layer]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """What an evaluation moved, or in a preview would; the four lists together hold every memory once.

    Moved memories are as they are now (in a preview: as they still are). Without a batch nothing was written.
    """

    promoted: tuple[Memory, ...] = ()
    demoted: tuple[Memory, ...] = ()
    archived: tuple[Memory, ...] = ()
    unchanged: Sequence[Memory] = ()
    moves: tuple[Move, ...] = ()
    batch: Batch | None = None
    stopped: bool = False

    @property
    def changes(self) -> int:
        """How many memories move."""
        return len(self.promoted) + len(self.demoted) + len(self.archived)

    @property
    def sentence(self) -> str:
        """The counts as one sentence for people."""
        said = (
            f"{_counts(len(self.promoted), len(self.demoted), len(self.archived))}, {len(self.unchanged):,} unchanged."
        )
        return f"{said} Stopped before the end; the same again goes on." if self.stopped else said


@dataclass
class Survey:
    """What an evaluation found, or has carried out so far."""

    moves: list[Move] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)
    after: list[Memory] = field(default_factory=list)
    stays: array[int] = field(default_factory=lambda: array("q"))
    batch: int | None = None
    stopped: bool = False


def evaluate(
    workspace: Workspace, *, preset: str = "default", apply: bool = False, progress: Progress = no_progress
) -> Evaluation:
    """Judge every memory of the workspace's project and, with `apply`, move those that deserve another layer.

    One batch, written in chunks; stopped, it keeps what was done and the same again goes on. Nothing is deleted.
    An evaluation is no update of a memory: `updated_at` stays. Raises InvalidRecord for an unknown preset.
    """
    policy = hierarchy.preset(preset)
    survey = _survey(workspace, policy, progress)
    if not apply or survey.stopped:
        return evaluation_of(workspace, survey)
    return evaluation_of(workspace, carry_out(workspace, preset, policy, survey, progress))


def judged(workspace: Workspace, memories: Sequence[Memory], *, preset: str = "default") -> dict[int, Judgement]:
    """Return what an evaluation makes of some memories, by number: the suggestions on the cards of a board."""
    policy, now = hierarchy.preset(preset), workspace.clock.now()
    lately = moved_lately(workspace)
    return {
        memory.number: judge_memory(memory, policy, now, lately) for memory in memories if memory.number is not None
    }


def reason_of(before: Memory, batch: Batch) -> str:
    """Return why an evaluation moved a memory that was as `before`; empty where it did not."""
    name = next((name for name in hierarchy.PRESETS if f"({name})" in batch.summary), "default")
    found = hierarchy.judge(before, assess(before, batch.at).value, batch.at, hierarchy.preset(name))
    return found.reason if found.to is not None else ""


def reasons(events: Sequence[Event], batch: Batch) -> dict[int, str]:
    """Return why an evaluation moved each of its memories, by row number; nothing for other acts."""
    if batch.action != ACTION:
        return {}
    moved_rows = (event for event in events if event.table == "memory" and event.before is not None)
    found = {event.row_number: reason_of(memory_of(event.before or {}), batch) for event in moved_rows}
    return {number: reason for number, reason in found.items() if reason}


def moved_lately(workspace: Workspace) -> frozenset[int]:
    """Return the memories that an evaluation, not taken back, moved within a day."""
    since = workspace.clock.now() - timedelta(hours=REST_HOURS)
    reads = workspace.store.reads
    before: int | None = None
    numbers: set[int] = set()
    while page := reads.batches(20, before, action=ACTION):
        for batch in page:
            if batch.at <= since:
                return frozenset(numbers)
            if batch.undone_by is None and batch.number is not None and not batch.adopted:
                numbers |= {event.row_number for event in reads.events(batch.number) if event.table == "memory"}
        before = page[-1].number
    return frozenset(numbers)


def judge_memory(memory: Memory, policy: HierarchyPolicy, now: datetime, lately: frozenset[int]) -> Judgement:
    """Return what an evaluation makes of a memory; `lately` are those that one moved within a day."""
    return hierarchy.judge(memory, assess(memory, now).value, now, policy, rested=memory.number not in lately)


def _survey(workspace: Workspace, policy: HierarchyPolicy, progress: Progress) -> Survey:
    """Judge all memories of the project."""
    reads, project, now = workspace.store.reads, workspace.settings.project, workspace.clock.now()
    lately = moved_lately(workspace)
    made = Survey()
    after, done, total = 0, 0, reads.census(project).total
    try:
        while page := reads.records("memory", after, CHUNK):
            for memory in page:
                assert isinstance(memory, Memory)
                after = memory.number or after
                if project is None or memory.project in (None, project):
                    done += 1
                    note(made, memory, judge_memory(memory, policy, now, lately))
            progress(done, total, "evaluate")
    except Cancelled:
        made.stopped = True
    return made


def note(made: Survey, memory: Memory, found: Judgement) -> None:
    """Enter what an evaluation makes of a memory."""
    moves = found.to is not None and memory.trust is not Trust.HELD
    if moves and found.to is not None:
        made.moves.append(
            Move(
                memory=memory,
                to=found.to,
                reason=found.reason,
                score=found.score,
                cause=found.cause,
                suggested_only=found.suggested,
            )
        )
        made.verdicts.append(found.verdict)
        made.after.append(memory)
    if (not moves or found.suggested) and memory.number is not None:
        made.stays.append(memory.number)


def carry_out(
    workspace: Workspace,
    preset: str,
    policy: HierarchyPolicy,
    survey: Survey,
    progress: Progress,
    *,
    by_hand: bool = False,
) -> Survey:
    """Write the moves, each judged again under the lock; what meanwhile deserves another fate stays.

    `by_hand` makes the moves that are only suggested too, and begins a batch of its own.
    """
    made = Survey(stays=survey.stays)
    mark = "" if preset == "default" else f" ({preset})"
    before, earlier = (None, (0, 0, 0)) if by_hand else _unfinished(workspace, mark)
    act = workspace.act(ACTION, resume=before)
    wanted = [move for move in survey.moves if not move.suggested_only]
    suggested = [move for move in survey.moves if move.suggested_only]
    try:
        with workspace.store.write(act) as work:
            for start in range(0, len(wanted), CHUNK):
                if start:
                    counts = _tally(made.verdicts, earlier)
                    work.checkpoint({"counts": counts}, _counts(*counts, least=1) + mark)
                    progress(start, len(wanted), "move")
                _write(workspace, work, wanted[start : start + CHUNK], policy, made, by_hand)
            if made.after:
                work.summarise(_counts(*_tally(made.verdicts, earlier), least=1) + mark)
                made.batch = work.batch_number
    except Cancelled:
        made.stopped = True
    made.moves += suggested
    made.verdicts += [Verdict.UNCHANGED] * len(suggested)
    made.after += [move.memory for move in suggested]
    return made


def _unfinished(workspace: Workspace, mark: str) -> tuple[int | None, Sequence[int]]:
    """Return this actor's newest evaluation where it was stopped halfway, and what it has moved."""
    for batch in workspace.store.reads.batches(1, actor=workspace.actor.name, action=ACTION):
        own = batch.actor_kind is workspace.actor.kind and batch.undone_by is None and not batch.adopted
        if batch.partial and own and (batch.summary.endswith(mark) if mark else not batch.summary.endswith(")")):
            return batch.number, batch.resume.get("counts", (0, 0, 0))
    return None, (0, 0, 0)


def _write(
    workspace: Workspace,
    work: UnitOfWork,
    moves: Sequence[Move],
    policy: HierarchyPolicy,
    made: Survey,
    by_hand: bool,
) -> None:
    now, pairs = workspace.clock.now(), []
    planned = {move.memory.number: move for move in moves}
    for memory in work.memories([number for number in planned if number is not None]):
        found = judge_memory(memory, policy, now, frozenset())
        if found.to is None or (found.suggested and not by_hand):
            made.stays.append(memory.number or 0)
            continue
        pairs.append((memory, work.update(moved(memory, found.to, now))))
        made.after.append(pairs[-1][1])
        made.verdicts.append(Verdict.DEMOTED if found.suggested else found.verdict)
        made.moves.append(replace(planned[memory.number], memory=memory, to=found.to, reason=found.reason))
        made.batch = work.batch_number
    follow(workspace, work, pairs)


def moved(memory: Memory, to: Layer, now: datetime) -> Memory:
    """Return a memory in another layer with what follows for status and tier; it does not count as updated."""
    after = edited(replace(memory, pinned=False), Edit(layer=to), now)
    assert isinstance(after, Memory)
    return replace(after, pinned=memory.pinned, updated_at=memory.updated_at)


def evaluation_of(workspace: Workspace, made: Survey) -> Evaluation:
    """Return a survey, or what was carried out of one, as the result of an evaluation."""
    sorted_by: dict[Verdict, list[Memory]] = {verdict: [] for verdict in Verdict}
    for verdict, memory in zip(made.verdicts, made.after, strict=True):
        sorted_by[verdict].append(memory)
    return Evaluation(
        promoted=tuple(sorted_by[Verdict.PROMOTED]),
        demoted=tuple(sorted_by[Verdict.DEMOTED]),
        archived=tuple(sorted_by[Verdict.ARCHIVED]),
        unchanged=Memories(workspace.store.reads, made.stays),
        moves=tuple(made.moves),
        batch=workspace.store.reads.batch(made.batch) if made.batch is not None else None,
        stopped=made.stopped,
    )


def _tally(verdicts: Sequence[Verdict], earlier: Sequence[int]) -> list[int]:
    """Return how many were promoted, demoted and archived, those of an interrupted run before included."""
    kinds = (Verdict.PROMOTED, Verdict.DEMOTED, Verdict.ARCHIVED)
    return [verdicts.count(kind) + count for kind, count in zip(kinds, earlier, strict=True)]


def _counts(promoted: int, demoted: int, archived: int, *, least: int = 0) -> str:
    counts = ((promoted, "promoted"), (demoted, "demoted"), (archived, "archived"))
    return ", ".join(f"{count:,} {word}" for count, word in counts if count >= least) or "nothing moved"
