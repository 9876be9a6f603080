"""What a text leads to: entities, facts, relations and conflicts, worked out before a write and written with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memtui.domain.drafts import Draft
from memtui.domain.judgements import Extraction
from memtui.domain.kinds import Kind, MemoryType, Tier
from memtui.domain.layers import default_layer
from memtui.domain.plugins import ExtractionInput
from memtui.domain.records import Batch, Entity, Fact, Memory
from memtui.intelligence import secrets
from memtui.services.derive import EXTRACTED, nameable, to_keep
from memtui.services.ending import end_stated
from memtui.services.judges import Judge, extract
from memtui.services.landing import Landed, Landing
from memtui.services.ledger import Ledger
from memtui.services.making import EXPLICIT, memory_from
from memtui.services.ports import UnitOfWork
from memtui.services.rehearsal import Rehearsal
from memtui.services.reports import WriteReport
from memtui.services.stating import write_facts
from memtui.services.understanding import understand
from memtui.services.weighing import Weighed, weigh
from memtui.services.workspace import Workspace

ROUNDS = 3
"""So often memories that became live again are weighed anew in one act."""

RESCORED = "rescored"
"""The reason of a tier that a plugged-in extractor gave; the rule's own stays beside it."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """A memory that is about to be written, with all that was worked out beforehand."""

    memory: Memory
    extraction: Extraction
    weighed: Weighed


@dataclass(frozen=True, slots=True)
class Written:
    """What was written with a memory, its numbers given."""

    memory: Memory
    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    landed: Landed
    others: tuple[Memory, ...]
    named: tuple[Entity, ...] = ()


class Detector:
    """Works out what memories lead to and writes it with them; one for each act, so that a plug-in that failed is asked no more."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.judge = Judge(workspace.settings.plugins.judge, workspace.settings.policy)
        self._extractor = workspace.settings.plugins.extractor
        self._notices: list[str] = []

    @property
    def notices(self) -> tuple[str, ...]:
        """Sentences on plug-ins that failed."""
        return (*self._notices, *self.judge.notices)

    def prepare(self, memory: Memory, *, late: bool) -> Prepared:
        """Read a memory that is not stored yet and weigh it against its kin; `late` as in `weigh`."""
        memory, extraction = self.read(memory)
        return Prepared(memory, extraction, weigh(self.workspace, self.judge, memory, late=late))

    def read(self, memory: Memory) -> tuple[Memory, Extraction]:
        """Return a memory as extraction leaves it (tier, what was extracted), and what its text names and states."""
        extraction = self.extraction(memory)
        return self.taken(memory, extraction), extraction

    def taken(self, memory: Memory, extraction: Extraction) -> Memory:
        """Return a memory with the tier that an extraction gives it, and with what a plug-in found beyond the rules."""
        if self._extractor is not None:
            memory = _kept(memory, extraction)
        return _rescored(memory, extraction)

    def extraction(self, memory: Memory) -> Extraction:
        """Return what a memory's text names and states, no credential among it."""
        extraction = extract(self._extractor, memory)
        if extraction.notice:
            self._notices.append(extraction.notice)
            self._extractor = None
        hidden = secrets.find(memory.content)
        if not hidden:
            return extraction
        nodes, edges = nameable(extraction.nodes, hidden), nameable(extraction.edges, hidden)
        return replace(extraction, nodes=nodes, edges=edges)

    def write(self, work: UnitOfWork, prepared: Prepared, memory: Memory) -> Written:
        """Write what was found about a memory that was stored just now."""
        weighed = prepared.weighed
        if memory.number != weighed.ceiling + 1 and not isinstance(work, Rehearsal):
            # Others wrote in between: what they wrote may be kin.
            weighed = weigh(self.workspace, self.judge, memory, late=True)
        ledger = Ledger(work, self.workspace.store, memory.recorded_at, self.workspace.actor.name)
        entities = [work.entity_for(one.type, one.name, one.aliases) for one in prepared.extraction.nodes]
        named: dict[int, Entity] = {}
        facts = write_facts(work, memory, prepared.extraction, named)
        ledger.is_new(memory.number or 0, facts)
        end_stated(ledger, self.workspace.store, memory, prepared.extraction)
        landed = Landing(self.workspace, ledger, self.judge).land(weighed, memory)
        if not isinstance(work, Rehearsal):
            ledger.write()
            self.catch_up(ledger)
        return Written(
            memory=ledger.memory(memory.number or 0),
            entities=tuple({entity.number: entity for entity in entities}.values()),
            facts=tuple(ledger.facts_of(memory.number or 0)),
            landed=landed.written(ledger),
            others=tuple(_others(weighed, landed)),
            named=tuple(named.values()),
        )

    def catch_up(self, ledger: Ledger) -> None:
        """Weigh memories that became live again: nothing was compared with them while they were superseded."""
        for _ in range(ROUNDS):
            numbers = ledger.returned()
            for number in numbers:
                memory = ledger.memory(number)
                weighed = weigh(self.workspace, self.judge, memory, late=True)
                Landing(self.workspace, ledger, self.judge).land(weighed, memory)
                ledger.write()
            if not numbers:
                return


