"""The facts that a memory states, as records: subject and object become entities, found by name or made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from memtui.domain.judgements import Extraction, FoundEntity, StatedFact
from memtui.domain.kinds import EntityType, FactStatus, Predicate
from memtui.domain.records import Entity, Fact, Memory
from memtui.intelligence.facts import entity_named
from memtui.services.ports import UnitOfWork

WE = "we"
"""Who a text speaks for that belongs to no project."""
_OURSELVES = frozenset({"we", "us", "our", "our team", "the team", "our project", "this project", "the project", "wir"})
_PLUGGED = 0.6
"""What a contradiction counts for that an extractor names without a figure."""

Triple = tuple[int, Predicate, int, str]
"""Subject, predicate, object and scope: what makes two facts of one memory the same."""


def triple_of(fact: Fact) -> Triple:
    """Return what makes a fact the same as another of its memory."""
    return fact.subject_number, fact.predicate, fact.object_number, fact.scope.casefold()


def stated(work: UnitOfWork, memory: Memory, extraction: Extraction) -> list[Fact]:
    """Return the facts of a stored memory, unstored, each once; entities that nothing named before are made.

    What a text says no longer holds is no fact, and neither is what relates a thing to itself. The facts of a
    memory that is not live are deprecated from the start.
    """
    return [fact for fact, _, _ in _between(work, memory, extraction)]


def _between(work: UnitOfWork, memory: Memory, extraction: Extraction) -> list[tuple[Fact, Entity, Entity]]:
    """Return the facts of `stated`, each with its subject and its object."""
    found: dict[Triple, tuple[Fact, Entity, Entity]] = {}
    for edge in (*extraction.edges, *_replaced(extraction)):
        if edge.ended or not edge.subject.strip() or not edge.object.strip():
            continue
        subject = _entity(work, edge.subject, memory, extraction.nodes)
        other = _entity(work, edge.object, memory, extraction.nodes)
        if subject.number == other.number:
            continue
        fact = _fact(edge, subject, other, memory)
        found.setdefault(triple_of(fact), (fact, subject, other))
    return list(found.values())


def write_facts(
    work: UnitOfWork, memory: Memory, extraction: Extraction, named: dict[int, Entity] | None = None
) -> tuple[Fact, ...]:
    """Store the facts of a memory that has none yet; what they are about is added to `named`."""
    between = _between(work, memory, extraction)
    _name(named, between)
    return tuple(work.insert(fact) for fact, _, _ in between)


def _name(named: dict[int, Entity] | None, between: Sequence[tuple[Fact, Entity, Entity]]) -> None:
    if named is not None:
        named.update((one.number or 0, one) for _, *both in between for one in both)


def restate(
    work: UnitOfWork,
    memory: Memory,
    extraction: Extraction,
    before: Sequence[Fact],
    named: dict[int, Entity] | None = None,
) -> tuple[Fact, ...]:
    """Bring the facts of a memory whose text changed into step: those that it no longer states end now."""
    between = _between(work, memory, extraction)
    _name(named, between)
    wanted = {triple_of(fact): fact for fact, _, _ in between}
    kept: list[Fact] = []
    for fact in before:
        if triple_of(fact) in wanted and fact.status is not FactStatus.DEPRECATED:
            kept.append(fact)
            del wanted[triple_of(fact)]
        elif fact.status is not FactStatus.DEPRECATED:
            work.update(replace(fact, status=FactStatus.DEPRECATED, valid_until=memory.updated_at))
    return (*kept, *(work.insert(fact) for fact in wanted.values()))


def _fact(edge: StatedFact, subject: Entity, other: Entity, memory: Memory) -> Fact:
    return Fact(
        subject_number=subject.number or 0,
        predicate=edge.predicate,
        object_number=other.number or 0,
        memory_number=memory.number or 0,
        scope=edge.scope,
        project=memory.project,
        confidence=edge.confidence if memory.confidence is None else min(edge.confidence, memory.confidence),
        status=FactStatus.ACTIVE if memory.live else FactStatus.DEPRECATED,
        valid_from=memory.valid_from or memory.created_at,
        valid_until=memory.valid_until,
    )


def _replaced(extraction: Extraction) -> list[StatedFact]:
    """Return the contradictions of an extractor as what they say: one thing takes another's place."""
    said = {
        (edge.subject.casefold(), edge.object.casefold())
        for edge in extraction.edges
        if edge.predicate is Predicate.SUPERSEDES
    }
    return [
        StatedFact(subject=winner, predicate=Predicate.SUPERSEDES, object=loser, start=0, end=0, confidence=_PLUGGED)
        for winner, loser in extraction.contradictions
        if (winner.casefold(), loser.casefold()) not in said
    ]


def _entity(work: UnitOfWork, name: str, memory: Memory, nodes: Sequence[FoundEntity]) -> Entity:
    folded = name.strip().casefold()
    if folded in _OURSELVES:
        if memory.project:
            return work.entity_for(EntityType.PROJECT, memory.project)
        return work.entity_for(EntityType.CONCEPT, WE)
    kind, known, aliases = entity_named(name.strip(), nodes, memory.project)
    return work.entity_for(kind, known, aliases)
