"""Adding a memory: what is refused, and what the rules decide that a draft leaves open."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from memtui.domain.drafts import Draft
from memtui.domain.errors import InvalidRecord, SecretRefused
from memtui.domain.kinds import Kind, Layer, MemoryType, Source, Status, Tier, Trust
from memtui.intelligence.importance import assess
from memtui.services import history, remember
from memtui.services.workspace import Workspace

from .conftest import AWS, NOW, Note, number


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
