"""Rules over the set of findings of one memory, beside what is recorded: which stand, and what is to be done about each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memtui.domain.kinds import ConflictState
from memtui.domain.records import Conflict, Memory
from memtui.intelligence.grouping import Arranged, Hit, Slot, arranged, silent, slot_of
from memtui.services.evidence import as_marker, conflict_of, fingerprint, list_marker, slot_in, slot_mark
from memtui.services.ledger import Ledger
from memtui.services.mooting import reopen, withdraw
from memtui.services.policies import Action, action_for
from memtui.services.recorded import lists_slot, live_values, pair_of, recorded, settles
from memtui.services.weighing import Found
from memtui.services.workspace import Workspace

LISTED = "The slot takes several values at once."
TOPICAL = "The phrase is mentioned by many memories."


@dataclass(frozen=True, slots=True)
class Decided:
    """A finding that stands, with what is to be done about it; `follows` as in `grouping.Hit`."""

    found: Found
    action: Action
    follows: bool


class Gathering:
    """Looks at all findings of a memory together."""

    def __init__(self, workspace: Workspace, ledger: Ledger) -> None:
        self._workspace = workspace
        self._ledger = ledger
        self._policy = workspace.settings.policy

    def decided(self, memory: Memory, found: Sequence[Found]) -> list[Decided]:
        """Return which findings stand, surest first, and what is to be done about each; enters what the set shows about others."""
        known = self._known(found)
        fresh = self._unsaid(found, known)
        if not fresh:
            return []
        by_pair = {(one.newer.number or 0, one.older.number or 0): one for one in fresh}
        around = self._ledger.conflicts_of(*{number for pair in by_pair for number in pair})
        hits = [Hit(n, o, one.finding, stamp_of(one.older)) for (n, o), one in by_pair.items()]
        lists = {
            slot for one in fresh if (slot := _slot(one)) and any(map(self._lists, known.get(_mark(one, slot), ())))
        }
        result = arranged(hits, lists, recorded(around), live_values(around, self._ledger))
        self._withdraw(around, result)
        self._remember_lists(by_pair, result)
        self._remember_topics(around, by_pair, result)
        decided = []
        for hit in result.hits:
            one = replace(by_pair[(hit.newer, hit.older)], finding=hit.finding)
            action = action_for(self._policy, hit.finding, one.newer, one.older, certain=one.certain, topic=hit.topic)
            if action is not Action.LEAVE and (one.newer.live or action is Action.SUPERSEDE):
                decided.append(Decided(one, action, hit.follows))
        return _without_moot(memory, decided)

    def _lists(self, marker: Conflict) -> bool:
        """Say whether a slot is still known to take several values: what a person said of two texts holds while they stand."""
        texts = marker.evidence.get("texts")
        if not lists_slot(marker) or not texts:
            return lists_slot(marker)
        one, other = (self._ledger.memory(number) for number in (marker.new_number, marker.old_number))
        return texts in (fingerprint(one, other), fingerprint(other, one))

    def _known(self, found: Sequence[Found]) -> dict[str, list[Conflict]]:
        """Return what is recorded of these pairs of texts, and of the slots that they are about."""
        marks = [mark for one in found for mark in _marks(one)]
        marks += [_mark(one, slot) for one in found if (slot := _slot(one))]
        return self._workspace.store.queue.by_fingerprint(marks)

    def _unsaid(self, found: Sequence[Found], known: dict[str, list[Conflict]]) -> list[Found]:
        """Return the findings that nobody has recorded or dismissed for these texts."""
        undecided = {
            pair_of(conflict)
            for conflict in self._ledger.conflicts_of(*{number for one in found for number in numbers_of(one)})
            if conflict.state in (ConflictState.OPEN, ConflictState.KEPT, ConflictState.AUTO)
        }
        fresh = []
        for one in found:
            pair = frozenset(numbers_of(one))
            told = (settles(conflict, pair) for mark in _marks(one) for conflict in known.get(mark, ()))
            if pair not in undecided and not any(told):
                fresh.append(one)
        return fresh

    def _remember_lists(self, found: dict[tuple[int, int], Found], result: Arranged) -> None:
        """Keep it known which slots showed to take several values."""
        for hit in result.shown:
            one = found[(hit.newer, hit.older)]
            slot = _slot(one)
            if slot is not None:
                shown = conflict_of(hit.finding, one.newer, one.older, id="shown", now=self._ledger.now)
                project = one.newer.project or one.older.project
                name = self._ledger.new_conflict_id()
                self._ledger.put_conflict(list_marker(shown, project, slot, id=name, now=self._ledger.now))

    def _remember_topics(
        self, around: Sequence[Conflict], found: dict[tuple[int, int], Found], result: Arranged
    ) -> None:
        """Keep it known which phrases are topics, and leave to a person what was applied before they were."""
        known = {(c.new_number, c.evidence.get("group")) for c in around if c.evidence.get("withdrawn") == "topic"}
        for key, hit in result.topics.items():
            if key not in known:
                one = found[(hit.newer, hit.older)]
                name = self._ledger.new_conflict_id()
                finding = replace(hit.finding, group=key[1])
                shown = conflict_of(finding, one.newer, one.older, id=name, now=self._ledger.now)
                self._ledger.put_conflict(as_marker(shown, "topic", TOPICAL))
            for conflict in around:
                if (
                    conflict.state is ConflictState.AUTO
                    and (conflict.new_number, conflict.evidence.get("group")) == key
                ):
                    reopen(self._ledger, conflict)

    def _withdraw(self, around: Sequence[Conflict], result: Arranged) -> None:
        """Take back what was queued before it was known that a slot is a list or a phrase a topic."""
        for conflict in around:
            if conflict.state is not ConflictState.OPEN or conflict.evidence.get("missed"):
                continue
            listed = not conflict.evidence.get("signal") and slot_in(conflict) in result.lists
            topic = (conflict.new_number, conflict.evidence.get("group")) in result.topics
            if listed:
                withdraw(self._ledger, conflict, "list", LISTED)
            elif topic and not conflict.evidence.get("exact"):
                withdraw(self._ledger, conflict, "topic", TOPICAL)


def numbers_of(found: Found) -> tuple[int, int]:
    """Return the numbers of a finding's memories, the newer first."""
    return found.newer.number or 0, found.older.number or 0


