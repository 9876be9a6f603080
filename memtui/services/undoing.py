"""How a batch is taken back, and why it sometimes cannot be (SPEC 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memtui.domain.changes import Change, same_row
from memtui.domain.errors import Cancelled, Refused, UndoBlocked
from memtui.domain.records import Batch, Event
from memtui.services.evidence import by_rule
from memtui.services.ports import Progress, UnitOfWork, no_progress
from memtui.services.titles import counted
from memtui.services.undo_order import CHUNK, blocked_because, dependents, final, in_the_way, number_of, taken_back_by
from memtui.services.undo_words import ended, reason
from memtui.services.workspace import Outcome, Workspace


def newest_act(workspace: Workspace) -> Batch | None:
    """Return this actor's newest batch that is neither undone nor an undo, or whose undo was interrupted.

    A redo that was interrupted is that itself: what it brought back is taken back again.
    """
    begun = _begun(workspace)
    if begun is not None and begun.undoes is not None:
        below = workspace.store.reads.batch(begun.undoes)
        return below if below.undoes is None else begun
    found = workspace.store.reads.newest_batch(workspace.actor.name, undos=False)
    if found is None or _own(workspace, found):
        return found
    mine = (b for b in _batches(workspace) if b.undoes is None and b.undone_by is None)
    return next(mine, None)


def newest_undo(workspace: Workspace) -> Batch | None:
    """Return this actor's newest undo that still holds, unless the actor acted after it; a redo is no undo.

    One that a redo was bringing back when it was interrupted is that undo too: the redo goes on.
    """
    begun = _begun(workspace)
    if begun is not None and begun.undoes is not None:
        below = workspace.store.reads.batch(begun.undoes)
        return begun if below.undoes is None else below
    for batch in _batches(workspace):
        if batch.undoes is None:
            return None
        if batch.undone_by is None and workspace.store.reads.batch(batch.undoes).undoes is None:
            return batch
    return None


def _begun(workspace: Workspace) -> Batch | None:
    """Return the undo or redo that this actor did last, if it was stopped on its way."""
    newest = next(_batches(workspace), None)
    stopped = newest is not None and newest.partial and newest.undoes is not None and newest.undone_by is None
    return newest if stopped else None


def take_back(workspace: Workspace, target: Batch, progress: Progress = no_progress) -> Outcome:
    """Undo a batch, or go on with an undo of it that was interrupted; raises UndoBlocked, Refused.

    The sentence names how many verdicts, else memories, else rows it was about. A long one is taken back in
    chunks; stopped, it keeps what it did and the same call goes on from there.
    """
    resumed = _interrupted(workspace, target)
    words, depth, several = _named(workspace, target)
    verb, targets = ("redo" if depth % 2 else "undo"), [target]
    if resumed is not None:
        words, targets = resumed.summary, workspace.store.reads.batches_of(taken_back_by(resumed))
    return _Undo(workspace, targets, verb, words, several=several, resumed=resumed).run(progress)


def take_back_several(
    workspace: Workspace, targets: Sequence[Batch], words: str, progress: Progress = no_progress
) -> Outcome:
    """Undo several standing batches of changes to rows as one batch, newest first; raises UndoBlocked.

    Nothing outside may depend on them (`undo_order.apart`); `words` is what they are called together.
    """
    newest_first = sorted(targets, key=number_of, reverse=True)
    return _Undo(workspace, newest_first, "undo", words).run(progress)


STEP = 100
"""Changes in one transaction of a longer undo: taking a memory out costs some milliseconds, and others want to write."""


class _Undo:
    """One undo of some batches, newest first, or what is left of it."""

    def __init__(
        self,
        workspace: Workspace,
        targets: Sequence[Batch],
        verb: str,
        words: str,
        *,
        several: bool = False,
        resumed: Batch | None = None,
    ) -> None:
        self.workspace, self.targets, self.words, self.resumed = workspace, targets, words, resumed
        self.verb = verb
        self.several = several or len(targets) > 1
        """Whether this takes back, or brings back, several ordinary batches."""
        self.total = sum(target.changes for target in targets)
        self.chunk = CHUNK if self.total <= CHUNK else min(STEP, CHUNK)
        self.done = self.kept = resumed.changes if resumed is not None else 0
        """Changes that were taken back, and those of them that are committed."""
        self.memories: dict[int, None] = {}
        self.verdicts = 0

    def run(self, progress: Progress) -> Outcome:
        """Carry it out; raises UndoBlocked, in which case a short one has changed nothing."""
        numbers = [number_of(target) for target in self.targets]
        act = self.workspace.act(
            self.verb,
            self.words,
            undoes=numbers[-1],
            also=tuple(numbers[:-1]),
            resume=self.resumed.number if self.resumed is not None else None,
        )
        batch: int | None = None
        stopped = False
        try:
            if self.resumed is None and self.total > CHUNK:
                self._look_ahead(progress)
            with self.workspace.store.write(act) as work:
                batch = work.batch_number
                if self.resumed is None:
                    for target in self.targets:
                        work.mark_undone(number_of(target), work.batch_number)
                for target, page in self._pages(work, progress):
                    _apply(self.workspace, work, target, page)
                    self.memories |= dict.fromkeys(event.row_number for event in page if event.table == "memory")
                    self.verdicts += sum(map(_is_verdict, page))
                work.summarise(self.words)
                for target in self.targets:
                    _mark_below(self.workspace, work, target)
        except Cancelled:
            stopped = True
        except UndoBlocked as refusal:
            if not self.kept:
                raise
            raise UndoBlocked(f"{self._stopped(self.kept)} {refusal.sentence}", refusal.hint) from refusal
        reads = self.workspace.store.reads
        return Outcome(
            sentence=self._stopped(self.kept) if stopped else self._sentence(),
            batch=reads.batch(batch) if batch is not None else None,
            memories=tuple(reads.memories(list(self.memories)[:CHUNK])),
        )

    def _look_ahead(self, progress: Progress) -> None:
        """Raise UndoBlocked before the first chunk where a later one would be refused, so that nothing is half done."""
        going = {number_of(target) for target in self.targets}
        for target in self.targets:
            before: int | None = None
            while page := self.workspace.store.reads.events_back(number_of(target), before, CHUNK):
                progress(0, self.total, self.verb)
                dependents(self.workspace, page, going)
                before = page[-1].number

    def _pages(self, work: UnitOfWork, progress: Progress) -> Iterator[tuple[Batch, list[Event]]]:
        """Yield the events newest first, each with its batch; a transaction holds no more than a chunk of them."""
        before: int | None = self.resumed.resume.get("before") if self.resumed is not None else None
        held = 0
        for target in self.targets:
            while page := self.workspace.store.reads.events_back(number_of(target), before, self.chunk):
                if held and held + len(page) > self.chunk:
                    work.checkpoint({"before": before}, self.words)
                    self.kept = self.done
                    progress(self.done, self.total, self.verb)
                    held = 0
                yield target, page
                held += len(page)
                self.done += len(page)
                before = page[-1].number

    def _sentence(self) -> str:
        said = "Redone" if self.verb == "redo" else "Took back"
        if self.several:
            return f"{said} the {ended(self.words)}"
        if self.resumed is not None:
            return f"{said} the last of {counted(self.total, 'change')}: {ended(self.words)}"
        many = self.verdicts or len(self.memories) or self.total
        return f"{said} {many:,}: {ended(self.words)}"

    def _stopped(self, done: int) -> str:
        """Say how far it came; both ways lead on from there."""
        if not done:
            return "Stopped; nothing was changed."
        said = "redone" if self.verb == "redo" else "taken back"
        return f"Stopped: {done:,} of {counted(self.total, 'change')} {said}. The same again goes on."


def _interrupted(workspace: Workspace, target: Batch) -> Batch | None:
    """Return the undo of a batch that was stopped halfway, None for a fresh start; raises UndoBlocked, Refused."""
    if target.undone_by is not None:
        if why := blocked_because(workspace, target):
            raise Refused(why)
        return workspace.store.reads.batch(target.undone_by)
    if never := final(target):
        raise Refused(never)
    if target.changes > CHUNK and (later := in_the_way(workspace, target)) is not None:
        raise UndoBlocked(reason(workspace, later))
    return None


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
                later = in_the_way(workspace, target)
                raise UndoBlocked(reason(workspace, later) if later is not None else _CHANGED)
        seen.add(key)
    for table, number in dependents(workspace, events):
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


def _mark_below(workspace: Workspace, work: UnitOfWork, target: Batch) -> None:
    """Say what follows of an undo of `target` for the batches that it had undone in turn."""
    holds, by = True, target
    while by.undoes is not None:
        for below in taken_back_by(by):
            work.mark_undone(below, None if holds else by.number)
        holds, by = not holds, workspace.store.reads.batch(by.undoes)


def _batches(workspace: Workspace) -> Iterator[Batch]:
    """Yield this actor's own batches, newest first."""
    before: int | None = None
    while page := workspace.store.reads.batches(50, before, actor=workspace.actor.name):
        yield from (batch for batch in page if _own(workspace, batch))
        before = page[-1].number


def _own(workspace: Workspace, batch: Batch) -> bool:
    return (batch.actor, batch.actor_kind) == (workspace.actor.name, workspace.actor.kind) and not batch.adopted


def _named(workspace: Workspace, batch: Batch) -> tuple[str, int, bool]:
    """Return what an undo of a batch is about, how many undos lead to the ordinary one, and whether those are several."""
    depth = 0
    while batch.undoes is not None:
        depth += 1
        if len(taken_back_by(batch)) > 1:
            return batch.summary, depth, True
        batch = workspace.store.reads.batch(batch.undoes)
    return f"{batch.action}: {batch.summary}", depth, False
