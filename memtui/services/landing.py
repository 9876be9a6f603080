"""What was found about a memory becomes records: relations, conflicts, and what the policy does at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictState, Layer, RelationKind, Status
from memtui.domain.records import Conflict, Memory, Relation
from memtui.services.evidence import (
    RULE,
    conflict_of,
    relation_evidence,
)
from memtui.services.gathering import Decided, Gathering, numbers_of
from memtui.services.judges import Judge
from memtui.services.ledger import Ledger
from memtui.services.mooting import close_moot
from memtui.services.policies import Action
from memtui.services.weighing import Found, Weighed, compare
from memtui.services.workspace import Workspace

RELATIONS = 6
"""So many mere relations one memory gets: the surest."""

AT_ONCE = frozenset({RelationKind.SIMILAR, RelationKind.REFERENCES, RelationKind.ELABORATES})
"""Relations that hold whatever becomes of a conflict beside them."""


@dataclass(frozen=True, slots=True)
class Landed:
    """What a memory led to: conflicts and relations as they will be written, and what the policy did."""

    conflicts: tuple[Conflict, ...] = ()
    relations: tuple[Relation, ...] = ()
    applied: tuple[str, ...] = ()

    def written(self, ledger: Ledger) -> Landed:
        """Return it with the numbers that the ledger's writing gave."""
        return replace(
            self,
            conflicts=tuple(ledger.conflict_with(one.id) for one in self.conflicts),
            relations=tuple(ledger.link_of(one) for one in self.relations),
        )


