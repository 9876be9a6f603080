"""What is worked out from a memory's text: the one function that keeps the derived rows true."""

from __future__ import annotations

from pathlib import PurePosixPath

from memtui.domain.records import Memory
from memtui.intelligence.badges import badges
from memtui.intelligence.importance import base
from memtui.intelligence.tokens import tokenize
from memtui.services.ports import Derived

CONTAINERS = frozenset({".jsonl", ".json", ".csv", ".db", ".sqlite", ".sqlite3"})
"""Files that hold memories of every kind: their names say nothing about one of them."""

COMMON_NAMES = frozenset({"claude", "agents", "memory", "readme", "index", "notes", "core"})
"""Names that every project has: as terms they would find everything at once."""


def derive(memory: Memory) -> Derived:
    """Return a memory's index terms, the part of its importance that does not age, and its badges.

    The terms are those of the text, then those that only its tags and its file's name add: a tag finds its
    memories, and repeats of what the text says weigh nothing more. Pure: equal memories give equal rows.
    """
    tokens = tokenize(memory.content)
    beside = " ".join((*memory.tags, _file_name(memory.file)))
    if beside.strip():
        known = set(tokens)
        tokens += [token for token in dict.fromkeys(tokenize(beside)) if token not in known]
    return Derived(tokens=tuple(tokens), importance_base=base(memory), badges=badges(memory.content))


def _file_name(file: str | None) -> str:
    if not file:
        return ""
    path = PurePosixPath(file.replace("\\", "/"))
    return "" if path.suffix.lower() in CONTAINERS or path.stem.lower() in COMMON_NAMES else path.name
