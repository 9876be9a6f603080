"""The real Mneno beside memtui, in an environment of its own that is made for the run, if it can be had."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.bench import corpus
from tests.bench.figures import Figure

SIZE = 1_000
PACKAGE = "mneno"
PROBE = """
import json, statistics, sys, time
from mneno import MemoryClient
told = json.load(sys.stdin)
client = MemoryClient()
started = time.perf_counter()
for text in told["texts"]:
    client.add(text)
added = time.perf_counter() - started
took = []
for query in told["queries"]:
    started = time.perf_counter()
    client.search(query)
    took.append((time.perf_counter() - started) * 1000)
print(json.dumps({"seconds": added, "search_ms": sorted(took)[round(len(took) * 0.95) - 1]}))
"""


def figures(folder: Path, deadline: float = 900) -> Iterator[Figure]:
    """Yield what Mneno needs for 1,000 adds and a search among them; says on stderr why not, when it cannot be had."""
    python = folder / "mneno" / "bin" / "python"
    texts = [draft.content for draft in corpus.drafts(SIZE)]
    told = json.dumps({"texts": texts, "queries": [query for query in corpus.queries(40, SIZE) if query]})
    try:
        subprocess.run(
            [sys.executable, "-m", "venv", str(folder / "mneno")], check=True, capture_output=True, timeout=120
        )
        subprocess.run(
            [str(python), "-m", "pip", "install", "-q", PACKAGE], check=True, capture_output=True, timeout=240
        )
        probe = [str(python), "-c", PROBE]
        run = subprocess.run(
            probe, input=told, check=True, capture_output=True, text=True, cwd=folder, timeout=deadline
        )
    except (OSError, subprocess.SubprocessError) as error:
        print(f"Mneno was not run beside: {type(error).__name__}", file=sys.stderr)
        return
    said = json.loads(run.stdout)
    yield Figure(
        name="Mneno: add, with detection",
        size=SIZE,
        value=said["seconds"] * 1000 / SIZE,
        unit="ms mean",
        note="one run, in memory",
    )
    yield Figure(name="Mneno: search", size=SIZE, value=said["search_ms"], unit="ms p95", note="one run, in memory")
