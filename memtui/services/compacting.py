"""The store kept to a size: the least important memories are archived first, never deleted (SPEC 7)."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from memtui.domain.drafts import Edit
from memtui.domain.errors import Cancelled, InvalidRecord
from memtui.domain.filters import ALL_TIERS, LIVE, Filter, Order
from memtui.domain.kinds import Layer, MemoryType, Status
from memtui.domain.records import Batch, Memory
from memtui.services.editing import edited
from memtui.services.leaving import follow
from memtui.services.memory_lists import Memories
from memtui.services.ports import Progress, UnitOfWork, no_progress
from memtui.services.titles import counted
from memtui.services.workspace import Workspace

ACTION = "compact"
"""How a compaction is named in the audit trail."""

CHUNK = 500
"""Changes in one transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction:
    """What was archived, least important first, or in a preview would be.

    `active` is how many live memories there are now (in a preview: would be) of `before`; it stays above `keep`
    where too many are pinned, operational or conflicted. Without a batch nothing was written.
    """

    keep: int
    before: int
    active: int
    archived: Sequence[Memory] = ()
    batch: Batch | None = None
    stopped: bool = False
    chosen_by_hand: bool = False
    """Whether a person left out some of what was to go."""

    @property
    def sentence(self) -> str:
        """The counts as one sentence for people."""
        said = f"{counted(len(self.archived), 'memory', 'memories')} archived, {self.active:,} active."
        if self.stopped:
            return f"{said} Stopped before the end; the same again goes on."
        if self.active > self.keep and not self.chosen_by_hand:
            return f"{said} The rest is pinned, operational or conflicted and stays."
        return said


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A memory that a compaction would archive, with its importance (0–1) at this moment."""

    memory: Memory
    importance: float


def active(workspace: Workspace) -> int:
    """Return how many memories of the project are live."""
    where = Filter(statuses=LIVE, tiers=ALL_TIERS, held=True, project=workspace.settings.project)
    return workspace.store.reads.count(where)


def preview(workspace: Workspace, keep: int, most: int) -> tuple[Compaction, tuple[Candidate, ...]]:
    """Return what a compaction would archive and the first `most` of it, least important first; raises InvalidRecord."""
    from memtui.intelligence.importance import assess

    found, now = compact(workspace, keep), workspace.clock.now()
    first = found.archived[:most]
    return found, tuple(Candidate(memory=one, importance=assess(one, now).value) for one in first)


def compact(
    workspace: Workspace,
    keep: int,
    *,
    apply: bool = False,
    spared: Collection[int] = (),
    only: Collection[int] | None = None,
    progress: Progress = no_progress,
) -> Compaction:
    """Archive the least important memories of the project until `keep` are active, as one batch and one undo.

    Pinned, operational and conflicted ones stay. Of what is to go, those `spared` by number stay too, and all
    but `only` some where these are named. Raises InvalidRecord for a number below 0.
    """
    if keep < 0:
        raise InvalidRecord(f"{keep} memories cannot be kept.", "Give a number from 0.")
    reads, before = workspace.store.reads, active(workspace)
    chosen, by_hand = _chosen(workspace, before - keep, spared, only), bool(spared) or only is not None
    if not apply or not chosen:
        archived, rest = Memories(reads, chosen), before - len(chosen)
        return Compaction(keep=keep, before=before, active=rest, archived=archived, chosen_by_hand=by_hand)
    done: array[int] = array("q")
    number: int | None = None
    stopped = False
    act = workspace.act(ACTION)
    try:
        with workspace.store.write(act) as work:
            for start in range(0, len(chosen), CHUNK):
                if start:
                    work.checkpoint({"done": start}, _summary(len(done), keep))
                    progress(start, len(chosen), ACTION)
                done.extend(_archive(work, chosen[start : start + CHUNK], workspace))
                number = work.batch_number if done else None
            work.summarise(_summary(len(done), keep))
    except Cancelled:
        stopped = True
    return Compaction(
        keep=keep,
        before=before,
        active=before - len(done),
        archived=Memories(reads, done),
        batch=reads.batch(number) if number is not None else None,
        stopped=stopped,
        chosen_by_hand=by_hand,
    )


def _chosen(workspace: Workspace, excess: int, spared: Collection[int], only: Collection[int] | None) -> array[int]:
    """Return the numbers of what is to go, least important first."""
    candidates = workspace.store.reads.numbers(_candidates(workspace), Order.IMPORTANCE)
    count = min(max(excess, 0), len(candidates))
    chosen = candidates[len(candidates) - count :][::-1]
    if not spared and only is None:
        return chosen
    return array("q", (one for one in chosen if one not in spared and (only is None or one in only)))


def _candidates(workspace: Workspace) -> Filter:
    """Return the filter of what may be archived."""
    return Filter(
        statuses=frozenset({Status.ACTIVE}),
        tiers=ALL_TIERS,
        held=True,
        layers=frozenset(set(Layer) - {Layer.OPERATIONAL}),
        memory_types=frozenset(set(MemoryType) - {MemoryType.OPERATIONAL}),
        pinned=False,
        project=workspace.settings.project,
        now=workspace.clock.now(),
    )


def _archive(work: UnitOfWork, numbers: Sequence[int], workspace: Workspace) -> list[int]:
    now = workspace.clock.now()
    done: list[int] = []
    pairs: list[tuple[Memory, Memory]] = []
    for memory in work.memories(list(numbers)):
        if memory.status is not Status.ACTIVE or memory.pinned:
            continue
        after = edited(memory, Edit(archived=True), now)
        if isinstance(after, Memory):
            pairs.append((memory, work.update(after)))
            done.append(memory.number or 0)
    follow(workspace, work, pairs)
    return done


def _summary(count: int, keep: int) -> str:
    return f"{counted(count, 'memory', 'memories')} archived, {keep:,} to keep"
