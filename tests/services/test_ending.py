"""What a text says to be over ends the facts of older memories."""

from __future__ import annotations

from datetime import UTC, datetime

from memtui.domain.drafts import Draft
from memtui.domain.kinds import FactStatus, Tier
from memtui.domain.records import Fact
from memtui.services import history, remember
from memtui.services.workspace import Workspace


def day(number: int) -> datetime:
    return datetime(2026, 1, number, tzinfo=UTC)


def add(workspace: Workspace, content: str, at: int, **fields: object) -> None:
    remember.add(workspace, Draft(content=content, created_at=day(at), **fields))  # type: ignore[arg-type]


def fact_of(workspace: Workspace, memory: int) -> Fact:
    """The first fact that a memory carries."""
    return workspace.store.graph.facts_of([memory])[0]


def test_a_denial_ends_the_older_fact_when_it_was_said(ana: Workspace) -> None:
    add(ana, "The scheduler of the old importer uses Redis", 1)
    add(ana, "The billing page uses Redis", 2)
    add(ana, "The scheduler of the old importer doesn't use Redis", 3)
    ended = fact_of(ana, 1)
    assert (ended.status, ended.valid_until) == (FactStatus.DEPRECATED, day(3))
    assert fact_of(ana, 2).status is FactStatus.ACTIVE, "another subject"
    assert ana.store.graph.facts_of([3]) == [], "a denial is no fact"
    history.undo(ana)
    assert fact_of(ana, 1).status is FactStatus.ACTIVE


def test_a_denial_ends_nothing_newer_of_another_scope_or_said_in_passing(ana: Workspace) -> None:
    add(ana, "The importer uses Redis for locks", 5)
    add(ana, "The importer doesn't use Redis for queues", 6)
    assert fact_of(ana, 1).status is FactStatus.ACTIVE, "another scope"
    add(ana, "Once more: the importer doesn't use Redis", 4)
    assert fact_of(ana, 1).status is FactStatus.ACTIVE, "the denial is older"
    add(ana, "The importer doesn't use Redis anyway", 7, tier=Tier.TRANSIENT)
    assert fact_of(ana, 1).status is FactStatus.ACTIVE, "a transient memory"
