"""Reads the sample project's story: who did what, when, in the order of the year.

The story is data: `data/*.toml` hold memories, talks and acts; this module turns them into scenes and
drafts and knows nothing of stores.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from importlib.resources import files
from typing import Any

from memtui.domain.drafts import Draft, Edit
from memtui.domain.kinds import ActorKind, Kind, Layer, MemoryType, Priority, Source, Tier, Trust
from memtui.domain.records import Actor, member_of

PROJECT = "acme-shop"
CHAPTERS = ("guide", "backend", "frontend", "operations", "people", "disputes", "hostile", "acts")
TURN = timedelta(seconds=40)
"""The time between two turns of a talk."""

ACTORS = {
    "ana": Actor("ana"),
    "ben": Actor("ben"),
    "mei": Actor("mei"),
    "claude-code": Actor("claude-code", ActorKind.AGENT),
    "codex": Actor("codex", ActorKind.AGENT),
}


@dataclass(frozen=True, slots=True)
class Scene:
    """One act of the story; `keys` names the memories that it makes, `what` holds the rest as it stands in the data."""

    at: datetime
    actor: Actor
    do: str
    what: Mapping[str, Any]
    drafts: Mapping[str, Draft]


def scenes() -> list[Scene]:
    """Return the whole story in the order of its times."""
    told: list[Scene] = []
    for chapter in CHAPTERS:
        data = tomllib.loads((files("memtui.demo") / "data" / f"{chapter}.toml").read_text("utf-8"))
        told += [_memory(row, f"{chapter}-{place}") for place, row in enumerate(data.get("memories", ()))]
        told += [_talk(row) for row in data.get("sessions", ())]
        told += [Scene(row["at"], ACTORS[row["by"]], row["do"], row, {}) for row in data.get("acts", ())]
    return sorted(told, key=lambda scene: scene.at)


def edit_of(what: Mapping[str, Any]) -> Edit:
    """Return the edit that an act of the story asks for."""
    return Edit(
        content=what.get("content"),
        add_tags=tuple(what.get("add_tags", ())),
        priority=_member(Priority, what, "priority"),
        importance_override=what.get("importance"),
        pinned=what.get("pinned"),
        layer=_member(Layer, what, "layer"),
        tier=_member(Tier, what, "tier"),
        archived=what.get("archived"),
    )


def _memory(row: Mapping[str, Any], place: str) -> Scene:
    key = row.get("key", place)
    draft = Draft(
        id=_ulid(row["at"], key),
        content=_filled(row["text"]),
        kind=_member(Kind, row, "kind"),
        memory_type=_member(MemoryType, row, "type"),
        source=_member(Source, row, "source") or Source.MANUAL,
        file=row.get("file"),
        uri=row.get("uri"),
        project=row.get("project", PROJECT) or None,
        trust=_member(Trust, row, "trust"),
        tags=tuple(row.get("tags", ())),
        priority=_member(Priority, row, "priority") or Priority.NONE,
        confidence=row.get("confidence"),
        importance_override=row.get("importance"),
        pinned=row.get("pinned", False),
        layer=_member(Layer, row, "layer"),
        tier=_member(Tier, row, "tier"),
        created_at=None if row.get("undated") else row["at"],
        undated=row.get("undated", False),
        foreign_id=row.get("foreign_id"),
    )
    return Scene(row["at"], ACTORS[row["by"]], "add", row, {key: draft})


def _talk(row: Mapping[str, Any]) -> Scene:
    drafts = {}
    for position, (speaker, text) in enumerate(row["turns"]):
        at, key = row["at"] + position * TURN, f"{row['id']}-{position}"
        drafts[key] = Draft(
            id=_ulid(at, key),
            content=text,
            session=row["id"],
            session_position=position,
            speaker=speaker,
            project=PROJECT,
            tags=tuple(row["tags"]),
            created_at=at,
        )
    return Scene(row["at"] + len(drafts) * TURN, ACTORS[row["by"]], "talk", row, drafts)


def _member(kind: Any, row: Mapping[str, Any], name: str) -> Any:
    return member_of(kind, row[name]) if name in row else None


def _ulid(at: datetime, key: str) -> str:
    """Return the ULID that this memory has in every copy of the sample."""
    from ulid import ULID

    chance = hashlib.blake2b(key.encode(), digest_size=10).digest()
    return str(ULID.from_bytes(int(at.timestamp() * 1000).to_bytes(6, "big") + chance))


def _filled(text: str) -> str:
    """Return a text with its {{braces}} filled in: what must not, or need not, stand in a file."""
    for name, piece in _PIECES.items():
        text = text.replace("{{" + name + "}}", piece)
    return text


_PIECES = {
    "an AWS key": "AK" + "IA" + "QX7ZDEMOSHOP42KT",
    "a database address": "postgres" + "://shop:" + "Winter2025x" + "@db-1.acme.example/shop",
    "a long line": ";".join(f"SKU-{number:05d};{number * 7 % 900 + 99};EUR" for number in range(1, 400)),
}
