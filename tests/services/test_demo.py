"""The sample project: enough of everything, the guide's examples word for word, and the same every time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files

import pytest

from memtui.bootstrap import open_memory_workspace
from memtui.clock import FixedClock
from memtui.demo import NOW, build
from memtui.demo.script import scenes
from memtui.domain.filters import EVERYTHING, Badge, Order
from memtui.domain.kinds import (
    ConflictState,
    ConflictType,
    EntityStatus,
    EntityType,
    FactStatus,
    Kind,
    Layer,
    MemoryType,
    Priority,
    RelationKind,
    Severity,
    Source,
    Status,
    Tier,
    Trust,
)
from memtui.domain.records import Batch, Conflict, Memory
from memtui.domain.verdicts import Verdict
from memtui.intelligence import secrets
from memtui.services import alias_suggestions, hierarchy, recall, review, timeline
from memtui.services.recall import Request
from memtui.services.review import QueuePage
from memtui.services.workspace import Workspace

GUIDE = """
We use PostgreSQL for user data
We no longer use PostgreSQL, migrated to MongoDB
Authentication via JWT tokens
Switched from JWT to OAuth2 after security audit
Use Vue.js for UI rendering
Vue.js is deprecated in favor of React
Database transactions use MySQL InnoDB
Replaced MySQL with PostgreSQL for ACID guarantees
Redis memory limit is 1GB
That's incorrect—we set Redis to 8GB last month
Build system uses Webpack
As of March 2026, now using Vite for faster builds
Node.js LTS version is 18.x
As of March 2026, Node.js LTS is 20.x
API endpoint: GET /users returns 50 items per page
Updated endpoint to return 100 items per page
We use MongoDB for product catalog
Switched from PostgreSQL to MongoDB
Database migration plan
PostgreSQL connection pooling
Decided to adopt TypeScript for type safety
Line 42 has a typo in variable name
Modified src/components/Button.tsx to fix styling
The handleSubmit function now validates email format
User class inherits from BaseModel
Added Express.js middleware for rate limiting
Check the API documentation at https://api.example.com/docs
Set DATABASE_URL in .env to postgres://localhost
TODO: add password reset flow
Fixed race condition in handleSubmit called by form onSubmit
Refactored handleSubmit to use async/await
JWT token contains user ID and role
Access tokens include user ID and permissions
Use Redux for state management
Switched to Zustand for simpler state management
PostgreSQL ACID properties
Using PostgreSQL ACID guarantees for financial transactions
Caching reduces database load by 50%
Caching caused stale data issues and reduced accuracy
Need to optimize API response time
Implemented query caching and connection pooling, reduced latency 60%
JWT specification RFC 7519
RSA cryptography
JWT authentication implementation
OAuth2 token flow
Session-based authentication
Refresh token rotation
Rate limiting for token endpoint
Using MVC architecture with separate models and views
Migrated from MVC to domain-driven design with aggregates
Docker reduces deployment issues by 80%
Docker added complexity and network issues aren't worth it
Button component styling uses Tailwind
Button component has accessibility issues
Fixed Button component click handler race condition
Refactored Button component to use hooks
"""
"""Every sentence that the Memento guide gives as a memory."""

GUIDE_DATES = {
    "We use PostgreSQL for user data": "2026-01-15",
    "We use MongoDB for product catalog": "2026-02-20",
    "Switched from PostgreSQL to MongoDB": "2026-03-20",
    "Database migration plan": "2026-02-01",
    "PostgreSQL connection pooling": "2026-02-10",
    "As of March 2026, now using Vite for faster builds": "2026-03-23",
    "Decided to adopt TypeScript for type safety": "2026-03-23",
    "Line 42 has a typo in variable name": "2026-03-23",
    "The handleSubmit function now validates email format": "2026-03-20",
    "Fixed race condition in handleSubmit called by form onSubmit": "2026-03-18",
    "Refactored handleSubmit to use async/await": "2026-03-10",
    "Using MVC architecture with separate models and views": "2026-01-15",
    "Migrated from MVC to domain-driven design with aggregates": "2026-03-20",
    "Docker reduces deployment issues by 80%": "2026-02-01",
    "Docker added complexity and network issues aren't worth it": "2026-03-15",
    "Button component styling uses Tailwind": "2026-01-15",
    "Button component has accessibility issues": "2026-02-03",
    "Fixed Button component click handler race condition": "2026-03-01",
    "Refactored Button component to use hooks": "2026-03-20",
}


@pytest.fixture(scope="module")
def sample() -> Iterator[Workspace]:
    workspace = open_memory_workspace()
    build(workspace)
    yield workspace
    workspace.store.close()


def _memories(workspace: Workspace) -> list[Memory]:
    return workspace.store.reads.memories(list(workspace.store.reads.numbers(EVERYTHING, Order.RECORDED)))


def _batches(workspace: Workspace) -> list[Batch]:
    return workspace.store.reads.history(0, 10_000)


@pytest.fixture(scope="module")
def memories(sample: Workspace) -> list[Memory]:
    return _memories(sample)


@pytest.fixture(scope="module")
def batches(sample: Workspace) -> list[Batch]:
    return _batches(sample)


@pytest.fixture(scope="module")
def by_text(memories: list[Memory]) -> dict[str, Memory]:
    return {memory.content: memory for memory in memories}


def test_there_is_plenty_to_look_at(memories: list[Memory]) -> None:
    assert len(memories) >= 150


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("kind", [None, *Kind]),
        ("memory_type", list(MemoryType)),
        ("source", list(Source)),
        ("priority", list(Priority)),
        ("tier", list(Tier)),
        ("layer", list(Layer)),
        ("trust", list(Trust)),
        ("status", list(Status)),
        ("agent", ["ana", "ben", "mei", "claude-code", "codex"]),
        ("project", ["acme-shop", "acme-infra", "acme-search", None]),
    ],
)
def test_every_value_of_a_field_occurs(memories: list[Memory], name: str, values: list[object]) -> None:
    assert set(values) <= {getattr(memory, name) for memory in memories}


@pytest.mark.parametrize("sentence", GUIDE.strip().splitlines())
def test_the_guide_is_in_it_word_for_word(by_text: dict[str, Memory], sentence: str) -> None:
    assert sentence in by_text


@pytest.mark.parametrize(("sentence", "day"), GUIDE_DATES.items())
def test_the_guides_dates_are_kept(by_text: dict[str, Memory], sentence: str, day: str) -> None:
    created_at = by_text[sentence].created_at
    assert created_at is not None
    assert created_at.date().isoformat() == day


def test_the_guides_importance_scenario_is_there(by_text: dict[str, Memory]) -> None:
    decision = by_text["Decided to adopt TypeScript for type safety"]
    assert (decision.source, decision.priority) == (Source.MANUAL, Priority.HIGH)
    assert set(decision.tags) == {"decision", "architecture"}
    note = by_text["Line 42 has a typo in variable name"]
    assert (note.source, note.priority, note.tags) == (Source.READ, Priority.NONE, ())


def test_twelve_memories_mention_handle_submit_and_the_guides_are_the_newest(memories: list[Memory]) -> None:
    mentions = [memory for memory in memories if "handleSubmit" in memory.content]
    assert len(mentions) == 12
    newest = sorted(mentions, key=lambda memory: memory.sort_at, reverse=True)[:3]
    assert all(memory.content in GUIDE for memory in newest)


def test_the_guides_ids_find_its_memories(sample: Workspace) -> None:
    number = sample.store.reads.resolve("memory_abc123")
    assert sample.store.reads.memory(number).content == "We use PostgreSQL for user data"
    assert {sample.store.reads.resolve(f"memory_{place}") for place in ("001", "042", "156", "203")}


def test_every_layer_is_filled_and_the_evaluation_suggests_moves_both_ways(sample: Workspace) -> None:
    assert all(hold.memories >= 5 for hold in hierarchy.board(sample).layers)
    found = hierarchy.evaluate(replace(sample, clock=FixedClock(NOW)))
    assert {memory.layer for memory in found.promoted} == {Layer.SHORT_TERM, Layer.EPISODIC}
    assert len(found.demoted) == 2
    assert 5 <= len(found.archived) <= 25


def test_one_sitting_of_verdicts_follows_another_by_seconds(batches: list[Batch]) -> None:
    sitting = [batch.at for batch in batches if (batch.actor, batch.action) == ("mei", "resolve")][-5:]
    assert sitting[-1] - sitting[0] < timedelta(minutes=1)


def test_there_are_pinned_overridden_undated_and_repeated_ones(memories: list[Memory]) -> None:
    assert sum(memory.pinned for memory in memories) >= 3
    assert sum(memory.importance_override is not None for memory in memories) >= 2
    assert sum(memory.created_at is None for memory in memories) >= 3
    assert max(Counter(memory.content for memory in memories).values()) == 2
    assert max(memory.access_count for memory in memories) >= 20


def test_talks_have_speakers_and_turns_in_order(memories: list[Memory]) -> None:
    talks: dict[str, list[Memory]] = {}
    for memory in memories:
        if memory.session:
            talks.setdefault(memory.session, []).append(memory)
    assert len(talks) >= 3
    for turns in talks.values():
        turns.sort(key=lambda memory: memory.session_position or 0)
        assert [turn.session_position for turn in turns] == list(range(len(turns)))
        assert len({turn.speaker for turn in turns}) == 2


def test_hostile_rows_are_kept_as_they_came(memories: list[Memory], sample: Workspace) -> None:
    everything = "\n".join(memory.content for memory in memories)
    for piece in (
        "[/",
        "[@click=app.quit]x[/]",
        "\x1b]52;c;aGk=\x07",
        "\x9b31m",
        "\u202e",
        "腾讯云",
        "東京",
        "한국어",
        "🔥",
        "👩‍👩‍👧‍👦",
    ):
        assert piece in everything
    assert max(len(line) for line in everything.splitlines()) > 5_000
    badges = sample.store.reads.badges([memory.number or 0 for memory in memories])
    assert {badge for found in badges.values() for badge in found} == set(Badge)


def test_no_file_of_the_sample_holds_a_secret() -> None:
    for file in (files("memtui.demo") / "data").iterdir():
        assert not secrets.find(file.read_text("utf-8")), file.name


def test_the_journal_tells_of_several_hands_and_many_kinds_of_act(batches: list[Batch]) -> None:
    assert {batch.actor for batch in batches} == {"ana", "ben", "mei", "claude-code", "codex"}
    acts = {"add", "edit", "tag", "pin", "unpin", "archive", "unarchive", "link", "import", "undo", "redo"}
    acts |= {"resolve", "report", "later", "note", "consolidate", "promote", "demote", "move", "evaluate"}
    assert acts <= {batch.action for batch in batches}
    assert {batch.face for batch in batches} >= {"screens", "mcp"}
    undone = [batch for batch in batches if batch.undone_by is not None and batch.undoes is None]
    assert sorted((batch.actor, batch.action) for batch in undone) == [
        ("ana", "archive"),
        ("ana", "evaluate"),
        ("ana", "resolve"),
    ]
    redone = [batch for batch in batches if batch.undoes is not None and batch.undone_by is not None]
    assert [batch.actor for batch in redone] == ["mei"]


def test_the_journal_runs_forward_through_the_year(batches: list[Batch]) -> None:
    times = [batch.at for batch in batches]
    assert times == sorted(times)
    assert times[0] >= datetime(2025, 12, 1, tzinfo=UTC)
    assert times[-1] <= NOW
    assert {time.strftime("%Y-%m") for time in times} >= {f"2026-{month:02}" for month in range(1, 12)}


def test_a_superseded_memory_names_its_successor(by_text: dict[str, Memory]) -> None:
    old = by_text["We use PostgreSQL for user data"]
    next_one = by_text["We no longer use PostgreSQL, migrated to MongoDB"]
    last = by_text["Switched from PostgreSQL to MongoDB"]
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, next_one.id)
    assert (next_one.status, next_one.superseded_by) == (Status.SUPERSEDED, last.id)
    assert last.status is Status.ACTIVE


# Relations, entities and facts


PRINTED = """
contradicts | We no longer use PostgreSQL, migrated to MongoDB | We use PostgreSQL for user data
supersedes | Switched from JWT to OAuth2 after security audit | Authentication via JWT tokens
references | Vue.js is deprecated in favor of React | Use Vue.js for UI rendering
supersedes | Replaced MySQL with PostgreSQL for ACID guarantees | Database transactions use MySQL InnoDB
contradicts | That's incorrect—we set Redis to 8GB last month | Redis memory limit is 1GB
supersedes | As of March 2026, now using Vite for faster builds | Build system uses Webpack
supersedes | As of March 2026, Node.js LTS is 20.x | Node.js LTS version is 18.x
supersedes | Updated endpoint to return 100 items per page | API endpoint: GET /users returns 50 items per page
supersedes | Switched to Zustand for simpler state management | Use Redux for state management
similar | Access tokens include user ID and permissions | JWT token contains user ID and role
references | Using PostgreSQL ACID guarantees for financial transactions | PostgreSQL ACID properties
contradicts | Caching caused stale data issues and reduced accuracy | Caching reduces database load by 50%
elaborates | Implemented query caching and connection pooling, reduced latency 60% | Need to optimize API response time
supersedes | Migrated from MVC to domain-driven design with aggregates | Using MVC architecture with separate models and views
contradicts | Docker added complexity and network issues aren't worth it | Docker reduces deployment issues by 80%
references | Button component has accessibility issues | Button component styling uses Tailwind
elaborates | Fixed Button component click handler race condition | Button component has accessibility issues
supersedes | Refactored Button component to use hooks | Button component styling uses Tailwind
supersedes | Refactored Button component to use hooks | Fixed Button component click handler race condition
references | JWT authentication implementation | JWT specification RFC 7519
contradicts | JWT authentication implementation | Session-based authentication
similar | OAuth2 token flow | JWT authentication implementation
references | JWT specification RFC 7519 | RSA cryptography
references | Database migration plan | We use PostgreSQL for user data
elaborates | PostgreSQL connection pooling | We use PostgreSQL for user data
elaborates | Refresh token rotation | JWT authentication implementation
elaborates | Rate limiting for token endpoint | Refresh token rotation
"""
"""The relations that the guide prints: the kind, the newer memory, the older one."""


@pytest.mark.parametrize("row", PRINTED.strip().splitlines())
def test_the_guides_relations_are_there(row: str, by_text: dict[str, Memory], sample: Workspace) -> None:
    kind, new, old = row.split(" | ")
    newer, older = by_text[new], by_text[old]
    links = sample.store.reads.relations(newer.number or 0)
    found = {link.kind for link in links if (link.from_number, link.to_number) == (newer.number, older.number)}
    assert RelationKind(kind) in found


def test_what_the_guide_says_is_gone_is_gone(by_text: dict[str, Memory]) -> None:
    replaced = [row.split(" | ")[2] for row in PRINTED.strip().splitlines() if row.startswith("supersedes")]
    assert {by_text[text].status for text in replaced} == {Status.SUPERSEDED}


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


# Conflicts


@pytest.fixture(scope="module")
def conflicts(sample: Workspace) -> list[Conflict]:
    return review.conflict_reports(sample)


@pytest.fixture(scope="module")
def queue(sample: Workspace) -> QueuePage:
    return review.queue(sample)


def test_a_believable_queue_waits(queue: QueuePage, conflicts: list[Conflict]) -> None:
    assert 20 <= len(queue.entries) <= 40
    states = Counter(conflict.state for conflict in conflicts)
    assert states[ConflictState.AUTO] >= 6
    assert states[ConflictState.KEPT] == 2
    assert states[ConflictState.DISMISSED] >= 2
    assert states[ConflictState.RESOLVED] >= 12
    assert (queue.counts.missed, queue.counts.judged > 10) == (3, True)
    assert 0 < queue.counts.agreed < queue.counts.judged
    assert any(entry.grouped for entry in queue.entries)
    assert any(entry.conflict.later_at for entry in queue.entries)
    assert any(entry.conflict.note for entry in queue.entries)


def test_conflicts_are_of_all_sorts(queue: QueuePage, conflicts: list[Conflict]) -> None:
    assert {entry.conflict.severity for entry in queue.entries} == set(Severity)
    assert {conflict.type for conflict in conflicts} == set(ConflictType) - {ConflictType.STALE}
    assert {entry.conflict.type for entry in queue.entries} >= {
        ConflictType.CONTRADICTION,
        ConflictType.SUPERSESSION,
        ConflictType.DUPLICATE,
    }
    assert max(entry.conflict.confidence for entry in queue.entries) > 0.9
    assert min(entry.conflict.confidence for entry in queue.entries) < 0.5
    verdicts = {conflict.human_verdict for conflict in conflicts if conflict.human_verdict}
    assert verdicts == {str(verdict) for verdict in Verdict} - {"archive_new"}


def test_an_open_conflict_is_between_two_live_memories_and_says_why(queue: QueuePage) -> None:
    for entry in queue.entries:
        assert entry.new.live, entry.new.content
        assert entry.old.live, entry.old.content
        assert entry.reason
        assert entry.subject
        assert entry.new_value


def test_only_three_conflicts_were_found_by_people(conflicts: list[Conflict], memories: list[Memory]) -> None:
    texts = {memory.number: memory.content for memory in memories}
    missed = [texts[conflict.new_number] for conflict in conflicts if conflict.evidence.get("missed")]
    assert sorted(missed) == [
        "PostgreSQL 17 runs on db-1 and db-2 since the August window",
        "Refunds over 300 euros need a second person since the audit",
        "Switched from PostgreSQL to MongoDB",
    ]


def test_detection_finds_nothing_more(sample: Workspace) -> None:
    assert review.scan(sample, apply=False).found == 0


def test_the_first_question_is_answered_by_what_is_true_now(sample: Workspace) -> None:
    question = "What database do we use?"
    now = [hit.memory.content for hit in recall.search(sample, Request(text=question)).hits]
    assert now[:2] == ["Switched from PostgreSQL to MongoDB", "We use MongoDB for product catalog"]
    assert "We use PostgreSQL for user data" not in now
    then = [hit.memory.content for hit in recall.search(sample, Request(text=question, limit=50, superseded=True)).hits]
    assert then.index("Switched from PostgreSQL to MongoDB") == 0
    assert "We use PostgreSQL for user data" in then


def test_the_sample_is_sound(sample: Workspace) -> None:
    assert sample.store.maintenance.check() == []


def test_the_sample_is_the_same_every_time(memories: list[Memory], batches: list[Batch], sample: Workspace) -> None:
    again = open_memory_workspace()
    try:
        build(again)
        assert _story(_memories(again)) == _story(memories)
        assert [(b.at, b.actor, b.action, b.summary) for b in _batches(again)] == [
            (b.at, b.actor, b.action, b.summary) for b in batches
        ]
        assert _findings(again) == _findings(sample)
    finally:
        again.store.close()


def _story(memories: list[Memory]) -> list[tuple[object, ...]]:
    """Return what makes the sample the same; an id that the script does not give (imported, merged) is drawn afresh."""
    told = {draft.id for scene in scenes() for draft in scene.drafts.values()}
    return [
        (m.number, m.id if m.id in told else None, m.content, m.sort_at, m.status, m.layer, m.tags, m.pinned)
        for m in memories
    ]


def _findings(workspace: Workspace) -> list[tuple[object, ...]]:
    """Return what detection made of the sample, in the order of the store."""
    conflicts = sorted(review.conflict_reports(workspace), key=lambda conflict: conflict.number or 0)
    links = workspace.store.reads.records("relation", 0, 1_000)
    return [
        *((c.new_number, c.old_number, c.type, c.state, c.reason, c.human_verdict) for c in conflicts),
        *((r.from_number, r.to_number, r.kind, r.status) for r in links),  # type: ignore[union-attr]
        *((e.number, e.type, e.name, e.status) for e in workspace.store.graph.all_entities(0, 10_000)),
    ]


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
