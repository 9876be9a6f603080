"""`python -m tests.quality DIR [--only SET] [--out OUT]` and `python -m tests.quality --cases FILE`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.quality import cases, recalling

SETS = {recalling.NAME: recalling.report}
"""The data sets that can be measured so far, by the name of their folder."""


def main() -> int:
    """Measure what was asked for; exits 1 when a target is missed or a worked case does not hold, 2 on bad usage."""
    parser = argparse.ArgumentParser(prog="python -m tests.quality", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="folder of data sets, each SET/dev.jsonl")
    parser.add_argument("--only", action="append", metavar="SET", help="measure only this set (repeatable)")
    parser.add_argument("--out", type=Path, help="folder for the predictions, SET.jsonl each")
    parser.add_argument("--cases", type=Path, action="append", metavar="FILE", help="run worked cases (repeatable)")
    parser.add_argument("--no-steps", action="store_true", help="leave out the table of the pipeline's steps")
    wanted = parser.parse_args()
    if wanted.folder is None and not wanted.cases:
        parser.error("name a folder of data sets, or --cases FILE")
    good = True
    for path in wanted.cases or ():
        good = cases.report(path) and good
    if wanted.folder is not None:
        good = _measure(wanted.folder, wanted.only, wanted.out, with_steps=not wanted.no_steps) and good
    return 0 if good else 1


def _measure(folder: Path, only: list[str] | None, out: Path | None, *, with_steps: bool) -> bool:
    there = sorted(path.parent.name for path in folder.glob("*/dev.jsonl"))
    missing = sorted(set(only or ()) - set(there))
    for name in missing:
        print(f"{name}: there is no {folder / name / 'dev.jsonl'}", file=sys.stderr)
    good = not missing
    for name in there:
        if only and name not in only:
            continue
        if name in SETS:
            good = SETS[name](folder, out, with_steps=with_steps) and good
        else:
            print(f"{name}: not supported yet")
    return good


if __name__ == "__main__":
    sys.exit(main())
