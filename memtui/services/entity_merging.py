"""Entities merged and split by a person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from memtui.domain.errors import NotFound, Refused
from memtui.domain.kinds import EntityStatus
from memtui.domain.records import Entity, Fact
from memtui.intelligence.facts import facts
from memtui.intelligence.tokens import fold
from memtui.services.consolidation_writing import merge_into, moved
from memtui.services.making import new_id
from memtui.services.ports import Store, UnitOfWork
from memtui.services.workspace import Outcome, Workspace


def entity_of(store: Store, handle: int | str) -> Entity:
    """Return an entity by number, id, unique beginning of an id, or name; raises NotFound, or Refused where several are meant."""
    if isinstance(handle, int):
        found = store.graph.entities([handle]).get(handle)
        if found is None:
            raise NotFound(f"There is no entity number {handle}.")
        return found
    named = store.graph.entities_named(handle)
    if not named:
        return store.graph.entity_by_id(handle)
    living = [entity for entity in named if entity.status is EntityStatus.ACTIVE] or named
    if len(living) > 1:
        which = ", ".join(f"{entity.id} ({entity.type.value})" for entity in living[:5])
        raise Refused(f"Several entities are called {handle!r}: {which}.", "Name one by its id.")
    return living[0]


def merge_entities(workspace: Workspace, survivor: int | str, others: Sequence[int | str]) -> Outcome:
    """Let one entity absorb others, whatever their types, as one batch and one undo; raises NotFound, Refused."""
    store = workspace.store
    target = entity_of(store, survivor)
    sources = [entity_of(store, other) for other in others]
    for source in sources:
        if source.number == target.number:
            raise Refused(f"{target.name} cannot be merged into itself.")
        if source.status is EntityStatus.MERGED:
            raise Refused(f"{source.name} is merged into another entity already.", "Split it off first.")
    if target.status is EntityStatus.MERGED:
        raise Refused(f"{target.name} is merged into another entity itself.", "Merge into that one.")
    names = ", ".join(source.name for source in sources)
    with store.write(workspace.act("merge entities", f"{names} into {target.name}")) as work:
        for source in sources:
            fresh = store.graph.entities([target.number or 0]).get(target.number or 0, target)
            merge_into(store, work, source, fresh)
        batch = work.batch_number
    return Outcome(sentence=f"Merged {names} into {target.name}.", batch=store.reads.batch(batch))


def split_alias(workspace: Workspace, entity: int | str, alias: str) -> Outcome:
    """Make an alias an entity of its own again, with its mentions and facts, as one batch; raises NotFound, Refused.

    What was merged comes back as it was; else a new entity of the same type is made.
    """
    store = workspace.store
    holder = entity_of(store, entity)
    if all(fold(alias) != fold(name) for name in holder.aliases):
        if fold(alias) == fold(holder.name):
            raise Refused(f"{holder.name} is the entity's own name.", "Split one of its aliases off.")
        raise NotFound(f"{holder.name} has no alias {alias!r}.", f"Its aliases: {', '.join(holder.aliases) or 'none'}.")
    with store.write(workspace.act("split entity", f"{alias} from {holder.name}")) as work:
        _split(store, work, holder, alias, workspace)
        batch = work.batch_number
    return Outcome(sentence=f"Split {alias} off {holder.name}.", batch=store.reads.batch(batch))


def _split(store: Store, work: UnitOfWork, holder: Entity, alias: str, workspace: Workspace) -> None:
    own = _absorbed(store, holder, alias)
    names = {fold(name) for name in ((own.name, *own.aliases) if own is not None else (alias,))} - {fold(holder.name)}
    if own is not None:
        part = work.update(replace(own, status=EntityStatus.ACTIVE, merged_into=None))
    else:
        now = workspace.clock.now()
        name = next(name for name in holder.aliases if fold(name) == fold(alias))
        part = work.insert(Entity(id=new_id(now), type=holder.type, name=name, created_at=now))
    work.update(replace(holder, aliases=tuple(name for name in holder.aliases if fold(name) not in names)))
    for fact in store.graph.facts_about([holder.number or 0]):
        if _belongs(store, fact, part, names):
            work.update(moved(fact, {holder.number or 0: part.number or 0}))


def _absorbed(store: Store, holder: Entity, alias: str) -> Entity | None:
    """Return the entity with that name that was merged into this one, or None."""
    after = 0
    while page := store.graph.all_entities(after, 500):
        for entity in page:
            after = entity.number or after
            if entity.merged_into == holder.number and fold(entity.name) == fold(alias):
                return entity
    return None


def _belongs(store: Store, fact: Fact, part: Entity, names: set[str]) -> bool:
    """Say whether a fact was about an entity before it was merged, or its memory states it by one of the names."""
    if part.number in _ends_before(store, fact):
        return True
    for memory in store.reads.memories([fact.memory_number]):
        for said in facts(memory.content, project=memory.project):
            ends = {fold(said.subject), fold(said.object)}
            if said.predicate is fact.predicate and ends & names:
                return True
    return False


def _ends_before(store: Store, fact: Fact) -> set[object]:
    """Return the entities that a fact was ever between."""
    found: set[object] = set()
    for event in store.reads.events_of("fact", fact.number or 0):
        for row in (event.before, event.after):
            found |= {row.get("subject_number"), row.get("object_number")} if row is not None else set()
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedUnion:
    """What merging one entity into another would do: its memories and facts would be the survivor's, its names aliases."""

    entity: Entity
    memories: int
    facts: int
    refusal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MergePlan:
    """A merge before it is done: who survives, with how many memories, and what would become of the others."""

    survivor: Entity
    memories: int
    others: tuple[PlannedUnion, ...]


