"""Writing a memory: what is refused, what is decided by rule, and what an edit changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import InvalidRecord, MemtuiError, NotFound, Refused, SecretRefused, StaleWrite
from memtui.domain.kinds import Kind, Layer, MemoryType, Priority, Source, Status, Tier, Trust
from memtui.domain.records import Memory
from memtui.intelligence.importance import assess
from memtui.services import history, recall, remember
from memtui.services.workspace import Workspace

from .conftest import NOW

Note = Callable[..., Memory]
AWS = "AKIA" + "IOSFODNN7EXAMPL3"


def number(memory: Memory) -> int:
    """A stored memory's number."""
    assert memory.number is not None
    return memory.number


def test_a_draft_gets_what_it_leaves_open(ana: Workspace) -> None:
    report = remember.add(ana, Draft(content="We use PostgreSQL for user data.", kind=Kind.DECISION))
    memory = report.memory
    assert (memory.memory_type, memory.layer, memory.tier) == (MemoryType.SEMANTIC, Layer.SEMANTIC, Tier.DURABLE)
    assert (memory.status, memory.trust, memory.agent, memory.source) == (
        Status.ACTIVE,
        Trust.OWN,
        "ana",
        Source.MANUAL,
    )
    assert (memory.created_at, memory.recorded_at, memory.updated_at) == (NOW, NOW, NOW)
    assert len(memory.id) == 26
    assert report.batch is not None
    assert (report.batch.action, report.batch.actor, report.batch.face) == ("add", "ana", "screens")
    assert ana.store.reads.memory(number(memory)) == memory


@pytest.mark.parametrize(
    ("kind", "memory_type", "layer"),
    [
        (Kind.PREFERENCE, MemoryType.PREFERENCE, Layer.SEMANTIC),
        (Kind.GOAL, MemoryType.OPERATIONAL, Layer.OPERATIONAL),
        (None, MemoryType.SEMANTIC, Layer.SEMANTIC),
    ],
)
def test_type_and_layer_follow_the_kind(note: Note, kind: Kind, memory_type: MemoryType, layer: Layer) -> None:
    memory = note("The release goes out on the first Monday of a month.", kind=kind)
    assert (memory.memory_type, memory.layer) == (memory_type, layer)


def test_a_plain_note_is_transient_and_starts_at_the_bottom(note: Note) -> None:
    memory = note("Looked at the failing build for a while today.", kind=Kind.NOTE)
    assert (memory.tier, memory.tier_reason, memory.layer) == (Tier.TRANSIENT, "transient-kind", Layer.SHORT_TERM)


def test_an_explicit_tier_holds_and_the_rules_own_reason_stays_beside_it(note: Note) -> None:
    memory = note("Looked at the failing build for a while today.", kind=Kind.NOTE, tier=Tier.DURABLE)
    assert (memory.tier, memory.tier_reason, memory.tier_rule_reason) == (
        Tier.DURABLE,
        "explicit-override",
        "transient-kind",
    )


def test_an_agents_word_is_marked_as_such(agent: Workspace) -> None:
    memory = remember.add(agent, Draft(content="The search service caches failed lookups.")).memory
    assert (memory.trust, memory.agent) == (Trust.AGENT, "claude-code")


def test_tags_are_tidied(note: Note) -> None:
    memory = note("We deploy on Fridays, after all.", tags=(" Deploy ", "#Release", "deploy", "two  words", "", "#"))
    assert memory.tags == ("deploy", "release", "two words", "#")


def test_a_new_memory_belongs_to_the_project_at_hand(ana: Workspace) -> None:
    shop = ana.in_project("acme-shop")
    assert remember.add(shop, Draft(content="The cart lives in Redis for a day.")).memory.project == "acme-shop"
    assert remember.add(shop, Draft(content="The blog is static.", project="blog")).memory.project == "blog"


def test_times_are_one_instant_and_an_assumed_zone_is_said(note: Note) -> None:
    moments = (
        datetime(2026, 3, 2, 9, 0),  # noqa: DTZ001
        datetime(2026, 3, 2, 9, 0, tzinfo=UTC),
        datetime(2026, 3, 2, 12, 30, tzinfo=timezone(timedelta(hours=3, minutes=30))),
    )
    memories = [note(f"Deployed version {place}.", created_at=moment) for place, moment in enumerate(moments)]
    assert {memory.created_at for memory in memories} == {datetime(2026, 3, 2, 9, 0, tzinfo=UTC)}
    assert [memory.created_at_assumed for memory in memories] == [True, False, False]
    assert len({assess(memory, NOW).recency for memory in memories}) == 1


def test_when_it_happened_is_kept_apart_from_when_it_was_stored(note: Note) -> None:
    happened = datetime(2025, 11, 3, 9, 0, tzinfo=UTC)
    memory = note("The first customer signed up today.", created_at=happened)
    assert (memory.created_at, memory.recorded_at, memory.sort_at) == (happened, NOW, happened)
    undated = note("Somebody said the old API dies some day.", undated=True)
    assert (undated.created_at, undated.sort_at) == (None, NOW)


