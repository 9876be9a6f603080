"""Records and results as JSON values under one stable schema: snake_case, times in ISO-8601 with Z.

`mask` hides secrets in every text; see `render.pen.Pen.mask`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from memtui.domain.filters import Badge
from memtui.domain.records import Batch, Conflict, Memory, Relation
from memtui.render.dates import iso
from memtui.render.shapes import (
    BatchDetailShape,
    BatchLineShape,
    DetailShape,
    ExplanationShape,
    HitShape,
    ImportanceShape,
    ResultShape,
    RowChangeShape,
)

SCHEMA_VERSION = 1
"""Rises when a field goes or changes its meaning; new fields do not raise it."""

Mask = Callable[[str], str]
Value = dict[str, Any]


def listing(results: Sequence[Value], **more: Any) -> Value:
    """Return the wrapper of every list: schema_version, count, results, and what else there is to say."""
    return {"schema_version": SCHEMA_VERSION, "count": len(results), **more, "results": list(results)}


def single(result: Value, **more: Any) -> Value:
    """Return the wrapper of one result."""
    return {"schema_version": SCHEMA_VERSION, **more, "result": result}


def memory_value(
    memory: Memory,
    mask: Mask,
    *,
    importance: ImportanceShape | None = None,
    badges: frozenset[Badge] = frozenset(),
    conflicts_with: Sequence[str] = (),
) -> Value:
    """Return a memory; `importance` is null where it was not worked out."""
    return {
        "id": memory.id,
        "foreign_id": memory.foreign_id,
        "format": memory.format,
        "content": mask(memory.content),
        "kind": memory.kind.value if memory.kind else None,
        "type": memory.memory_type.value,
        "layer": memory.layer.value,
        "layer_before": memory.layer_before.value if memory.layer_before else None,
        "status": memory.status.value,
        "tier": memory.tier.value,
        "tier_reason": memory.tier_reason,
        "tier_rule_reason": memory.tier_rule_reason,
        "importance": _rounded(importance.value) if importance else None,
        "importance_parts": _importance_value(importance) if importance else None,
        "importance_override": memory.importance_override,
        "pinned": memory.pinned,
        "priority": memory.priority.value,
        "confidence": memory.confidence,
        "tags": [mask(tag) for tag in memory.tags],
        "proposed_tag": memory.proposed_tag,
        "source": memory.source.value,
        "origin": {
            "agent": _masked(memory.agent, mask),
            "file": _masked(memory.file, mask),
            "session": _masked(memory.session, mask),
            "session_position": memory.session_position,
            "speaker": _masked(memory.speaker, mask),
            "uri": _masked(memory.uri, mask),
        },
        "project": _masked(memory.project, mask),
        "trust": memory.trust.value,
        "created_at": iso(memory.created_at),
        "created_at_assumed": memory.created_at_assumed,
        "recorded_at": iso(memory.recorded_at),
        "updated_at": iso(memory.updated_at),
        "valid_from": iso(memory.valid_from),
        "valid_until": iso(memory.valid_until),
        "access_count": memory.access_count,
        "last_accessed_at": iso(memory.last_accessed_at),
        "superseded_by": memory.superseded_by,
        "merged_into": memory.merged_into,
        "conflicts_with": list(conflicts_with),
        "badges": sorted(badge.value for badge in badges),
        "version": memory.version,
    }


def _masked(text: str | None, mask: Mask) -> str | None:
    return text and mask(text)


def _importance_value(importance: ImportanceShape) -> Value:
    return {
        "source": _rounded(importance.source),
        "tags": _rounded(importance.tags),
        "priority": _rounded(importance.priority),
        "recency": _rounded(importance.recency),
        "computed": _rounded(importance.computed),
        "undated": importance.undated,
        "reading": importance.reading,
    }


def hit_value(hit: HitShape, mask: Mask) -> Value:
    """Return a hit: its memory with rank, rank_before, and score with parts and reasons."""
    value = memory_value(hit.memory, mask, importance=hit.importance, badges=hit.badges)
    value["rank"] = hit.rank or None
    value["rank_before"] = hit.rank_before
    value["marks"] = list(hit.marks)
    value["score"] = score_value(hit.explanation, mask) if hit.explanation is not None else None
    return value


def score_value(explanation: ExplanationShape, mask: Mask) -> Value:
    """Return a score with its parts and the reasons in words."""
    parts = [
        {
            "name": part.name,
            "value": _rounded(part.value),
            "added": _rounded(part.added),
            "moved": part.moved,
            "note": mask(part.note),
        }
        for part in explanation.parts
    ]
    reasons = [f"{part.name}: {mask(part.note)}" for part in explanation.parts if part.note]
    reasons.extend(mask(words) for words in (explanation.placed, *explanation.asides) if words)
    return {"value": _rounded(explanation.score), "parts": parts, "reasons": reasons}


def result_value(result: ResultShape, mask: Mask) -> Value:
    """Return a ranking in the wrapper of lists, with engine, counts and notices beside it."""
    return listing(
        [hit_value(hit, mask) for hit in result.hits],
        matches=result.matches,
        total=result.total,
        hidden=dict(result.hidden),
        notices=list(result.notices),
        closest=result.closest,
        engine_asked=result.engine_asked,
        engine=result.engine,
    )


def detail_value(detail: DetailShape, mask: Mask) -> Value:
    """Return a memory with its relations, conflicts, entities and trail."""
    others = [other.id for _, other in detail.conflicts]
    value = memory_value(detail.memory, mask, importance=detail.importance, badges=detail.badges, conflicts_with=others)
    value["entities"] = list(detail.entities)
    value["relations"] = [relation_value(relation, other, detail.memory, mask) for relation, other in detail.relations]
    value["conflicts"] = [conflict_value(conflict, other, mask) for conflict, other in detail.conflicts]
    value["trail"] = [{"batch": batch_value(one.batch, mask), "sentence": mask(one.sentence)} for one in detail.trail]
    return value


def relation_value(relation: Relation, other: Memory, seen_from: Memory, mask: Mask) -> Value:
    """Return a relation as seen from one of its ends; `direction` is out, or in."""
    return {
        "kind": relation.kind.value,
        "direction": "out" if relation.from_number == seen_from.number else "in",
        "status": relation.status.value,
        "id": other.id,
        "content": mask(other.content),
        "evidence": dict(relation.evidence),
        "created_at": iso(relation.created_at),
        "valid_until": iso(relation.valid_until),
        "actor": relation.actor,
    }


def conflict_value(conflict: Conflict, other: Memory, mask: Mask) -> Value:
    """Return a conflict with the other memory."""
    return {
        "id": conflict.id,
        "type": conflict.type.value,
        "severity": conflict.severity.value,
        "state": conflict.state.value,
        "confidence": conflict.confidence,
        "reason": mask(conflict.reason),
        "suggested_action": conflict.suggested_action.value,
        "human_verdict": conflict.human_verdict,
        "with": other.id,
        "content": mask(other.content),
        "created_at": iso(conflict.created_at),
        "decided_by": conflict.decided_by,
        "decided_at": iso(conflict.decided_at),
    }


def batch_value(batch: Batch, mask: Mask) -> Value:
    """Return a batch without its rows."""
    return {
        "id": batch.id,
        "number": batch.number,
        "actor": batch.actor,
        "actor_kind": batch.actor_kind.value,
        "action": batch.action,
        "at": iso(batch.at),
        "summary": mask(batch.summary),
        "face": batch.face,
        "changes": batch.changes,
        "partial": batch.partial,
        "undoes": batch.undoes,
        "undone_by": batch.undone_by,
        "adopted": batch.adopted,
    }


def batch_line_value(row: BatchLineShape, mask: Mask) -> Value:
    """Return a batch of a list with its undo state."""
    return {**batch_value(row.batch, mask), "state": row.state}


def batch_detail_value(detail: BatchDetailShape, mask: Mask) -> Value:
    """Return a batch with its rows before → after and what undo would do."""
    return {
        **batch_value(detail.batch, mask),
        "state": detail.state,
        "rows": [row_change_value(change, mask) for change in detail.rows],
        "more_rows": detail.more_rows,
        "undo_effects": list(detail.undo_effects),
        "blocked_because": detail.blocked_because or None,
    }


def row_change_value(change: RowChangeShape, mask: Mask) -> Value:
    """Return what a batch did to one row."""
    return {
        "table": change.table,
        "number": change.number,
        "title": mask(change.title),
        "made": change.made,
        "gone": change.gone,
        "fields": [{"field": one.field, "before": mask(one.before), "after": mask(one.after)} for one in change.fields],
    }


def _rounded(value: float) -> float:
    """Return a figure to six places, so that output does not depend on the last bits."""
    return round(value, 6)
