"""What ties imported memories to each other: successors, relations, and disagreements that the source reports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from memtui.domain.drafts import Draft
from memtui.domain.errors import Refused
from memtui.domain.kinds import ConflictState, ConflictType, RelationKind, Severity, Status, SuggestedAction
from memtui.domain.records import Conflict, Json, Memory, Relation
from memtui.formats.base import Item
from memtui.services.evidence import fingerprint
from memtui.services.making import new_id
from memtui.services.ports import UnitOfWork
from memtui.services.transfer_report import Tally
from memtui.services.workspace import Workspace

Key = tuple[str, str]
"""A format and a foreign id in it."""
_AT_ONCE = 100
_LONGEST_CIRCLE = 1_000
_CLASH_CONFIDENCE = 0.5
"""What a disagreement counts for that another program reports without a figure: just enough to be queued."""


@dataclass(frozen=True, slots=True)
class _Tie:
    start: Key
    end: Key
    kind: RelationKind
    evidence: Json
    file: str
    line: int
    fresh: bool


class Ties:
    """Gathers ties while items come in and writes them when both ends are there.

    A successor that has not come yet gets its id ahead of time (`reserved`), so that what it supersedes is
    written once.
    """

    def __init__(self, workspace: Workspace, tally: Tally, reserved: dict[str, str]) -> None:
        self.workspace = workspace
        self.tally = tally
        self.reserved = reserved
        self._started = workspace.clock.now()
        self._ids: dict[Key, str] = {}
        self._waiting: dict[Key, list[int]] = {}
        self._replaced: dict[str, int] = {}
        self._ties: list[_Tie] = []
        self._clashes: dict[tuple[Key, Key], tuple[str, Item]] = {}

    def add(self, start: Key, end: Key, kind: RelationKind, evidence: Json, item: Item, *, fresh: bool) -> None:
        """Note a tie from one memory to another; `fresh` says that the item which tells it is new or changed."""
        self._ties.append(_Tie(start, end, kind, evidence, item.file, item.line, fresh))

    def came(self, key: Key, ulid: str) -> None:
        """Note the id of a memory of this chunk."""
        self._ids[key] = ulid

    def clash(self, one: Key, other: Key, reason: str, item: Item) -> None:
        """Note a disagreement; both sides may report it."""
        if one != other:
            pair = (one, other) if one < other else (other, one)
            self._clashes.setdefault(pair, (reason, item))

    def prepare(self, drafts: Sequence[Draft]) -> None:
        """Look up the successors of a chunk, and keep ids for those that have not come."""
        self._ids = {}
        wanted: dict[str, list[str]] = {}
        for draft in drafts:
            wanted.setdefault(draft.format or "", []).append(draft.superseded_by or "")
        for kind, names in wanted.items():
            for name, memory in self.workspace.store.reads.by_foreign_ids(kind, names).items():
                self._ids[(kind, name)] = memory.id

    def take_reserved(self, key: Key) -> str | None:
        """Return the id that was kept for a memory that now comes."""
        self._waiting.pop(key, None)
        found = self.reserved.pop(_name(key), None)
        if found is not None:
            self._ids[key] = found
        return found

    def superseded(self, memory: Memory, draft: Draft, item: Item) -> Memory:
        """Return the memory with its successor's id, as far as it has one."""
        if not draft.superseded_by or memory.superseded_by:
            return memory
        key = (draft.format or "", draft.superseded_by)
        if draft.superseded_by == draft.foreign_id:
            self.tally.notice(item.file, item.line, "is superseded by itself: the link was left out", skipped=False)
            return memory
        if key not in self._ids and _name(key) not in self.reserved:
            self.reserved[_name(key)] = new_id(self.workspace.clock.now())
        successor = self._ids.get(key) or self.reserved[_name(key)]
        status = Status.SUPERSEDED if memory.status in (Status.ACTIVE, Status.CONFLICTED) else memory.status
        return replace(memory, superseded_by=successor, status=status)

    def guarded(self, work: UnitOfWork, memory: Memory, item: Item) -> Memory:
        """Write a memory; where its successor would close a circle, the newest link of the circle stays and the oldest goes."""
        try:
            stored = _put(work, memory)
        except Refused:
            self.tally.notice(
                item.file, item.line, "supersedes in a circle: the oldest link was left out", skipped=False
            )
            stored = self._open_circle(work, memory)
        if stored.superseded_by and item.draft.superseded_by:
            self._replaced[stored.id] = stored.number or 0
            key = (item.draft.format or "", item.draft.superseded_by)
            if _name(key) in self.reserved:
                self._waiting.setdefault(key, []).append(stored.number or 0)
        return stored

    def _open_circle(self, work: UnitOfWork, memory: Memory) -> Memory:
        circle: list[Memory] = []
        successor = memory.superseded_by
        while successor and successor != memory.id and len(circle) < _LONGEST_CIRCLE:
            number = self._replaced.get(successor)
            if number is None:
                found = self.workspace.store.reads.by_ids([successor]).get(successor)
                number = found.number if found else None
            if number is None:
                break
            circle.append(work.memory(number))
            successor = circle[-1].superseded_by
        oldest = min([memory, *circle], key=lambda each: (each.updated_at, each.sort_at))
        if oldest is memory:
            return _put(work, _current(memory))
        work.update(_current(oldest))
        return _put(work, memory)

    def settle(self, work: UnitOfWork | None) -> Iterator[str]:
        """Write what was gathered, pausing after each chunk; says what it is at."""
        if work is None:
            return
        for start in range(0, len(self._ties), _AT_ONCE):
            self._relate(work, self._ties[start : start + _AT_ONCE])
            yield "links"
        yield from self._dangling(work)
        pairs = list(self._clashes.items())
        for start in range(0, len(pairs), _AT_ONCE):
            self._disagree(work, pairs[start : start + _AT_ONCE])
            yield "conflicts"

    def _found(self, keys: Sequence[Key]) -> dict[Key, Memory]:
        wanted: dict[str, list[str]] = {}
        for kind, name in keys:
            wanted.setdefault(kind, []).append(name)
        return {
            (kind, name): memory
            for kind, names in wanted.items()
            for name, memory in self.workspace.store.reads.by_foreign_ids(kind, names).items()
        }

    def _relate(self, work: UnitOfWork, ties: Sequence[_Tie]) -> None:
        found = self._found([key for tie in ties for key in (tie.start, tie.end)])
        fitting = [tie for tie in ties if tie.start in found and tie.end in found and tie.start != tie.end]
        known = {
            (relation.from_number, relation.to_number, relation.kind)
            for number in {found[tie.start].number for tie in fitting}
            for relation in self.workspace.store.reads.relations(number or 0)
        }
        for tie in ties:
            if tie not in fitting and tie.kind is not RelationKind.SUPERSEDES:
                self.tally.notice(tie.file, tie.line, f"a link to {tie.end[1]!r}, which is missing", skipped=False)
        for tie in fitting:
            start, end = found[tie.start], found[tie.end]
            ends = (start.number or 0, end.number or 0, tie.kind)
            if tie.kind is RelationKind.SUPERSEDES and not self._retired(work, start, end, tie):
                continue
            if ends not in known:
                known.add(ends)
                work.insert(self._relation(*ends, tie.evidence))

    def _relation(self, start: int, end: int, kind: RelationKind, evidence: Json) -> Relation:
        return Relation(
            from_number=start,
            to_number=end,
            kind=kind,
            created_at=self.workspace.clock.now(),
            evidence=evidence,
            actor=self.workspace.actor.name,
        )

    def _retired(self, work: UnitOfWork, newer: Memory, older: Memory, tie: _Tie) -> bool:
        """Mark the older side of a declared supersession; says whether it is no longer true now.

        What was said in an earlier import is not said again: somebody here may have judged otherwise.
        """
        now = work.memory(older.number or 0)
        if now.superseded_by or not now.live:
            return True
        if not tie.fresh and max(newer.recorded_at, older.recorded_at) < self._started:
            return False
        try:
            work.update(replace(now, status=Status.SUPERSEDED, superseded_by=newer.id))
        except Refused:
            return False
        return True

    def _dangling(self, work: UnitOfWork) -> Iterator[str]:
        """Take back ids that were kept for successors that never came."""
        for key, numbers in self._waiting.items():
            for memory in work.memories(numbers):
                work.update(
                    replace(memory, superseded_by=None, extra={**memory.extra, "superseded_by_missing": key[1]})
                )
            self.tally.notice("", 0, f"superseded by {key[1]!r}, which is missing", skipped=False)
            self.reserved.pop(_name(key), None)
        if self._waiting:
            self._waiting = {}
            yield "links"

    def _disagree(self, work: UnitOfWork, pairs: Sequence[tuple[tuple[Key, Key], tuple[str, Item]]]) -> None:
        found = self._found([key for pair, _ in pairs for key in pair])
        reads = self.workspace.store.reads
        numbers = {memory.number or 0 for memory in found.values()}
        known = {
            frozenset((each.new_number, each.old_number)) for number in numbers for each in reads.conflicts(number)
        }
        tied = {
            (tie.from_number, tie.to_number)
            for number in numbers
            for tie in reads.relations(number)
            if tie.kind is RelationKind.CONTRADICTS
        }
        for (one, other), (reason, item) in pairs:
            if one not in found or other not in found:
                missing = one if one not in found else other
                self.tally.notice(
                    item.file, item.line, f"conflicts with {missing[1]!r}, which is missing", skipped=False
                )
                continue
            older, newer = sorted((found[one], found[other]), key=lambda memory: (memory.sort_at, memory.number or 0))
            ends = (newer.number or 0, older.number or 0)
            if frozenset(ends) in known:
                continue
            work.insert(self._conflict(newer, older, reason))
            if ends not in tied:
                evidence = {"signal": "import", "severity": "high"}
                work.insert(self._relation(*ends, RelationKind.CONTRADICTS, evidence))

    def _conflict(self, newer: Memory, older: Memory, reason: str) -> Conflict:
        now = self.workspace.clock.now()
        return Conflict(
            id=new_id(now),
            new_number=newer.number or 0,
            old_number=older.number or 0,
            type=ConflictType.CONTRADICTION,
            severity=Severity.HIGH,
            confidence=_CLASH_CONFIDENCE,
            reason=reason,
            suggested_action=SuggestedAction.MARK_CONFLICTED,
            fingerprint=fingerprint(newer, older),
            created_at=now,
            state=ConflictState.OPEN if newer.live and older.live else ConflictState.RESOLVED,
            evidence={"signal": "import"},
        )


def _current(memory: Memory) -> Memory:
    status = Status.ACTIVE if memory.status is Status.SUPERSEDED else memory.status
    return replace(memory, superseded_by=None, status=status)


def _put(work: UnitOfWork, memory: Memory) -> Memory:
    return work.insert(memory) if memory.number is None else work.update(memory)


def _name(key: Key) -> str:
    return "\x1f".join(key)
