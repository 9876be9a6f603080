"""Journalled rows read back: a row as an event holds it, as a memory or as text for people."""

from __future__ import annotations

import json
from dataclasses import MISSING, fields
from datetime import datetime
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from memtui.domain.records import Conflict, Entity, Fact, Json, Memory, Relation, utc
from memtui.intelligence.secrets import mask

R = TypeVar("R", Memory, Relation, Conflict, Entity, Fact)

NONE = "(none)"
"""How an unset value reads."""


def memory_of(row: Json) -> Memory:
    """Return the memory that a journalled row holds; columns that a memory does not have are left out."""
    return record_of(Memory, row)


def record_of(record: type[R], row: Json) -> R:
    """Return the record of a class that a journalled row holds; columns that it does not have are left out."""
    values: dict[str, Any] = {}
    made: Any = record
    for name, kind, required in _columns(made):
        if name in row:
            values[name] = _value(kind, row[name])
        elif required:
            values[name] = utc(datetime.fromisoformat("1970-01-01T00:00:00+00:00"))
    return made(**values)  # type: ignore[no-any-return]


def text_of(name: str, value: Any) -> str:
    """Return a column's value as text for people: secrets masked, times in the local zone."""
    if value is None or value == "" or value == [] or value == {}:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == "tags":
        return " ".join(f"#{tag}" for tag in _listed(value))
    if isinstance(value, datetime) or (isinstance(value, str) and _is_time(name)):
        return time_of(value)
    if isinstance(value, dict | list | tuple):
        return mask(json.dumps(value, ensure_ascii=False, sort_keys=True, default=str))
    if isinstance(value, float):
        return f"{value:.2f}"
    return mask(str(value))


def time_of(value: datetime | str) -> str:
    """Return a moment in the local zone, to the minute."""
    at = value if isinstance(value, datetime) else datetime.fromisoformat(value)
    local = utc(at).astimezone()
    return f"{local.day} {local:%b %Y, %H:%M}"


def _is_time(name: str) -> bool:
    return name.endswith("_at") or name in ("valid_from", "valid_until")


def _listed(value: Any) -> list[str]:
    if isinstance(value, str):
        value = json.loads(value)
    return [str(item) for item in value]


@cache
def _columns(record: type[Any]) -> tuple[tuple[str, Any, bool], ...]:
    hints = get_type_hints(record)
    return tuple(
        (
            f.name,
            _plain(hints[f.name]),
            f.default is MISSING and f.default_factory is MISSING and f.name.endswith("_at"),
        )
        for f in fields(record)
    )


def _plain(hint: Any) -> Any:
    """Return the class behind an optional type."""
    if get_origin(hint) in (Union, UnionType):
        return next(part for part in get_args(hint) if part is not type(None))
    return hint


def _value(kind: Any, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return kind(value)
    if kind is datetime and isinstance(value, str):
        return utc(datetime.fromisoformat(value))
    if get_origin(kind) is tuple:
        return tuple(_listed(value))
    if get_origin(kind) is not None and isinstance(value, str):
        return json.loads(value)
    return value
