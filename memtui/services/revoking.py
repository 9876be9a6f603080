"""One verdict taken back alone, in the middle of others too, unless a later act depends on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from memtui.domain.errors import Refused
from memtui.domain.kinds import ConflictState, RelationKind, RelationStatus, Status
from memtui.domain.records import Conflict, Event, Fact, Json, Memory, Relation
from memtui.domain.verdicts import Verdict
from memtui.formats.rows import from_row
from memtui.services import undoing
from memtui.services.ledger import Ledger
from memtui.services.mooting import reopen
from memtui.services.titles import title
from memtui.services.undo_words import reason
from memtui.services.verdict_effects import sides_of
from memtui.services.verdict_words import TITLE
from memtui.services.workspace import Outcome, Workspace

ACTION = "revoke"

STANDING = ("status", "superseded_by", "merged_into", "layer", "layer_before", "valid_until")
"""The fields of a memory that a verdict may change."""


def revoke(workspace: Workspace, conflict: Conflict) -> Outcome:
    """Take the verdict on a conflict back, or what was applied by itself; raises Refused, naming what depends on it."""
    if conflict.state is ConflictState.OPEN:
        raise Refused("This conflict is open: there is no verdict to take back.")
    if conflict.state is not ConflictState.AUTO and not conflict.human_verdict:
        raise Refused("Nobody gave a verdict on this conflict.", "Take back the act that settled it.")
    if conflict.human_verdict == Verdict.MERGE:
        return undoing.take_back(
            workspace, workspace.store.reads.batch(_verdict_event(workspace, conflict).batch_number)
        )
    with workspace.store.write(workspace.act(ACTION, _summary(conflict))) as work:
        ledger = Ledger(work, workspace.store, workspace.clock.now(), workspace.actor.name, by_person=True)
        numbers = (conflict.new_number, conflict.old_number)
        ledger.prefetch(numbers)
        now = ledger.conflict(conflict.number or 0, numbers)
        if now is None or now.version != conflict.version:
            raise Refused("Somebody else changed this conflict.", "Look at it again, then take it back.")
        if conflict.state is ConflictState.AUTO:
            _take_back_auto(workspace, ledger, conflict)
        else:
            _Revocation(workspace, ledger, conflict).run()
        ledger.write()
        batch = work.batch_number
    return Outcome(
        sentence=_sentence(ledger, conflict),
        batch=workspace.store.reads.batch(batch),
        memories=tuple(ledger.memory(number) for number in numbers),
    )


def _take_back_auto(workspace: Workspace, ledger: Ledger, conflict: Conflict) -> None:
    """Make both sides live again and leave the conflict to a person."""
    old = ledger.memory(conflict.old_number)
    new = ledger.memory(conflict.new_number)
    applied = old.superseded_by == new.id or (old.status is Status.ARCHIVED and not old.superseded_by)
    if not applied:
        raise Refused(f"“{title(old.content, TITLE)}” was changed since; there is nothing to take back.")
    if not new.live:
        raise Refused(f"“{title(new.content, TITLE)}” is {new.status} by now.", "Take that back first.")
    reopen(ledger, conflict)


class _Revocation:
    """What one verdict changed, put back as it was before: read from the events of its batch."""

    def __init__(self, workspace: Workspace, ledger: Ledger, conflict: Conflict) -> None:
        self.workspace = workspace
        self.ledger = ledger
        self.conflict = conflict
        self.numbers = (conflict.new_number, conflict.old_number)
        verdict = _verdict_event(workspace, conflict)
        self.batch = verdict.batch_number
        self.before = _conflict(verdict.before, conflict)
        self.events = workspace.store.reads.events(self.batch)
        self.loser = sides_of(ledger, conflict, Verdict(str(conflict.human_verdict))).loser

    def run(self) -> None:
        """Put everything back; raises Refused naming the later act that depends on the verdict."""
        self._check()
        self.ledger.put_conflict(self.before)
        for number in self.numbers:
            self._memory(number)
        for event in self.events:
            if event.table == "fact" and self._of_pair(event, "memory_number"):
                self._fact(event)
            elif event.table == "relation" and self._between(event):
                self._relation(event)
            elif event.table == "conflict" and event.row_number != self.conflict.number:
                self._settled(event)
        self.ledger.settle(*self.numbers)

    def _check(self) -> None:
        for number in self.numbers:
            memory, event = self.ledger.memory(number), self._event("memory", number)
            loses = self.loser is not None and self.loser.number == number
            if loses and event is not None and _standing(memory) != _standing(_memory(event.after)):
                self._refuse(number)
            if not loses and not memory.live:
                self._refuse(number)

    def _refuse(self, number: int) -> None:
        later = [event for event in self.workspace.store.reads.events_of("memory", number) if self._moves_later(event)]
        if later:
            raise Refused(reason(self.workspace, later[0]))
        memory = self.ledger.memory(number)
        raise Refused(f"“{title(memory.content, TITLE)}” is {memory.status} by now; bring it back first.")

    def _moves_later(self, event: Event) -> bool:
        if event.batch_number <= self.batch or event.before is None or event.after is None:
            return False
        return _standing(_memory(event.before)) != _standing(_memory(event.after))

    def _event(self, table: str, number: int) -> Event | None:
        return next((one for one in self.events if (one.table, one.row_number) == (table, number)), None)

    def _memory(self, number: int) -> None:
        event = self._event("memory", number)
        if event is None or event.before is None:
            return
        before = _memory(event.before)
        fields: dict[str, Any] = {name: getattr(before, name) for name in STANDING}
        loses = self.loser is not None and self.loser.number == number
        # One that won may have been superseded before, by the very conflict: then it is so again, by what and when too.
        if not loses and before.live:
            fields = {"status": before.status}
        others = [one for one in self.ledger.unsettled(number) if one.number != self.conflict.number]
        if fields["status"] is Status.ACTIVE and others and self.ledger.memory(number).status is Status.CONFLICTED:
            fields["status"] = Status.CONFLICTED
        self.ledger.change(number, **fields)

    def _fact(self, event: Event) -> None:
        if event.before is None or event.after is None:
            return
        before, after = from_row(Fact, event.before), from_row(Fact, event.after)
        if after in self.ledger.facts_of(before.memory_number):
            self.ledger.put_fact(before)

    def _relation(self, event: Event) -> None:
        row = event.after or {}
        relation = self.ledger.relation(row["from_number"], row["to_number"], RelationKind(row["kind"]))
        if relation is None or relation.number != event.row_number:
            return
        if event.before is None:
            self.ledger.unrelate(relation)
            return
        before: Relation = from_row(Relation, event.before)
        if before.status is RelationStatus.ACTIVE:
            self.ledger.relate(before.from_number, before.to_number, before.kind, before.evidence)
        else:
            self.ledger.unrelate(relation)

    def _settled(self, event: Event) -> None:
        """Reopen a conflict that the verdict made moot."""
        evidence = (event.after or {}).get("evidence", {})
        if evidence.get("taught_by") == self.conflict.id:
            self._unteach(event)
        if evidence.get("settled_by") != self.conflict.id or event.before is None:
            return
        sides = (event.before["new_number"], event.before["old_number"])
        now = self.ledger.conflict(event.row_number, sides)
        if now is None or now.evidence.get("settled_by") != self.conflict.id:
            return
        if all(self.ledger.memory(side).live for side in sides):
            self.ledger.put_conflict(_conflict(event.before, now))
            for side in sides:
                moved = self._event("memory", side)
                if moved is not None and (moved.before or {}).get("status") == Status.CONFLICTED:
                    self.ledger.dispute(side)

    def _unteach(self, event: Event) -> None:
        """Forget that a slot takes several values."""
        now = self.ledger.conflict(event.row_number, self.numbers)
        if now is not None:
            self.ledger.put_conflict(replace(now, state=ConflictState.RESOLVED))

    def _of_pair(self, event: Event, name: str) -> bool:
        return (event.after or event.before or {}).get(name) in self.numbers

    def _between(self, event: Event) -> bool:
        row = event.after or {}
        return {row.get("from_number"), row.get("to_number")} == set(self.numbers)


def _verdict_event(workspace: Workspace, conflict: Conflict) -> Event:
    """Return the event that gave a conflict its present verdict."""
    for event in reversed(workspace.store.reads.events_of("conflict", conflict.number or 0)):
        before, after = event.before or {}, event.after or {}
        if after.get("human_verdict") == conflict.human_verdict and (
            before.get("human_verdict") != conflict.human_verdict or before.get("state") != after.get("state")
        ):
            return event
    raise Refused("The verdict came with an import; its act is not known here and cannot be taken back alone.")


def _conflict(row: Json | None, now: Conflict) -> Conflict:
    """Return a conflict as a row says it was, its note, place in the queue and version as they are now."""
    if row is None:
        return replace(now, state=ConflictState.OPEN, human_verdict=None, decided_by=None, decided_at=None)
    before: Conflict = from_row(Conflict, row)
    return replace(before, number=now.number, version=now.version, note=now.note, later_at=now.later_at)


def _memory(row: Json | None) -> Memory:
    return from_row(Memory, row or {})


def _standing(memory: Memory) -> tuple[Any, ...]:
    return tuple(getattr(memory, name) for name in STANDING if name != "valid_until")


def _summary(conflict: Conflict) -> str:
    what = (conflict.human_verdict or "applied by itself").replace("_", " ")
    return f"{title(str(conflict.evidence.get('subject') or 'a conflict'), TITLE)}: {what}"


def _sentence(ledger: Ledger, conflict: Conflict) -> str:
    new, old = (title(ledger.memory(number).content, TITLE) for number in (conflict.new_number, conflict.old_number))
    now = ledger.conflict(conflict.number or 0, (conflict.new_number, conflict.old_number))
    auto = now is not None and now.state is ConflictState.AUTO
    left = "what was applied by itself stands again" if auto else "the conflict is open again"
    return f"The verdict on “{new}” and “{old}” is taken back; {left}."
