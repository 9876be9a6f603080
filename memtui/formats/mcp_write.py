"""Memories as the MCP reference memory server keeps them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from memtui.domain.records import Memory
from memtui.formats.base import Cargo

_NAME = "mcp"


def write_graph(cargo: Cargo, target: Path) -> int:
    """Write entities in order of their first memory, then relations, without an end of line at the end; returns how many memories.

    Memories of other origin become observations of their project, or of one entity for those of none.
    """
    entities: dict[str, dict[str, Any]] = {}
    relations: list[dict[str, Any]] = []
    count = 0
    for memory in cargo.memories():
        if memory.live:
            _collect(memory, entities, relations)
            count += 1
            cargo.wrote(count)
    with target.open("w", encoding="utf-8", newline="\n") as stream:
        for number, record in enumerate((*entities.values(), *relations)):
            stream.write(("\n" if number else "") + json.dumps(record, ensure_ascii=False, separators=(",", ":")))
    return count


def _collect(memory: Memory, entities: dict[str, dict[str, Any]], relations: list[dict[str, Any]]) -> None:
    extra = memory.extra if memory.format == _NAME else {}
    entity = extra.get("entity")
    if not isinstance(entity, dict) or not isinstance(entity.get("name"), str):
        entity = {"name": memory.project or "memories", "type": "project" if memory.project else "collection"}
    name = entity["name"]
    for tie in extra.get("relations", ()):
        if isinstance(tie, dict) and "to" in tie:
            fields = {"type": "relation", "from": name, "to": tie["to"], "relationType": tie.get("type", "")}
            relations.append({**fields, **{key: value for key, value in tie.items() if key not in ("to", "type")}})
    if extra.get("missing"):
        return
    more = extra.get("fields")
    record = entities.setdefault(
        name, {"type": "entity", "name": name, "entityType": entity.get("type", ""), "observations": []}
    )
    if isinstance(more, dict):
        record.update({key: value for key, value in more.items() if key not in record})
    if not extra.get("bare"):
        text = memory.content.removeprefix(f"{name}: ") if extra.get("prefixed") else memory.content
        raw = extra.get("observation")
        record["observations"].append({"text": text, **raw} if isinstance(raw, dict) else text)
