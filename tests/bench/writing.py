"""Writing: adding one by one, and importing a file in flat memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from memtui.services import remember
from memtui.services.workspace import Workspace
from tests.bench import corpus
from tests.bench.figures import RUNS, Figure, p95, spent

ADDS = 100
"""Memories that one run adds."""

IMPORTED = 20_000
"""Memories in the file that is imported."""

OBSERVATIONS = 4
"""Observations of an entity in that file."""


def adding(workspace: Workspace, size: int) -> Iterator[Figure]:
    """Yield the latency of adding a memory to an open store of `size` memories; the store grows by it."""
    fresh = iter(list(corpus.drafts(ADDS * RUNS + 5, start=size)))
    for draft in (next(fresh) for _ in range(5)):
        remember.add(workspace, draft)
    runs = [[spent(lambda: remember.add(workspace, next(fresh))) for _ in range(ADDS)] for _ in range(RUNS)]
    yield p95("add, with all detection there is", size, runs, 10.0 if size <= 100_000 else 15.0)


def importing(store: Path, size: int, source: Path) -> Iterator[Figure]:
    """Yield the speed of an import into a store of `size` memories, and how much memory it takes on the way."""
    probe = [sys.executable, "-m", "tests.bench.probe", "import", str(store), str(source), str(IMPORTED // 2)]
    said = json.loads(subprocess.run(probe, check=True, capture_output=True, text=True).stdout)
    rate = said["new"] / said["seconds"]
    note = f"{said['new']:,} memories in {said['seconds']:.1f} s, cpu {said['cpu']:.1f} s"
    yield Figure(
        name="import of a memory.jsonl", size=size, value=rate, unit="a second", limit=500, at_least=True, note=note
    )
    growth = said["late_mb"] - said["half_mb"]
    note = f"{said['half_mb']:.0f} MB half way, when the caches are full, {said['late_mb']:.0f} MB at the end"
    yield Figure(name="import, growth of memory on the way", size=size, value=growth, unit="MB", limit=25, note=note)


def memory_file(folder: Path, size: int) -> Path:
    """Write a memory.jsonl of the MCP reference server whose texts no store of `size` holds, and return its path."""
    path = folder / f"memory-{size}.jsonl"
    drafts = corpus.drafts(IMPORTED, start=size + ADDS * RUNS + 5)
    with path.open("w", encoding="utf-8") as file:
        for place in range(IMPORTED // OBSERVATIONS):
            texts = [next(drafts).content for _ in range(OBSERVATIONS)]
            row = {"type": "entity", "name": f"thing-{place}", "entityType": "component", "observations": texts}
            file.write(json.dumps(row) + "\n")
    return path
