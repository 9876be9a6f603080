"""The beginning: how long a store takes to open, the first search, and what memory it all costs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.bench import corpus
from tests.bench.figures import RUNS, Figure


def figures(store: Path, size: int, smallest_open: float | None) -> Iterator[Figure]:
    """Yield how long opening took against the smallest store (no index is rebuilt), and the resident memory."""
    asked = [*corpus.queries(40, size), corpus.COMMON]
    probe = [sys.executable, "-m", "tests.bench.probe", "look", str(store), json.dumps(asked)]
    said = [json.loads(subprocess.run(probe, check=True, capture_output=True, text=True).stdout) for _ in range(RUNS)]
    opening = min(one["open_ms"] for one in said)
    limit = None if smallest_open is None else smallest_open * 1.5 + 20
    note = f"best of {RUNS}" + ("" if limit is None else "; at most 1.5 × the smallest store's + 20")
    yield Figure(name="open, no index is rebuilt", size=size, value=opening, unit="ms", limit=limit, note=note)
    first = median(one["first_search_ms"] for one in said)
    yield Figure(name="first search of a process, imports and all", size=size, value=first, unit="ms")
    resident = median(one["resident_mb"] for one in said)
    bare = median(one["before_mb"] for one in said)
    note = f"{bare:.0f} MB before the store was opened"
    yield Figure(name="resident memory, open and searched", size=size, value=resident, unit="MB", limit=400, note=note)
