"""From a snapshot to a plan: what is merged, which facts end, which entities and memories go with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from memtui.domain.kinds import EntityStatus, FactStatus, Predicate
from memtui.domain.records import Entity, Fact
from memtui.intelligence.consolidation.circles import losing
from memtui.intelligence.consolidation.edges import Edge, fold_scope, meets
from memtui.intelligence.consolidation.merging import plan_merges
from memtui.intelligence.consolidation.plans import (
    Carrier,
    Plan,
    RetiredFact,
    RetiredMemory,
    RetiredNode,
    Snapshot,
)


def plan(snapshot: Snapshot) -> Plan:
    """Return what consolidating a snapshot would do; carried out, a second plan is empty.

    Merges come first. Then for every active "A supersedes B", and every contradiction of an extractor, each active
    fact about B that is not newer, in that scope and project, ends when the supersession began; B is retired once no
    active fact references it. In a circle the newest edge wins. Supersessions themselves stay, as history.
    """
    revived: dict[int, Entity] = {}
    while True:
        decided = _planned(snapshot)
        fresh = [entity for entity in decided.revived if entity.number not in revived]
        if not fresh:
            return replace(decided, revived=tuple(revived.values()))
        # What is in use again counts as active from the start, so that it is merged and retired as it will be.
        revived |= {entity.number or 0: entity for entity in fresh}
        active = [
            replace(entity, status=EntityStatus.ACTIVE) if entity.number in revived else entity
            for entity in snapshot.entities
        ]
        snapshot = replace(snapshot, entities=active)


def _planned(snapshot: Snapshot) -> Plan:
    merging = plan_merges(snapshot.entities)
    return _Planner(
        snapshot, merging.survivors, {m.source.number or 0: m.target.number or 0 for m in merging.merges}
    ).plan(Plan(merges=merging.merges, twins=merging.twins))


@dataclass(frozen=True, slots=True)
class _End:
    """Why a fact ends: the edge that ends it."""

    fact: Fact
    edge: Edge


class _Planner:
    """Works out the retirements of one snapshot after its merges."""

    def __init__(self, snapshot: Snapshot, survivors: Mapping[int, Entity], into: Mapping[int, int]) -> None:
        self._snapshot = snapshot
        self._entities = {entity.number or 0: entity for entity in snapshot.entities} | dict(survivors)
        self._into = into
        self._facts = [self._moved(fact) for fact in snapshot.facts if fact.status is FactStatus.ACTIVE]
        self._edges = list(self._all_edges())
        self._lost: dict[tuple[str | None, str], frozenset[Edge]] = {}
        self._about: dict[int, list[Fact]] = {}
        for fact in self._facts:
            if fact.predicate is not Predicate.SUPERSEDES and fact.subject_number != fact.object_number:
                self._about.setdefault(fact.subject_number, []).append(fact)
                self._about.setdefault(fact.object_number, []).append(fact)

    def plan(self, merged: Plan) -> Plan:
        ends = self._ends()
        gone = {fact.number for fact in self._loops()} | {end.fact.number for end in ends}
        retired_facts = [self._loop(fact) for fact in self._loops()] + [self._retired(end) for end in ends]
        return replace(
            merged,
            survivors=dict(self._into),
            retired_facts=tuple(retired_facts),
            retired_nodes=tuple(self._nodes(gone)),
            retired_memories=tuple(self._memories(ends, gone)),
            revived=tuple(self._revived(gone)),
        )

    # Facts

    def _moved(self, fact: Fact) -> Fact:
        """Return a fact between survivors."""
        subject, other = self._survivor(fact.subject_number), self._survivor(fact.object_number)
        if (subject, other) == (fact.subject_number, fact.object_number):
            return fact
        return replace(fact, subject_number=subject, object_number=other)

    def _survivor(self, number: int) -> int:
        seen: set[int] = set()
        while number not in seen:
            seen.add(number)
            entity = self._entities.get(number)
            further = self._into.get(number) or (entity.merged_into if entity is not None else None)
            if further is None:
                return number
            number = further
        return number

    def _all_edges(self) -> Iterator[Edge]:
        for fact in self._facts:
            if fact.predicate is Predicate.SUPERSEDES and fact.subject_number != fact.object_number:
                yield Edge(
                    winner=fact.subject_number,
                    loser=fact.object_number,
                    at=self._time(fact),
                    order=fact.number or 0,
                    scope=fold_scope(fact.scope),
                    project=fact.project,
                    memory=fact.memory_number,
                    fact=fact,
                )
        for said in self._snapshot.contradictions:
            winner, loser = self._survivor(said.winner), self._survivor(said.loser)
            if winner != loser:
                yield Edge(
                    winner=winner,
                    loser=loser,
                    at=said.at,
                    order=0,
                    scope=fold_scope(said.scope),
                    project=said.project,
                    memory=said.memory,
                    fact=None,
                )

    def _time(self, fact: Fact) -> datetime | None:
        """Return since when a fact holds: its own time, else that of the memory that carries it."""
        if fact.valid_from is not None:
            return fact.valid_from
        carrier = self._snapshot.carriers.get(fact.memory_number)
        return carrier.at if carrier is not None else None

    def _ends(self) -> list[_End]:
        """Return which facts end and by what: the first supersession that reaches each."""
        found: dict[int, _End] = {}
        for edge in sorted(self._edges, key=lambda each: each.age):
            for fact in self._about.get(edge.loser, ()):
                if (fact.number or 0) not in found and self._reaches(edge, fact):
                    found[fact.number or 0] = _End(fact, edge)
        return [found[number] for number in sorted(found)]

    def _reaches(self, edge: Edge, fact: Fact) -> bool:
        scopes = {fold_scope(fact.scope), fold_scope(self._name(fact.subject_number))}
        if not meets(edge.project, fact.project) or (edge.scope and edge.scope not in scopes):
            return False
        at = self._time(fact)
        if edge.at is not None and at is not None and at > edge.at:
            return False
        return edge not in self._losing(fact.project or edge.project, fold_scope(fact.scope) or edge.scope)

    def _losing(self, project: str | None, scope: str) -> frozenset[Edge]:
        """Return the edges that a newer one of the same circle, project and scope overrules."""
        key = (project, scope)
        if key not in self._lost:
            near = [e for e in self._edges if e.project in (None, project) and e.scope in ("", scope)]
            self._lost[key] = losing(near)
        return self._lost[key]

    def _loops(self) -> list[Fact]:
        return [fact for fact in self._facts if fact.subject_number == fact.object_number]

    # Entities

    def _nodes(self, gone: set[int | None]) -> Iterator[RetiredNode]:
        """Yield the entities that something replaced and that no active fact uses any more."""
        by: dict[int, Edge] = {}
        for edge in sorted(self._edges, key=lambda each: each.age):
            if edge not in self._losing(edge.project, edge.scope) and not self._put_back(edge):
                by[edge.loser] = edge
        for number, edge in sorted(by.items()):
            entity = self._entities.get(number)
            if entity is None or entity.status is not EntityStatus.ACTIVE or self._used(number, gone):
                continue
            name = self._name(edge.winner)
            yield RetiredNode(entity, name, f"{name} took the place of {entity.name}, and no active fact uses it.")

    def _put_back(self, edge: Edge) -> bool:
        """Say whether what an edge put out of use took something's place later."""
        return any(
            later.winner == edge.loser and later.at is not None and edge.at is not None and later.at > edge.at
            for later in self._edges
            if meets(later.project, edge.project) and later not in self._losing(later.project, later.scope)
        )

    def _used(self, number: int, gone: set[int | None]) -> bool:
        return any(fact.number not in gone for fact in self._about.get(number, ()))

    def _revived(self, gone: set[int | None]) -> Iterator[Entity]:
        for number in sorted(self._about):
            entity = self._entities.get(number)
            if entity is not None and entity.status is EntityStatus.DEPRECATED and self._used(number, gone):
                yield entity

    # Memories

    def _memories(self, ends: list[_End], gone: set[int | None]) -> Iterator[RetiredMemory]:
        """Yield the memories all of whose facts end, each with the newer one that carries what ends them."""
        active: dict[int, int] = {}
        for fact in self._facts:
            active[fact.memory_number] = active.get(fact.memory_number, 0) + (fact.number not in gone)
        last: dict[int, Edge] = {}
        for end in ends:
            last[end.fact.memory_number] = end.edge
        for number, edge in sorted(last.items()):
            old, new = self._carrier(number), self._carrier(edge.memory)
            if active[number] or old is None or new is None or not _older(old, new):
                continue
            reason = f"{self._name(edge.winner)} took the place of {self._name(edge.loser)}."
            yield RetiredMemory(number, new.number, edge.at, reason)

    def _carrier(self, number: int | None) -> Carrier | None:
        return self._snapshot.carriers.get(number) if number is not None else None

    # Words

    def _name(self, number: int) -> str:
        entity = self._entities.get(number)
        return entity.name if entity is not None else f"entity {number}"

    def _retired(self, end: _End) -> RetiredFact:
        winner, loser = self._name(end.edge.winner), self._name(end.edge.loser)
        return RetiredFact(
            fact=end.fact,
            subject=self._name(end.fact.subject_number),
            object=self._name(end.fact.object_number),
            at=end.edge.at,
            by=end.edge.fact,
            reason=f"{winner} supersedes {loser}.",
        )

    def _loop(self, fact: Fact) -> RetiredFact:
        name = self._name(fact.subject_number)
        return RetiredFact(fact, name, name, None, None, f"Both ends are {name} after the merge.")


def _older(old: Carrier, new: Carrier) -> bool:
    """Say whether a memory may be superseded by another: both dated, the other newer, and it is live."""
    return old.number != new.number and old.live and old.dated and new.dated and old.at < new.at
