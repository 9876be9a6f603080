"""Consolidation through the services: one batch, one undo, twice changes nothing; entities merged and split by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from memtui.clock import FixedClock
from memtui.domain.drafts import Draft
from memtui.domain.errors import Cancelled, InvalidRecord, NotFound, Refused
from memtui.domain.kinds import (
    EntityStatus,
    EntityType,
    FactStatus,
    Layer,
    MemoryType,
    Predicate,
    RelationKind,
    Status,
    Tier,
)
from memtui.domain.records import Entity, Fact, Memory
from memtui.services import consolidate, history, remember
from memtui.services.consolidation_writing import summary_of
from memtui.services.workspace import Workspace
from tests.services.conftest import NOW

Say = Callable[..., Memory]


@pytest.fixture
def say(ana: Workspace, clock: FixedClock) -> Say:
    """Writes a memory a day after the one before, without detection, with the facts given."""

    def write(content: str, *facts: tuple[str, str, str], scope: str = "", **fields: object) -> Memory:
        clock.moment += timedelta(days=1)
        memory = remember.add(ana, Draft(content=content, **fields), detect=False).memory  # type: ignore[arg-type]
        for subject, predicate, other in facts:
            state(ana, memory, subject, predicate, other, scope)
        return memory

    return write


def state(workspace: Workspace, memory: Memory, subject: str, predicate: str, other: str, scope: str = "") -> None:
    """Store a fact that a memory carries."""
    with workspace.store.write(workspace.act("state")) as work:
        one = work.entity_for(EntityType.CONCEPT, subject)
        two = work.entity_for(EntityType.CONCEPT, other)
        assert memory.number is not None
        fact = Fact(
            subject_number=one.number or 0,
            predicate=Predicate(predicate),
            object_number=two.number or 0,
            memory_number=memory.number,
            scope=scope,
            project=memory.project,
            valid_from=memory.created_at,
        )
        work.insert(fact)


def named(workspace: Workspace, name: str, kind: EntityType | None = None) -> Entity:
    """An entity by name, whatever its status."""
    found = [e for e in everything(workspace) if e.name.casefold() == name.casefold() and kind in (None, e.type)]
    assert len(found) == 1, found
    return found[0]


def everything(workspace: Workspace) -> list[Entity]:
    return workspace.store.graph.all_entities(0, 1000)


def now(workspace: Workspace, memory: Memory) -> Memory:
    assert memory.number is not None
    return workspace.store.reads.memory(memory.number)


def facts(workspace: Workspace) -> list[Fact]:
    return workspace.store.graph.all_facts(0, 1000)


def rows(workspace: Workspace) -> list[object]:
    """All that a consolidation may change, without versions."""
    reads = workspace.store.reads
    memories = [replace(memory, version=1) for memory in reads.records("memory", 0, 1000)]  # type: ignore[type-var]
    return [*memories, *everything(workspace), *facts(workspace), *_mentions(workspace)]


def _mentions(workspace: Workspace) -> list[object]:
    numbers = [memory.number for memory in workspace.store.reads.records("memory", 0, 1000)]
    found = workspace.store.graph.mentions([number for number in numbers if number is not None])
    return [(m.memory_number, m.entity_number, m.start, m.end) for those in found.values() for m in those]


def test_the_two_steps_of_tekmemo(ana: Workspace, say: Say) -> None:
    old = say("The shop uses JWT", ("shop", "uses", "JWT"))
    new = say("OAuth2 replaced JWT", ("OAuth2", "supersedes", "JWT"))
    preview = consolidate.consolidate(ana, apply=False)
    assert [str(fact) for fact in preview.plan.retired_facts] == ["shop uses JWT"]
    assert [node.name for node in preview.plan.retired_nodes] == ["JWT"]
    assert (preview.batch, preview.sentence) == (None, "0 merges, 2 retirements, 1 memory superseded.")
    done = consolidate.consolidate(ana)
    assert (done.merges_applied, done.retirements_applied, done.memories_superseded) == (0, 2, 1)
    fact = facts(ana)[0]
    assert (fact.status, fact.valid_until) == (FactStatus.DEPRECATED, new.created_at)
    assert named(ana, "JWT").status is EntityStatus.DEPRECATED
    assert (now(ana, old).status, now(ana, old).superseded_by) == (Status.SUPERSEDED, new.id)
    relations = ana.store.reads.relations(old.number or 0)
    assert [(each.kind, each.from_number) for each in relations] == [(RelationKind.SUPERSEDES, new.number)]


def test_a_second_consolidation_changes_nothing_and_keeps_the_first_end(
    ana: Workspace, say: Say, clock: FixedClock
) -> None:
    say("The shop uses JWT", ("shop", "uses", "JWT"))
    say("OAuth2 replaced JWT", ("OAuth2", "supersedes", "JWT"))
    consolidate.consolidate(ana)
    before = rows(ana)
    clock.moment += timedelta(days=30)
    again = consolidate.consolidate(ana)
    assert (again.batch, again.merges_applied, again.retirements_applied) == (None, 0, 0)
    assert not again.plan
    assert rows(ana) == before


def test_one_undo_takes_all_of_it_back(ana: Workspace, say: Say) -> None:
    say("The shop uses jwt tokens", ("shop", "uses", "JWT tokens"))
    say("A JWT token holds the user", ("JWT token", "related_to", "user"))
    say("Sessions replaced the JWT token", ("sessions", "supersedes", "JWT token"))
    before = rows(ana)
    done = consolidate.consolidate(ana)
    assert done.merges_applied == 1
    assert rows(ana) != before
    history.undo(ana)
    assert rows(ana) == before


def test_a_later_use_brings_an_entity_back_for_good(ana: Workspace, say: Say) -> None:
    say("The shop uses JWT", ("shop", "uses", "JWT"))
    say("OAuth2 replaced JWT", ("OAuth2", "supersedes", "JWT"))
    consolidate.consolidate(ana)
    say("The blog uses JWT", ("blog", "uses", "JWT"))
    assert [each.name for each in consolidate.consolidate(ana).plan.revived] == ["JWT"]
    assert named(ana, "JWT").status is EntityStatus.ACTIVE
    assert not consolidate.consolidate(ana).plan


def test_merged_entities_keep_their_names_facts_and_mentions(ana: Workspace, clock: FixedClock) -> None:
    for content in ("Rollout plan for the `RateLimiter` class", "Another note"):
        clock.moment += timedelta(days=1)
        remember.add(ana, Draft(content=content), detect=False)
    memory = ana.store.reads.memory(1)
    with ana.store.write(ana.act("state")) as work:
        survivor = work.insert(Entity(id="01A", type=EntityType.CONCEPT, name="roll-out", created_at=NOW))
        work.insert(Entity(id="01B", type=EntityType.CONCEPT, name="rollout", created_at=NOW + timedelta(days=1)))
    state(ana, memory, "shop", "uses", "rollout")
    done = consolidate.consolidate(ana)
    assert [str(merge) for merge in done.plan.merges] == ["rollout → roll-out (label-collision)"]
    merged = named(ana, "rollout")
    assert (merged.status, merged.merged_into) == (EntityStatus.MERGED, survivor.number)
    assert named(ana, "roll-out").aliases == ("rollout",)
    assert facts(ana)[0].object_number == survivor.number
    assert [each.name for each in ana.store.graph.entities_named("Rollout")] == ["roll-out"]


def test_mentions_follow_a_merge_and_come_back_with_its_undo(ana: Workspace, clock: FixedClock) -> None:
    memory = remember.add(ana, Draft(content="We run Postgres and Redis"), detect=False).memory
    redis = named(ana, "redis")
    before = _mentions(ana)
    consolidate.merge_entities(ana, "redis", ["postgresql"])
    assert ana.store.graph.mentioning([redis.number or 0]) == [memory.number]
    assert {m.entity_number for m in ana.store.graph.mentions([1])[1]} == {redis.number}
    history.undo(ana)
    assert _mentions(ana) == before


def test_a_merge_by_hand_refuses_what_makes_no_sense(ana: Workspace) -> None:
    remember.add(ana, Draft(content="We run Postgres and Redis"), detect=False)
    with pytest.raises(Refused, match="into itself"):
        consolidate.merge_entities(ana, "redis", ["redis"])
    with pytest.raises(NotFound):
        consolidate.merge_entities(ana, "redis", ["nothing of that name"])
    done = consolidate.merge_entities(ana, "redis", ["postgresql"])
    assert done.sentence.casefold() == "merged postgresql into redis."
    with pytest.raises(Refused, match="merged into another entity"):
        consolidate.merge_entities(ana, "redis", [named(ana, "postgresql").number or 0])


def test_a_merged_name_is_split_off_as_it_was(ana: Workspace) -> None:
    memory = remember.add(ana, Draft(content="We run Postgres and Redis"), detect=False).memory
    state(ana, memory, "shop", "uses", "PostgreSQL")
    other = remember.add(ana, Draft(content="Queues live in Redis"), detect=False).memory
    state(ana, other, "queues", "uses", "redis")
    before = rows(ana)
    consolidate.merge_entities(ana, "redis", ["postgresql"])
    consolidate.split_alias(ana, "redis", "postgresql")
    back = named(ana, "postgresql")
    assert (back.status, back.merged_into) == (EntityStatus.ACTIVE, None)
    assert [fact.object_number for fact in facts(ana)] == [back.number, named(ana, "redis").number]
    assert "postgresql" not in named(ana, "redis").aliases
    assert _mentions(ana) == [row for row in before if isinstance(row, tuple)]


def test_any_alias_may_become_an_entity_of_its_own(ana: Workspace) -> None:
    with ana.store.write(ana.act("state")) as work:
        work.insert(Entity(id="01A", type=EntityType.CONCEPT, name="login", aliases=("sign-in",), created_at=NOW))
    consolidate.split_alias(ana, "login", "Sign-in")
    assert named(ana, "sign-in").type is EntityType.CONCEPT
    assert named(ana, "login").aliases == ()
    with pytest.raises(NotFound, match="no alias"):
        consolidate.split_alias(ana, "login", "sign-out")
    with pytest.raises(Refused, match="own name"):
        consolidate.split_alias(ana, "login", "login")
    history.undo(ana)
    assert [each.name for each in everything(ana)] == ["login"]


def test_a_memory_that_says_more_stays(ana: Workspace, say: Say) -> None:
    text = "The shop uses JWT. Tokens are handed out by the gateway after a second factor."
    more = say(text, ("shop", "uses", "JWT"))
    say("OAuth2 replaced JWT", ("OAuth2", "supersedes", "JWT"))
    done = consolidate.consolidate(ana)
    assert (done.retirements_applied, done.memories_superseded) == (2, 0)
    assert now(ana, more).status is Status.ACTIVE


def test_a_memory_with_another_live_fact_stays(ana: Workspace, say: Say) -> None:
    both = say("The shop uses JWT and Redis", ("shop", "uses", "JWT"), ("shop", "uses", "Redis"))
    say("OAuth2 replaced JWT", ("OAuth2", "supersedes", "JWT"))
    consolidate.consolidate(ana)
    assert now(ana, both).status is Status.ACTIVE


def test_transient_memories_neither_retire_nor_are_retired(ana: Workspace, say: Say) -> None:
    say("The shop uses JWT", ("shop", "uses", "JWT"))
    say("Maybe OAuth2 replaced JWT", ("OAuth2", "supersedes", "JWT"), tier=Tier.TRANSIENT)
    assert not consolidate.consolidate(ana).plan


def test_a_chain_never_becomes_a_circle(ana: Workspace, say: Say) -> None:
    old = say("The shop uses JWT", ("shop", "uses", "JWT"))
    new = say("OAuth2 replaced JWT", ("OAuth2", "supersedes", "JWT"))
    with ana.store.write(ana.act("edit")) as work:
        work.update(replace(now(ana, new), superseded_by=old.id))
    done = consolidate.consolidate(ana)
    assert done.memories_superseded == 0
    assert now(ana, old).superseded_by is None


def test_long_work_is_stopped_and_gone_on_with(ana: Workspace, say: Say) -> None:
    memory = say("One note of many names")
    with ana.store.write(ana.act("state")) as work:
        for number in range(400):
            for name in (f"Name-{number}", f"name {number}"):
                work.insert(Entity(id=f"{number:04}{name[4]}", type=EntityType.CONCEPT, name=name, created_at=NOW))
    del memory

    def stop(done: int, total: int | None, what: str) -> None:
        if what == "consolidate":
            raise Cancelled

    first = consolidate.consolidate(ana, progress=stop)
    assert first.batch is not None
    assert (first.stopped, first.batch.partial) == (True, True)
    assert 0 < first.merges_applied < 400
    second = consolidate.consolidate(ana)
    assert second.batch is not None
    assert (second.batch.number, second.batch.partial) == (first.batch.number, False)
    assert first.merges_applied + second.merges_applied == 400
    assert second.batch.summary.startswith("400 merged")
    history.undo(ana)
    assert all(each.status is EntityStatus.ACTIVE for each in everything(ana))


# Compaction


def test_the_least_important_are_archived_first_until_so_many_are_active(ana: Workspace) -> None:
    for place in range(6):
        draft = Draft(content=f"Statement {place} of the log", importance_override=place / 10)
        remember.add(ana, draft, detect=False)
    preview = consolidate.compact(ana, 4)
    assert [memory.content for memory in preview.archived] == ["Statement 0 of the log", "Statement 1 of the log"]
    assert (preview.batch, preview.before, preview.active) == (None, 6, 4)
    done = consolidate.compact(ana, 4, apply=True)
    assert done.sentence == "2 memories archived, 4 active."
    assert ana.store.reads.memory(1).status is Status.ARCHIVED
    assert ana.store.reads.memory(3).status is Status.ACTIVE
    assert consolidate.compact(ana, 4, apply=True).batch is None
    history.undo(ana)
    assert ana.store.reads.memory(1).status is Status.ACTIVE


def test_pinned_operational_and_conflicted_ones_stay(ana: Workspace) -> None:
    kept = [
        Draft(content="Pinned for good", importance_override=0.0, pinned=True),
        Draft(content="A task at hand", importance_override=0.0, memory_type=MemoryType.OPERATIONAL),
        Draft(content="Never push to main", importance_override=0.0, layer=Layer.OPERATIONAL),
        Draft(content="The port is 3000", importance_override=0.0, status=Status.CONFLICTED),
    ]
    for draft in [*kept, Draft(content="Something of worth", importance_override=0.9)]:
        remember.add(ana, draft, detect=False)
    done = consolidate.compact(ana, 0, apply=True)
    assert [memory.content for memory in done.archived] == ["Something of worth"]
    assert done.active == 4
    assert done.sentence.endswith("The rest is pinned, operational or conflicted and stays.")


def test_a_number_below_zero_makes_no_sense(ana: Workspace) -> None:
    with pytest.raises(InvalidRecord):
        consolidate.compact(ana, -1)


def test_a_consolidation_counts_in_words() -> None:
    assert summary_of([1, 0, 1, 2]) == "1 merged, 0 facts and 1 entity retired, 2 memories superseded"
