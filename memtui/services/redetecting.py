"""A memory whose text changed: what only the old text caused is withdrawn, what the new one leads to is written."""

from __future__ import annotations

from dataclasses import replace

from memtui.domain.judgements import Extraction
from memtui.domain.kinds import ConflictState, RelationStatus, Status
from memtui.domain.records import Entity, Memory
from memtui.services.detecting import Detector, Prepared, Written
from memtui.services.ending import end_stated
from memtui.services.evidence import by_rule
from memtui.services.landing import Landing
from memtui.services.ledger import Ledger
from memtui.services.mooting import withdraw
from memtui.services.ports import UnitOfWork
from memtui.services.stating import restate
from memtui.services.weighing import Weighed, compare, weigh

_UNDECIDED = frozenset({ConflictState.OPEN, ConflictState.AUTO})


def prepare(detector: Detector, after: Memory) -> Prepared:
    """Read a memory as an edit will leave it and weigh it against its kin and against what its old text superseded."""
    _, extraction = detector.read(after)
    return Prepared(after, extraction, _weighed(detector, after))


def reread(detector: Detector, work: UnitOfWork, memory: Memory) -> None:
    """Bring the facts of a memory whose text changed into step and withdraw what only its old text caused."""
    store, number = detector.workspace.store, memory.number or 0
    ledger = Ledger(work, store, detector.workspace.clock.now(), detector.workspace.actor.name)
    restate(work, memory, detector.extraction(memory), store.graph.facts_of([number]))
    if memory.live:
        _withdraw_all(ledger, number)
    ledger.write()
    detector.catch_up(ledger)


def same_text(one: Memory, other: Memory) -> bool:
    """Say whether two states of a memory read the same for a judge."""
    return _reads(one) == _reads(other)


def rewrite(detector: Detector, work: UnitOfWork, prepared: Prepared, memory: Memory) -> Written:
    """Write what the new text of a memory, stored just now, leads to; verdicts by people stay as they are."""
    weighed, extraction = prepared.weighed, prepared.extraction
    store, number = detector.workspace.store, memory.number or 0
    ledger = Ledger(work, store, memory.updated_at, detector.workspace.actor.name)
    ledger.know(memory)
    before = store.graph.facts_of([number])
    named = store.graph.entities([one for fact in before for one in (fact.subject_number, fact.object_number)])
    facts = restate(work, memory, extraction, before, named)
    ledger.know_facts(number, facts)
    end_stated(ledger, store, memory, extraction)
    if memory.live:
        _withdraw_all(ledger, number)
    landed = Landing(detector.workspace, ledger, detector.judge).land(weighed, ledger.memory(number))
    ledger.write()
    detector.catch_up(ledger)
    return Written(
        memory=ledger.memory(number),
        entities=_entities(work, extraction),
        facts=tuple(ledger.facts_of(number)),
        landed=landed.written(ledger),
        others=(),
        named=tuple(named.values()),
    )


def _entities(work: UnitOfWork, extraction: Extraction) -> tuple[Entity, ...]:
    found = (work.entity_for(one.type, one.name, one.aliases) for one in extraction.nodes)
    return tuple({entity.number: entity for entity in found}.values())


def _weighed(detector: Detector, memory: Memory) -> Weighed:
    """Weigh a memory against its kin, and against those that only its old text superseded."""
    workspace = detector.workspace
    weighed = weigh(workspace, detector.judge, memory, late=memory.created_at is not None)
    if not memory.live or memory.number is None:
        return weighed
    lost = [
        conflict.old_number
        for conflict in workspace.store.queue.of([memory.number])
        if conflict.state is ConflictState.AUTO and conflict.new_number == memory.number
    ]
    again = (
        compare(detector.judge, memory, replace(other, status=Status.ACTIVE))
        for other in workspace.store.reads.memories(lost)
        if other.superseded_by == memory.id
    )
    return replace(weighed, found=(*weighed.found, *(one for one in again if one is not None)))


def _withdraw_all(ledger: Ledger, number: int) -> None:
    """Take back what detection made of the old text."""
    for conflict in ledger.conflicts_of(number):
        if conflict.state in _UNDECIDED and by_rule(conflict.evidence):
            withdraw(ledger, conflict, "edit", "The text changed.")
    for relation in ledger.relations_of(number):
        if relation.status is RelationStatus.ACTIVE and by_rule(relation.evidence):
            ledger.unrelate(relation)


def _reads(memory: Memory) -> tuple[object, ...]:
    return memory.content, memory.kind, memory.memory_type, memory.created_at, memory.tags, memory.project, memory.live
