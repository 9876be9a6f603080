"""Which value of a thing was current when: the memories of a timeline with the slots and values that they give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from memtui.domain.kinds import ConflictState, Predicate
from memtui.domain.records import Conflict, Entity, Fact, Memory
from memtui.intelligence import families
from memtui.intelligence.evolution import Told, ValueSpan
from memtui.intelligence.tokens import fold
from memtui.services.ports import Graph

_VALUED = frozenset({Predicate.USES, Predicate.DEPENDS_ON, Predicate.PREFERS, Predicate.OWNS})
"""Facts whose object is a value that the thing has; what it supersedes or blocks is none."""


def told(
    graph: Graph, entities: Sequence[Entity], memories: Sequence[Memory], conflicts: Iterable[Conflict]
) -> list[Told]:
    """Return the memories as evolution sees them, with slots and values where claims gave them."""
    slots = _slots(graph, entities, memories, conflicts)
    by_id = {memory.id: memory for memory in memories}
    found = []
    for memory in memories:
        heir = by_id.get(memory.superseded_by or "")
        began = memory.valid_from or memory.created_at
        ended = memory.valid_until or (heir.valid_from or heir.created_at if heir is not None else None)
        slot, value = slots.get(memory.number or 0, ("", ""))
        found.append(
            Told(
                key=memory.id,
                text=memory.content,
                start=began,
                end=ended,
                ended_by=memory.superseded_by,
                slot=slot,
                value=value,
            )
        )
    return found


def _slots(
    graph: Graph, entities: Sequence[Entity], memories: Sequence[Memory], conflicts: Iterable[Conflict]
) -> dict[int, tuple[str, str]]:
    """Return the lane and the value of memories: from conflicts, which name both sides, else from facts.

    A memory that is the newer side of one conflict and the older side of the next keeps its lane where both name the
    same value of it: a chain of switches is one lane, however the single conflicts call what they are about.
    """
    found = _from_facts(graph, entities, memories)
    lanes: dict[int, tuple[str, str]] = {}
    for conflict in sorted(conflicts, key=lambda one: one.number or 0):
        sides = [
            (number, str(value))
            for number, value in (
                (conflict.old_number, conflict.evidence.get("old_value")),
                (conflict.new_number, conflict.evidence.get("new_value")),
            )
            if value
        ]
        known = [lanes[number][0] for number, value in sides if number in lanes and _same(lanes[number][1], value)]
        lane = known[0] if known else _lane(conflict)
        if lane and conflict.state is not ConflictState.DISMISSED:
            lanes.update({number: (lane, value) for number, value in sides if not known or number not in lanes})
    return found | lanes


def _same(one: str, other: str) -> bool:
    return families.canonical(one) == families.canonical(other) or fold(one) == fold(other)


def _from_facts(graph: Graph, entities: Sequence[Entity], memories: Sequence[Memory]) -> dict[int, tuple[str, str]]:
    own = {entity.number for entity in entities}
    carried = graph.facts_of([memory.number for memory in memories if memory.number is not None])
    facts: list[Fact] = [fact for fact in carried if fact.subject_number in own and fact.predicate in _VALUED]
    objects = graph.entities([fact.object_number for fact in facts])
    return {
        fact.memory_number: (fact.scope or fact.predicate.value.replace("_", " "), objects[fact.object_number].name)
        for fact in facts
        if fact.object_number in objects
    }


def _lane(conflict: Conflict) -> str:
    """Return what a conflict's values are values of: its slot, else the widest category that both belong to, else its subject."""
    told = conflict.evidence
    old, new = str(told.get("old_value") or ""), str(told.get("new_value") or "")
    if told.get("slot"):
        return str(told["slot"])
    shared = families.kinds(old) & families.kinds(new)
    widest = max(shared, key=lambda kind: (len(families.members(kind)), kind), default="")
    return widest or str(told.get("subject") or "")


def longest_lane(spans: Sequence[ValueSpan], told: Sequence[Told]) -> tuple[ValueSpan, ...]:
    """Return the lane of values with the most changes, where memories have slots; else nothing."""
    slots = {each.slot for each in told if each.slot}
    lanes: dict[str, list[ValueSpan]] = {}
    for span in spans:
        if span.lane in slots:
            lanes.setdefault(span.lane, []).append(span)
    longest = max(lanes.values(), key=len, default=[])
    return tuple(longest) if len(longest) > 1 else ()
