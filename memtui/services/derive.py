"""What is worked out from a memory's text: the one function that keeps the derived rows true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, TypeVar

from memtui.domain.filters import Badge
from memtui.domain.judgements import FoundEntity, StatedFact
from memtui.domain.kinds import EntityType
from memtui.domain.records import Json, Memory
from memtui.intelligence import secrets
from memtui.intelligence.importance import base
from memtui.intelligence.tokens import tokenize
from memtui.services.ports import Derived
from memtui.services.understanding import understand

CONTAINERS = frozenset({".jsonl", ".json", ".csv", ".db", ".sqlite", ".sqlite3"})
"""Files that hold memories of every kind: their names say nothing about one of them."""

COMMON_NAMES = frozenset({"claude", "agents", "memory", "readme", "index", "notes", "core"})
"""Names that every project has: as terms they would find everything at once."""


Named = TypeVar("Named", FoundEntity, StatedFact)

EXTRACTED = "extracted"
"""The key in `extra` under which a memory keeps what a plugged-in extractor found that the rules did not."""


def derive(memory: Memory) -> Derived:
    """Return a memory's index terms, the part of its importance that does not age, its badges, entities and claims.

    The terms are those of the text, then those that only its tags and its file's name add: a tag finds its
    memories, and repeats of what the text says weigh nothing more. Pure: equal memories give equal rows.
    """
    known = understand(memory)
    tokens = known.tokens
    beside = " ".join((*memory.tags, _file_name(memory.file)))
    if beside.strip():
        said = set(tokens)
        tokens += tuple(token for token in dict.fromkeys(tokenize(beside)) if token not in said)
    warned = known.badges
    hidden = secrets.find(memory.content) if Badge.SECRET in warned else []
    return Derived(
        tokens=tokens,
        importance_base=base(memory),
        badges=warned,
        entities=nameable((*known.entities, *extracted(memory)), hidden),
        claims=known.claims,
    )


def extracted(memory: Memory) -> tuple[FoundEntity, ...]:
    """Return what a plugged-in extractor found in the text as it is now, beyond what the rules find."""
    kept = memory.extra.get(EXTRACTED)
    if not isinstance(kept, Mapping) or kept.get("of") != memory.content_hash:
        return ()
    nodes = kept.get("nodes")
    found = (_node(node, len(memory.content)) for node in (nodes if isinstance(nodes, list) else ()))
    return tuple(node for node in found if node is not None)


def nameable(found: tuple[Named, ...], hidden: Sequence[secrets.Secret]) -> tuple[Named, ...]:
    """Return entities or facts but for those that would give a credential of the text away (a URL with a password, say)."""
    if not hidden:
        return found
    return tuple(one for one in found if not any(one.start < each.end and each.start < one.end for each in hidden))


def to_keep(found: Iterable[FoundEntity], memory: Memory, by: str) -> Json:
    """Return what an extractor found as `extra` keeps it, for `extracted` to read."""
    nodes = [
        {"type": str(one.type), "name": one.name, "start": one.start, "end": one.end, "context": one.context}
        for one in found
    ]
    return {"by": by, "of": memory.content_hash, "nodes": nodes}


def _node(node: Any, length: int) -> FoundEntity | None:
    """Return one kept entity; None for what no extractor of ours can have kept."""
    try:
        start, end, name = int(node["start"]), int(node["end"]), str(node["name"]).strip()
        if not name or not 0 <= start <= end <= length:
            return None
        return FoundEntity(
            type=EntityType(node["type"]), name=name, start=start, end=end, context=str(node.get("context") or "")
        )
    except (KeyError, TypeError, ValueError):
        return None


def _file_name(file: str | None) -> str:
    if not file:
        return ""
    path = PurePosixPath(file.replace("\\", "/"))
    return "" if path.suffix.lower() in CONTAINERS or path.stem.lower() in COMMON_NAMES else path.name
