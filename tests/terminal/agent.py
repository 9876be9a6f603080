"""`python -m tests.terminal.agent STORE COUNT`: an agent that writes fifty memories a second into a store.

Every tenth contradicts the one before it, so that the queue grows meanwhile.
"""

from __future__ import annotations

import sys
import time

from memtui import MemoryClient

PACE = 1 / 50
"""Seconds from one memory to the next."""


def text(number: int) -> str:
    """Return what the agent writes as its memory of some number."""
    if number % 10 in (8, 9):
        minutes = 15 if number % 10 == 8 else 30
        return f"Sessions of the supplier app {number // 10} time out after {minutes} minutes"
    return f"Agent row {number}: the importer of supplier {number} keeps its own queue"


def main() -> None:
    """Write `COUNT` memories, each in an act of its own, and say how many there are."""
    store, count = sys.argv[1], int(sys.argv[2])
    with MemoryClient(store) as client:
        started = time.monotonic()
        for number in range(count):
            client.add(text(number), kind="reference")
            time.sleep(max(0.0, started + (number + 1) * PACE - time.monotonic()))
    print(count)


if __name__ == "__main__":
    main()