@pytest.mark.parametrize("who", ["ana", "agent"])
def test_a_secret_is_refused_with_a_redacted_preview(who: str, request: pytest.FixtureRequest) -> None:
    workspace: Workspace = request.getfixturevalue(who)
    with pytest.raises(SecretRefused) as error:
        remember.add(workspace, Draft(content=f"The upload key is {AWS}, do not lose it."))
    assert error.value.rule == "aws_access_key_id"
    assert AWS not in str(error.value)
    assert workspace.store.reads.census().total == 0
    assert history.batches(workspace) == []


def test_a_secret_that_is_allowed_is_stored_as_it_came_but_never_named_in_the_journal(ana: Workspace) -> None:
    text = f"The upload key is {AWS}, do not lose it."
    report = remember.add(ana, Draft(content=text), allow_secrets=True)
    assert report.memory.content == text
    assert report.batch is not None
    assert AWS not in report.batch.summary
    shown = history.detail(ana, report.batch.id)
    assert AWS not in repr(shown.rows)


def test_talk_about_secrets_is_no_secret(note: Note) -> None:
    assert note("No API key in the build, and apiKey comes from import.meta.env.API_KEY.")


@pytest.mark.parametrize("content", ["", "  \n\t ", "half \ud800 a character"])
def test_what_is_no_text_is_refused_in_a_sentence(ana: Workspace, content: str) -> None:
    with pytest.raises(InvalidRecord):
        remember.add(ana, Draft(content=content))


def test_half_a_character_beside_the_text_is_refused_too(ana: Workspace) -> None:
    with pytest.raises(InvalidRecord):
        remember.add(ana, Draft(content="Fine text here.", tags=("\udc80",)))


def test_many_are_one_act_and_one_undo(ana: Workspace) -> None:
    outcome = remember.add_all(
        ana, (Draft(content=f"Service number {n} listens on its own port.") for n in range(1203))
    )
    assert outcome.sentence == "Added 1,203 memories."
    assert outcome.batch is not None
    assert (outcome.batch.changes, outcome.batch.partial) == (1203, False)
    history.undo(ana)
    assert ana.store.reads.census().total == 0


# Edits


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


# Many at once


def test_a_bulk_edit_does_what_its_preview_says(ana: Workspace, note: Note) -> None:
    free, pinned, gone = (note(f"Wiki page {n} is read-only.") for n in range(3))
    remember.edit(ana, number(pinned), Edit(pinned=True))
    remember.edit(ana, number(gone), Edit(archived=True))
    numbers = [number(memory) for memory in (free, pinned, gone)]
    plans = remember.plan_edits(ana, numbers, Edit(archived=True))
    assert [plan.refusal for plan in plans] == ["", "pinned (unpin it first)", "already archived"]
    outcome = remember.edit_all(ana, numbers, Edit(archived=True))
    assert [memory.id for memory in outcome.memories] == [free.id]
    assert [reason for _, reason in outcome.refused] == ["pinned (unpin it first)", "already archived"]
    assert outcome.sentence == "Archived 1 memory. Left out: 1 pinned (unpin it first), 1 already archived."
    assert outcome.batch is not None
    assert (outcome.batch.action, outcome.batch.changes) == ("archive", 1)


def test_a_bulk_edit_is_one_batch_however_long(ana: Workspace) -> None:
    added = remember.add_all(
        ana, (Draft(content=f"Service {n} listens on its own port.") for n in range(1100))
    ).memories
    outcome = remember.edit_all(ana, [number(memory) for memory in added], Edit(add_tags=("port",)))
    assert outcome.batch is not None
    assert (outcome.batch.changes, outcome.batch.partial, outcome.batch.action) == (1100, False, "tag")
    assert outcome.batch.summary == "1,100 memories: +port"
    history.undo(ana)
    assert {memory.tags for memory in ana.store.reads.memories([number(memory) for memory in added])} == {()}


def test_a_bulk_edit_that_changes_nothing_writes_nothing(ana: Workspace, note: Note) -> None:
    memory = note("The old wiki is read-only.", pinned=True)
    outcome = remember.edit_all(ana, [number(memory)], Edit(pinned=True))
    assert outcome.batch is None
    assert outcome.sentence == "Nothing changed. Left out: 1 nothing to change."
    assert len(history.batches(ana)) == 1


def test_a_stopped_bulk_edit_keeps_whole_chunks_and_says_so(ana: Workspace) -> None:
    from memtui.domain.errors import Cancelled

    added = remember.add_all(
        ana, (Draft(content=f"Service {n} listens on its own port.") for n in range(1100))
    ).memories

    def stop(done: int, total: int | None, what: str) -> None:
        raise Cancelled

    outcome = remember.edit_all(ana, [number(memory) for memory in added], Edit(pinned=True), progress=stop)
    assert len(outcome.memories) == remember.CHUNK
    assert outcome.batch is not None
    assert outcome.batch.partial
    assert "Stopped" in outcome.sentence
    pinned = [memory for memory in ana.store.reads.memories([number(m) for m in added]) if memory.pinned]
    assert len(pinned) == remember.CHUNK
    history.undo(ana)
    assert not any(memory.pinned for memory in ana.store.reads.memories([number(m) for m in added]))
