"""`python -m tests.bench [--n N ...] [--json FILE]`: prints SPEC's speed figures as they are on this machine."""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench import corpus, mneno, recalling, screens, starting, viewing, writing
from tests.bench.figures import Figure, short, yardstick
from tests.bench.stores import Stores, opened

SIZES = (1_000, 10_000, 100_000)
PARTS = ("search", "start", "screens", "views", "add", "scan", "import", "mneno")
SCANNED = 10_000
"""The largest store that is compared with itself."""


def main() -> int:
    """Measure, print and, if asked to, write the figures; exits 1 when a target is missed."""
    wanted = _arguments()
    sizes = sorted(set(wanted.n or SIZES))
    made: list[Figure] = []
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory(prefix="memtui-bench-") as passing:
        folder = Path(wanted.stores or passing)
        for figure in _figures(folder, sizes, set(wanted.only or PARTS)):
            made.append(figure)
            print(figure.line(), flush=True)
    missed = [figure for figure in made if figure.met is False]
    met = sum(figure.met is True for figure in made)
    print(f"{met} targets met, {len(missed)} missed" + "".join(f"\n  missed: {one.line().strip()}" for one in missed))
    if wanted.json:
        told = {"python": platform.python_version(), "sizes": sizes, "figures": [figure.as_json() for figure in made]}
        Path(wanted.json).write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    return 1 if missed else 0


def _figures(folder: Path, sizes: list[int], parts: set[str]) -> Iterator[Figure]:
    stores = Stores(folder)
    smallest: float | None = None
    medians: dict[int, float] = {}
    for size in sizes:
        store = stores.of(size)
        yield yardstick(size)
        if "search" in parts:
            with opened(store) as workspace:
                yield from recalling.figures(workspace, size)
                for query, took in recalling.slowest(workspace, size):
                    print(f"       slowest: {took:.1f} ms for {query!r}", file=sys.stderr)
        corpus.words.cache_clear()
        if "start" in parts:
            for figure in starting.figures(store, size, smallest):
                smallest = smallest if smallest is not None or not figure.name.startswith("open") else figure.value
                yield figure
        yield from _seen(stores, size, parts)
        if "add" in parts:
            with opened(stores.copy(size, "add")) as workspace:
                for figure in writing.adding(workspace, size):
                    medians.setdefault(size, figure.also["median"])
                    yield figure
        if "scan" in parts and size <= SCANNED:
            with opened(stores.copy(size, "scan")) as workspace:
                yield from writing.scanning(workspace, size)
        if "import" in parts:
            yield from writing.importing(stores.copy(size, "import"), size, writing.memory_file(folder, size))
    yield from writing.flatness(medians)
    if "mneno" in parts:
        yield from mneno.figures(folder)


def _seen(stores: Stores, size: int, parts: set[str]) -> Iterator[Figure]:
    if "screens" in parts:
        yield from screens.figures(stores.copy(size, "screens"), size)
    if "views" in parts:
        yield from viewing.figures(stores.judged(size), size)


def _arguments() -> argparse.Namespace:
    names = ", ".join(short(size) for size in SIZES)
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--n", type=int, nargs="+", metavar="N", help=f"sizes of stores (default {names})")
    parser.add_argument("--json", metavar="FILE", help="also write the figures to FILE")
    parser.add_argument("--only", nargs="+", choices=PARTS, help="measure these parts only")
    parser.add_argument(
        "--stores", metavar="FOLDER", help="use the stores of this folder, and leave there what is made"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
