"""How many verdicts were given in this sitting, how long each took, and how long the rest will take."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

PAUSE = 120.0
"""Seconds without a verdict that count as a pause and not as thinking."""

RECENT = 40
"""The mean is that of about so many of the newest verdicts."""


class Sitting:
    """Verdicts since memtui was started; `clock` gives seconds."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.clock = clock
        self.done = 0
        self._last: float | None = None
        self._mean: float | None = None
        self._timed = 0

    def look(self) -> None:
        """Take notice that there is something to judge from now on."""
        if self._last is None:
            self._last = self.clock()

    def did(self, count: int = 1) -> None:
        """Take notice of verdicts given, or (below zero) taken back."""
        self.done = max(self.done + count, 0)
        if count <= 0:
            return
        now = self.clock()
        gap = now - self._last if self._last is not None else None
        self._last = now
        if gap is not None and gap <= PAUSE:
            each, self._timed = gap / count, min(self._timed + count, RECENT)
            share = min(count / self._timed, 1.0)
            self._mean = each if self._mean is None else self._mean + (each - self._mean) * share

    def words(self, left: int) -> str:
        """Return `12 done, 4.1 s each, ~3 min left`; empty before the first verdict."""
        if not self.done:
            return ""
        parts = [f"{self.done:,} done"]
        if self._mean is not None:
            parts.append(f"{self._mean:.1f} s each")
            if left:
                parts.append(f"~{_span(self._mean * left)} left")
        return ", ".join(parts)


def _span(seconds: float) -> str:
    if seconds < 60:
        return f"{max(round(seconds), 1)} s"
    minutes = seconds / 60
    return f"{round(minutes)} min" if minutes < 90 else f"{minutes / 60:.1f} h"
