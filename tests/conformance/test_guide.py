"""The relations that the Memento guide prints, each with the pair of memories that makes it, and its Button example."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memtui.domain.kinds import ConflictType, RelationKind, Severity
from memtui.domain.policy import Policy
from memtui.intelligence.reading import read
from tests.quality.pair_cases import relate

WRITTEN = datetime(2026, 3, 23, 9, 0, tzinfo=UTC)

PRINTED = [
    ("We use PostgreSQL for user data", "We no longer use PostgreSQL, migrated to MongoDB", "contradicts"),
    ("Authentication via JWT tokens", "Switched from JWT to OAuth2 after security audit", "supersedes"),
    ("Use Vue.js for UI rendering", "Vue.js is deprecated in favor of React", "references"),
    ("Database transactions use MySQL InnoDB", "Replaced MySQL with PostgreSQL for ACID guarantees", "supersedes"),
    ("Redis memory limit is 1GB", "That's incorrect—we set Redis to 8GB last month", "contradicts"),
    ("Build system uses Webpack", "As of March 2026, now using Vite for faster builds", "supersedes"),
    ("Node.js LTS version is 18.x", "As of March 2026, Node.js LTS is 20.x", "supersedes"),
    (
        "API endpoint: GET /users returns 50 items per page",
        "Updated endpoint to return 100 items per page",
        "supersedes",
    ),
    ("Use Redux for state management", "Switched to Zustand for simpler state management", "supersedes"),
    ("JWT token contains user ID and role", "Access tokens include user ID and permissions", "similar"),
    ("PostgreSQL ACID properties", "Using PostgreSQL ACID guarantees for financial transactions", "references"),
    ("Caching reduces database load by 50%", "Caching caused stale data issues and reduced accuracy", "contradicts"),
    (
        "Need to optimize API response time",
        "Implemented query caching and connection pooling, reduced latency 60%",
        "elaborates",
    ),
    (
        "Using MVC architecture with separate models and views",
        "Migrated from MVC to domain-driven design with aggregates",
        "supersedes",
    ),
    (
        "Docker reduces deployment issues by 80%",
        "Docker added complexity and network issues aren't worth it",
        "contradicts",
    ),
]

BUTTON = [
    ("Button component styling uses Tailwind", datetime(2026, 1, 15, tzinfo=UTC)),
    ("Button component has accessibility issues", datetime(2026, 2, 3, tzinfo=UTC)),
    ("Fixed Button component click handler race condition", datetime(2026, 3, 1, tzinfo=UTC)),
    ("Refactored Button component to use hooks", datetime(2026, 3, 20, tzinfo=UTC)),
]


@pytest.mark.parametrize(("old", "new", "kind"), PRINTED, ids=[new for _, new, _ in PRINTED])
def test_a_printed_relation_is_found(old: str, new: str, kind: str) -> None:
    found = relate(read(new, created_at=WRITTEN), read(old, created_at=WRITTEN - timedelta(days=3)))
    assert found is not None
    assert found.relation is RelationKind(kind)


def test_an_explicit_correction_is_severe() -> None:
    old, new, _ = PRINTED[4]
    found = relate(read(new, created_at=WRITTEN), read(old, created_at=WRITTEN - timedelta(days=3)))
    assert found is not None
    assert found.severity is Severity.HIGH


def test_a_deprecation_with_a_successor_is_noted_and_proposed() -> None:
    old, new, _ = PRINTED[2]
    found = relate(read(new, created_at=WRITTEN), read(old, created_at=WRITTEN - timedelta(days=3)))
    assert found is not None
    assert found.note == "deprecated"
    assert found.type is ConflictType.SUPERSESSION
    assert not found.exact


@pytest.mark.parametrize("number", [5, 6])
def test_a_month_that_is_not_over_dates_the_change_by_its_memory(number: int) -> None:
    old, new, _ = PRINTED[number]
    found = relate(read(new, created_at=WRITTEN), read(old, created_at=WRITTEN - timedelta(days=60)))
    assert found is not None
    assert found.changed_at == WRITTEN


def test_similar_memories_name_their_concept_and_how_alike_they_are() -> None:
    old, new, _ = PRINTED[9]
    found = relate(read(new, created_at=WRITTEN), read(old, created_at=WRITTEN - timedelta(days=3)))
    assert found is not None
    assert found.confidence > Policy().similar_above
    assert "token" in found.subject
    assert f"{found.confidence:.2f}" in found.reason


def test_similar_memories_lie_within_a_week() -> None:
    old, new, _ = PRINTED[9]
    within = relate(read(new, created_at=WRITTEN), read(old, created_at=WRITTEN - timedelta(hours=168)))
    assert within is not None
    assert within.relation is RelationKind.SIMILAR
    later = relate(read(new, created_at=WRITTEN), read(old, created_at=WRITTEN - timedelta(hours=169)))
    assert later is None or later.relation is not RelationKind.SIMILAR
    undated = relate(read(new, created_at=WRITTEN), read(old))
    assert undated is None or undated.relation is not RelationKind.SIMILAR


def test_the_button_component_has_the_relations_of_the_guide_and_no_more() -> None:
    readings = [read(text, created_at=at) for text, at in BUTTON]
    found = {
        (newer, older): str(relation.relation)
        for newer in range(4)
        for older in range(newer)
        if (relation := relate(readings[newer], readings[older])) is not None
    }
    assert found == {(1, 0): "references", (2, 1): "elaborates", (3, 0): "supersedes", (3, 2): "supersedes"}


def test_a_refactoring_only_proposes_to_supersede() -> None:
    readings = [read(text, created_at=at) for text, at in BUTTON]
    found = relate(readings[3], readings[0])
    assert found is not None
    assert found.type is ConflictType.SUPERSESSION
    assert found.confidence < Policy().floor
    assert not found.exact
