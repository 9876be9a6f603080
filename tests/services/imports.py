"""What the tests of imports share: the sample sources, a line of one, and what a store holds after an import."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.records import Memory
from memtui.services.workspace import Workspace

SAMPLES = Path(__file__).parents[1] / "fixtures" / "imports"
Put = Callable[[str, str], Path]


def memories(workspace: Workspace) -> list[Memory]:
    """All memories in order of their numbers."""
    numbers = sorted(workspace.store.reads.numbers(EVERYTHING, Order.OLDEST))
    return workspace.store.reads.memories(numbers)


def texts(workspace: Workspace) -> list[str]:
    return [memory.content for memory in memories(workspace)]


def jsonl(**fields: object) -> str:
    return json.dumps({"id": "one", "content": "Retries are capped at three", **fields})
