"""Runs in a process of its own, so that what it needs is its own, and prints what it saw as JSON."""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

from memtui.services import recall, transfer
from memtui.services.recall import Request
from tests.bench.stores import opened


def resident_mb() -> float:
    """Return the resident memory of this process in megabytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def look(store: Path, asked: list[str]) -> dict[str, float]:
    """Open a store, search, and say how long the beginning took and what memory it costs."""
    before = resident_mb()
    started = time.perf_counter()
    with opened(store, face="screens") as workspace:
        opening = time.perf_counter()
        recall.search(workspace, Request(text=asked[0], limit=50))
        first = time.perf_counter()
        for query in (*asked, ""):
            recall.search(workspace, Request(text=query, limit=50))
        return {
            "open_ms": (opening - started) * 1000,
            "first_search_ms": (first - opening) * 1000,
            "before_mb": before,
            "resident_mb": resident_mb(),
        }


def bring_in(store: Path, source: Path, half: int) -> dict[str, float]:
    """Import a file and say how long it took and what memory it held half way and at the end."""
    seen: list[float] = []

    def progress(done: int, total: int | None, what: str) -> None:
        if done >= half:
            seen.append(resident_mb())

    with opened(store) as workspace:
        started, cpu = time.perf_counter(), time.process_time()
        report = transfer.import_path(workspace, source, progress=progress)
        seconds, cpu = time.perf_counter() - started, time.process_time() - cpu
        seen.append(resident_mb())
    return {"new": report.new, "seconds": seconds, "cpu": cpu, "half_mb": seen[0], "late_mb": max(seen)}


def main(what: str, store: str, *rest: str) -> None:
    """Do what is asked and print what was seen."""
    said = (
        look(Path(store), json.loads(rest[0])) if what == "look" else bring_in(Path(store), Path(rest[0]), int(rest[1]))
    )
    print(json.dumps(said))


if __name__ == "__main__":
    main(*sys.argv[1:])
