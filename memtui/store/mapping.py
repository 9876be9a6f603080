"""Records to rows and back, by the types of the records' fields: one mapper for every record class.

Three forms of a record exist: the frozen dataclass; the row, as the engine's column values; and the
journal's form, a JSON object of the whole row that events and undo work with.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from datetime import datetime
from enum import StrEnum
from types import NoneType
from typing import Any, Final, Generic, TypeVar, get_args, get_origin, get_type_hints

from memtui.domain.errors import InvalidRecord
from memtui.domain.records import Batch, Conflict, Entity, Event, Fact, Json, Memory, Mention, Record, Relation, utc

T = TypeVar("T")
Convert = Callable[[Any], Any]

ESCAPE: Final = "\ufffe"
"""A code point that no text uses, put before the stand-in of a character that an engine cannot hold."""


def escaped(text: str) -> str:
    """Return `text` without NUL, which PostgreSQL refuses; `unescaped` gives it back; raises InvalidRecord on a lone surrogate."""
    if ESCAPE in text or "\0" in text:
        text = text.replace(ESCAPE, ESCAPE + ESCAPE).replace("\0", ESCAPE + "0")
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise InvalidRecord(
                "This text holds half a character (a lone surrogate) and cannot be stored.",
                "Save it as UTF-8 and try again.",
            ) from None
    return text


def unescaped(text: str) -> str:
    """Return the text that `escaped` was given."""
    if ESCAPE not in text:
        return text
    parts = text.split(ESCAPE + ESCAPE)
    return ESCAPE.join(part.replace(ESCAPE + "0", "\0") for part in parts)


def to_json_text(value: object) -> str:
    """Return `value` as compact JSON that every engine can hold, the order of keys kept."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text


def iso(moment: datetime) -> str:
    """Return `moment` as ISO 8601 in UTC with a Z, as the journal holds times."""
    return utc(moment).isoformat().removesuffix("+00:00") + "Z"


def _strings_to_row(values: Sequence[str]) -> str:
    return to_json_text(list(values)) if values else "[]"


def _strings_from_row(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text)) if text != "[]" else ()


def _object_to_row(value: Json) -> str:
    return to_json_text(dict(value)) if value else "{}"


def _object_from_row(text: str) -> dict[str, Any]:
    return json.loads(text) if text != "{}" else {}


class _Forms:
    """How one field's values travel: to and from a row, to and from the journal; None is the value itself."""

    def __init__(
        self,
        to_row: Convert | None = None,
        from_row: Convert | None = None,
        to_json: Convert | None = None,
        from_json: Convert | None = None,
    ) -> None:
        self.to_row = to_row
        self.from_row = from_row
        self.to_json = to_json
        self.from_json = from_json


def _forms_of(hint: Any) -> _Forms:
    if get_origin(hint) is tuple:
        return _Forms(_strings_to_row, _strings_from_row, list, tuple)
    if hint is datetime:
        return _Forms(to_row=utc, to_json=iso, from_json=datetime.fromisoformat)
    if hint is str:
        return _Forms(escaped, unescaped)
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        read = {member.value: member for member in hint}.__getitem__
        return _Forms(str, read, str, read)
    if hint in (int, float, bool):
        return _Forms()
    return _Forms(_object_to_row, _object_from_row, dict, dict)


def moment(text: str) -> datetime:
    """Return a time as SQLite's driver gives it."""
    return datetime.fromisoformat(text + "+00:00")


_OF_DRIVER: Final[Mapping[Any, Convert]] = {datetime: moment, bool: bool}
"""How SQLite's own values are read that SQLAlchemy would read otherwise."""


def _bare(hint: Any) -> tuple[Any, bool]:
    """Return a hint without its None, and whether it had one."""
    choices = get_args(hint)
    if NoneType in choices:
        (kept,) = (choice for choice in choices if choice is not NoneType)
        return kept, True
    return hint, False


