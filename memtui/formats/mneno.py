"""Mneno's stores: the `.mneno` folder, its export, and its SQLite file; read and written field by field.

Mneno refuses a record with an unknown field, so that exactly its fields are written. What it records and
memtui does not (audit, counts of moves, metadata) is kept in `extra`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Layer, MemoryType, RelationKind, Source, Status, Tier
from memtui.formats.base import Cargo, Clash, Entry, FileEnd, Item, Link, Problem
from memtui.formats.foreign_sqlite import open_copy, tables
from memtui.formats.mneno_write import write_mneno
from memtui.formats.names import modified_at, source_name
from memtui.formats.sniff import head_text, is_sqlite, tail
from memtui.formats.text import SURROGATE_NOTE, composed, sound_value, whole
from memtui.formats.times import Moment, read_time

NAME = "mneno"
FOLDER = ".mneno"
DEFAULT_IMPORTANCE = 0.5
"""What Mneno gives a memory whose importance nobody set."""
_KEPT = (
    "metadata",
    "audit",
    "promotion_count",
    "demotion_count",
    "last_promoted_at",
    "last_demoted_at",
    "retention_score",
)
_MAPPED = frozenset(
    [
        "id",
        "content",
        "memory_type",
        "layer",
        "status",
        "superseded_by",
        "conflicts_with",
        "importance",
        "session_id",
        "sequence_index",
        "tags",
        "created_at",
        "updated_at",
        "access_count",
        "last_accessed_at",
        "source",
    ]
)
_RESTED = frozenset((Layer.SHORT_TERM, Layer.ARCHIVED))
E = TypeVar("E", MemoryType, Layer, Status)


class Mneno:
    """Reads a `.mneno` folder (or the project around it), an export, or a SQLite store; writes a folder or an export."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "Mneno (.mneno folder, export, SQLite)"
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = True

    def recognise(self, path: Path) -> bool:
        """Say whether this is one of Mneno's stores."""
        try:
            if path.is_dir():
                return _folder(path) is not None
            if is_sqlite(path):
                return _is_store(path)
        except OSError:
            return False
        text = head_text(path)
        if path.suffix.lower() != ".json" or not text.lstrip().startswith("{"):
            return False
        if b'"mneno.memory_export"' in tail(path):
            return True
        return '"mneno.memory_export"' in text or (path.name == "memories.json" and path.parent.name == FOLDER)

    def read(self, path: Path, *, named: bool = True) -> Iterator[Entry]:
        """Yield the memories of a store."""
        folder = _folder(path) if path.is_dir() else None
        files = [path] if folder is None else _files(folder)
        for file in files:
            yield from _File(file).read()

    def write(self, cargo: Cargo, target: Path) -> int:
        """Write an export to a `.json` file, else a `.mneno` folder."""
        return write_mneno(cargo, target)


def _folder(path: Path) -> Path | None:
    for folder in (path, path / FOLDER):
        if folder.is_dir() and (folder.name == FOLDER or _is_laid_out(folder)) and _files(folder):
            return folder
    return None


def _is_laid_out(folder: Path) -> bool:
    """Say whether a folder of another name holds what Mneno puts into its own."""
    return all((folder / name).is_file() for name in ("memories.json", "sessions.json", "config.json"))


def _files(folder: Path) -> list[Path]:
    """Return the files that hold memories: `memories.json`, and SQLite files."""
    named = folder / "memories.json"
    found = [named] if named.is_file() else []
    return found + sorted(file for file in folder.iterdir() if file.is_file() and is_sqlite(file) and _is_store(file))


def _is_store(path: Path) -> bool:
    try:
        with open_copy(path) as connection:
            return tables(connection).get("memories", set()) >= {"id", "payload", "created_at", "updated_at"}
    except (sqlite3.Error, OSError):
        return False


