"""Runs the screens without a terminal, presses keys, and prints by how much the event loop came late, in ms.

`python -m tests.bench.loop_lag STORE`; start-up, until the list is there, does not count.
"""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

from memtui.bootstrap import open_workspace
from memtui.tui.app import MemtuiApp
from memtui.tui.options import Options

TICK = 0.004
"""Seconds between two looks at the clock."""

PACE = 0.03
"""Seconds between two keys, as a held key repeats."""

SCRIPT = (
    "j " * 60
    + "G g " * 5
    + "/ h a r b o r space o r d e r enter "
    + "j w " * 5
    + "6 j j j 1 slash escape enter backspace "
) * 3


async def lags_of(store: Path) -> list[float]:
    """Return the loop's lags while the script is played."""
    lags: list[float] = []

    async def look() -> None:
        loop = asyncio.get_running_loop()
        while True:
            asleep = loop.time()
            await asyncio.sleep(TICK)
            lags.append((loop.time() - asleep - TICK) * 1000)

    config = store.parent / "none.toml"
    app = MemtuiApp(lambda: open_workspace(str(store), face="screens", config=config), Options(location=str(store)))
    async with app.run_test(size=(120, 40)) as pilot:
        while not app.gateway.is_open or app.gateway.jobs:
            await pilot.pause(PACE)
        await pilot.pause(1.0)
        looking = asyncio.create_task(look())
        for key in SCRIPT.replace("/", "slash").split():
            await pilot.press(key)
            await pilot.pause(PACE)
        looking.cancel()
    return lags


if __name__ == "__main__":
    print(json.dumps([round(lag, 2) for lag in asyncio.run(lags_of(Path(sys.argv[1])))]))
