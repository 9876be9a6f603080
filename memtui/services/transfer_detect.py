"""The last part of an import: what came in is compared, oldest first, with what is there and with itself."""

from __future__ import annotations

from array import array

from memtui.domain.records import Json
from memtui.services.detecting import Detector
from memtui.services.ports import Progress, UnitOfWork
from memtui.services.sweeping import Sweep, SweepCounts
from memtui.services.titles import counted
from memtui.services.workspace import Workspace

WHAT = "conflicts"
"""What progress calls this part."""


class Runs:
    """Row numbers as runs, first and last of each: those of an import mostly follow each other."""

    def __init__(self, kept: object = None) -> None:
        self._runs: list[list[int]] = []
        for run in kept if isinstance(kept, list) else ():
            if isinstance(run, list) and len(run) == 2 and all(isinstance(end, int) for end in run):
                self._runs.append([*run])

    def add(self, number: int) -> None:
        """Take in a number."""
        if self._runs and number == self._runs[-1][1] + 1:
            self._runs[-1][1] = number
        elif not self._runs or not self._runs[-1][0] <= number <= self._runs[-1][1]:
            self._runs.append([number, number])

    def as_json(self) -> list[list[int]]:
        """Return them as a batch keeps them for going on."""
        return self._runs

    def numbers(self) -> array[int]:
        """Return all numbers, each once."""
        return array("q", dict.fromkeys(number for first, last in self._runs for number in range(first, last + 1)))


def detect_imported(
    workspace: Workspace,
    work: UnitOfWork,
    came: Runs,
    resume: Json,
    summary: str,
    progress: Progress,
    *,
    inner: bool = True,
) -> SweepCounts:
    """Detect memories in the batch that brought them in; raises Cancelled between chunks.

    A stopped import goes on where this stopped. `inner` False compares them only with what was there before:
    what another store of memtui says of its own memories came along.
    """
    numbers = came.numbers()
    kept = {**resume, "came": came.as_json(), "all": len(numbers)}
    done = _count(resume.get("compared")) if resume.get("all") == len(numbers) else 0
    sweep = Sweep(Detector(workspace), numbers, states=inner, inner=inner)
    if len(numbers):
        work.checkpoint({**kept, "compared": done}, summary)
    for place, chunk in sweep.chunks(done):
        sweep.detect(work, chunk)
        work.checkpoint({**kept, "compared": place}, told(summary, sweep.counts))
        progress(place, len(sweep.numbers), WHAT)
    return sweep.counts


def told(summary: str, counts: SweepCounts) -> str:
    """Return an import's line with the conflicts that it found."""
    return f"{summary}, {counted(counts.found, 'conflict')}" if counts.found else summary


def _count(value: object) -> int:
    return value if isinstance(value, int) and value > 0 else 0