class _File:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.shown = composed(path.name)
        self.source = source_name(path)
        self.modified = modified_at(path)
        self.failed = False

    def read(self) -> Iterator[Entry]:
        try:
            document = self._stored() if is_sqlite(self.path) else json.loads(whole(self.path)[0])
        except (sqlite3.Error, OSError) as error:
            yield self._problem(f"cannot be read: {getattr(error, 'strerror', None) or error}")
            return
        except (ValueError, RecursionError):
            yield self._problem("not a whole JSON document")
            return
        document, replaced = sound_value(document)
        if replaced:
            yield Problem(file=self.shown, line=0, reason=SURROGATE_NOTE, skipped=False)
        memories = document.get("memories") if isinstance(document, dict) else None
        if not isinstance(memories, list):
            yield self._problem("no list of memories in it")
            return
        yield from self._memories(memories, _sessions(document))
        yield FileEnd(file=self.shown, source=self.source, format=NAME, whole=not self.failed)

    def _stored(self) -> dict[str, Any]:
        with open_copy(self.path) as connection:
            found: dict[str, Any] = {"memories": _payloads(connection, "memories"), "sessions": []}
            if "sessions" in tables(connection):
                found["sessions"] = _payloads(connection, "sessions")
        return found

    def _memories(self, memories: list[Any], sessions: dict[str, Any]) -> Iterator[Entry]:
        for number, record in enumerate(memories, start=1):
            if not isinstance(record, dict):
                yield self._problem(f"memory {number} is not an object")
            elif not isinstance(record.get("content"), str) or not record["content"].strip():
                yield self._problem(f"memory {number} has no text")
            elif not isinstance(record.get("id"), str) or not record["id"]:
                yield self._problem(f"memory {number} has no id")
            else:
                yield from self._memory(number, record, sessions.pop(str(record.get("session_id")), None))
        for session in sessions.values():
            title = session.get("title") or session.get("id")
            yield self._problem(f"the session {str(title)[:60]!r} holds none of these memories")

    def _memory(self, number: int, record: dict[str, Any], session: Any) -> Iterator[Entry]:
        extra = {name: record[name] for name in _KEPT if record.get(name) not in (None, {}, [], 0)}
        unknown = {name: value for name, value in record.items() if name not in _MAPPED and name not in _KEPT}
        if unknown:
            extra["unknown"] = unknown
        if record.get("source") is not None:
            extra["source"] = record["source"]
        if session is not None:
            extra["session"] = session
        times: dict[str, Moment] = {}
        for name in ("created_at", "updated_at", "last_accessed_at"):
            times[name] = read_time(record.get(name))
            if times[name].doubt:
                extra[name] = str(record[name])
                yield self._note(number, f"{name}: {times[name].doubt}")
        memory_type = yield from self._member(MemoryType, record, "memory_type", number, extra)
        layer = yield from self._member(Layer, record, "layer", number, extra)
        status = yield from self._member(Status, record, "status", number, extra)
        importance = _share(record.get("importance"))
        made = times["created_at"]
        draft = Draft(
            content=record["content"],
            memory_type=memory_type,
            source=Source.IMPORT,
            file=self.source,
            session=_word(record.get("session_id")),
            session_position=_count(record.get("sequence_index")),
            tags=tuple(str(tag) for tag in _listed(record.get("tags"))),
            importance_override=None if importance == DEFAULT_IMPORTANCE else importance,
            layer=layer,
            tier=Tier.DURABLE if layer is not None and layer not in _RESTED else None,
            created_at=made.value,
            undated=made.value is None,
            created_at_assumed=made.assumed,
            updated_at=times["updated_at"].value,
            status=status,
            access_count=_count(record.get("access_count")) or 0,
            last_accessed_at=times["last_accessed_at"].value,
            superseded_by=_word(record.get("superseded_by")),
            extra=extra,
            foreign_id=record["id"],
            format=NAME,
        )
        yield Item(
            draft=draft,
            links=_links(record),
            clashes=tuple(
                Clash(target=str(other), reason="Mneno reports that these two conflict.")
                for other in _listed(record.get("conflicts_with"))
            ),
            file=self.shown,
            modified=self.modified,
        )

    def _member(self, kind: type[E], record: dict[str, Any], name: str, number: int, extra: dict[str, Any]) -> Any:
        given = record.get(name)
        if given is None:
            return None
        try:
            return kind(given)
        except ValueError:
            extra[name] = str(given)
            yield self._note(number, f"{name} {str(given)[:40]!r} is not known here: kept beside the memory")
            return None

    def _note(self, number: int, reason: str) -> Problem:
        return Problem(file=self.shown, line=0, reason=f"memory {number}: {reason}", skipped=False)

    def _problem(self, reason: str) -> Problem:
        self.failed = True
        return Problem(file=self.shown, line=0, reason=reason)


def _links(record: dict[str, Any]) -> tuple[Link, ...]:
    target = _word(record.get("superseded_by"))
    if target is None:
        return ()
    reasons = [
        str(event.get("reason"))
        for event in _listed(record.get("audit"))
        if isinstance(event, dict) and event.get("event_type") == "superseded" and event.get("reason")
    ]
    evidence = {"note": reasons[-1]} if reasons else {}
    return (Link(kind=RelationKind.SUPERSEDES, target=target, evidence=evidence, reverse=True),)


def _payloads(connection: sqlite3.Connection, table: str) -> list[Any]:
    rows = connection.execute(f"SELECT payload FROM {table} ORDER BY created_at, id")
    return [json.loads(payload) for (payload,) in rows]


def _sessions(document: dict[str, Any]) -> dict[str, Any]:
    listed = _listed(document.get("sessions"))
    return {str(part["id"]): part for part in listed if isinstance(part, dict) and part.get("id")}


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _word(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _count(value: Any) -> int | None:
    usable = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31
    return value if usable else None


def _share(value: Any) -> float | None:
    usable = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
    return float(value) if usable else None
