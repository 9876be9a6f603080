"""memtui and the real Mneno beside it, in an environment of its own that is made for the run, if it can be had."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from memtui.domain.drafts import Draft
from memtui.services import recall, remember
from memtui.services.recall import Request
from tests.bench import corpus
from tests.bench.figures import Figure, share, spent
from tests.bench.stores import opened

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
    """Yield what memtui and Mneno need for 1,000 adds to an empty store and a search among them; says on stderr why not, when Mneno cannot be had."""
    texts = [draft.content for draft in corpus.drafts(SIZE)]
    queries = [query for query in corpus.queries(40, SIZE) if query]
    yield from _told("memtui", _memtui(folder, texts, queries), "one run, to a file")
    try:
        said = _mneno(folder, texts, queries, deadline)
    except (OSError, subprocess.SubprocessError) as error:
        print(f"Mneno was not run beside: {type(error).__name__}", file=sys.stderr)
        return
    yield from _told("Mneno", said, "one run, in memory")


def _told(name: str, said: dict[str, float], note: str) -> Iterator[Figure]:
    each = said["seconds"] * 1000 / SIZE
    yield Figure(name=f"{name}: 1,000 adds, with detection", size=SIZE, value=each, unit="ms mean", note=note)
    yield Figure(name=f"{name}: search", size=SIZE, value=said["search_ms"], unit="ms p95", note=note)


def _memtui(folder: Path, texts: list[str], queries: list[str]) -> dict[str, float]:
    with opened(folder / "beside.db") as workspace:
        added = sum(spent(lambda text=text: remember.add(workspace, Draft(content=text))).wall for text in texts)
        took = [spent(lambda query=query: recall.search(workspace, Request(text=query))).wall for query in queries]
    return {"seconds": added / 1000, "search_ms": share(took, 95)}


def _mneno(folder: Path, texts: list[str], queries: list[str], deadline: float) -> dict[str, float]:
    home = folder / "mneno"
    python = str(home / "bin" / "python")
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True, capture_output=True, timeout=120)
    subprocess.run([python, "-m", "pip", "install", "-q", PACKAGE], check=True, capture_output=True, timeout=240)
    told = json.dumps({"texts": texts, "queries": queries})
    probe = [python, "-c", PROBE]
    run = subprocess.run(probe, input=told, check=True, capture_output=True, text=True, cwd=folder, timeout=deadline)
    said: dict[str, float] = json.loads(run.stdout)
    return said
