"""Graphs, timelines and what is related as JSON values, under the schema of `records_json`."""

from __future__ import annotations

from datetime import datetime, tzinfo
from typing import Any

from memtui.domain.records import Entity, Memory, Relation
from memtui.render.dates import days_between, iso
from memtui.render.graph_shapes import EdgeShape, NeighbourhoodShape, NodeShape
from memtui.render.records_json import Mask, Value
from memtui.render.timeline_shapes import (
    HopShape,
    LineShape,
    RelatedEntityShape,
    RelatedMemoryShape,
    TimelineShape,
    ValueSpanShape,
)


def brief_value(memory: Memory, mask: Mask) -> Value:
    """Return what a list of links says of a memory: id, text, status, when."""
    return {
        "id": memory.id,
        "foreign_id": memory.foreign_id,
        "content": mask(memory.content),
        "status": memory.status.value,
        "layer": memory.layer.value,
        "tier": memory.tier.value,
        "created_at": iso(memory.created_at),
    }


def entity_value(entity: Entity, mask: Mask) -> Value:
    """Return an entity."""
    return {
        "id": entity.id,
        "type": entity.type.value,
        "name": mask(entity.name),
        "aliases": [mask(alias) for alias in entity.aliases],
        "status": entity.status.value,
    }


def relation_value(relation: Relation, source: str, target: str, mask: Mask) -> Value:
    """Return a relation between two memories by their ids."""
    return {
        "from": source,
        "to": target,
        "kind": relation.kind.value,
        "status": relation.status.value,
        "evidence": _masked(relation.evidence, mask),
        "created_at": iso(relation.created_at),
        "actor": relation.actor,
    }


def neighbourhood_value(graph: NeighbourhoodShape, mask: Mask) -> Value:
    """Return a graph: the centre's id, nodes, edges, and how many neighbours are left out."""
    ids = {node.key: _id(node) for node in graph.nodes}
    return {
        "centre": ids[graph.centre],
        "nodes": [_node_value(node, mask) for node in graph.nodes],
        "edges": [_edge_value(edge, ids, mask) for edge in graph.edges],
        "more": graph.more,
    }


def related_memory_value(related: RelatedMemoryShape, mask: Mask) -> Value:
    """Return a memory with its links by the number of steps."""
    return {
        "memory": brief_value(related.memory, mask),
        "depth": related.depth,
        "relations": [_hop_value(hop, step, mask) for step, hops in enumerate(related.hops, start=1) for hop in hops],
        "more": list(related.more),
    }


def related_entity_value(related: RelatedEntityShape, mask: Mask, zone: tzinfo | None = None) -> Value:
    """Return the memories that mention a name, with its timeline."""
    return {
        "name": mask(related.name),
        "count": related.count,
        "memories": [brief_value(each.memory, mask) | {"context": each.context} for each in related.mentioned],
        "timeline": timeline_value(related.timeline, mask, zone),
    }


def timeline_value(timeline: TimelineShape, mask: Mask, zone: tzinfo | None = None) -> Value:
    """Return a timeline; days are counted in the local zone."""
    return {
        "name": mask(timeline.name),
        "entities": [entity_value(each, mask) for each in timeline.entities],
        "memories": timeline.mentioning,
        "joined": timeline.joined,
        "more": timeline.more,
        "lines": [_line_value(one, mask) for one in timeline.lines],
        "undated": [_line_value(one, mask) for one in timeline.undated],
        "evolution": [mask(state) for state in timeline.evolution],
        "labels": [mask(one) for one in timeline.labels],
        "spans": [_span_value(span, mask, zone) for span in timeline.spans],
        "names": {kind.value: [mask(name) for name in names] for kind, names in timeline.names.items()},
        "tags": list(timeline.tags),
        "relations": [relation_value(link, new.id, old.id, mask) for link, new, old in timeline.relations],
    }


def _line_value(one: LineShape, mask: Mask) -> Value:
    return {
        "at": iso(one.at),
        "kind": one.kind,
        "headline": mask(one.headline),
        "memory": one.memory.id,
        "said": mask(one.said),
        "actor": one.actor,
        "joined": one.joined,
        "conflict": one.conflict.id if one.conflict is not None else None,
    }


def _span_value(span: ValueSpanShape, mask: Mask, zone: tzinfo | None) -> Value:
    days = days_between(span.start, span.end, zone) if span.end is not None else None
    return {
        "lane": mask(span.lane),
        "value": mask(span.value),
        "start": iso(span.start),
        "end": iso(span.end),
        "days": days,
        "memory": span.key,
    }


def _hop_value(hop: HopShape, step: int, mask: Mask) -> Value:
    far = brief_value(hop.far.memory, mask) if hop.far.memory is not None else None
    return {
        "step": step,
        "kind": hop.edge.kind,
        "direction": "out" if hop.outward else "in",
        "via": _id(hop.near),
        "superseding": hop.superseding,
        "evidence": _masked(hop.edge.relation.evidence, mask) if hop.edge.relation is not None else {},
        "memory": far,
    }


def _node_value(node: NodeShape, mask: Mask) -> Value:
    about = (
        brief_value(node.memory, mask)
        if node.memory is not None
        else entity_value(node.entity, mask)
        if node.entity is not None
        else {}
    )
    return {
        **about,
        "node": "memory" if node.memory is not None else "entity",
        "distance": node.distance,
        "importance": round(node.importance, 4) if node.memory is not None else None,
        "more": node.more,
    }


def _edge_value(edge: EdgeShape, ids: dict[str, str], mask: Mask) -> Value:
    relation = edge.relation
    return {
        "from": ids[edge.source],
        "to": ids[edge.target],
        "kind": edge.kind,
        "evidence": _masked(relation.evidence, mask) if relation is not None else {},
        "scope": mask(edge.fact.scope) if edge.fact is not None else "",
    }


def _id(node: NodeShape) -> str:
    if node.memory is not None:
        return node.memory.id
    return node.entity.id if node.entity is not None else node.key


def _masked(value: Any, mask: Mask) -> Any:
    """Return a JSON value with the secrets of all its texts hidden."""
    if isinstance(value, str):
        return mask(value)
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, dict):
        return {key: _masked(each, mask) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_masked(each, mask) for each in value]
    return value
