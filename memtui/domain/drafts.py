"""What a memory is made from: a draft by a person or an agent, or an item that an import read."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from memtui.domain.kinds import Kind, Layer, MemoryType, Priority, Source, Status, Tier, Trust
from memtui.domain.records import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A memory to be; what is unset is decided by rule.

    The second half is for imports, which keep what another program recorded. `superseded_by` and
    `merged_into` name the successor by its foreign id within the same import, or by ULID.
    """

    content: str
    kind: Kind | None = None
    memory_type: MemoryType | None = None
    source: Source = Source.MANUAL
    agent: str | None = None
    file: str | None = None
    session: str | None = None
    session_position: int | None = None
    speaker: str | None = None
    uri: str | None = None
    project: str | None = None
    trust: Trust | None = None
    tags: tuple[str, ...] = ()
    priority: Priority = Priority.NONE
    confidence: float | None = None
    importance_override: float | None = None
    pinned: bool = False
    layer: Layer | None = None
    tier: Tier | None = None
    created_at: datetime | None = None
    undated: bool = False
    created_at_assumed: bool = False
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    extra: Json = field(default_factory=dict)
    id: str | None = None
    foreign_id: str | None = None
    format: str | None = None
    status: Status | None = None
    layer_before: Layer | None = None
    recorded_at: datetime | None = None
    updated_at: datetime | None = None
    access_count: int = 0
    last_accessed_at: datetime | None = None
    superseded_by: str | None = None
    merged_into: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """Changes to one or many memories; what is unset stays.

    `clear` names fields to unset (kind, project, confidence, importance_override, created_at,
    valid_until). `tags` replaces all tags; `add_tags` and `remove_tags` adjust them. `archived` False
    brings an archived memory back to the layer that it came from.
    """

    content: str | None = None
    kind: Kind | None = None
    memory_type: MemoryType | None = None
    source: Source | None = None
    project: str | None = None
    tags: tuple[str, ...] | None = None
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    priority: Priority | None = None
    confidence: float | None = None
    importance_override: float | None = None
    pinned: bool | None = None
    layer: Layer | None = None
    tier: Tier | None = None
    created_at: datetime | None = None
    valid_until: datetime | None = None
    archived: bool | None = None
    clear: frozenset[str] = frozenset()
