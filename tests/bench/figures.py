"""What a measurement says: a name, a target where SPEC sets one, and the figure itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

RUNS = 5
"""Each figure is the median of so many runs, unless it says otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line of the report; `limit` is the most (or, with `at_least`, the least) that the target allows."""

    name: str
    size: int | None
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False
    also: Mapping[str, float] = field(default_factory=dict)
    """Further figures in the same unit."""
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target holds; None where there is none."""
        if self.limit is None:
            return None
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def line(self) -> str:
        """Return the figure as one line of text."""
        size = "" if self.size is None else short(self.size)
        target = "" if self.limit is None else f"{'≥' if self.at_least else '≤'} {_number(self.limit)} {self.unit}"
        verdict = {None: "", True: "ok", False: "MISSED"}[self.met]
        row = f"{size:>5}  {self.name:<44} {target:>14}  {_number(self.value):>9} {self.unit:<8} {verdict:<6}"
        more = [f"{name} {_number(value)}" for name, value in self.also.items()]
        return f"{row} {', '.join((*more, *filter(None, (self.note,))))}".rstrip()

    def as_json(self) -> dict[str, Any]:
        """Return the figure as plain data."""
        return asdict(self) | {"met": self.met}


@dataclass(frozen=True, slots=True)
class Spent:
    """What one call took, in milliseconds."""

    cpu: float
    wall: float


def spent(call: Callable[[], object]) -> Spent:
    """Run `call` and return what it took."""
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return Spent((time.process_time() - cpu) * 1000, (time.perf_counter() - wall) * 1000)


def yardstick(size: int) -> Figure:
    """Return how long a fixed piece of work takes now: what else runs on this machine shows here first."""
    runs = [spent(lambda: sum(place * place for place in range(200_000))) for _ in range(25)]
    wall, cpu = median(run.wall for run in runs), median(run.cpu for run in runs)
    also = {"cpu": cpu, "worst": max(run.wall for run in runs)}
    note = "on a busy machine read the cpu figures"
    return Figure(name="yardstick: 200,000 squares summed", size=size, value=wall, unit="ms", also=also, note=note)


def share(values: Iterable[float], percent: float) -> float:
    """Return the value that `percent` of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, round(len(ordered) * percent / 100))]


def over_runs(runs: Sequence[Sequence[Spent]], percent: float = 95) -> tuple[float, float, float]:
    """Return the medians over runs of the wall share, the CPU share and the wall median."""
    walls = [share((one.wall for one in run), percent) for run in runs]
    cpus = [share((one.cpu for one in run), percent) for run in runs]
    middles = [median(one.wall for one in run) for run in runs]
    return median(walls), median(cpus), median(middles)


def p95(name: str, size: int, runs: Sequence[Sequence[Spent]], limit: float | None) -> Figure:
    """Return the figure of a latency: its p95 by the clock, with CPU and median as a note."""
    wall, cpu, middle = over_runs(runs)
    return Figure(name=name, size=size, value=wall, unit="ms p95", limit=limit, also={"cpu p95": cpu, "median": middle})


def short(size: int) -> str:
    """Return a store's size in few characters: 950, 10k, 1M."""
    for step, letter in ((1_000_000, "M"), (1_000, "k")):
        if size >= step and size % step == 0:
            return f"{size // step}{letter}"
    return f"{size:,}"


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