class Landing:
    """Puts what was found about memories into a ledger, each checked again under the write lock."""

    def __init__(self, workspace: Workspace, ledger: Ledger, judge: Judge) -> None:
        self.workspace = workspace
        self.ledger = ledger
        self.judge = judge
        self._gathering = Gathering(workspace, ledger)

    def land(self, weighed: Weighed, memory: Memory) -> Landed:
        """Enter the findings on a memory, which is stored by now; nothing is written before the ledger is."""
        self.ledger.know(memory)
        found = list(self._current(weighed, memory))
        conflicts = [one for one in found if one.finding.type is not None]
        decided = self._gathering.decided(memory, conflicts) if conflicts else []
        applied: list[str] = []
        entered = [self._enter(one, applied) for one in decided]
        changed = [number for one in decided if one.action.at_once for number in numbers_of(one.found)]
        if changed:
            close_moot(self.ledger, changed, memory)
        links = [self._relate(one) for one in self._mere_relations(found, decided)]
        links += [link for one in decided for link in self._links(one)]
        return Landed(tuple(entered), _once(links), tuple(applied))

    # Checking again

    def _current(self, weighed: Weighed, memory: Memory) -> Iterable[Found]:
        """Yield the findings that still hold: a candidate that changed meanwhile is judged again."""
        others = [_other(one, weighed.memory) for one in weighed.found]
        self.ledger.prefetch(other.number or 0 for other in others)
        for one, seen in zip(weighed.found, others, strict=True):
            now = self.ledger.known(seen.number or 0)
            if now is None:
                continue
            if _reads_the_same(seen, now):
                newer = memory if one.newer is weighed.memory else now
                older = memory if one.older is weighed.memory else now
                if older.live and (newer.live or one.certain):
                    yield Found(newer, older, one.finding, one.certain)
            elif (again := compare(self.judge, memory, now)) is not None:
                yield again

    # Entering

    def _enter(self, one: Decided, applied: list[str]) -> Conflict:
        newer, older = one.found.newer, one.found.older
        said = one.action.said(newer, older)
        applied.append(said)
        conflict = conflict_of(
            one.found.finding,
            newer,
            older,
            id=self.ledger.new_conflict_id(),
            now=self.ledger.now,
            applied=[said],
            follows=one.follows,
        )
        if one.action is Action.SUPERSEDE:
            conflict = self._supersede(conflict, newer, older, one.found.finding)
        elif one.action is Action.ARCHIVE:
            conflict = self._archive(conflict, older)
        elif one.action is Action.MARK:
            self.ledger.dispute(newer.number or 0, older.number or 0)
        return self._put(conflict)

    def _put(self, conflict: Conflict) -> Conflict:
        """Keep a conflict; one that the same act withdrew because the text changed goes on instead."""
        for known in self.ledger.conflicts_of(conflict.new_number):
            same = {known.new_number, known.old_number} == {conflict.new_number, conflict.old_number}
            if same and known.evidence.get("withdrawn") == "edit" and known.decided_at == self.ledger.now:
                conflict = replace(
                    conflict,
                    id=known.id,
                    number=known.number,
                    version=known.version,
                    created_at=known.created_at,
                    note=known.note,
                    later_at=known.later_at,
                )
                break
        self.ledger.put_conflict(conflict)
        return conflict

    def _supersede(self, conflict: Conflict, newer: Memory, older: Memory, finding: Finding) -> Conflict:
        at = moment_of(finding.changed_at, newer, older, self.ledger.now)
        if finding.changed_at is not None and newer.valid_from is None and newer.live:
            self.ledger.change(newer.number or 0, valid_from=finding.changed_at)
        ended = self.ledger.supersede(older.number or 0, newer, at)
        return self._auto(conflict, {"ended_facts": ended, "ended_at": at.isoformat()})

    def _archive(self, conflict: Conflict, older: Memory) -> Conflict:
        self.ledger.change(older.number or 0, status=Status.ARCHIVED, layer=Layer.ARCHIVED, layer_before=older.layer)
        return self._auto(conflict, {})

    def _auto(self, conflict: Conflict, evidence: dict[str, object]) -> Conflict:
        return replace(
            conflict,
            state=ConflictState.AUTO,
            decided_by=RULE,
            decided_at=self.ledger.now,
            evidence={**conflict.evidence, **evidence},
        )

    # Relations

    def _mere_relations(self, found: Sequence[Found], decided: Sequence[Decided]) -> list[Found]:
        mere = [one for one in found if one.finding.type is None and one.finding.relation is not None]
        mere.sort(key=lambda one: (-one.finding.confidence, -(one.older.number or 0)))
        return mere[:RELATIONS]

    def _relate(self, one: Found) -> Relation:
        kind = one.finding.relation
        assert kind is not None, "a mere relation has a kind"
        told = relation_evidence(one.finding, one.newer, one.older)
        return self.ledger.relate(one.newer.number or 0, one.older.number or 0, kind, told, RULE)

    def _links(self, one: Decided) -> list[Relation]:
        """Return the relation that goes with a conflict, where it holds by now."""
        kind = one.found.finding.relation
        if kind is None and one.action is Action.SUPERSEDE:
            kind = RelationKind.SUPERSEDES
        if kind is None:
            return []
        holds = kind in AT_ONCE or one.action is Action.SUPERSEDE
        if kind is RelationKind.CONTRADICTS:
            holds = one.action in (Action.SUPERSEDE, Action.MARK)
        return [self._relate(replace(one.found, finding=replace(one.found.finding, relation=kind)))] if holds else []


def moment_of(changed_at: datetime | None, newer: Memory, older: Memory, now: datetime) -> datetime:
    """Return when a newer memory took an older one's place: the date that its text gives, else when it happened, else now.

    It is never before the older one happened.
    """
    moment = changed_at or newer.valid_from or newer.created_at or now
    return moment if older.created_at is None else max(moment, older.created_at)


def _once(links: Iterable[Relation]) -> tuple[Relation, ...]:
    return tuple({(link.from_number, link.to_number, link.kind): link for link in links}.values())


def _other(found: Found, memory: Memory) -> Memory:
    return found.older if found.newer is memory else found.newer


def _reads_the_same(seen: Memory, now: Memory) -> bool:
    """Say whether a judge would see the same memory."""
    if seen.version == now.version:
        return True
    read = ("content_hash", "kind", "memory_type", "created_at", "tags", "project", "tier", "trust")
    return all(getattr(seen, name) == getattr(now, name) for name in read)
