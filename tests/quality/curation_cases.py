"""Worked cases of facts, layers and consolidation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from memtui.domain.drafts import Edit
from memtui.domain.errors import Refused
from memtui.domain.kinds import EntityStatus, EntityType, Layer, MemoryType, Predicate, Status
from memtui.domain.plugins import ExtractionInput
from memtui.domain.records import Entity, Fact
from memtui.intelligence import hierarchy
from memtui.intelligence.consolidation import Snapshot, plan, plan_merges
from memtui.intelligence.extraction import RuleExtractor
from memtui.intelligence.facts.vocabulary import predicate_of
from memtui.services.editing import edited
from tests.quality.shelf import memory

Row = Mapping[str, Any]
NOW = datetime(2026, 3, 1, tzinfo=UTC)
_WAYS = {"promotion": hierarchy.Direction.PROMOTION, "demotion": hierarchy.Direction.DEMOTION}


def differs(found: object, expected: object) -> str:
    """Return a sentence when two values are not the same, else nothing."""
    return "" if found == expected else f"found {found!r}, expected {expected!r}"


def _triples(row: Row) -> str:
    edges = RuleExtractor().extract(ExtractionInput(content=row["text"])).edges
    found = [[edge.subject, edge.predicate.value, edge.object] for edge in edges if not edge.ended]
    return differs(found, row["expected"])


def _layer_transition(row: Row) -> str:
    before, to, expected = Layer(row["from_layer"]), Layer(row["to_layer"]), row["expected"]
    status = Status.ARCHIVED if before is Layer.ARCHIVED else Status.ACTIVE
    made = memory("x", 1, layer=before, status=status)
    legal = [name for name, way in _WAYS.items() if _is_legal(made, to, way)]
    if expected["direction"] == "error":
        return differs(legal, [])
    after = edited(made, Edit(layer=to), NOW)
    return differs(legal, [expected["direction"]]) or differs(getattr(after, "status", None), expected["status_after"])


def _is_legal(made: Any, to: Layer, way: hierarchy.Direction) -> bool:
    try:
        hierarchy.check_move(made, to, way)
    except Refused:
        return False
    return True


def _evaluation(row: Row) -> str:
    told = row["input"]
    at = NOW - timedelta(days=told.get("age_days", 0))
    made = memory(
        "x",
        1,
        recorded_at=at,
        updated_at=at,
        layer=Layer(told["layer"]),
        memory_type=MemoryType(told.get("memory_type", "semantic")),
        status=Status(told.get("status", "active")),
        access_count=told.get("access_count", 0),
    )
    found = hierarchy.judge(made, told.get("importance", 0.5), NOW, hierarchy.MNENO)
    expected = row["expected"]
    return differs((found.verdict, found.to), (expected["outcome"], expected["layer_after"]))


def _retention(row: Row) -> str:
    told = row["input"]
    found = hierarchy.retention(
        told["importance"], told["access_count"], told["age_days"], MemoryType(told["memory_type"])
    )
    return differs(found.value, row["expected"])


def _merges(row: Row) -> str:
    entities = [
        Entity(
            id=node["id"],
            number=place,
            type=EntityType(node["type"]),
            name=node["label"],
            aliases=tuple(node["aliases"]),
            created_at=datetime.fromisoformat(node["created"]).replace(tzinfo=UTC),
            status=EntityStatus(node["status"]),
        )
        for place, node in enumerate(row["nodes"], 1)
    ]
    found = [[merge.source.id, merge.target.id, merge.reason] for merge in plan_merges(entities).merges]
    return differs(found, row["expected"])


def _retirements(row: Row) -> str:
    nodes = sorted({end for _, one, _, other in row["edges"] for end in (one, other)})
    numbers = {name: place for place, name in enumerate(nodes, 1)}
    entities = [
        Entity(id=name, number=number, type=EntityType.CONCEPT, name=name, created_at=NOW)
        for name, number in numbers.items()
    ]
    facts = [
        Fact(
            number=place,
            subject_number=numbers[one],
            predicate=predicate_of(kind) or Predicate.RELATED_TO,
            object_number=numbers[other],
            memory_number=place,
        )
        for place, (_, one, kind, other) in enumerate(row["edges"], 1)
    ]
    found = plan(Snapshot(entities=entities, facts=facts))
    ids = [edge[0] for edge in row["edges"]]
    edges = [ids[(retired.fact.number or 0) - 1] for retired in found.retired_facts]
    return differs(edges, row["expected"]["edges"]) or differs(
        [node.name for node in found.retired_nodes], row["expected"]["nodes"]
    )


CHECKS: dict[str, Callable[[Row], str]] = {
    "triples": _triples,
    "layer_transition": _layer_transition,
    "hierarchy_evaluation": _evaluation,
    "retention_score": _retention,
    "merges": _merges,
    "retirements": _retirements,
}
"""The kinds of rows that this module checks."""

BUILT = {
    "triples": 20,
    "layer_transition": 36,
    "hierarchy_evaluation": 18,
    "retention_score": 8,
    "merges": 4,
    "retirements": 3,
}
"""How many rows of each there are."""