def plan_merge(workspace: Workspace, entities: Sequence[int], survivor: int | None = None) -> MergePlan:
    """Return what merging entities would do; the most mentioned one survives unless another is named. Raises NotFound."""
    graph = workspace.store.graph
    with workspace.store.reads.one_moment():
        found = [entity_of(workspace.store, number) for number in dict.fromkeys(entities)]
        counts = {one.number: graph.count_mentioning([one.number or 0]) for one in found}
        first = min(found, key=lambda one: (one.number != survivor, -counts[one.number], one.number or 0))
        others = tuple(
            PlannedUnion(
                entity=one,
                memories=counts[one.number],
                facts=len(graph.facts_about([one.number or 0])),
                refusal="It is merged into another already." if one.status is EntityStatus.MERGED else "",
            )
            for one in found
            if one.number != first.number
        )
        return MergePlan(survivor=first, memories=counts[first.number], others=others)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSplit:
    """An alias before it is split off: of which entity, and the entity that comes back as it was, if it was merged."""

    holder: Entity
    alias: str
    returning: Entity | None = None


def splittable(workspace: Workspace, entities: Sequence[int]) -> tuple[PlannedSplit, ...]:
    """Return the aliases of entities that can be split off, those that were merged first."""
    store = workspace.store
    with store.reads.one_moment():
        found = store.graph.entities(list(entities))
        merged = _merged_into(store, frozenset(found))
        plans = [
            PlannedSplit(holder=holder, alias=alias, returning=merged.get((holder.number, fold(alias))))
            for holder in found.values()
            for alias in holder.aliases
            if fold(alias) != fold(holder.name)
        ]
    return tuple(sorted(plans, key=lambda plan: plan.returning is None))


def _merged_into(store: Store, holders: frozenset[int]) -> dict[tuple[int | None, str], Entity]:
    """Return what was merged into some entities, by survivor and folded name."""
    found: dict[tuple[int | None, str], Entity] = {}
    after = 0
    while page := store.graph.all_entities(after, 500):
        after = page[-1].number or after
        found |= {(one.merged_into, fold(one.name)): one for one in page if one.merged_into in holders}
    return found
