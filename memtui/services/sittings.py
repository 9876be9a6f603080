"""Verdicts that one person gave in one sitting: told in one row, taken back as one."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from memtui.domain.errors import Refused, UndoBlocked
from memtui.domain.records import Batch, Event
from memtui.domain.verdicts import Verdict
from memtui.services import undo_order, undoing
from memtui.services.history import BatchLine
from memtui.services.ports import Progress, Reads, no_progress
from memtui.services.undo_words import reason
from memtui.services.verdict_words import summarised
from memtui.services.verdicts import ACTION
from memtui.services.workspace import Outcome, Workspace

PAUSE = timedelta(minutes=15)
"""The longest time between two verdicts of one sitting."""

MOST = 3000
"""The newest verdicts that are looked through for sittings; older ones stand alone, so that a long journal opens at once."""

TOLD = "verdicts"
"""What a sitting's act is called in a list."""

_WORDS = {
    Verdict.NEWER: "newer",
    Verdict.OLDER: "older",
    Verdict.BOTH: "both",
    Verdict.KEEP: "kept",
    Verdict.MERGE: "merged",
    Verdict.ARCHIVE_OLD: "archived",
    Verdict.ARCHIVE_NEW: "archived",
    None: "other",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SittingLine(BatchLine):
    """A sitting in a list: a batch that sums up `members`, newest first; `given` counts the verdicts."""

    members: tuple[BatchLine, ...]
    given: int


def sittings(reads: Reads, actor: str | None = None) -> dict[int, tuple[int, ...]]:
    """Return the sittings of two verdicts and more: the oldest batch's number → all numbers, newest first.

    Verdicts of one actor belong together while no pause between two of them is longer than `PAUSE`.
    """
    heads = reads.acts(ACTION, MOST)
    whole = len(heads) < MOST
    runs: dict[tuple[str, str], list[list[int]]] = {}
    last: dict[tuple[str, str], datetime] = {}
    for head in heads:
        who = (head.actor, head.actor_kind)
        if actor is not None and head.actor != actor:
            continue
        if who in last and last[who] - head.at <= PAUSE:
            runs[who][-1].append(head.number)
        else:
            runs.setdefault(who, []).append([head.number])
        last[who] = head.at
    # Where the oldest run of an actor begins is not known unless all verdicts were seen.
    known = (run for each in runs.values() for run in (each if whole else each[:-1]))
    return {run[-1]: tuple(run) for run in known if len(run) > 1}


def folded(
    numbers: array[int], found: Mapping[int, Sequence[int]], unfolded: Collection[int] = ()
) -> tuple[array[int], frozenset[int]]:
    """Return a list's keys, and those of them that stand under an unfolded sitting.

    A sitting's key is its oldest number, negative: it stays while the sitting grows. `numbers` are newest first.
    """
    if not found:
        return numbers, frozenset()
    sitting = {number: oldest for oldest, members in found.items() for number in members}
    end = bisect_left(numbers, -min(found), key=lambda number: -number) + 1
    keys = array("q")
    under: set[int] = set()
    met: set[int] = set()
    for number in numbers[:end]:
        oldest = sitting.get(number)
        if oldest is None:
            keys.append(number)
        elif oldest not in met:
            # The first that is met stands for all: a newer one may have come after the list was read.
            met.add(oldest)
            keys.append(-oldest)
            if oldest in unfolded:
                keys.extend(found[oldest])
                under.update(found[oldest])
    return keys + numbers[end:], frozenset(under)


def line(workspace: Workspace, numbers: Sequence[int]) -> SittingLine:
    """Return a sitting's line.

    Its state is `undo` where all that stands of it can be taken back, `partial` where some of that can, and
    where an undo of it was stopped.
    """
    members = workspace.store.reads.batches_of(numbers)
    free, stay = undo_order.apart(workspace, standing(members))
    states = {batch.number: "undo" for batch in free} | {batch.number: "blocked" for batch, _ in stay}
    begun = _begun(workspace, members)
    lines = tuple(
        BatchLine(batch=one, state=states.get(one.number, "partial" if one.number in begun else "undone"))
        for one in members
    )
    state = "undo" if free else "blocked" if stay else "undone"
    if begun or (free and stay):
        state = "partial"
    counts = counted_words(members)
    return SittingLine(batch=_whole(members, counts), state=state, members=lines, given=counts.total())


def take_back(workspace: Workspace, numbers: Sequence[int], *, progress: Progress = no_progress) -> Outcome:
    """Take back all of a sitting that nothing later depends on, as one batch; raises UndoBlocked, Refused.

    An undo of it that was stopped goes on. What has to stay is named in the sentence.
    """
    members = workspace.store.reads.batches_of(numbers)
    begun = _begun(workspace, members)
    if begun:
        return undoing.take_back(workspace, next(one for one in members if one.number in begun), progress)
    left = standing(members)
    if not left:
        raise Refused("This sitting was taken back already.")
    free, stay = undo_order.apart(workspace, left)
    if not free:
        raise UndoBlocked(stays(workspace, stay))
    if len(free) == 1:
        outcome = undoing.take_back(workspace, free[0], progress)
    else:
        outcome = undoing.take_back_several(workspace, free, _words(counted_words(free)), progress)
    return replace(outcome, sentence=f"{outcome.sentence} {stays(workspace, stay)}") if stay else outcome


def size(workspace: Workspace, numbers: Sequence[int]) -> int:
    """Return how many changes taking a sitting back would undo, at most."""
    return sum(one.changes for one in standing(workspace.store.reads.batches_of(numbers)))


def standing(members: Sequence[Batch]) -> list[Batch]:
    """Return those that were not taken back."""
    return [one for one in members if one.undone_by is None]


def _begun(workspace: Workspace, members: Sequence[Batch]) -> set[int | None]:
    """Return the numbers of those whose undo was stopped on its way."""
    undos = workspace.store.reads.batches_of(sorted({one.undone_by for one in members if one.undone_by is not None}))
    partial = {undo.number for undo in undos if undo.partial}
    return {one.number for one in members if one.undone_by in partial}


def counted_words(members: Sequence[Batch]) -> Counter[str]:
    """Return how many verdicts of each kind some batches gave."""
    counts: Counter[str] = Counter()
    for one in members:
        counts[_WORDS[summarised(one.summary)[2]]] += given(one)
    return counts


def given(batch: Batch) -> int:
    """Return how many verdicts a batch gave."""
    count = summarised(batch.summary)[1]
    # A subject may look like a count of conflicts; each verdict changes its conflict at the least.
    return count if count <= batch.changes else 1


def _words(counts: Counter[str]) -> str:
    places = {word: place for place, word in enumerate(_WORDS.values())}
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], places[pair[0]]))
    told = ", ".join(f"{count:,} {word}" for word, count in ordered)
    return f"sitting of {counts.total():,}: {told}"


def _whole(members: Sequence[Batch], counts: Counter[str]) -> Batch:
    """Return a batch that stands for all; its id is theirs, one after the other."""
    return replace(
        members[0],
        id=" ".join(one.id for one in members),
        action=TOLD,
        summary=_words(counts),
        changes=sum(one.changes for one in members),
        undone_by=None,
    )


def stays(workspace: Workspace, stay: Sequence[tuple[Batch, Event]]) -> str:
    """Return in a sentence what stays, and what is in the way of the first of it."""
    batch, first = stay[0]
    subject = summarised(batch.summary)[0]
    others = f" and {len(stay) - 1:,} more" if len(stay) > 1 else ""
    verb = "stay" if len(stay) > 1 else "stays"
    return f"{subject}{others} {verb}: {reason(workspace, first)}"
