"""Conflicts, and what a text would lead to, as JSON values under the one schema."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from memtui.domain.judgements import Extraction
from memtui.domain.records import Conflict, Entity, Fact, Memory, Relation
from memtui.render.dates import iso
from memtui.render.records_json import Mask, Value

SHOWN_EVIDENCE = (
    "rule",
    "signal",
    "trigger",
    "span",
    "old_span",
    "scope",
    "note",
    "exact",
    "group",
    "missed",
    "relation",
)
"""What of a conflict's evidence is printed beside its subject and values."""


class EntryShape(Protocol):
    """A row of the review queue; `memtui.services.review.QueueEntry` fits."""

    @property
    def conflict(self) -> Conflict: ...
    @property
    def new(self) -> Memory: ...
    @property
    def old(self) -> Memory: ...
    @property
    def subject(self) -> str: ...
    @property
    def thing(self) -> str: ...
    @property
    def slot(self) -> str: ...
    @property
    def old_value(self) -> str: ...
    @property
    def new_value(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def grouped(self) -> int: ...


def entry_value(entry: EntryShape, mask: Mask) -> Value:
    """Return a conflict with both its memories, the detector's verdict and the person's apart."""
    conflict = entry.conflict
    return {
        "id": conflict.id,
        "type": conflict.type.value,
        "severity": conflict.severity.value,
        "state": conflict.state.value,
        "confidence": conflict.confidence,
        "reason": mask(entry.reason),
        "suggested_action": conflict.suggested_action.value,
        "subject": mask(entry.subject),
        "old_value": mask(entry.old_value),
        "new_value": mask(entry.new_value),
        "new": _side(entry.new, mask),
        "old": _side(entry.old, mask),
        "evidence": evidence_value(conflict.evidence, mask),
        "grouped": entry.grouped,
        "human_verdict": conflict.human_verdict,
        "note": mask(conflict.note) if conflict.note else None,
        "created_at": iso(conflict.created_at),
        "decided_by": conflict.decided_by,
        "decided_at": iso(conflict.decided_at),
    }


def evidence_value(evidence: Mapping[str, Any], mask: Mask) -> Value:
    """Return what a judgement rests on."""
    shown = {name: evidence[name] for name in SHOWN_EVIDENCE if name in evidence}
    return {name: mask(value) if isinstance(value, str) else value for name, value in shown.items()}


def _side(memory: Memory, mask: Mask) -> Value:
    return {
        "id": memory.id,
        "content": mask(memory.content),
        "status": memory.status.value,
        "layer": memory.layer.value,
        "created_at": iso(memory.created_at),
    }


def extraction_value(found: Extraction, mask: Mask) -> Value:
    """Return the entities and facts of a text."""
    return {
        "entities": [
            {
                "type": node.type.value,
                "name": mask(node.name),
                "start": node.start,
                "end": node.end,
                "context": mask(node.context),
                "attributes": dict(node.attributes),
            }
            for node in found.nodes
        ],
        "facts": [
            {
                "subject": mask(edge.subject),
                "predicate": edge.predicate.value,
                "object": mask(edge.object),
                "scope": mask(edge.scope),
                "start": edge.start,
                "end": edge.end,
                "confidence": edge.confidence,
                "ended": edge.ended,
            }
            for edge in found.edges
        ],
        "contradictions": [{"from": mask(one), "to": mask(other)} for one, other in found.contradictions],
        "extractor": found.extractor,
        "notice": found.notice,
    }


def detected_value(
    entities: Sequence[Entity],
    facts: Sequence[Fact],
    relations: Sequence[tuple[Relation, Memory]],
    conflicts: Sequence[tuple[Conflict, Memory]],
    mask: Mask,
    named: Sequence[Entity] = (),
) -> Value:
    """Return what a write found: entities, facts by their entities' names (`named`), relations and conflicts with the older memory."""
    names = {entity.number: entity.name for entity in (*entities, *named)}
    return {
        "entities": [{"id": each.id, "type": each.type.value, "name": mask(each.name)} for each in entities],
        "facts": [
            {
                "subject": mask(names.get(fact.subject_number, "")),
                "predicate": fact.predicate.value,
                "object": mask(names.get(fact.object_number, "")),
                "scope": mask(fact.scope),
                "confidence": fact.confidence,
                "status": fact.status.value,
            }
            for fact in facts
        ],
        "relations": [
            {
                "kind": relation.kind.value,
                "with": other.id,
                "content": mask(other.content),
                "evidence": evidence_value(relation.evidence, mask),
            }
            for relation, other in relations
        ],
        "conflicts": [
            {
                "id": conflict.id,
                "type": conflict.type.value,
                "severity": conflict.severity.value,
                "state": conflict.state.value,
                "confidence": conflict.confidence,
                "reason": mask(conflict.reason),
                "suggested_action": conflict.suggested_action.value,
                "with": other.id,
                "content": mask(other.content),
                "evidence": evidence_value(conflict.evidence, mask),
            }
            for conflict, other in conflicts
        ],
    }
