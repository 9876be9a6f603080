"""Memories as Mneno keeps them: exactly its fields, as an export or as a `.mneno` folder."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from memtui.domain.records import Memory
from memtui.formats.base import Cargo

_NAME = "mneno"
_DEFAULT_IMPORTANCE = 0.5


def write_mneno(cargo: Cargo, target: Path) -> int:
    """Write an export where the target is a `.json` file, else a folder as Mneno makes it; returns how many memories."""
    sessions: dict[str, dict[str, Any]] = {}
    writer = _Writer(cargo, sessions)
    if target.suffix.lower() == ".json":
        with target.open("w", encoding="utf-8", newline="\n") as stream:
            exported = json.dumps(_stamp(cargo.exported_at))
            stream.write(f'{{"exported_at": {exported}, "format": "mneno.memory_export", "version": 1, "memories": [')
            count = writer.stream_to(stream)
            stream.write(f'], "memory_count": {count}, "session_count": {len(sessions)}, "sessions": ')
            stream.write(json.dumps(list(sessions.values()), ensure_ascii=False) + "}\n")
        return count
    target.mkdir(parents=True, exist_ok=True)
    with (target / "memories.json").open("w", encoding="utf-8", newline="\n") as stream:
        stream.write('{"version": 1, "memories": [')
        count = writer.stream_to(stream)
        stream.write('], "sessions": ' + json.dumps(list(sessions.values()), ensure_ascii=False) + "}\n")
    _dump(target / "sessions.json", {"version": 1, "sessions": []})
    name = target.absolute().parent.name or "memtui"
    config = {"version": 1, "storage": "json", "created_at": _stamp(cargo.exported_at), "workspace_name": name}
    _dump(target / "config.json", config)
    return count


def _dump(path: Path, value: Any) -> None:
    path.write_text(json.dumps(value, ensure_ascii=False, indent=2) + "\n", encoding="utf-8", newline="\n")


class _Writer:
    def __init__(self, cargo: Cargo, sessions: dict[str, dict[str, Any]]) -> None:
        self.cargo = cargo
        self.sessions = sessions

    def stream_to(self, stream: Any) -> int:
        count = 0
        for record in self._records():
            stream.write((",\n" if count else "\n") + json.dumps(record, ensure_ascii=False))
            count += 1
            self.cargo.wrote(count)
        return count

    def _records(self) -> Iterator[dict[str, Any]]:
        for memory in self.cargo.memories():
            yield self._record(memory)

    def _record(self, memory: Memory) -> dict[str, Any]:
        own = memory.extra if memory.format == _NAME else {}
        made = memory.created_at or memory.recorded_at
        successor = self.cargo.successor(memory.superseded_by) if memory.superseded_by else None
        missing = own.get("superseded_by_missing")
        importance = memory.importance_override
        self._session(memory, own, made)
        return {
            "id": foreign_id(memory),
            "content": memory.content,
            "memory_type": memory.memory_type.value,
            "layer": memory.layer.value,
            "status": memory.status.value,
            "importance": _DEFAULT_IMPORTANCE if importance is None else importance,
            "tags": list(memory.tags),
            "source": own.get("source"),
            "session_id": memory.session or None,
            "sequence_index": memory.session_position,
            "superseded_by": foreign_id(successor) if successor else missing if isinstance(missing, str) else None,
            "conflicts_with": [foreign_id(other) for other in self.cargo.conflicting(memory)],
            "access_count": memory.access_count,
            "last_accessed_at": _stamp(memory.last_accessed_at),
            "created_at": _stamp(made),
            "updated_at": _stamp(memory.updated_at),
            "promotion_count": own.get("promotion_count", 0),
            "demotion_count": own.get("demotion_count", 0),
            "last_promoted_at": own.get("last_promoted_at"),
            "last_demoted_at": own.get("last_demoted_at"),
            "retention_score": own.get("retention_score"),
            "metadata": own.get("metadata", {}),
            "audit": own.get("audit", []),
        }

    def _session(self, memory: Memory, own: Any, made: datetime) -> None:
        """Keep the session's record, as it came or made from its memories."""
        session_id = memory.session
        if not session_id:
            return
        given = own.get("session")
        if isinstance(given, dict):
            made_up = self.sessions.get(session_id, {}).get("memory_ids", [])
            self.sessions[session_id] = {**given, "memory_ids": made_up}
        record = self.sessions.setdefault(
            session_id,
            {
                "id": session_id,
                "title": session_id,
                "summary": None,
                "status": "closed",
                "tags": [],
                "metadata": {},
                "created_at": _stamp(made),
                "updated_at": _stamp(made),
                "memory_ids": [],
            },
        )
        record["memory_ids"].append(foreign_id(memory))


def foreign_id(memory: Memory) -> str:
    """Return the id that Mneno gave a memory, else its own, by which it is known again here."""
    return memory.foreign_id if memory.format == _NAME and memory.foreign_id else memory.id


def _stamp(moment: datetime | None) -> str | None:
    return moment.isoformat().replace("+00:00", "Z") if moment else None
