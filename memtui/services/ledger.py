"""The rows that one act on conflicts changes: read once under the lock, changed together, each written once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from memtui.domain.kinds import ConflictState, FactStatus, Layer, RelationKind, RelationStatus, Status
from memtui.domain.records import Conflict, Fact, Json, Memory, Relation
from memtui.services.making import new_id
from memtui.services.ports import Progress, Store, UnitOfWork, no_progress

UNSETTLED = frozenset({ConflictState.OPEN, ConflictState.KEPT})
"""The states of a conflict that keep its memories conflicted."""

Link = tuple[int, int, RelationKind]


REPORT = 100
"""Rows that are written between two reports of how far it is."""


class Ledger:
    """A unit of work seen as memories with their conflicts, relations and facts.

    Everything is read under the write lock when it is first asked for; nothing is written before `write`.
    `by_person` says that a person decides: the memories that change count as edited then.
    """

    def __init__(self, work: UnitOfWork, store: Store, now: datetime, actor: str, *, by_person: bool = False) -> None:
        self.work = work
        self.now = now
        self.actor = actor
        self._by_person = by_person
        self._returned: dict[int, None] = {}
        self._store = store
        self._memories: dict[int, Memory] = {}
        self._before: dict[int, Memory] = {}
        self._conflicts: dict[int, Conflict] = {}
        self._of: dict[int, set[int]] = {}
        self._facts: dict[int, list[Fact]] = {}
        self._links: dict[Link, Relation] = {}
        self._known: set[int] = set()
        self._linked: set[int] = set()
        self._changed: dict[tuple[str, int], None] = {}
        self._fresh_conflicts: list[Conflict] = []
        self._fresh_links: dict[Link, Relation] = {}

    # What is there

    def memory(self, number: int) -> Memory:
        """Return a memory as this act leaves it so far; raises NotFound."""
        if number not in self._memories:
            self._memories[number] = self.work.memory(number)
        return self._memories[number]

    def known(self, number: int) -> Memory | None:
        """Return a memory that was prefetched; None where it is gone."""
        return self._memories.get(number)

    def prefetch(self, numbers: Iterable[int], *, whole: bool = False) -> None:
        """Read many memories with their conflicts in few statements; `whole` reads their relations and facts too."""
        wanted = list(dict.fromkeys(numbers))
        missing = [number for number in wanted if number not in self._memories]
        self._memories |= {memory.number or 0: memory for memory in self.work.memories(missing)} if missing else {}
        self._learn(wanted)
        if whole:
            self._learn_links(*wanted)
            self._facts |= {number: [] for number in wanted}
            for fact in self._store.graph.facts_of(wanted):
                self._facts[fact.memory_number].append(fact)

    def know(self, memory: Memory) -> None:
        """Take a memory that was just written, or read under the lock, as it is."""
        self._memories[memory.number or 0] = memory

    def is_new(self, number: int, facts: Sequence[Fact] = ()) -> None:
        """Say that a memory was stored just now: nothing hangs on it yet but these facts."""
        self._known.add(number)
        self._linked.add(number)
        self._facts[number] = list(facts)

    def know_facts(self, number: int, facts: Sequence[Fact]) -> None:
        """Take the facts that a memory carries by now."""
        self._facts[number] = list(facts)

    def conflicts_of(self, *numbers: int) -> list[Conflict]:
        """Return all conflicts that any of these memories is part of, as this act leaves them so far, oldest first."""
        self._learn(numbers)
        stored = sorted({conflict for number in numbers for conflict in self._of.get(number, ())})
        found = [self._conflicts[number] for number in stored]
        wanted = set(numbers)
        return found + [one for one in self._fresh_conflicts if {one.new_number, one.old_number} & wanted]

    def facts_of(self, number: int) -> list[Fact]:
        """Return the facts that a memory carries."""
        if number not in self._facts:
            self._facts[number] = self._store.graph.facts_of([number])
        return self._facts[number]

    def relation(self, from_number: int, to_number: int, kind: RelationKind) -> Relation | None:
        """Return the relation between two memories, whatever its status."""
        self._learn_links(from_number)
        link = (from_number, to_number, kind)
        return self._fresh_links.get(link) or self._links.get(link)

    def relations_of(self, number: int) -> list[Relation]:
        """Return the relations from or to a memory, as this act leaves them so far."""
        self._learn_links(number)
        every = [*self._links.values(), *self._fresh_links.values()]
        return [one for one in every if number in (one.from_number, one.to_number)]

    # What becomes of it

    def change(self, number: int, **fields: Any) -> Memory:
        """Change fields of a memory and return it."""
        before = self.memory(number)
        after = replace(before, **fields)
        if after != before:
            self._before.setdefault(number, before)
            self._memories[number] = after
            self._changed[("memory", number)] = None
        return after

    def put_conflict(self, conflict: Conflict) -> None:
        """Keep a conflict that this act changed, or a new one (without a number)."""
        if conflict.number is None:
            self._fresh_conflicts = [one for one in self._fresh_conflicts if one.id != conflict.id] + [conflict]
        elif self._conflicts.get(conflict.number) != conflict:
            self._conflicts[conflict.number] = conflict
            self._changed[("conflict", conflict.number)] = None

    def put_fact(self, fact: Fact) -> None:
        """Keep a fact that this act changed."""
        number = fact.number or 0
        self._facts[fact.memory_number] = [
            fact if one.number == fact.number else one for one in self.facts_of(fact.memory_number)
        ]
        self._changed[("fact", number)] = None

    def relate(
        self, from_number: int, to_number: int, kind: RelationKind, evidence: Json, by: str | None = None
    ) -> Relation:
        """Let a relation hold: one that is there already is kept or comes back with this evidence, else it is made."""
        link = (from_number, to_number, kind)
        known = self.relation(*link)
        if known is None:
            made = Relation(
                from_number=from_number,
                to_number=to_number,
                kind=kind,
                created_at=self.now,
                evidence=evidence,
                actor=by or self.actor,
            )
            self._fresh_links[link] = made
            return made
        if known.status is not RelationStatus.ACTIVE:
            known = replace(known, status=RelationStatus.ACTIVE, valid_until=None, evidence=evidence)
            self._put_link(known)
        return known

    def unrelate(self, relation: Relation) -> None:
        """End a relation."""
        link = (relation.from_number, relation.to_number, relation.kind)
        if link in self._fresh_links:
            del self._fresh_links[link]
        elif relation.status is RelationStatus.ACTIVE:
            self._put_link(replace(relation, status=RelationStatus.DEPRECATED, valid_until=self.now))

    def new_conflict_id(self) -> str:
        """Return an id for a conflict of this act."""
        return new_id(self.now)

    # Standing

    def supersede(self, loser: int, winner: Memory, at: datetime) -> int:
        """Let one memory take another's place from `at` on; returns how many facts end with it."""
        old = self.memory(loser)
        self.change(loser, status=Status.SUPERSEDED, superseded_by=winner.id, valid_until=old.valid_until or at)
        return self.end_facts(loser, at)

    def end_facts(self, number: int, at: datetime) -> int:
        """Let the active facts of a memory end; returns how many."""
        ended = [fact for fact in self.facts_of(number) if fact.status is FactStatus.ACTIVE]
        for fact in ended:
            self.put_fact(replace(fact, status=FactStatus.DEPRECATED, valid_until=fact.valid_until or at))
        return len(ended)

    def give_back(self, number: int, at: datetime | None) -> None:
        """Undo what `supersede` did to a memory at that time: it is active again, and so are the facts that ended with it."""
        memory = self.memory(number)
        self._returned[number] = None
        status = Status.ARCHIVED if memory.layer is Layer.ARCHIVED else Status.ACTIVE
        fields: dict[str, Any] = {"status": status, "superseded_by": None, "merged_into": None}
        if at is not None and memory.valid_until == at:
            fields["valid_until"] = None
        self.change(number, **fields)
        for fact in self.facts_of(number):
            if at is not None and fact.valid_until == at and fact.status is FactStatus.DEPRECATED:
                self.put_fact(replace(fact, status=FactStatus.ACTIVE, valid_until=None))

    def returned(self) -> list[int]:
        """Return the live memories that were given back since this was last asked: nothing was compared with them meanwhile."""
        numbers, self._returned = list(self._returned), {}
        return [number for number in numbers if self.memory(number).live]

    def dispute(self, *numbers: int) -> None:
        """Let live memories be conflicted."""
        for number in numbers:
            if self.memory(number).status is Status.ACTIVE:
                self.change(number, status=Status.CONFLICTED)

    def settle(self, *numbers: int) -> None:
        """Let memories leave `conflicted` that have no open or kept conflict any more."""
        for number in numbers:
            if self.memory(number).status is Status.CONFLICTED and not self.unsettled(number):
                self.change(number, status=Status.ACTIVE)

    def unsettled(self, number: int) -> list[Conflict]:
        """Return a memory's conflicts that are open or kept."""
        return [one for one in self.conflicts_of(number) if one.state in UNSETTLED]

    # The end

    def write(self, progress: Progress = no_progress) -> None:
        """Write everything that changed, each row once; says of how many rows how many are written."""
        fresh = len(self._fresh_links)
        for place, link in enumerate(self._fresh_links.values()):
            if place and place % REPORT == 0:
                progress(place, fresh + len(self._changed), "write")
            stored = self.work.insert(link)
            self._links[(stored.from_number, stored.to_number, stored.kind)] = stored
        for conflict in self._fresh_conflicts:
            self._keep(self.work.insert(conflict))
        self._fresh_links, self._fresh_conflicts = {}, []
        facts = {fact.number: fact for facts in self._facts.values() for fact in facts}
        links = {link.number: link for link in self._links.values()}
        for place, (table, number) in enumerate(self._changed):
            if place and place % REPORT == 0:
                progress(fresh + place, fresh + len(self._changed), "write")
            match table:
                case "memory" if self._memories[number] != self._before[number]:
                    after = self._memories[number]
                    after = replace(after, updated_at=self.now) if self._by_person else after
                    self._memories[number] = self.work.update(after)
                case "memory":
                    continue
                case "conflict":
                    self._conflicts[number] = self.work.update(self._conflicts[number])
                case "fact":
                    self.work.update(facts[number])
                case _:
                    self.work.update(links[number])
        self._changed, self._before = {}, {}

    def conflict(self, number: int, sides: Sequence[int]) -> Conflict | None:
        """Return a conflict by number as it is under the lock; `sides` are its memories. None where it is gone."""
        self._learn(sides)
        return self._conflicts.get(number)

    def conflict_with(self, id: str) -> Conflict:
        """Return a conflict of this act by its id, as it stands now."""
        return next(one for one in (*self._conflicts.values(), *self._fresh_conflicts) if one.id == id)

    def link_of(self, relation: Relation) -> Relation:
        """Return a relation of this act as it stands now."""
        link = (relation.from_number, relation.to_number, relation.kind)
        return self._links.get(link) or self._fresh_links.get(link) or relation

    # Inside

    def _put_link(self, relation: Relation) -> None:
        self._links[(relation.from_number, relation.to_number, relation.kind)] = relation
        self._changed[("relation", relation.number or 0)] = None

    def _learn(self, numbers: Iterable[int]) -> None:
        missing = [number for number in numbers if number not in self._known]
        if missing:
            for conflict in self._store.queue.of(missing):
                self._keep(conflict)
            self._known.update(missing)

    def _keep(self, conflict: Conflict) -> None:
        """Take in a stored conflict; what this act made of it stays."""
        number = conflict.number or 0
        self._conflicts.setdefault(number, conflict)
        for side in (conflict.new_number, conflict.old_number):
            self._of.setdefault(side, set()).add(number)

    def _learn_links(self, *numbers: int) -> None:
        missing = [number for number in numbers if number not in self._linked]
        for relation in self._store.graph.relations_of(missing) if missing else ():
            self._links.setdefault((relation.from_number, relation.to_number, relation.kind), relation)
        self._linked.update(missing)
