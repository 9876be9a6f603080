"""Memories, hits and batches for drawing, at a fixed moment in a fixed zone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from memtui.domain.filters import Badge
from memtui.domain.kinds import ActorKind
from memtui.domain.records import Batch, Memory
from memtui.render.pen import Pen

NOW = datetime(2026, 3, 23, 14, 10, tzinfo=UTC)


@dataclass(frozen=True)
class Importance:
    value: float = 0.5
    override: float | None = None
    computed: float = 0.5
    source: float = 0.85
    tags: float = 0.95
    priority: float = 0.95
    recency: float = 0.99
    undated: bool = False
    reading: str = ""


@dataclass(frozen=True)
class Part:
    name: str
    value: float
    note: str = ""
    added: float = 0.0
    moved: int = 0


@dataclass(frozen=True)
class Explanation:
    parts: tuple[Part, ...] = ()
    score: float = 0.84
    placed: str = ""
    asides: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hit:
    memory: Memory
    rank: int = 0
    rank_before: int | None = None
    score: float = 0.0
    importance: Importance = field(default_factory=Importance)
    explanation: Explanation | None = None
    badges: frozenset[Badge] = frozenset()
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trail:
    batch: Batch
    sentence: str


@dataclass(frozen=True)
class Detail:
    memory: Memory
    importance: Importance = field(default_factory=Importance)
    badges: frozenset[Badge] = frozenset()
    successor: Memory | None = None
    relations: tuple[Any, ...] = ()
    conflicts: tuple[Any, ...] = ()
    entities: tuple[str, ...] = ()
    trail: tuple[Trail, ...] = ()


@dataclass(frozen=True)
class Field:
    field: str
    before: str
    after: str


@dataclass(frozen=True)
class RowChange:
    title: str
    fields: tuple[Field, ...] = ()
    table: str = "memory"
    number: int = 1
    made: bool = False
    gone: bool = False


@dataclass(frozen=True)
class BatchLine:
    batch: Batch
    state: str = "undo"


@dataclass(frozen=True)
class BatchDetail:
    batch: Batch
    state: str = "undo"
    rows: tuple[RowChange, ...] = ()
    more_rows: int = 0
    undo_effects: tuple[str, ...] = ()
    blocked_because: str = ""


@dataclass(frozen=True)
class Result:
    hits: tuple[Hit, ...]
    matches: int = 0
    total: int = 0
    hidden: dict[str, int] = field(default_factory=dict)
    notices: tuple[str, ...] = ()
    closest: str | None = None
    engine_asked: str = "auto"
    engine: str = "lexical"
    milliseconds: float = 0.0


class Make:
    """Makes what is drawn."""

    now = NOW
    Importance, Part, Explanation, Detail, Trail = Importance, Part, Explanation, Detail, Trail
    Field, RowChange, BatchLine, BatchDetail, Result = Field, RowChange, BatchLine, BatchDetail, Result

    def memory(self, content: str, days: float | None = 3, **more: Any) -> Memory:
        when = None if days is None else NOW - timedelta(days=days)
        values: dict[str, Any] = {
            "id": "01JQ4MA8ZPBW3QX7Y2D5K9TREH",
            "number": 1,
            "recorded_at": when or NOW,
            "updated_at": when or NOW,
            "created_at": when,
        }
        return Memory(content=content, **(values | more))

    def hit(self, content: str, days: float | None = 3, value: float = 0.5, **more: Any) -> Hit:
        own = {
            name: more.pop(name) for name in ("rank", "rank_before", "badges", "explanation", "marks") if name in more
        }
        if own.get("rank"):
            own.setdefault("explanation", Explanation())
        override = more.get("importance_override")
        return Hit(self.memory(content, days, **more), importance=Importance(value=value, override=override), **own)

    def batch(self, action: str, summary: str, *, hours: float = 0.1, actor: str = "ana", **more: Any) -> Batch:
        values: dict[str, Any] = {"id": "01JQ5A", "number": 7, "actor_kind": ActorKind.PERSON, "changes": 3}
        return Batch(actor=actor, action=action, summary=summary, at=NOW - timedelta(hours=hours), **(values | more))


@pytest.fixture
def make() -> Make:
    return Make()


@pytest.fixture
def pen() -> Callable[..., Pen]:
    def build(**more: Any) -> Pen:
        values: dict[str, Any] = {"now": NOW, "zone": timezone(timedelta(hours=1)), "mask": lambda text: text}
        return Pen(**(values | more))

    return build
