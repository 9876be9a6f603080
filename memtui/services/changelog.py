"""What a batch did, row by row, in words for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memtui.domain.changes import UNJOURNALLED
from memtui.domain.records import Entity, Event, Json, Memory
from memtui.services.acts import label
from memtui.services.ports import Reads
from memtui.services.rows import NONE, text_of
from memtui.services.titles import title

QUIET = UNJOURNALLED | {"number", "id", "content_hash", "updated_at", "recorded_at", "sort_at"}
"""Columns that say nothing to a person beside the others."""

TELLING = (
    *("content", "kind", "memory_type", "status", "layer", "tier", "tier_reason", "tags", "priority", "confidence"),
    *("source", "agent", "speaker", "session", "file", "project", "pinned", "created_at", "importance_override"),
)
"""What is shown of a memory that came or went."""

_ABBREVIATED = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldChange:
    """One field of one row before and after, as text for people."""

    field: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RowChange:
    """What a batch did to one row; `title` names it, `made` and `gone` say that the row came or went."""

    table: str
    number: int
    title: str
    made: bool
    gone: bool
    fields: tuple[FieldChange, ...]


def merged(events: Iterable[Event]) -> list[Event]:
    """Return one event for each row, from its first `before` to its last `after`; rows that end as they began are left out."""
    rows: dict[tuple[str, int], Event] = {}
    for event in events:
        key = (event.table, event.row_number)
        first = rows.get(key)
        rows[key] = event if first is None else _joined(first, event)
    return [event for event in rows.values() if not (event.before is None and event.after is None)]


def row_changes(reads: Reads, events: Iterable[Event]) -> list[RowChange]:
    """Return what happened to each row, its links named by what they lead to."""
    return steps(reads, merged(events))


def steps(reads: Reads, events: Sequence[Event]) -> list[RowChange]:
    """Return what each event did to its row."""
    names = _Names(reads, events)
    return [_row_change(event, names) for event in events]


def row_title(reads: Reads, event: Event) -> str:
    """Return what an event's row is called."""
    return _title(event, _Names(reads, [event]))


def _joined(first: Event, last: Event) -> Event:
    return Event(
        batch_number=first.batch_number,
        table=first.table,
        row_number=first.row_number,
        number=first.number,
        before=first.before,
        after=last.after,
    )


class _Names:
    """The titles of the memories that some events point at, read in two statements, and the names of entities."""

    def __init__(self, reads: Reads, events: Iterable[Event]) -> None:
        numbers: set[int] = set()
        ids: set[str] = set()
        for event in events:
            for row in (event.before, event.after):
                if row is None:
                    continue
                numbers |= {row[name] for name in _POINTERS.get(event.table, ()) if isinstance(row.get(name), int)}
                ids |= {row[name] for name in ("superseded_by", "merged_into") if isinstance(row.get(name), str)}
        found = reads.memories(sorted(numbers)) if numbers else []
        self.by_number: Mapping[int, Memory] = {m.number: m for m in found if m.number is not None}
        self._reads = reads
        self._entities: dict[int, str] = {}
        self.by_id = reads.by_ids(sorted(ids)) if ids else {}

    def number(self, number: object) -> str:
        memory = self.by_number.get(number) if isinstance(number, int) else None
        return title(memory.content, 40) if memory else f"memory {number}"

    def entity(self, number: object) -> str:
        """Return the name of an entity, read once."""
        if not isinstance(number, int):
            return "?"
        if number not in self._entities:
            found = self._reads.records("entity", number - 1, 1)
            known = found[0] if found and found[0].number == number else None
            self._entities[number] = known.name if isinstance(known, Entity) else f"entity {number}"
        return self._entities[number]

    def id(self, id: str) -> str:
        memory = self.by_id.get(id)
        return f"{id[:_ABBREVIATED]} {title(memory.content, 40)}" if memory else f"{id[:_ABBREVIATED]} (missing)"


_POINTERS = {
    "relation": ("from_number", "to_number"),
    "conflict": ("new_number", "old_number"),
    "fact": ("memory_number",),
}


def _title(event: Event, names: _Names) -> str:
    row: Json = event.after if event.after is not None else event.before or {}
    match event.table:
        case "memory":
            return title(str(row.get("content", "")), 60)
        case "relation":
            return f"{names.number(row.get('from_number'))} {row.get('kind')} {names.number(row.get('to_number'))}"
        case "conflict":
            return f"conflict: {names.number(row.get('new_number'))} / {names.number(row.get('old_number'))}"
        case "entity":
            return f"entity {title(str(row.get('name', '')), 60)}"
        case _:
            scope = f" ({row['scope']})" if row.get("scope") else ""
            subject, other = names.entity(row.get("subject_number")), names.entity(row.get("object_number"))
            return title(f"fact {subject} {str(row.get('predicate')).replace('_', ' ')} {other}{scope}", 60)


def _row_change(event: Event, names: _Names) -> RowChange:
    return RowChange(
        table=event.table,
        number=event.row_number,
        title=_title(event, names),
        made=event.before is None,
        gone=event.after is None,
        fields=tuple(_fields(event, names)),
    )


def _fields(event: Event, names: _Names) -> Iterable[FieldChange]:
    before, after = event.before or {}, event.after or {}
    whole = event.before is None or event.after is None
    shown = TELLING if whole and event.table == "memory" else sorted({*before, *after} - QUIET)
    for name in shown:
        old, new = before.get(name), after.get(name)
        if old == new or name in QUIET:
            continue
        change = FieldChange(field=label(name), before=_text(name, old, names), after=_text(name, new, names))
        if change.before != change.after:
            yield change


def _text(name: str, value: object, names: _Names) -> str:
    if name in ("superseded_by", "merged_into") and isinstance(value, str):
        return names.id(value)
    return text_of(name, value) if value is not None else NONE
