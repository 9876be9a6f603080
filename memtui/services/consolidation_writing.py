"""A consolidation carried out: merges, then facts, entities and memories, each row checked again under the lock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from memtui.domain.errors import Cancelled
from memtui.domain.kinds import EntityStatus, EntityType, FactStatus, RelationKind
from memtui.domain.records import Entity, Fact, Memory
from memtui.intelligence.consolidation import Plan, PlannedMerge, RetiredFact, RetiredMemory
from memtui.intelligence.facts import states_in_every_sentence
from memtui.services.ledger import Ledger
from memtui.services.mooting import close_moot
from memtui.services.ports import Progress, Store, UnitOfWork
from memtui.services.titles import counted
from memtui.services.workspace import Workspace

ACTION = "consolidate"
"""How a consolidation is named in the audit trail."""

CHUNK = 500
"""Changes in one transaction."""

RULE = "consolidation"
"""How the relations that it makes say where they come from."""

MOST_STEPS = 1_000
"""Chains of supersession are followed this far."""


@dataclass
class Done:
    """What was carried out so far."""

    merges: int = 0
    facts: int = 0
    nodes: int = 0
    memories: int = 0
    batch: int | None = None
    stopped: bool = False

    @property
    def counts(self) -> list[int]:
        """The counts in the order of the summary."""
        return [self.merges, self.facts, self.nodes, self.memories]


def carry_out(workspace: Workspace, plan: Plan, progress: Progress) -> Done:
    """Write a plan as one batch in chunks; a stop keeps what was done and marks the batch partial."""
    done = Done()
    before, earlier = _unfinished(workspace)
    act = workspace.act(ACTION, resume=before)
    total = len(plan.merges) + len(plan.retired_facts) + len(plan.retired_nodes) + len(plan.retired_memories)
    try:
        with workspace.store.write(act) as work:
            writing = _Writing(workspace.store, work, workspace.actor.name, act.at, plan, done)
            written = work.changes
            for step, _ in enumerate(writing.steps()):
                if work.changes - written >= CHUNK:
                    done.batch = work.batch_number
                    counts = [a + b for a, b in zip(done.counts, earlier, strict=True)]
                    work.checkpoint({"counts": counts}, summary_of(counts))
                    progress(step + 1, max(total, step + 1), ACTION)
                    written = work.changes
            if any(done.counts) or before is not None:
                work.summarise(summary_of([a + b for a, b in zip(done.counts, earlier, strict=True)]))
                done.batch = work.batch_number
    except Cancelled:
        done.stopped = True
    return done


def summary_of(counts: list[int]) -> str:
    """Return a batch's line."""
    merges, facts, nodes, memories = counts
    retired = f"{counted(facts, 'fact')} and {counted(nodes, 'entity', 'entities')} retired"
    return f"{merges:,} merged, {retired}, {counted(memories, 'memory', 'memories')} superseded"


def _unfinished(workspace: Workspace) -> tuple[int | None, list[int]]:
    """Return this actor's newest consolidation where it was stopped halfway, and what it has done."""
    for batch in workspace.store.reads.batches(1, actor=workspace.actor.name, action=ACTION):
        own = batch.actor_kind is workspace.actor.kind and batch.undone_by is None and not batch.adopted
        if batch.partial and own:
            return batch.number, list(batch.resume.get("counts", (0, 0, 0, 0)))
    return None, [0, 0, 0, 0]


