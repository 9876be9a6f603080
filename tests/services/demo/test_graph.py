"""The graph of the sample project: relations, entities, facts, the timeline of a name and its other spellings."""

from __future__ import annotations

from collections import Counter

from memtui.domain.kinds import (
    EntityStatus,
    EntityType,
    FactStatus,
    RelationKind,
)
from memtui.services import alias_suggestions, timeline
from memtui.services.workspace import Workspace


def test_a_pair_has_one_relation_of_a_kind(sample: Workspace) -> None:
    links = sample.store.reads.records("relation", 0, 1_000)
    ends = Counter((link.from_number, link.to_number, link.kind) for link in links)  # type: ignore[union-attr]
    assert ends
    assert max(ends.values()) == 1
    assert {kind for _, _, kind in ends} == set(RelationKind)


def test_entities_of_every_type_are_there_and_some_were_merged_or_retired(sample: Workspace) -> None:
    entities = sample.store.graph.all_entities(0, 10_000)
    assert {entity.type for entity in entities} == set(EntityType)
    assert {entity.status for entity in entities} == set(EntityStatus)
    facts = sample.store.graph.all_facts(0, 10_000)
    assert {fact.status for fact in facts} >= {FactStatus.ACTIVE, FactStatus.DEPRECATED}
    assert len({fact.predicate for fact in facts}) >= 4


def test_how_auth_came_to_this_can_be_followed_by_its_name(sample: Workspace) -> None:
    told = timeline.timeline(sample, "auth")
    assert [value.value for value in told.values] == ["server-side sessions", "JWT", "OAuth2"]
    assert told.joined
    joined = {line.memory.content for line in told.lines if line.joined}
    assert "Switched from JWT to OAuth2 after security audit" in joined
    assert {line.kind for line in told.lines} >= {"added", "verdict", "conflict"}


def test_a_name_waits_to_be_taken_as_another_spelling(sample: Workspace) -> None:
    found = [(one.source.entity.name, one.target.entity.name) for one in alias_suggestions.suggestions(sample)]
    assert found == [("authn", "auth")]
