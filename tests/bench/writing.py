"""Writing: adding one by one, and importing a file in flat memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from memtui.domain.drafts import Draft
from memtui.services import remember, review
from memtui.services.workspace import Workspace
from tests.bench import corpus
from tests.bench.figures import RUNS, Figure, Spent, p95, short, spent

ADDS = 100
"""Memories that one run adds."""

WARM = 20
"""Memories that are added before anything is timed."""

FRESH = WARM + ADDS * RUNS
"""Memories that one measurement of adding takes."""

SMALLEST_COMPARED = 10_000
"""Below so many memories an add is cheaper for want of anything to compare with."""

IMPORTED = 20_000
"""Memories in the file that is imported."""

OBSERVATIONS = 4
"""Observations of an entity in that file."""


def adding(workspace: Workspace, size: int) -> Iterator[Figure]:
    """Yield the latency of adding a memory, with full detection, to an open store of `size` memories; the store grows by it."""
    limit = 10.0 if size <= 100_000 else 15.0
    yield p95("add, with full detection", size, _added(workspace, corpus.drafts(FRESH, start=size)), limit)
    stated = _added(workspace, corpus.statements(FRESH, start=size))
    yield p95("add of statements that update each other", size, stated, limit)


def flatness(medians: Mapping[int, float]) -> Iterator[Figure]:
    """Yield how much dearer an add is in the largest store than in one of a tenth of it."""
    for size, smaller in ((size, size // 10) for size in sorted(medians)):
        if smaller in medians and smaller >= SMALLEST_COMPARED:
            ratio = medians[size] / medians[smaller]
            note = f"medians {medians[size]:.1f} and {medians[smaller]:.1f} ms"
            name = f"add, against a store of {short(smaller)}"
            yield Figure(name=name, size=size, value=ratio, unit="times", limit=1.5, note=note)


def _added(workspace: Workspace, drafts: Iterator[Draft]) -> list[list[Spent]]:
    for draft in islice(drafts, WARM):
        remember.add(workspace, draft)
    return [
        [spent(lambda draft=draft: remember.add(workspace, draft)) for draft in islice(drafts, ADDS)]
        for _ in range(RUNS)
    ]


def scanning(workspace: Workspace, size: int) -> Iterator[Figure]:
    """Yield how long it takes to compare a whole store with itself."""
    reports = []
    took = spent(lambda: reports.append(review.scan(workspace)))
    (report,) = reports
    rate = size / took.wall * 1000
    note = f"{report.compared:,} compared, {report.found:,} found, {rate:,.0f} a second, cpu {took.cpu / 1000:.1f} s"
    yield Figure(name="scan of a whole store", size=size, value=took.wall / 1000, unit="s", note=note)


def importing(store: Path, size: int, source: Path) -> Iterator[Figure]:
    """Yield the speed of an import into a store of `size` memories, and how much memory it takes on the way."""
    probe = [sys.executable, "-m", "tests.bench.probe", "import", str(store), str(source), str(IMPORTED // 2)]
    said = json.loads(subprocess.run(probe, check=True, capture_output=True, text=True).stdout)
    rate = said["new"] / said["seconds"]
    note = f"{said['new']:,} memories in {said['seconds']:.1f} s, cpu {said['cpu']:.1f} s"
    yield Figure(
        name="import of a memory.jsonl, with detection",
        size=size,
        value=rate,
        unit="a second",
        limit=500,
        at_least=True,
        note=note,
    )
    growth = said["late_mb"] - said["half_mb"]
    note = f"{said['half_mb']:.0f} MB half way, when the caches are full, {said['late_mb']:.0f} MB at the end"
    yield Figure(name="import, growth of memory on the way", size=size, value=growth, unit="MB", limit=25, note=note)


def memory_file(folder: Path, size: int) -> Path:
    """Write a memory.jsonl of the MCP reference server whose texts no store of `size` holds, and return its path."""
    path = folder / f"memory-{size}.jsonl"
    drafts = corpus.drafts(IMPORTED, start=size + FRESH)
    with path.open("w", encoding="utf-8") as file:
        for place in range(IMPORTED // OBSERVATIONS):
            texts = [next(drafts).content for _ in range(OBSERVATIONS)]
            row = {"type": "entity", "name": f"thing-{place}", "entityType": "component", "observations": texts}
            file.write(json.dumps(row) + "\n")
    return path