def report(written: Written, batch: Batch | None, notices: Sequence[str]) -> WriteReport:
    """Return what was written as a report."""
    return WriteReport(
        memory=written.memory,
        batch=batch,
        entities=written.entities,
        facts=written.facts,
        relations=written.landed.relations,
        conflicts=written.landed.conflicts,
        applied=written.landed.applied,
        others=written.others,
        named=written.named,
        notices=tuple(notices),
    )


def detect(
    workspace: Workspace,
    content: str,
    *,
    kind: Kind | None = None,
    memory_type: MemoryType | None = None,
    created_at: datetime | None = None,
    tags: Sequence[str] = (),
    project: str | None = None,
) -> WriteReport:
    """Return what adding a text would lead to; the store is not touched. Raises InvalidRecord.

    The memory of the report has no number, and the new side of its conflicts and relations is number 0.
    """
    draft = Draft(
        content=content,
        kind=kind,
        memory_type=memory_type,
        created_at=created_at,
        tags=tuple(tags),
        project=project,
    )
    now = workspace.clock.now()
    fresh = memory_from(draft, now=now, actor=workspace.actor, project=workspace.settings.project)
    detector = Detector(workspace)
    prepared = detector.prepare(fresh, late=created_at is not None)
    work = Rehearsal(workspace.store, now)
    written = detector.write(work, prepared, work.insert(prepared.memory))
    done = report(written, None, detector.notices)
    return replace(done, memory=replace(done.memory, number=None))


def extraction(workspace: Workspace, given: ExtractionInput) -> Extraction:
    """Return what a text names and states, by the plugged-in extractor or the rules; raises InvalidRecord."""
    draft = Draft(content=given.content, kind=given.kind, project=given.project, created_at=given.created_at)
    memory = memory_from(draft, now=workspace.clock.now(), actor=workspace.actor, project=workspace.settings.project)
    return extract(workspace.settings.plugins.extractor, memory)


def _kept(memory: Memory, found: Extraction) -> Memory:
    """Return a memory that keeps what a plug-in found beyond the rules, so that its mentions last."""
    known = {(one.type, one.name.casefold()) for one in understand(memory).entities}
    more = [one for one in found.nodes if (one.type, one.name.casefold()) not in known]
    if not more:
        return memory
    return replace(memory, extra={**memory.extra, EXTRACTED: to_keep(more, memory, found.extractor)})


def _rescored(memory: Memory, found: Extraction) -> Memory:
    """Return a memory with the tier that an extractor gives it; somebody's own choice stands."""
    tier = found.tier
    if tier is None or memory.tier_reason == EXPLICIT:
        return memory
    layer = memory.layer
    if layer is default_layer(memory.memory_type, memory.tier):
        layer = default_layer(memory.memory_type, Tier(tier))
    return replace(memory, tier=Tier(tier), tier_reason=RESCORED, tier_rule_reason=memory.tier_reason, layer=layer)


def _others(weighed: Weighed, landed: Landed) -> list[Memory]:
    """Return the memories that conflicts and relations lead to, once each."""
    numbers = {n for one in landed.conflicts for n in (one.new_number, one.old_number)}
    numbers |= {n for one in landed.relations for n in (one.from_number, one.to_number)}
    seen = {one.number: one for found in weighed.found for one in (found.newer, found.older)}
    return [memory for number, memory in seen.items() if number in numbers and memory is not weighed.memory]
