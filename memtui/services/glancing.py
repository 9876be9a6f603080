"""A glance at what other programs left: how many memories a file or folder holds, without a store and changing nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from memtui.domain.errors import MemtuiError
from memtui.formats.base import Item, RawRecord
from memtui.formats.registry import recognise

INSTRUCTIONS = frozenset({"CLAUDE.md", "AGENTS.md"})
"""Files that tell agents what to do; they are no memory, and come in only when a person names them."""

MOST_ITEMS = 20_000
MOST_SECONDS = 2.0
"""Where a glance stops counting: it only says what is worth a look."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Glance:
    """What is at a place: its format (empty where none is known), how many memories, whether there are `more` than counted.

    `instructions` marks a file that is for agents to read and holds no memories.
    """

    path: Path
    format: str = ""
    memories: int = 0
    more: bool = False
    instructions: bool = False

    @property
    def offers(self) -> bool:
        """Whether there is something to bring in."""
        return self.memories > 0 and not self.instructions


def glance(path: Path, *, clock: Callable[[], float] = time.monotonic) -> Glance:
    """Look at one place for at most `MOST_SECONDS` and `MOST_ITEMS`; what cannot be read is as good as empty."""
    if path.name in INSTRUCTIONS:
        return Glance(path=path, instructions=True)
    end = clock() + MOST_SECONDS
    count, name = 0, ""
    try:
        found = recognise(path)
        if found is None:
            return Glance(path=path)
        name = found.name
        for entry in found.read(path, named=False):
            count += isinstance(entry, Item) or (isinstance(entry, RawRecord) and entry.table == "memory")
            if count >= MOST_ITEMS or clock() > end:
                return Glance(path=path, format=name, memories=count, more=True)
    except (OSError, ValueError, MemtuiError):
        return Glance(path=path, format=name, memories=count)
    return Glance(path=path, format=name, memories=count)
