"""JSON Lines of single memories from any program: an object a line with its text and whatever else it says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Kind, Priority, Source
from memtui.formats.base import Cargo, Entry, FileEnd, Item, Problem
from memtui.formats.front_matter import words
from memtui.formats.jsonlines import Found, decode_all, objects
from memtui.formats.names import fingerprint, modified_at, source_name
from memtui.formats.sniff import head_text
from memtui.formats.text import composed
from memtui.formats.times import read_time

NAME = "jsonl"
_TEXTS = ("content", "text", "memory")
_IDS = ("id", "memory_id", "uuid")
_MADE = ("created_at", "createdAt", "timestamp", "date", "time")
_WRITTEN = ("updated_at", "updatedAt")
_USED = frozenset(
    (*_TEXTS, *_IDS, *_MADE, *_WRITTEN, "kind", "tags", "priority", "confidence", "project", "agent", "session")
)


class PlainLines:
    """Reads JSON Lines whose objects have a text."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "JSON Lines, one memory a line (content, created_at, tags…)"
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = False

    def recognise(self, path: Path) -> bool:
        """Say whether the first readable line of a `.jsonl` file is an object with a text."""
        if not path.is_file() or path.suffix.lower() not in (".jsonl", ".ndjson", ""):
            return False
        for line in head_text(path).splitlines()[:20]:
            values = decode_all(line.strip()) if line.strip() else []
            if isinstance(values, list) and values:
                return isinstance(values[0], dict) and bool(_first(values[0], _TEXTS))
        return False

    def read(self, path: Path, *, named: bool = True) -> Iterator[Entry]:
        """Yield an item a line; streams."""
        shown, source, modified = composed(path.name), source_name(path), modified_at(path)
        failed = False
        for found in objects(path, shown):
            if isinstance(found, Problem):
                failed = failed or found.skipped
                yield found
                continue
            content = _first(found.value, _TEXTS)
            if not content:
                failed = True
                yield Problem(file=shown, line=found.number, reason="an object without a text")
                continue
            made = read_time(_any(found.value, _MADE))
            if made.doubt:
                yield Problem(file=shown, line=found.number, reason=f"undated: {made.doubt}", skipped=False)
            if made.assumed:
                yield Problem(file=shown, line=found.number, reason="a time without a zone: read as UTC", skipped=False)
            draft = _draft(found, content, source)
            yield Item(draft=draft, file=shown, line=found.number, modified=modified)
        yield FileEnd(file=shown, source=source, format=NAME, whole=not failed)

    def write(self, cargo: Cargo, target: Path) -> int:
        """Raise: the own format is what to write."""
        raise NotImplementedError


def _draft(found: Found, content: str, source: str) -> Draft:
    value = found.value
    made = read_time(_any(value, _MADE))
    kind, priority = str(value.get("kind", "")).lower(), str(value.get("priority", "")).lower()
    given = _any(value, _IDS)
    confidence = value.get("confidence")
    share = isinstance(confidence, int | float) and not isinstance(confidence, bool) and 0 <= confidence <= 1
    return Draft(
        content=content,
        kind=Kind(kind) if kind in frozenset(Kind) else None,
        source=Source.IMPORT,
        file=source,
        project=_word(value.get("project")),
        agent=_word(value.get("agent")),
        session=_word(value.get("session")),
        tags=words(value.get("tags")),
        priority=Priority(priority) if priority in frozenset(Priority) else Priority.NONE,
        confidence=float(confidence) if share and confidence is not None else None,
        created_at=made.value,
        undated=made.value is None,
        created_at_assumed=made.assumed,
        updated_at=read_time(_any(value, _WRITTEN)).value,
        extra={name: part for name, part in value.items() if name not in _USED},
        foreign_id=str(given) if given not in (None, "") else fingerprint(content),
        format=NAME,
    )


def _any(value: dict[str, Any], names: tuple[str, ...]) -> Any:
    return next((value[name] for name in names if value.get(name) not in (None, "")), None)


def _first(value: dict[str, Any], names: tuple[str, ...]) -> str:
    return next((value[name] for name in names if isinstance(value.get(name), str) and value[name].strip()), "")


def _word(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None
