"""`python -m tests.quality DIR [--only SET] [--out OUT]` and `python -m tests.quality --cases FILE`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.quality import cases, finding_entities, noise, pairing, phrases, recalling
from tests.quality.pair_scores import Judged, calibration

LEFT_OUT = frozenset({"survivor", "loose"})
"""Groups whose labels say nothing about a judge's precision."""

CALIBRATED = ("pairs-commits", "pairs-agentmd", "pairs-sick")
FEW = 20
"""Bands with fewer reports than this are printed and not judged."""


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
        good = Measuring(wanted.folder, wanted.out, with_steps=not wanted.no_steps).run(wanted.only) and good
    return 0 if good else 1


class Measuring:
    """One run over a folder of data sets."""

    def __init__(self, folder: Path, out: Path | None, *, with_steps: bool) -> None:
        self.folder = folder
        self.out = out
        self.with_steps = with_steps
        self.said: list[Judged] = []

    def run(self, only: list[str] | None) -> bool:
        """Measure every set that is there, or only those named, and say whether all targets are met."""
        there = sorted(path.parent.name for path in self.folder.glob("*/dev.jsonl"))
        missing = sorted(set(only or ()) - set(there))
        for name in missing:
            print(f"{name}: there is no {self.folder / name / 'dev.jsonl'}", file=sys.stderr)
        good = not missing
        for name in there:
            if not only or name in only:
                good = self._measure(name) and good
        if self.said:
            good = _calibration(self.said) and good
        return good if only else phrases.report(self.folder) and good

    def _measure(self, name: str) -> bool:
        if name == recalling.NAME:
            return recalling.report(self.folder, self.out, with_steps=self.with_steps)
        if name in pairing.PAIR_SETS:
            good, rows = pairing.report(name, self.folder, self.out)
            self.said += rows if name in CALIBRATED else ()
            return (noise.fan_out(self.folder) and good) if name == noise.COMMITS else good
        if name in finding_entities.TARGETS:
            return finding_entities.report(name, self.folder, self.out)
        if name == noise.IMPORT:
            return noise.importing(self.folder, self.out)
        print(f"{name}: no target; not measured")
        return True


def _calibration(said: list[Judged]) -> bool:
    print("calibration: printed confidence against precision, survivors and loose ones left out")
    checks: list[pairing.Check] = []
    for band in calibration([row for row in said if row.change not in LEFT_OUT]):
        name = f"{band.low:.2f} to {min(band.high, 1.0):.2f}"
        print(f"    {name}: {band.count:4} reported, printed {band.printed:.3f}, right {band.precision:.3f}")
        if band.count >= FEW:
            checks.append((f"off by, {name}", band.off, 0.05, False))
    return pairing.checked(checks)


if __name__ == "__main__":
    sys.exit(main())