class _Writing:
    """The steps of one consolidation; each leaves the graph whole."""

    def __init__(self, store: Store, work: UnitOfWork, actor: str, now: datetime, plan: Plan, done: Done) -> None:
        self._store, self._work, self._actor, self._now = store, work, actor, now
        self._plan, self._done = plan, done

    def steps(self) -> Iterator[None]:
        """Do one thing after the other; between two of them the work may be committed."""
        for entity in self._plan.revived:
            self._stand(entity, EntityStatus.DEPRECATED, EntityStatus.ACTIVE)
            yield
        for merge in self._plan.merges:
            self._merge(merge)
            yield
        for retired in self._plan.retired_facts:
            self._retire(retired)
            yield
        for node in self._plan.retired_nodes:
            self._stand(node.entity, EntityStatus.ACTIVE, EntityStatus.DEPRECATED)
            yield
        for memory in self._plan.retired_memories:
            self._supersede(memory)
            yield

    def _entities(self, *numbers: int | None) -> list[Entity | None]:
        found = self._store.graph.entities([number for number in numbers if number is not None])
        return [found.get(number) if number is not None else None for number in numbers]

    def _merge(self, merge: PlannedMerge) -> None:
        source, target = self._entities(merge.source.number, merge.target.number)
        if source is None or target is None or source.status is not EntityStatus.ACTIVE:
            return
        if target.status is EntityStatus.ACTIVE and merge_into(self._store, self._work, source, target):
            self._done.merges += 1

    def _retire(self, retired: RetiredFact) -> None:
        for fact in self._store.graph.facts_of([retired.fact.memory_number]):
            if fact.number == retired.fact.number and fact.status is FactStatus.ACTIVE:
                until = fact.valid_until or retired.at or self._now
                self._work.update(replace(fact, status=FactStatus.DEPRECATED, valid_until=until))
                self._done.facts += 1

    def _stand(self, entity: Entity, before: EntityStatus, after: EntityStatus) -> None:
        (found,) = self._entities(entity.number)
        if found is not None and found.status is before:
            self._work.update(replace(found, status=after))
            self._done.nodes += after is EntityStatus.DEPRECATED

    def _supersede(self, retired: RetiredMemory) -> None:
        pair = {memory.number: memory for memory in self._work.memories([retired.memory, retired.by])}
        old, new = pair.get(retired.memory), pair.get(retired.by)
        if old is None or new is None or not old.live or not self._claims_only_this(old) or self._circles(old, new):
            return
        ledger = Ledger(self._work, self._store, self._now, self._actor)
        ledger.supersede(retired.memory, new, retired.at or new.created_at or self._now)
        evidence = {"rule": RULE, "relation": RelationKind.SUPERSEDES.value, "note": retired.reason}
        ledger.relate(retired.by, retired.memory, RelationKind.SUPERSEDES, evidence)
        close_moot(ledger, [retired.memory], new)
        ledger.write()
        self._done.memories += 1

    def _claims_only_this(self, memory: Memory) -> bool:
        """Say whether a memory claims nothing beside the facts that have ended."""
        facts = self._store.graph.facts_of([memory.number or 0])
        over = all(fact.status is not FactStatus.ACTIVE for fact in facts)
        return over and states_in_every_sentence(memory.content)

    def _circles(self, old: Memory, new: Memory) -> bool:
        """Say whether the newer memory is itself superseded, in the end, by the older one."""
        at: Memory | None = new
        for _ in range(MOST_STEPS):
            if at is None or at.superseded_by is None:
                return False
            if at.superseded_by == old.id:
                return True
            at = self._store.reads.by_ids([at.superseded_by]).get(at.superseded_by)
        return True


def merge_into(store: Store, work: UnitOfWork, source: Entity, target: Entity) -> bool:
    """Let one entity absorb another: names as aliases, facts moved over, the other kept as merged."""
    if source.number is None or target.number is None or source.number == target.number:
        return False
    names = [name for name in (source.name, *source.aliases) if name != target.name]
    kind = source.type if target.type is EntityType.CONCEPT else target.type
    aliases = tuple(dict.fromkeys((*target.aliases, *names)))
    work.update(replace(target, aliases=aliases, type=kind))
    work.update(replace(source, status=EntityStatus.MERGED, merged_into=target.number))
    for fact in store.graph.facts_about([source.number]):
        work.update(moved(fact, {source.number: target.number}))
    return True


def moved(fact: Fact, into: Mapping[int, int]) -> Fact:
    """Return a fact with its ends moved."""
    subject = into.get(fact.subject_number, fact.subject_number)
    other = into.get(fact.object_number, fact.object_number)
    return replace(fact, subject_number=subject, object_number=other)
