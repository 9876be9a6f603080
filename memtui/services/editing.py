"""What an edit makes of one memory: the pure half of every change by hand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memtui.domain.drafts import Edit
from memtui.domain.errors import InvalidRecord, Refused
from memtui.domain.kinds import Layer, Status, Tier
from memtui.domain.layers import RANK, default_layer
from memtui.domain.records import Memory
from memtui.services.making import EXPLICIT, PROMOTED, check_texts, digest, moment, normal_tags, tier_of

CLEARABLE = ("kind", "project", "confidence", "importance_override", "created_at", "valid_until")
"""The fields that an edit may unset."""

_PLAIN = ("kind", "memory_type", "source", "project", "priority", "confidence", "importance_override", "pinned")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an edit leaves a memory as it is."""

    reason: str


NOTHING = Refusal("nothing to change")
"""The refusal of an edit that a memory fulfils already; it is no error."""


def check(change: Edit) -> None:
    """Raise InvalidRecord for an edit that makes no sense on any memory."""
    unknown = sorted(change.clear - set(CLEARABLE))
    if unknown:
        raise InvalidRecord(f"{unknown[0]!r} cannot be unset.", f"What can: {', '.join(CLEARABLE)}.")
    if change.content is not None and not change.content.strip():
        raise InvalidRecord("A memory needs some text.")
    both = sorted(name for name in change.clear if getattr(change, name) is not None)
    if both:
        raise InvalidRecord(f"{both[0]} is both set and unset.", "Choose one.")
    if change.archived is False and change.layer is Layer.ARCHIVED:
        raise InvalidRecord("A memory cannot be brought back into the archived layer.", "Choose another layer.")
    if change.archived and change.layer not in (None, Layer.ARCHIVED):
        raise InvalidRecord("A memory cannot be archived into another layer.", "Choose one of the two.")


def edited(memory: Memory, change: Edit, now: datetime, *, disputed: bool = False) -> Memory | Refusal:
    """Return the memory after an edit, or why it stays; `updated_at` becomes `now`.

    `disputed` says that one of its conflicts is still open or kept, so that leaving the archive makes it
    conflicted again. Raises InvalidRecord for a value that no memory can hold.
    """
    fields = _fields(memory, change)
    standing = _standing(memory, change, disputed)
    if isinstance(standing, Refusal):
        return standing
    fields |= standing
    fields |= _tier(replace(memory, **fields), memory, change)
    after = replace(memory, **fields)
    if after == memory:
        return NOTHING
    check_texts(after)
    return replace(after, updated_at=now)


def must_change(memory: Memory, change: Edit, now: datetime, *, disputed: bool = False) -> Memory | None:
    """Return the memory after an edit, None where nothing is to be done; raises Refused with the reason."""
    after = edited(memory, change, now, disputed=disputed)
    if after is NOTHING:
        return None
    if isinstance(after, Refusal):
        raise Refused(f"This memory is {after.reason}.")
    return after


def _fields(memory: Memory, change: Edit) -> dict[str, Any]:
    fields: dict[str, Any] = {name: value for name in _PLAIN if (value := getattr(change, name)) is not None}
    fields |= dict.fromkeys(change.clear)
    if change.content is not None and change.content != memory.content:
        fields |= {"content": change.content, "content_hash": digest(change.content)}
    if change.created_at is not None:
        created_at, assumed = moment(change.created_at)
        fields |= {"created_at": created_at, "created_at_assumed": assumed}
    elif "created_at" in change.clear:
        fields["created_at_assumed"] = False
    if change.valid_until is not None:
        fields["valid_until"] = moment(change.valid_until)[0]
    tags = normal_tags(memory.tags if change.tags is None else change.tags)
    gone = set(normal_tags(change.remove_tags))
    tags = tuple(tag for tag in normal_tags((*tags, *change.add_tags)) if tag not in gone)
    if tags != memory.tags:
        fields["tags"] = tags
    return fields


def _standing(memory: Memory, change: Edit, disputed: bool) -> dict[str, Any] | Refusal:
    """Return the changes of status and layer; archived is always said by both (SPEC 1 and 9)."""
    wanted = change.layer
    if change.archived or wanted is Layer.ARCHIVED:
        return _into_archive(memory, change)
    if change.archived is False:
        if not _is_archived(memory):
            return Refusal("not archived")
        wanted = wanted or memory.layer_before or default_layer(memory.memory_type, memory.tier)
    if wanted is None or (wanted is memory.layer and memory.status is not Status.ARCHIVED):
        return {}
    if not _is_archived(memory):
        return {"layer": wanted}
    return {"layer": wanted, "layer_before": None, "status": _status_outside(memory, disputed)}


def _into_archive(memory: Memory, change: Edit) -> dict[str, Any] | Refusal:
    if _is_archived(memory):
        return Refusal("already archived")
    if memory.pinned and change.pinned is not False:
        return Refusal("pinned (unpin it first)")
    status = Status.SUPERSEDED if memory.status is Status.SUPERSEDED else Status.ARCHIVED
    before = memory.layer_before if memory.layer is Layer.ARCHIVED else memory.layer
    return {"layer": Layer.ARCHIVED, "layer_before": before, "status": status}


def _is_archived(memory: Memory) -> bool:
    if memory.status is Status.ARCHIVED:
        return True
    return memory.layer is Layer.ARCHIVED and memory.status is Status.SUPERSEDED


def _status_outside(memory: Memory, disputed: bool) -> Status:
    if memory.superseded_by is not None or memory.merged_into is not None or memory.status is Status.SUPERSEDED:
        return Status.SUPERSEDED
    return Status.CONFLICTED if disputed else Status.ACTIVE


def _tier(after: Memory, before: Memory, change: Edit) -> dict[str, Any]:
    """Return the changes of the tier: a choice holds at once, a rule reads again what it reads from."""
    if change.tier is not None:
        if change.tier is before.tier and before.tier_reason == EXPLICIT:
            return {}
        return _as_fields(tier_of(after.content, after.kind, after.confidence, change.tier))
    fields: dict[str, Any] = {}
    read = (after.content, after.kind, after.confidence)
    if read != (before.content, before.kind, before.confidence) and before.tier_reason not in (EXPLICIT, PROMOTED):
        fields = _as_fields(tier_of(*read, None))
    tier = fields.get("tier", before.tier)
    rises = RANK[after.layer] > RANK[before.layer] and before.layer is not Layer.ARCHIVED
    if tier is Tier.TRANSIENT and rises and RANK[after.layer] >= RANK[Layer.EPISODIC]:
        reason = fields.get("tier_reason", before.tier_reason)
        return {"tier": Tier.DURABLE, "tier_reason": PROMOTED, "tier_rule_reason": reason}
    return fields


def _as_fields(verdict: tuple[Tier, str, str | None]) -> dict[str, Any]:
    tier, reason, rule_reason = verdict
    return {"tier": tier, "tier_reason": reason, "tier_rule_reason": rule_reason}
