"""The guide's examples as stores: what a person or an agent would have written, with detection on."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from memtui.domain.drafts import Draft
from memtui.domain.records import Memory
from memtui.services import remember
from memtui.services.workspace import Workspace

HANDLE_SUBMIT = (
    ("2026-03-10", "Refactored handleSubmit to use async/await"),
    ("2026-03-18", "Fixed race condition in handleSubmit called by form onSubmit"),
    ("2026-03-20", "The handleSubmit function now validates email format"),
)
BUTTON = (
    ("2026-01-15", "Button component styling uses Tailwind", "memory_001"),
    ("2026-02-03", "Button component has accessibility issues", "memory_042"),
    ("2026-03-01", "Fixed Button component click handler race condition", "memory_156"),
    ("2026-03-20", "Refactored Button component to use hooks", "memory_203"),
)
DATABASES = (
    ("2026-01-15", "We use PostgreSQL for user data"),
    ("2026-02-20", "We use MongoDB for product catalog"),
    ("2026-03-20", "Switched from PostgreSQL to MongoDB"),
)
DOCKER = (
    ("2026-02-01", "Docker reduces deployment issues by 80%"),
    ("2026-03-15", "Docker added complexity and network issues aren't worth it"),
)


def at(day: str) -> datetime:
    """Return noon of a day in UTC, so that it is that day in every zone of the tests."""
    return datetime.fromisoformat(day).replace(tzinfo=UTC, hour=12)


def told(workspace: Workspace, rows: Iterable[tuple[str, ...]], **fields: Any) -> list[Memory]:
    """Write memories as (day, text) or (day, text, foreign id) in their order and return them as they are in the end."""
    numbers = []
    for day, text, *foreign in rows:
        named = {"foreign_id": foreign[0], "format": "memento"} if foreign else {}
        draft = Draft(content=text, created_at=at(day), **named, **fields)  # type: ignore[arg-type]
        numbers.append(remember.add(workspace, draft).memory.number or 0)
    return workspace.store.reads.memories(numbers)
