"""Records as JSON objects and back: what a line of memtui's own format holds.

Times are ISO 8601 in UTC with a Z, words of closed vocabularies are texts, and what has its default value is
left out. Reading is strict about the type of each field and says which one is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from datetime import datetime
from enum import StrEnum
from functools import cache
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from memtui.domain.errors import InvalidRecord
from memtui.domain.records import Conflict, Entity, Fact, Json, Memory, Record, Relation, utc
from memtui.formats.times import read_time

T = TypeVar("T")

TABLES: dict[str, type[Record]] = {
    "memory": Memory,
    "entity": Entity,
    "fact": Fact,
    "relation": Relation,
    "conflict": Conflict,
}
"""The journalled tables in an order in which each row comes after those that it points to."""

REFERENCES: dict[str, dict[str, str]] = {
    "memory": {},
    "entity": {"merged_into": "entity"},
    "fact": {"subject_number": "entity", "object_number": "entity", "memory_number": "memory"},
    "relation": {"from_number": "memory", "to_number": "memory"},
    "conflict": {"new_number": "memory", "old_number": "memory"},
}
"""Which fields of a table hold row numbers, and of which table."""


def iso(moment: datetime) -> str:
    """Return a moment as text."""
    return utc(moment).isoformat().removesuffix("+00:00") + "Z"


def to_row(record: Any, *, leave: frozenset[str] = frozenset()) -> dict[str, Any]:
    """Return a record's fields that differ from their defaults, but those in `leave`."""
    row: dict[str, Any] = {}
    of: Any = type(record)
    for name, default, kind in _fields(of):
        value = getattr(record, name)
        if name not in leave and value != default:
            row[name] = _plain(value, kind)
    return row


def from_row(kind: type[T], row: Json, **given: Any) -> T:
    """Return the record of a row; `given` fields win over the row's. Raises InvalidRecord naming the field."""
    values: dict[str, Any] = {}
    of: Any = kind
    for name, default, field_kind in _fields(of):
        if name in given:
            values[name] = given[name]
        elif row.get(name) is not None:
            values[name] = _value(name, field_kind, row[name])
        elif default is MISSING:
            raise InvalidRecord(f"The field {name} is missing.")
    return kind(**values)


def renumbered(table: str, row: Json | None, number: Callable[[str, int], int]) -> dict[str, Any] | None:
    """Return a journalled row with each row number in it replaced by what `number` says for its table."""
    if row is None:
        return None
    result = dict(row)
    for name, of in (("number", table), *REFERENCES.get(table, {}).items()):
        value = result.get(name)
        if isinstance(value, int):
            result[name] = number(of, value)
    return result


def ordered(value: Any) -> Any:
    """Return JSON data with the keys of every object in order, so that equal data gives equal text."""
    if isinstance(value, Mapping):
        return {key: ordered(value[key]) for key in sorted(value)}
    if isinstance(value, list | tuple):
        return [ordered(part) for part in value]
    return value


def _plain(value: Any, kind: Any) -> Any:
    if isinstance(value, datetime):
        return iso(value)
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return list(value)
    return ordered(value) if isinstance(value, Mapping) else value


def _value(name: str, kind: Any, value: Any) -> Any:
    if kind is datetime:
        moment = read_time(value)
        if moment.value is None:
            raise InvalidRecord(f"The field {name} holds no time: {moment.doubt}.")
        return moment.value
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        try:
            return kind(value)
        except ValueError:
            raise InvalidRecord(f"The field {name} holds {str(value)[:40]!r}, which is not known.") from None
    if get_origin(kind) is tuple:
        if isinstance(value, list) and all(isinstance(part, str) for part in value):
            return tuple(value)
    elif kind is float:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value)
    elif kind in (str, int, bool):
        if type(value) is kind and not (kind is int and abs(value) >= 2**63):
            return value
    elif isinstance(value, Mapping):
        return value
    raise InvalidRecord(f"The field {name} holds a {type(value).__name__}, which it cannot.")


@cache
def _fields(kind: Any) -> tuple[tuple[str, Any, Any], ...]:
    """Return each field's name, default (MISSING where it is required) and plain type."""
    hints = get_type_hints(kind)
    return tuple((f.name, _default(f), _bare(hints[f.name])) for f in fields(kind))


def _default(of: Any) -> Any:
    return of.default_factory() if of.default_factory is not MISSING else of.default


def _bare(hint: Any) -> Any:
    choices = [choice for choice in get_args(hint) if choice is not NoneType]
    return choices[0] if NoneType in get_args(hint) and choices else hint
