"""The guide's examples in the sample project, word for word: its memories, dates, ids, relations and first question."""

from __future__ import annotations

import pytest

from memtui.domain.kinds import (
    Priority,
    RelationKind,
    Source,
    Status,
)
from memtui.domain.records import Memory
from memtui.services import recall
from memtui.services.recall import Request
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


def test_a_superseded_memory_names_its_successor(by_text: dict[str, Memory]) -> None:
    old = by_text["We use PostgreSQL for user data"]
    next_one = by_text["We no longer use PostgreSQL, migrated to MongoDB"]
    last = by_text["Switched from PostgreSQL to MongoDB"]
    assert (old.status, old.superseded_by) == (Status.SUPERSEDED, next_one.id)
    assert (next_one.status, next_one.superseded_by) == (Status.SUPERSEDED, last.id)
    assert last.status is Status.ACTIVE


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


def test_the_first_question_is_answered_by_what_is_true_now(sample: Workspace) -> None:
    question = "What database do we use?"
    now = [hit.memory.content for hit in recall.search(sample, Request(text=question)).hits]
    assert now[:2] == ["Switched from PostgreSQL to MongoDB", "We use MongoDB for product catalog"]
    assert "We use PostgreSQL for user data" not in now
    then = [hit.memory.content for hit in recall.search(sample, Request(text=question, limit=50, superseded=True)).hits]
    assert then.index("Switched from PostgreSQL to MongoDB") == 0
    assert "We use PostgreSQL for user data" in then
