"""kill −9 at random moments of a writing process: nothing that was acknowledged is lost, nothing is half-written."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from pathlib import Path

from tests.endurance.ledger import Ledger, assert_sound, undo_and_redo
from tests.endurance.processes import Child

LONGEST = 0.4
"""Seconds that a writer lives at most after its first act."""


def kill_writers(folder: Path, rounds: int, seed: int, tell: Callable[[str], None] = lambda _: None) -> int:
    """Kill a writer `rounds` times on one growing store and check it each time; returns the acts acknowledged."""
    chances = random.Random(seed)
    store, ledger = folder / "killed.db", Ledger()
    acknowledged = 0
    for place in range(rounds):
        with Child("writer", store, "writer", seed + place) as child:
            child.listen_until(lambda said: any("did" in line for line in said))
            end = time.monotonic() + chances.uniform(0, LONGEST)
            while time.monotonic() < end:
                child.listen(end - time.monotonic())
            said = child.kill()
        acknowledged += sum("did" in line for line in said)
        ledger.hear(said)
        assert_sound(store, ledger)
        undo_and_redo(store, "writer")
        assert_sound(store, ledger)
        tell(f"kill {place + 1}: {acknowledged:,} acts acknowledged, {len(ledger.texts):,} memories, all there")
    return acknowledged
