"""What a timeline tells of one of its memories: all that is known of it, the facts it began and ended, and why."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from memtui.domain.kinds import FactStatus, RelationKind, RelationStatus
from memtui.domain.records import Conflict, Fact, Memory, Relation
from memtui.services import inspecting, recall
from memtui.services.findings import Detail
from memtui.services.ports import EntityCount
from memtui.services.timeline_following import named_by
from memtui.services.workspace import Workspace

MOST_FACTS = 6
"""So many facts of each sort are told."""

_ENDING = frozenset({RelationKind.SUPERSEDES, RelationKind.CONTRADICTS})


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """One memory taking another's place: `new` ended `old`, as a relation says, and the conflict that it was judged by."""

    old: Memory
    new: Memory
    relation: Relation | None = None
    conflict: Conflict | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """A memory on a timeline: its detail, what it names (most mentioned first), facts that began and ended, and why."""

    detail: Detail
    named: tuple[EntityCount, ...] = ()
    began: tuple[str, ...] = ()
    ended: tuple[str, ...] = ()
    endings: tuple[Ending, ...] = ()

    @property
    def entities(self) -> tuple[str, ...]:
        """The names alone."""
        return tuple(one.entity.name for one in self.named)


def about(workspace: Workspace, number: int) -> About:
    """Return what a timeline tells of a memory, without counting it as opened; raises NotFound."""
    with workspace.store.reads.one_moment():
        return _about(workspace, inspecting.detail(workspace, number))


def opened(workspace: Workspace, number: int) -> About:
    """Return what a timeline tells of a memory and count the opening, where the store can be written; raises NotFound."""
    return _about(workspace, recall.open_memory(workspace, number))


def _about(workspace: Workspace, detail: Detail) -> About:
    memory = detail.memory
    endings = tuple(_endings(workspace, detail))
    old = [ending.old.number for ending in endings if ending.new.id == memory.id and ending.old.number is not None]
    graph = workspace.store.graph
    number = memory.number or 0
    facts = graph.facts_of([number, *old])
    names = _names(workspace, facts)
    return About(
        detail=detail,
        named=named_by(workspace, number),
        began=tuple(_said(facts, names, {number}, ended=False)),
        ended=tuple(_said(facts, names, set(old), ended=True)),
        endings=endings,
    )


def _endings(workspace: Workspace, detail: Detail) -> Iterable[Ending]:
    """Yield what the memory took the place of, and what took its place; relations first, then a bare successor."""
    memory, told = detail.memory, set[tuple[str, str]]()
    judged = {
        frozenset((conflict.new_number, conflict.old_number)): conflict
        for conflict in workspace.store.reads.conflicts(memory.number or 0)
    }
    for relation, other in detail.relations:
        if relation.kind not in _ENDING or relation.status is not RelationStatus.ACTIVE:
            continue
        new, old = (memory, other) if relation.from_number == memory.number else (other, memory)
        if old.superseded_by != new.id:
            continue
        told.add((old.id, new.id))
        pair = frozenset((relation.from_number, relation.to_number))
        yield Ending(old=old, new=new, relation=relation, conflict=judged.get(pair))
    successor = detail.successor
    if successor is not None and memory.superseded_by == successor.id and (memory.id, successor.id) not in told:
        pair = frozenset((successor.number or 0, memory.number or 0))
        yield Ending(old=memory, new=successor, conflict=judged.get(pair))


def _names(workspace: Workspace, facts: Iterable[Fact]) -> dict[int, str]:
    wanted = {end for fact in facts for end in (fact.subject_number, fact.object_number)}
    return {number: entity.name for number, entity in workspace.store.graph.entities(sorted(wanted)).items()}


def _said(facts: Iterable[Fact], names: dict[int, str], of: set[int], *, ended: bool) -> list[str]:
    """Return facts as sentences: "acme-shop uses OAuth2 (auth)"."""
    said: list[str] = []
    for fact in facts:
        over = fact.status is FactStatus.DEPRECATED or fact.valid_until is not None
        if fact.memory_number in of and (over if ended else True):
            scope = f" ({fact.scope})" if fact.scope else ""
            subject, other = names.get(fact.subject_number, "?"), names.get(fact.object_number, "?")
            said.append(f"{subject} {fact.predicate.value.replace('_', ' ')} {other}{scope}")
    return list(dict.fromkeys(said))[:MOST_FACTS]
