"""`python -m tests.endurance [--short]`: the long forms of the fault tests, or the short ones that CI runs."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

from tests.endurance.filling import fill_a_disk, reach_the_limit
from tests.endurance.killing import kill_writers
from tests.endurance.sharing import share_the_store
from tests.endurance.stopping import kill_imports

FOLLOWS_WITHIN = 1.0
"""Seconds after a commit by another process in which the list shows it (SPEC 12)."""


def main() -> int:
    """Run every fault and print what came of it; exits 1 if one of them broke the store."""
    parser = argparse.ArgumentParser(prog="python -m tests.endurance", description=__doc__)
    parser.add_argument("--short", action="store_true", help="ten kills instead of a hundred, and so on")
    parser.add_argument("--seed", type=int, default=2026, help="another seed kills at other moments")
    wanted = parser.parse_args()
    failures = sum(not _held(name, fault) for name, fault in _faults(wanted.short, wanted.seed))
    print("All held." if not failures else f"{failures} did not hold.")
    return 1 if failures else 0


def _faults(short: bool, seed: int) -> list[tuple[str, Callable[[Path], object]]]:
    return [
        ("kill -9 while writing", partial(kill_writers, rounds=10 if short else 100, seed=seed, tell=_tell)),
        ("three writers under open screens", partial(_share, acts=40 if short else 1_000)),
        ("files that may not grow", partial(reach_the_limit, seed=seed)),
        ("a full disk", partial(fill_a_disk, seed=seed, tell=_tell)),
        (
            "kill -9 while importing",
            partial(kill_imports, memories=4_000 if short else 40_000, kills=3 if short else 20, seed=seed),
        ),
    ]


def _share(folder: Path, acts: int) -> str:
    lags = asyncio.run(share_the_store(folder, acts))
    late = lags[round(len(lags) * 0.95) - 1]
    assert late <= FOLLOWS_WITHIN, f"95 % of the rows were in the list after {late:.2f} s"
    return f"{len(lags):,} rows came into the list, half within {median(lags):.2f} s, 95 % within {late:.2f} s of their commit"


def _held(name: str, fault: Callable[[Path], object]) -> bool:
    print(f"{name} …", flush=True)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="memtui-endurance-") as folder:
        try:
            result = fault(Path(folder))
        except AssertionError as broken:
            print(f"  BROKEN: {broken}", flush=True)
            return False
    print(f"  held ({time.monotonic() - started:.0f} s){'' if result is None else f': {result}'}", flush=True)
    return True


def _tell(sentence: str) -> None:
    print(f"  {sentence}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
