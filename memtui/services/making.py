"""From a draft to a memory: what a draft leaves open is decided here, by rule."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import datetime

from memtui.domain.drafts import Draft
from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import ActorKind, Kind, Layer, MemoryType, Status, Tier, Trust
from memtui.domain.layers import default_layer, default_type
from memtui.domain.records import Actor, Memory, utc
from memtui.intelligence.durability import classify
from memtui.intelligence.tagging import proposed_tag

EXPLICIT = "explicit-override"
"""The reason that marks a tier as somebody's own choice, which no rule re-reads."""

PROMOTED = "promoted"
"""The reason of a tier that rose with its memory's layer."""


def new_id(at: datetime) -> str:
    """Return a fresh ULID whose time is `at`."""
    from ulid import ULID

    return str(ULID.from_datetime(at))


def normal_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Return tags in lower case, stripped of space and a leading `#`, each once, in order."""
    cleaned = (" ".join(tag.split()).lower() for tag in tags)
    return tuple(dict.fromkeys(tag.lstrip("#").strip() or tag for tag in cleaned if tag))


def digest(content: str) -> str:
    """Return the SHA-256 of a text in hex."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def moment(value: datetime | None) -> tuple[datetime | None, bool]:
    """Return a time in UTC, and whether its zone had to be assumed."""
    return (None, False) if value is None else (utc(value), value.tzinfo is None)


def tier_of(
    content: str, kind: Kind | None, confidence: float | None, tier: Tier | None
) -> tuple[Tier, str, str | None]:
    """Return a tier, its reason, and the rule's own reason where an explicit tier overrules it."""
    verdict = classify(content, kind, confidence, tier)
    if tier is None:
        return verdict.tier, verdict.reason, None
    return verdict.tier, verdict.reason, classify(content, kind, confidence, None).reason


def check_texts(memory: Memory) -> None:
    """Raise InvalidRecord if any of a memory's short texts holds half a character, as no engine can store it."""
    texts = (
        *memory.tags,
        *(memory.agent, memory.file, memory.session, memory.speaker, memory.uri, memory.project),
        *(memory.foreign_id, memory.format, memory.proposed_tag),
    )
    for text in texts:
        if text and not text.isascii():
            try:
                text.encode("utf-8")
            except UnicodeEncodeError:
                raise InvalidRecord(
                    "A field beside the text holds half a character (a lone surrogate) and cannot be stored.",
                    "Save it as UTF-8 and try again.",
                ) from None


def memory_from(
    draft: Draft, *, now: datetime, actor: Actor, project: str | None = None, proposes: bool = True
) -> Memory:
    """Return the memory that a draft makes; without tags it gets one proposed by rule.

    `project` is what a draft without one belongs to. A draft that names a format comes from an import: it
    keeps the times and the trust that it brings and is nobody's here. `superseded_by` and `merged_into` are
    left unset, since only the import that holds the successor can resolve them. `proposes` False leaves the tag
    to be proposed to the caller. Raises InvalidRecord.
    """
    imported = draft.format is not None
    memory_type = draft.memory_type or default_type(draft.kind)
    tier, reason, rule_reason = tier_of(draft.content, draft.kind, draft.confidence, draft.tier)
    status, layer, layer_before = _standing(draft, memory_type, tier)
    tags = normal_tags(draft.tags)
    created_at, assumed = (None, False) if draft.undated else moment(draft.created_at or now)
    memory = Memory(
        id=draft.id or new_id(now),
        content=draft.content,
        recorded_at=utc(draft.recorded_at or now),
        updated_at=utc(draft.updated_at or now),
        kind=draft.kind,
        memory_type=memory_type,
        source=draft.source,
        agent=draft.agent or (None if imported else actor.name),
        file=draft.file,
        session=draft.session,
        session_position=draft.session_position,
        speaker=draft.speaker,
        uri=draft.uri,
        project=draft.project or project,
        trust=draft.trust or _trust(actor, imported),
        tags=tags,
        proposed_tag=proposed_tag(draft.content) if proposes and not tags else None,
        priority=draft.priority,
        confidence=draft.confidence,
        importance_override=draft.importance_override,
        pinned=draft.pinned,
        status=status,
        layer=layer,
        layer_before=layer_before,
        tier=tier,
        tier_reason=reason,
        tier_rule_reason=rule_reason,
        created_at=created_at,
        created_at_assumed=assumed or draft.created_at_assumed,
        valid_from=moment(draft.valid_from)[0],
        valid_until=moment(draft.valid_until)[0],
        access_count=draft.access_count,
        last_accessed_at=moment(draft.last_accessed_at)[0],
        content_hash=digest(draft.content),
        foreign_id=draft.foreign_id,
        format=draft.format,
        extra=draft.extra,
    )
    check_texts(memory)
    return memory


def _standing(draft: Draft, memory_type: MemoryType, tier: Tier) -> tuple[Status, Layer, Layer | None]:
    """Return status, layer and the layer before; archived is always said by both (SPEC 1)."""
    layer = draft.layer or default_layer(memory_type, tier)
    if draft.layer is None and draft.status is Status.ARCHIVED:
        return Status.ARCHIVED, Layer.ARCHIVED, draft.layer_before or layer
    if layer is Layer.ARCHIVED:
        before = draft.layer_before or default_layer(memory_type, tier)
        status = Status.SUPERSEDED if draft.status is Status.SUPERSEDED else Status.ARCHIVED
        return status, layer, before
    return draft.status or Status.ACTIVE, layer, draft.layer_before


def _trust(actor: Actor, imported: bool) -> Trust:
    if imported:
        return Trust.IMPORTED
    return Trust.AGENT if actor.kind is ActorKind.AGENT else Trust.OWN