def stamp_of(memory: Memory) -> float:
    """Return when a memory happened, to be compared."""
    return memory.sort_at.timestamp()


def _slot(found: Found) -> Slot | None:
    """Return what a silent finding is about."""
    finding = found.finding
    return slot_of(finding.subject, finding.slot) if silent(finding) else None


def _mark(found: Found, slot: Slot) -> str:
    return slot_mark(found.newer.project or found.older.project, slot)


def _marks(found: Found) -> tuple[str, str]:
    return fingerprint(found.newer, found.older), fingerprint(found.older, found.newer)


def _without_moot(memory: Memory, decided: list[Decided]) -> list[Decided]:
    """Leave out what is moot at once: where the memory itself is superseded, only supersessions count."""
    lost = [one for one in decided if one.action in (Action.SUPERSEDE, Action.ARCHIVE) and one.found.older is memory]
    if not lost:
        gone = {one.found.older.number for one in decided if one.action in (Action.SUPERSEDE, Action.ARCHIVE)}
        return [
            one
            for one in decided
            if one.found.older.number not in gone or one.action in (Action.SUPERSEDE, Action.ARCHIVE)
        ]
    first = min(lost, key=lambda one: (stamp_of(one.found.newer), one.found.newer.number or 0))
    return [
        one for one in decided if one is first or (one.action is Action.SUPERSEDE and one.found.older is not memory)
    ]
