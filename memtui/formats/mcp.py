"""The MCP reference memory server's `memory.jsonl`: entities with observations, and relations, one JSON object a line.

A memory is one observation with the entity's name before it, since an observation alone does not say
what it is about. Relations ride on the first memory of the entity that they start from; an entity without
observations is a memory that names it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Source
from memtui.domain.records import Json
from memtui.formats.base import Cargo, Entry, FileEnd, Item, Problem
from memtui.formats.jsonlines import Found, decode_all, objects
from memtui.formats.mcp_write import write_graph
from memtui.formats.names import fingerprint, modified_at, source_name
from memtui.formats.sniff import head_text
from memtui.formats.text import composed, whole
from memtui.formats.times import read_time

NAME = "mcp"
_ENTITY_NAMES = ("name", "entityName", "entity_name", "id")
_ENTITY_TYPES = ("entityType", "entity_type")
_FROM = ("from", "from_id", "fromName", "source")
_TO = ("to", "to_id", "toName", "target")
_RELATION_TYPES = ("relationType", "relation_type")
_KINDS = ("type", "_type")
_TEXTS = ("text", "content", "contents", "observation")
_SIGNS = re.compile(r"[\W_]+")
_TIMES = ("timestamp", "createdAt", "created_at")


class McpMemory:
    """Reads and writes the MCP reference memory server's file."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = "MCP memory server (memory.jsonl)"
    reads: ClassVar[bool] = True
    writes: ClassVar[bool] = True

    def recognise(self, path: Path) -> bool:
        """Say whether a file's first objects are entities or relations."""
        if not path.is_file() or path.suffix.lower() not in (".jsonl", ".json", ".ndjson", ""):
            return False
        text = head_text(path)
        for line in text.splitlines()[:40]:
            values = decode_all(line.strip().lstrip("\ufeff")) if line.strip() else []
            if isinstance(values, list):
                for value in values:
                    if isinstance(value, dict) and _kind_of(value) is not None:
                        return True
        return _looks_like_graph(text)

    def read(self, path: Path, *, named: bool = True) -> Iterator[Entry]:
        """Yield an item an observation, and one for each entity that has none; reads the file twice, streaming."""
        shown = composed(path.name)
        reader = _Reader(path, shown)
        if _looks_like_graph(head_text(path)) and (graph := _graph(path)) is not None:
            yield from reader.read(lambda: iter(graph))
        else:
            yield from reader.read(lambda: objects(path, shown))
        yield FileEnd(file=shown, source=reader.source, format=NAME, whole=not reader.failed)

    def write(self, cargo: Cargo, target: Path) -> int:
        """Write entities in order of their first memory, then relations; what is no longer true is left out."""
        return write_graph(cargo, target)


