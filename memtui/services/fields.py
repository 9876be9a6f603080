"""Loose values to drafts and edits: what a program or a command line hands over, checked and named when wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from datetime import datetime
from difflib import get_close_matches
from typing import Any, TypedDict

from memtui.domain.drafts import Draft, Edit
from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import Kind, Layer, MemoryType, Priority, Source, Tier, Trust
from memtui.domain.records import member_of

ENUMS: dict[str, Any] = {
    "kind": Kind,
    "memory_type": MemoryType,
    "source": Source,
    "priority": Priority,
    "tier": Tier,
    "layer": Layer,
    "trust": Trust,
}
TIMES = ("created_at", "valid_from", "valid_until")
SHARES = ("confidence", "importance_override")
OTHER_NAMES = {
    "importance": "importance_override",
    "position": "session_position",
    "type": "memory_type",
    "at": "created_at",
}
"""Short names that faces use for fields."""


class DraftFields(TypedDict, total=False):
    """What may be said about a new memory beside its text."""

    kind: str | None
    memory_type: str | None
    source: str
    tags: Iterable[str]
    priority: str
    confidence: float | None
    importance: float | None
    tier: str | None
    layer: str | None
    project: str | None
    created_at: datetime | str | None
    undated: bool
    valid_from: datetime | str | None
    valid_until: datetime | str | None
    pinned: bool
    agent: str | None
    session: str | None
    position: int | None
    speaker: str | None
    file: str | None
    uri: str | None
    trust: str | None
    extra: Mapping[str, Any]


class EditFields(TypedDict, total=False):
    """What may be changed in a memory."""

    content: str
    kind: str
    memory_type: str
    source: str
    project: str
    tags: Iterable[str]
    add_tags: Iterable[str]
    remove_tags: Iterable[str]
    priority: str
    confidence: float
    importance: float
    pinned: bool
    layer: str
    tier: str
    created_at: datetime | str
    valid_until: datetime | str
    archived: bool
    clear: Iterable[str]


_DRAFT = {OTHER_NAMES.get(name, name) for name in DraftFields.__annotations__}
_EDIT = {f.name for f in fields(Edit)}


def draft_of(content: str, given: Mapping[str, Any]) -> Draft:
    """Return the draft that a text and named values make; raises InvalidRecord for an unknown name or a wrong value."""
    return Draft(content=_text(content), **_values(given, _DRAFT))


def edit_of(given: Mapping[str, Any]) -> Edit:
    """Return the edit that named values make; raises InvalidRecord for an unknown name or a wrong value."""
    values = _values(given, _EDIT)
    if "content" in values:
        values["content"] = _text(values["content"])
    if "clear" in values:
        cleared = _strings("clear", values["clear"])
        values["clear"] = frozenset(OTHER_NAMES.get(name, name) for name in cleared)
    return Edit(**values)


def time_of(name: str, value: datetime | str) -> datetime:
    """Return a time from a time or from ISO 8601 text; raises InvalidRecord."""
    if isinstance(value, datetime):
        return value
    try:
        return datetime.fromisoformat(value.strip())
    except (ValueError, AttributeError):
        raise InvalidRecord(
            f"{name} is {value!r}, which is no time.", "Write it as 2026-03-20 or 2026-03-20T09:14:00Z."
        ) from None


def _values(given: Mapping[str, Any], known: set[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in given.items():
        field = OTHER_NAMES.get(name, name)
        if field not in known:
            close = get_close_matches(name, [*known, *OTHER_NAMES], 1)
            raise InvalidRecord(f"There is no field {name!r}.", f"Did you mean {close[0]!r}?" if close else "")
        if value is not None:
            values[field] = _value(field, value)
    return values


def _value(name: str, value: Any) -> Any:
    if name in ENUMS:
        return member_of(ENUMS[name], _text(value))
    if name in TIMES:
        return time_of(name, value)
    if name in ("tags", "add_tags", "remove_tags"):
        return tuple(_strings(name, value))
    if name in SHARES and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise InvalidRecord(f"{name} is {value!r}, but it must be a number between 0 and 1.")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise InvalidRecord(f"{value!r} is not text.")
    return value


def _strings(name: str, value: Any) -> list[str]:
    listed = [value] if isinstance(value, str) else list(value) if isinstance(value, Iterable) else [value]
    if not all(isinstance(item, str) for item in listed):
        raise InvalidRecord(f"{name} is {value!r}, but it must be text or a list of texts.")
    return listed
