"""Memories as Claude Code's memory folder: an index and one file a memory."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from memtui.domain.kinds import Kind
from memtui.domain.records import Memory
from memtui.formats.base import Cargo

_NAME = "claude-code"
_INDEX = "MEMORY.md"
_TYPES = {Kind.PREFERENCE: "feedback", Kind.REFERENCE: "reference"}
_UNSAFE = re.compile(r"[^\w-]+")


def write_folder(cargo: Cargo, target: Path) -> int:
    """Write a file for each memory that still holds, under its own name where it had one, and the index; returns how many."""
    target.mkdir(parents=True, exist_ok=True)
    taken: set[str] = {_INDEX.lower()}
    listed: list[str] = []
    inline: list[str] = []
    count = 0
    for memory in cargo.memories():
        if not memory.live:
            continue
        count += 1
        cargo.wrote(count)
        known = memory.extra if memory.format == _NAME else {}
        if memory.format == _NAME and not known.get("file_name"):
            inline.append(_section(memory, known))
            continue
        name = _free(_file_name(memory, known), taken)
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_page(memory, known), encoding="utf-8", newline="\n")
        listed.append(_index_line(memory, known, name))
    index = "# Memory index\n\n" + "".join(f"{line}\n" for line in listed)
    if inline:
        index += "\n" + "\n\n".join(inline) + "\n"
    (target / _INDEX).write_text(index, encoding="utf-8", newline="\n")
    return count


def _section(memory: Memory, known: Any) -> str:
    """Return a section of the index as it stood: its heading and its text."""
    headings = known.get("headings") or []
    return f"## {headings[-1]}\n\n{memory.content}" if headings else memory.content


def _file_name(memory: Memory, known: Any) -> str:
    given = str(known.get("file_name", ""))
    parts = [part for part in given.split("/") if part not in ("", ".", "..")]
    if parts and parts[-1].endswith(".md"):
        return "/".join(parts)
    kind = _type(memory)
    return f"{kind}-{_slug(_title(memory)) or memory.id.lower()}.md"


def _free(name: str, taken: set[str]) -> str:
    stem = name.removesuffix(".md")
    number = 1
    while name.lower() in taken:
        number += 1
        name = f"{stem}-{number}.md"
    taken.add(name.lower())
    return name


def _page(memory: Memory, known: Any) -> str:
    fields = dict(known.get("front_matter") or {}) if "file_name" in known else _fields(memory)
    text = memory.content.strip()
    if not fields:
        return f"{text}\n"
    import yaml

    head = yaml.safe_dump(fields, allow_unicode=True, sort_keys=False, width=10_000, default_flow_style=False)
    return f"---\n{head}---\n\n{text}\n"


def _fields(memory: Memory) -> dict[str, Any]:
    title = _title(memory)
    data: dict[str, Any] = {"node_type": "memory", "type": _type(memory)}
    if memory.session:
        data["originSessionId"] = memory.session
    if memory.created_at:
        data["created"] = _stamp(memory.created_at)
    data["modified"] = _stamp(memory.updated_at)
    if memory.tags:
        data["tags"] = list(memory.tags)
    return {"name": _slug(title) or memory.id.lower(), "description": title, "metadata": data}


def _stamp(moment: Any) -> str:
    return str(moment.isoformat(timespec="milliseconds").replace("+00:00", "Z"))


def _index_line(memory: Memory, known: Any, name: str) -> str:
    given = known.get("index") or {}
    title = str(given.get("title") or "") or _title(memory)
    line = str(given.get("line") or "") or _first_line(memory.content)[:120]
    return f"- [{title.replace('[', '(').replace(']', ')')}]({name})" + (f" — {line}" if line else "")


def _type(memory: Memory) -> str:
    return _TYPES.get(memory.kind, "project") if memory.kind else "project"


def _title(memory: Memory) -> str:
    words = _first_line(memory.content).split()
    return " ".join(words[:8])[:60].strip(" .:;,-*`#")


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _slug(text: str) -> str:
    return _UNSAFE.sub("-", text.lower()).strip("-_")[:48].strip("-_")