class _Reader:
    def __init__(self, path: Path, shown: str) -> None:
        self.shown = shown
        self.source = source_name(path)
        self.modified = modified_at(path)
        self.relations: dict[str, list[Json]] = {}
        self.relation_lines: dict[str, int] = {}
        self.failed = False

    def read(self, entries: Any) -> Iterator[Entry]:
        for entry in entries():
            if isinstance(entry, Found) and _kind_of(entry.value) == "relation":
                self._keep_relation(entry)
        for entry in entries():
            if isinstance(entry, Problem):
                self.failed = self.failed or entry.skipped
                yield entry
                continue
            match _kind_of(entry.value):
                case "entity":
                    yield from self._entity(entry)
                case "relation":
                    if not _text(entry.value, _FROM) or not _text(entry.value, _TO):
                        yield self._skip(entry.number, "a relation without both ends")
                case _:
                    kind = next((entry.value[key] for key in _KINDS if key in entry.value), None)
                    yield self._skip(entry.number, f"a line of unknown type {str(kind)[:40]!r}")
        for name, relations in self.relations.items():
            yield self._nameless(name, relations)

    def _skip(self, line: int, reason: str) -> Problem:
        self.failed = True
        return Problem(file=self.shown, line=line, reason=reason)

    def _keep_relation(self, entry: Found) -> None:
        start, end = _text(entry.value, _FROM), _text(entry.value, _TO)
        if start and end:
            known = (*_FROM, *_TO, *_RELATION_TYPES, "type", "_type")
            relation = {"to": end, "type": _relation_type(entry.value), **_rest(entry.value, known)}
            self.relations.setdefault(start, []).append(relation)
            self.relation_lines.setdefault(start, entry.number)

    def _entity(self, entry: Found) -> Iterator[Entry]:
        name = _text(entry.value, _ENTITY_NAMES)
        if not name:
            yield self._skip(entry.number, "an entity without a name")
            return
        entity: dict[str, Any] = {"name": name, "type": _text(entry.value, _ENTITY_TYPES)}
        rest = _rest(entry.value, (*_ENTITY_NAMES, *_ENTITY_TYPES, "observations", *_KINDS))
        if "_type" in entry.value:
            rest["_type"] = entry.value["_type"]
        first: dict[str, Any] = {"fields": rest} if rest else {}
        if relations := self.relations.pop(name, None):
            first["relations"] = relations
        seen: set[str] = set()
        for observation in _observations(entry.value.get("observations")):
            text = _observation_text(observation)
            if not text or text in seen:
                reason = "an observation that stands there twice" if text else "an observation without text"
                yield self._skip(entry.number, f"{reason} ({name})")
                continue
            yield from self._observation(entry.number, entity, text, observation, first if not seen else {})
            seen.add(text)
        if not seen:
            yield self._bare(entry.number, entity, first)

    def _observation(
        self, line: int, entity: dict[str, Any], text: str, raw: Any, more: dict[str, Any]
    ) -> Iterator[Entry]:
        extra: dict[str, Any] = {"entity": entity, **more}
        content = _with_subject(entity["name"], text)
        if content != text:
            extra["prefixed"] = True
        moment = read_time(None)
        if isinstance(raw, dict):
            extra["observation"] = _rest(raw, _TEXTS)
            moment = read_time(next((raw[key] for key in _TIMES if raw.get(key)), None))
            if moment.doubt:
                yield Problem(file=self.shown, line=line, reason=f"undated: {moment.doubt}", skipped=False)
        draft = Draft(
            content=content,
            source=Source.IMPORT,
            file=self.source,
            created_at=moment.value,
            undated=moment.value is None,
            created_at_assumed=moment.assumed,
            extra=extra,
            foreign_id=f"{entity['name']}#{fingerprint(text, length=12)}",
            format=NAME,
        )
        yield Item(draft=draft, file=self.shown, line=line, modified=self.modified)

    def _bare(self, line: int, entity: dict[str, Any], more: dict[str, Any]) -> Item:
        name, kind = entity["name"], entity["type"]
        content = f"{name} ({kind})" if kind else name
        if said := ", ".join(f"{_words(tie['type'])} {tie['to']}" for tie in more.get("relations", ())):
            content = f"{content}: {said}"
        return self._holder(line, f"{name}#", content, {"entity": entity, "bare": True, **more})

    def _nameless(self, name: str, relations: list[Json]) -> Item:
        """Return the memory that carries the relations of an entity which the file does not hold."""
        content = f"{name}: " + ", ".join(f"{_words(tie['type'])} {tie['to']}" for tie in relations)
        extra = {"entity": {"name": name}, "bare": True, "missing": True, "relations": relations}
        return self._holder(self.relation_lines[name], f"{name}#relations", content, extra)

    def _holder(self, line: int, foreign_id: str, content: str, extra: dict[str, Any]) -> Item:
        draft = Draft(
            content=content,
            source=Source.IMPORT,
            file=self.source,
            undated=True,
            extra=extra,
            foreign_id=foreign_id,
            format=NAME,
        )
        return Item(draft=draft, file=self.shown, line=line, modified=self.modified)


def _kind_of(value: dict[str, Any]) -> str | None:
    """Return entity or relation, by the type that is given or by the fields that are there."""
    for key in _KINDS:
        if value.get(key) in ("entity", "relation"):
            return str(value[key])
    given = any(isinstance(value.get(key), str) for key in _KINDS)
    if _has(value, _FROM) and _has(value, _TO) and _has(value, _RELATION_TYPES):
        return "relation"
    if not given and _has(value, ("name", "entityName")) and (_has(value, _ENTITY_TYPES) or "observations" in value):
        return "entity"
    return None


def _has(value: dict[str, Any], keys: tuple[str, ...]) -> bool:
    return any(key in value for key in keys)


def _text(value: dict[str, Any], keys: tuple[str, ...]) -> str:
    for key in keys:
        found = value.get(key)
        if isinstance(found, str) and found.strip():
            return found
        if isinstance(found, int) and not isinstance(found, bool):
            return str(found)
    return ""


def _relation_type(value: dict[str, Any]) -> str:
    return _text(value, _RELATION_TYPES) or "related_to"


def _rest(value: dict[str, Any] | Json, known: tuple[str, ...]) -> dict[str, Any]:
    return {key: part for key, part in value.items() if key not in known}


def _observations(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def _observation_text(value: Any) -> str:
    if isinstance(value, dict):
        value = next((value[key] for key in _TEXTS if isinstance(value.get(key), str)), "")
    elif value is not None and not isinstance(value, str):
        value = json.dumps(value, ensure_ascii=False)
    return value if value and value.strip() else ""


def _with_subject(name: str, text: str) -> str:
    """Return an observation that says what it is about."""
    spoken = f" {_SIGNS.sub(' ', name).strip().casefold()} "
    return text if spoken in f" {_SIGNS.sub(' ', text).casefold()} " else f"{name}: {text}"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _looks_like_graph(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("{") and '"entities"' in text


def _graph(path: Path) -> list[Found] | None:
    """Return a whole graph's entities and relations, where the file is one JSON document; None if it is not."""
    try:
        document = json.loads(whole(path)[0])
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or not isinstance(document.get("entities"), list):
        return None
    found = [Found(0, {"type": "entity", **part}) for part in document["entities"] if isinstance(part, dict)]
    ties = document.get("relations")
    return found + [
        Found(0, {**part, "type": "relation"})
        for part in (ties if isinstance(ties, list) else [])
        if isinstance(part, dict)
    ]