class Mapper(Generic[T]):
    """Turns records of one class into rows and journal objects and back."""

    def __init__(self, kind: type[T], table: str) -> None:
        self.kind = kind
        self.table = table
        self.names: Final = tuple(f.name for f in fields(kind))  # type: ignore[arg-type]
        hints = {name: _bare(hint) for name, hint in get_type_hints(kind).items()}
        self._forms = {name: _forms_of(hints[name][0]) for name in self.names}
        self._optional = frozenset(name for name in self.names if hints[name][1])
        self._readers = [
            (place, forms.from_row) for place, forms in enumerate(self._forms.values()) if forms.from_row is not None
        ]
        self._driver_readers = [
            *self._readers,
            *((place, read) for place, name in enumerate(self.names) if (read := _OF_DRIVER.get(hints[name][0]))),
        ]
        self._setters = [getattr(kind, name).__set__ for name in self.names]
        self._defaulted = frozenset(
            f.name
            for f in fields(kind)  # type: ignore[arg-type]
            if f.default is not MISSING or f.default_factory is not MISSING
        )

    def to_row(self, record: T) -> dict[str, Any]:
        """Return the column values of `record`; raises InvalidRecord for text that cannot be stored."""
        row: dict[str, Any] = {}
        for name, forms in self._forms.items():
            value = getattr(record, name)
            row[name] = forms.to_row(value) if value is not None and forms.to_row is not None else value
        return row

    def from_row(self, row: Sequence[Any]) -> T:
        """Return the record of a row whose columns stand in the order of `names`; raises InvalidRecord for an unknown word.

        A record checked itself before it was stored, so its slots are filled without checking it again: lists
        read thousands of rows.
        """
        return self._filled(list(row), self._readers)

    def from_driver(self, row: Sequence[Any]) -> T:
        """Return the record of a row as SQLite's driver gives it: times as text, truth as 0 and 1."""
        return self._filled(list(row), self._driver_readers)

    def _filled(self, values: list[Any], readers: Sequence[tuple[int, Convert]]) -> T:
        try:
            for place, read in readers:
                value = values[place]
                if value is not None:
                    values[place] = read(value)
        except KeyError as error:
            raise InvalidRecord(
                f"The {self.table} in the store holds {error.args[0]!r}, which no {self.table} may."
            ) from None
        record = object.__new__(self.kind)
        for fill, value in zip(self._setters, values, strict=True):
            fill(record, value)
        return record

    def to_json(self, record: T) -> dict[str, Any]:
        """Return the whole row of `record` in the journal's form."""
        row: dict[str, Any] = {}
        for name, forms in self._forms.items():
            value = getattr(record, name)
            row[name] = forms.to_json(value) if value is not None and forms.to_json is not None else value
        return row

    def from_json(self, row: Json) -> T:
        """Return the record of a journal object; what a later schema added is left to its default."""
        values: dict[str, Any] = {}
        for name, forms in self._forms.items():
            value = row.get(name)
            if value is None:
                if name in self._optional or name not in self._defaulted:
                    values[name] = None
                continue
            try:
                values[name] = forms.from_json(value) if forms.from_json is not None else value
            except (KeyError, ValueError):
                raise InvalidRecord(f"{value!r} is no {name} of a {self.table}.") from None
        return self.kind(**values)

    def whole(self, row: Json) -> dict[str, Any]:
        """Return a journal object with every field, those that its text leaves out unset."""
        return {**dict.fromkeys(self.names), **row}


MEMORY: Final = Mapper(Memory, "memory")
RELATION: Final = Mapper(Relation, "relation")
CONFLICT: Final = Mapper(Conflict, "conflict")
ENTITY: Final = Mapper(Entity, "entity")
FACT: Final = Mapper(Fact, "fact")
BATCH: Final = Mapper(Batch, "batch")
EVENT: Final = Mapper(Event, "event")
MENTION: Final = Mapper(Mention, "mention")

JOURNALLED: Final[Mapping[str, Mapper[Any]]] = {
    mapper.table: mapper for mapper in (MEMORY, RELATION, CONFLICT, ENTITY, FACT)
}
"""The mappers of the tables whose changes become events, by table."""

_BY_KIND: Final[Mapping[type, Mapper[Any]]] = {mapper.kind: mapper for mapper in JOURNALLED.values()}


def mapper_of(record: Record) -> Mapper[Any]:
    """Return the mapper of a record's class."""
    return _BY_KIND[type(record)]


def mapper_for(table: str) -> Mapper[Any]:
    """Return the mapper of a journalled table; raises InvalidRecord for another name."""
    try:
        return JOURNALLED[table]
    except KeyError:
        raise InvalidRecord(
            f"{table!r} is not a table of records.", f"Choose one of: {', '.join(JOURNALLED)}."
        ) from None
