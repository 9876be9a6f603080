"""Editing a memory: what an edit changes, and what it cannot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from memtui.domain.drafts import Edit
from memtui.domain.errors import InvalidRecord, MemtuiError, NotFound, Refused, SecretRefused, StaleWrite
from memtui.domain.kinds import Kind, Layer, Priority, Status, Tier
from memtui.services import history, recall, remember
from memtui.services.workspace import Workspace

from .conftest import AWS, NOW, Note, number


def test_an_edit_changes_what_it_names_and_nothing_else(ana: Workspace, note: Note) -> None:
    memory = note("Redis holds the sessions.", tags=("cache",), priority=Priority.LOW)
    report = remember.edit(
        ana, number(memory), Edit(priority=Priority.HIGH, add_tags=("Redis",), remove_tags=("cache",))
    )
    assert report.memory == replace(
        memory, priority=Priority.HIGH, tags=("redis",), version=report.memory.version, updated_at=NOW
    )
    assert report.batch is not None
    assert report.batch.action == "edit"


def test_a_new_text_is_found_and_the_old_one_is_not(ana: Workspace, note: Note) -> None:
    memory = note("Redis holds the sessions.")
    remember.edit(ana, number(memory), Edit(content="Memcached holds the sessions."))
    assert [hit.memory.id for hit in recall.search(ana, recall.Request(text="memcached"))] == [memory.id]
    assert not recall.search(ana, recall.Request(text="redis")).hits


def test_durability_is_read_again_when_what_it_reads_from_changes(ana: Workspace, note: Note) -> None:
    memory = note("Looked at the failing build for a while today.", kind=Kind.NOTE)
    after = remember.edit(ana, number(memory), Edit(kind=Kind.DECISION)).memory
    assert (after.tier, after.tier_reason) == (Tier.DURABLE, "durable-kind")
    tagged = remember.edit(ana, number(memory), Edit(add_tags=("ci",))).memory
    assert (tagged.tier, tagged.tier_reason) == (after.tier, after.tier_reason)


def test_a_chosen_tier_outlasts_later_edits(ana: Workspace, note: Note) -> None:
    memory = note("We use PostgreSQL for user data.", kind=Kind.DECISION)
    chosen = remember.edit(ana, number(memory), Edit(tier=Tier.TRANSIENT)).memory
    assert (chosen.tier_reason, chosen.tier_rule_reason) == ("explicit-override", "durable-kind")
    assert not recall.search(ana, recall.Request(text="PostgreSQL")).hits
    later = remember.edit(ana, number(memory), Edit(content="We use PostgreSQL for all data.")).memory
    assert (later.tier, later.tier_reason) == (Tier.TRANSIENT, "explicit-override")
    back = remember.edit(ana, number(memory), Edit(tier=Tier.DURABLE)).memory
    assert back.tier is Tier.DURABLE
    assert recall.search(ana, recall.Request(text="PostgreSQL")).hits


def test_a_transient_memory_that_rises_to_episodic_steers_recall(ana: Workspace, note: Note) -> None:
    memory = note("Looked at the failing build for a while today.", kind=Kind.NOTE)
    after = remember.edit(ana, number(memory), Edit(layer=Layer.EPISODIC)).memory
    assert (after.tier, after.tier_reason, after.tier_rule_reason) == (Tier.DURABLE, "promoted", "transient-kind")


def test_fields_can_be_unset(ana: Workspace, note: Note) -> None:
    memory = note("The release is due.", kind=Kind.GOAL, confidence=0.9, importance_override=0.8)
    cleared = frozenset({"kind", "confidence", "importance_override", "created_at"})
    after = remember.edit(ana, number(memory), Edit(clear=cleared)).memory
    assert (after.kind, after.confidence, after.importance_override, after.created_at) == (None, None, None, None)
    with pytest.raises(InvalidRecord, match="content"):
        remember.edit(ana, number(memory), Edit(clear=frozenset({"content"})))


def test_archiving_sets_status_and_layer_and_bringing_back_restores_both(ana: Workspace, note: Note) -> None:
    memory = note("The old wiki is read-only.", layer=Layer.WORKING)
    gone = remember.edit(ana, number(memory), Edit(archived=True)).memory
    assert (gone.status, gone.layer, gone.layer_before) == (Status.ARCHIVED, Layer.ARCHIVED, Layer.WORKING)
    back = remember.edit(ana, number(memory), Edit(archived=False)).memory
    assert (back.status, back.layer, back.layer_before) == (Status.ACTIVE, Layer.WORKING, None)


def test_moving_into_the_archived_layer_is_archiving(ana: Workspace, note: Note) -> None:
    memory = note("The old wiki is read-only.")
    gone = remember.edit(ana, number(memory), Edit(layer=Layer.ARCHIVED)).memory
    assert (gone.status, gone.layer_before) == (Status.ARCHIVED, Layer.SEMANTIC)
    back = remember.edit(ana, number(memory), Edit(layer=Layer.EPISODIC)).memory
    assert (back.status, back.layer) == (Status.ACTIVE, Layer.EPISODIC)


@pytest.mark.parametrize(
    ("first", "then", "reason"),
    [
        (Edit(archived=True), Edit(archived=True), "already archived"),
        (Edit(pinned=False), Edit(archived=False), "not archived"),
        (Edit(pinned=True), Edit(archived=True), "pinned"),
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_reason(
    ana: Workspace, note: Note, first: Edit, then: Edit, reason: str
) -> None:
    memory = note("The old wiki is read-only.")
    remember.edit(ana, number(memory), first)
    before = ana.store.reads.memory(number(memory))
    with pytest.raises(Refused, match=reason):
        remember.edit(ana, number(memory), then)
    assert [plan.refusal[: len(reason)] for plan in remember.plan_edits(ana, [number(memory)], then)] == [reason]
    assert ana.store.reads.memory(number(memory)) == before


def test_a_superseded_memory_stays_superseded_in_any_layer(ana: Workspace, note: Note) -> None:
    old, new = note("We use PostgreSQL."), note("We use MongoDB.")
    with ana.store.write(ana.act("verdict")) as work:
        work.update(replace(old, status=Status.SUPERSEDED, superseded_by=new.id))
    gone = remember.edit(ana, number(old), Edit(archived=True)).memory
    assert (gone.status, gone.layer) == (Status.SUPERSEDED, Layer.ARCHIVED)
    back = remember.edit(ana, number(old), Edit(archived=False)).memory
    assert (back.status, back.layer) == (Status.SUPERSEDED, Layer.SEMANTIC)


def test_an_edit_of_a_text_that_changed_meanwhile_is_refused(ana: Workspace, agent: Workspace, note: Note) -> None:
    memory = note("The old wiki is read-only.")
    remember.edit(agent, number(memory), Edit(priority=Priority.HIGH))
    with pytest.raises(StaleWrite):
        remember.edit(ana, number(memory), Edit(content="The wiki is gone."), version=memory.version)
    now = ana.store.reads.memory(number(memory))
    assert remember.edit(ana, number(memory), Edit(content="The wiki is gone."), version=now.version).batch is not None


def test_an_edit_that_changes_nothing_leaves_no_trace(ana: Workspace, note: Note) -> None:
    memory = note("The old wiki is read-only.", tags=("wiki",))
    for change in (Edit(), Edit(content=memory.content), Edit(add_tags=("WIKI",)), Edit(pinned=False)):
        report = remember.edit(ana, number(memory), change)
        assert report.batch is None
        assert report.memory == memory
    assert len(history.batches(ana)) == 1


def test_an_edit_cannot_bring_in_a_secret(ana: Workspace, note: Note) -> None:
    memory = note("The upload key is in the vault.")
    with pytest.raises(SecretRefused):
        remember.edit(ana, number(memory), Edit(content=f"The upload key is {AWS}."))
    assert ana.store.reads.memory(number(memory)) == memory


def test_an_edit_of_nothing_is_not_found(ana: Workspace) -> None:
    with pytest.raises(NotFound):
        remember.edit(ana, 99, Edit(pinned=True))


@pytest.mark.parametrize(
    "change",
    [
        Edit(content=" "),
        Edit(kind=Kind.NOTE, clear=frozenset({"kind"})),
        Edit(archived=True, layer=Layer.WORKING),
        Edit(archived=False, layer=Layer.ARCHIVED),
    ],
)
def test_an_edit_that_contradicts_itself_is_refused(ana: Workspace, note: Note, change: Edit) -> None:
    memory = note("The old wiki is read-only.")
    with pytest.raises(MemtuiError):
        remember.edit(ana, number(memory), change)
    with pytest.raises(MemtuiError):
        remember.plan_edits(ana, [number(memory)], change)
