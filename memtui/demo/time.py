"""When the sample project is looked at: a set moment that runs on while somebody looks."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

NOW = datetime(2026, 11, 27, 16, 30, tzinfo=UTC)
"""The moment at which the sample's story ends."""


class DemoClock:
    """Starts at `NOW` and runs at the pace of the machine, so that the sample never grows old."""

    def __init__(self, start: datetime = NOW) -> None:
        self._start = start
        self._started = time.monotonic()

    def now(self) -> datetime:
        """Return the sample's present moment, aware and in UTC."""
        return self._start + timedelta(seconds=time.monotonic() - self._started)
