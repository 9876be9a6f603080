"""Verdicts on conflicts: what each would change, and giving it on one or on many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memtui.domain.errors import Cancelled, InvalidRecord, Refused, StaleWrite
from memtui.domain.records import Conflict, Memory
from memtui.domain.verdicts import Verdict
from memtui.services.ledger import Ledger
from memtui.services.merging import Merge
from memtui.services.ports import Progress, UnitOfWork, no_progress
from memtui.services.rehearsal import Rehearsal
from memtui.services.review_entries import PlannedVerdict, entries
from memtui.services.verdict_effects import Given, decided_already, give, refusal, sides_of
from memtui.services.verdict_words import clauses, sentence, summary
from memtui.services.workspace import Outcome, Workspace

ACTION = "resolve"
"""How the audit trail names a verdict."""

JUDGING = 5
"""Judging many conflicts takes about the fifth part of the time; the rest is writing what came of it."""

Handle = int | str


def plan(
    workspace: Workspace, handles: Sequence[Handle], verdict: Verdict, progress: Progress = no_progress
) -> list[PlannedVerdict]:
    """Return what a verdict would do to each conflict, least sure first; writes nothing."""
    conflicts = _conflicts(workspace, handles)
    by_number = {entry.conflict.number: entry for entry in entries(workspace, conflicts)}
    ledger = _ledger(workspace, Rehearsal(workspace.store, workspace.clock.now()))
    ledger.prefetch(_sides(conflicts), whole=True)
    settled: set[int | None] = set()
    planned: list[PlannedVerdict] = []
    for place, conflict in enumerate(_surest_first(conflicts)):
        if place and place % 100 == 0:
            progress(place, len(conflicts), ACTION)
        entry = by_number.get(conflict.number)
        if entry is None:
            continue
        now = ledger.conflict(conflict.number or 0, _sides([conflict])) or conflict
        reason = "settled by a verdict of this plan" if now.number in settled else refusal(ledger, now, verdict)
        if reason or verdict is Verdict.MERGE:
            said = reason or "merged into one memory that supersedes both"
            planned.append(PlannedVerdict(entry=entry, winner=None, loser=None, sentence=said, refusal=reason))
            continue
        given = give(ledger, now, verdict)
        settled.update(one.number for one in given.settled)
        said = "; ".join(clauses(verdict, given))
        planned.append(PlannedVerdict(entry=entry, winner=given.sides.winner, loser=given.sides.loser, sentence=said))
    return sorted(planned, key=lambda one: one.entry.conflict.confidence)


def consequences(workspace: Workspace, handle: Handle, verdict: Verdict) -> tuple[str, ...]:
    """Return what a verdict would change and settle, clause by clause, or why it cannot be given; writes nothing."""
    conflict = workspace.store.queue.conflict(handle)
    ledger = _ledger(workspace, Rehearsal(workspace.store, workspace.clock.now()))
    reason = refusal(ledger, conflict, verdict)
    if reason:
        return (reason,)
    if verdict is Verdict.MERGE:
        return clauses(verdict, Given(conflict, sides_of(ledger, conflict)))
    return clauses(verdict, give(ledger, conflict, verdict))


def decide(
    workspace: Workspace,
    handles: Sequence[Handle],
    verdict: Verdict,
    *,
    text: str | None,
    note: str | None,
    versions: Sequence[int] | None,
    progress: Progress,
    allow_secrets: bool = False,
) -> Outcome:
    """Give a verdict on conflicts in one transaction: all of them or, where one cannot be given, none."""
    conflicts = _conflicts(workspace, handles)
    if not conflicts:
        return Outcome(sentence="No conflict was chosen.")
    if versions is not None:
        if len(versions) != len(conflicts):
            raise InvalidRecord("There must be one version for each conflict.")
        conflicts = [replace(one, version=seen) for one, seen in zip(conflicts, versions, strict=True)]
    if verdict is Verdict.MERGE:
        return _merge(workspace, conflicts, text, note, allow_secrets)
    act = workspace.act(ACTION)
    try:
        with workspace.store.write(act) as work:
            ledger = _ledger(workspace, work)
            ledger.prefetch(_sides(conflicts), whole=True)
            given, settled = _give_all(ledger, conflicts, verdict, note, progress)
            ledger.write(_writing(progress, len(conflicts)))
            work.summarise(summary(verdict, given))
            batch = work.batch_number
    except Cancelled:
        return Outcome(sentence="Stopped; nothing was changed.")
    return Outcome(
        sentence=sentence(verdict, given, settled),
        batch=workspace.store.reads.batch(batch),
        memories=tuple(_memories(ledger, given)),
        settled=settled,
    )


def _give_all(
    ledger: Ledger, conflicts: Sequence[Conflict], verdict: Verdict, note: str | None, progress: Progress
) -> tuple[list[Given], int]:
    """Give a verdict on each conflict, surest first; returns what was given and how many others it settled.

    One that an earlier verdict of the same act settled is passed over. Raises StaleWrite where somebody
    else changed one since it was read, Refused where a verdict cannot be given.
    """
    given: list[Given] = []
    many = len(conflicts)
    settled: dict[int | None, Conflict] = {}
    for place, seen in enumerate(_surest_first(conflicts)):
        if place and place % 100 == 0:
            progress(place // JUDGING, many, ACTION)
        if seen.number in settled:
            continue
        now = unchanged(ledger, seen)
        given.append(give(ledger, now, verdict, note))
        settled |= {one.number: one for one in given[-1].settled}
    return given, len(settled)


def _writing(progress: Progress, many: int) -> Progress:
    """Return a progress of written rows that goes on from where judging ended, in verdicts as well."""

    def report(done: int, total: int | None, what: str) -> None:
        judged = many // JUDGING
        progress(judged + (many - judged) * done // (total or 1), many, ACTION)

    return report


def unchanged(ledger: Ledger, seen: Conflict) -> Conflict:
    """Return a conflict under the lock; raises StaleWrite, naming who was faster, where it is not the one that was seen."""
    now = ledger.conflict(seen.number or 0, (seen.new_number, seen.old_number))
    if now is None:
        raise StaleWrite("This conflict is gone: a memory of it was taken out.")
    if now.version != seen.version:
        said = decided_already(now) if now.human_verdict or now.decided_by else "Somebody else changed this conflict."
        raise StaleWrite(said, "Look at it again, then decide.")
    return now


def _merge(
    workspace: Workspace, conflicts: Sequence[Conflict], text: str | None, note: str | None, allow_secrets: bool
) -> Outcome:
    if len(conflicts) != 1:
        raise Refused("Memories are merged pair by pair.", "Choose one conflict.")
    if text is None or not text.strip():
        raise InvalidRecord("A merge needs the text of the new memory.")
    sides = (conflicts[0].new_number, conflicts[0].old_number)
    merge = Merge(workspace, sides, text, allow_secrets=allow_secrets)
    act = workspace.act(ACTION)
    with workspace.store.write(act) as work:
        ledger = _ledger(workspace, work)
        given, merged = merge.write(work, ledger, unchanged(ledger, conflicts[0]), note)
        work.summarise(summary(Verdict.MERGE, [given]))
        batch = work.batch_number
    return Outcome(
        sentence=sentence(Verdict.MERGE, [given], len(given.settled)),
        batch=workspace.store.reads.batch(batch),
        memories=(merged, *_memories(ledger, [given])),
        settled=len(given.settled),
    )


def _conflicts(workspace: Workspace, handles: Sequence[Handle]) -> list[Conflict]:
    """Return conflicts by their handles, each once; raises NotFound."""
    queue = workspace.store.queue
    if all(isinstance(handle, int) for handle in handles):
        numbers = [int(handle) for handle in dict.fromkeys(handles)]
        found = queue.conflicts(numbers)
        if len(found) == len(numbers):
            return found
    return list({one.number: one for one in map(queue.conflict, handles)}.values())


def _ledger(workspace: Workspace, work: UnitOfWork) -> Ledger:
    return Ledger(work, workspace.store, workspace.clock.now(), workspace.actor.name, by_person=True)


def _surest_first(conflicts: Sequence[Conflict]) -> list[Conflict]:
    return sorted(conflicts, key=lambda one: (-one.confidence, one.number or 0))


def _sides(conflicts: Sequence[Conflict]) -> list[int]:
    return [number for one in conflicts for number in (one.new_number, one.old_number)]


def _memories(ledger: Ledger, given: Sequence[Given]) -> list[Memory]:
    numbers = dict.fromkeys(_sides([one.conflict for one in given]))
    return [ledger.memory(number) for number in numbers]
