"""What a text says to be over: the facts of older memories that end with it (SPEC 4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memtui.domain.judgements import Extraction, FoundEntity, StatedFact
from memtui.domain.kinds import EntityType, FactStatus, Tier, Trust
from memtui.domain.records import Fact, Memory
from memtui.intelligence.facts import entity_named, fold_label
from memtui.services.ledger import Ledger
from memtui.services.ports import Store


def end_stated(ledger: Ledger, store: Store, memory: Memory, extraction: Extraction) -> list[Fact]:
    """Let the active facts end that a stored memory says to be over ("We no longer use X"); returns them.

    Only facts of the same subject, predicate and object that are not newer, of its project and scope; a transient,
    held or undated memory ends nothing.
    """
    over = [edge for edge in extraction.edges if edge.ended]
    at = memory.valid_from or memory.created_at
    if not over or at is None or not memory.live or memory.tier is Tier.TRANSIENT or memory.trust is Trust.HELD:
        return []
    found: dict[int | None, Fact] = {}
    for edge in over:
        subjects = _entities(store, edge.subject, extraction.nodes, memory.project)
        objects = _entities(store, edge.object, extraction.nodes, memory.project)
        for fact in store.graph.facts_about(objects) if objects and subjects else ():
            if fact.subject_number in subjects and fact.object_number in objects and _ends(fact, edge, memory, at):
                found[fact.number] = fact
    ended = [replace(fact, status=FactStatus.DEPRECATED, valid_until=at) for fact in found.values()]
    for fact in ended:
        ledger.put_fact(fact)
    return ended


def _entities(store: Store, label: str, nodes: Sequence[FoundEntity], project: str | None) -> list[int]:
    """Return the numbers of the entities that a label may mean, none being made."""
    kind, name, _ = entity_named(label, nodes, project)
    named = store.graph.entities_named(name)
    same = [one for one in named if one.type is kind] or (named if kind is EntityType.CONCEPT else [])
    return [one.number for one in same if one.number is not None]


def _ends(fact: Fact, edge: StatedFact, memory: Memory, at: datetime) -> bool:
    if fact.status is not FactStatus.ACTIVE or fact.predicate is not edge.predicate:
        return False
    if fact.memory_number == memory.number or fact.project not in (None, memory.project):
        return False
    if edge.scope and fold_label(edge.scope) != fold_label(fact.scope or " "):
        return False
    return fact.valid_from is not None and fact.valid_from <= at
