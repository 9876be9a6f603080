"""Runs the screens without a terminal, presses keys, and prints by how much the event loop came late, in ms.

`python -m tests.bench.loop_lag STORE` scrolls, types and looks into History; with `views` behind it every view is walked
through, and what was late is told for each. Start-up, until the list is there, does not count.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
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

VIEWS = {
    "search": "1 " + "j " * 20 + "w w G g",
    "review": "2 " + "j " * 40 + "w w l h k G g full_stop full_stop right_square_bracket left_square_bracket",
    "layers": "3 " + "j " * 30 + "l j h j l l G g v j v",
    "graph": "4 " + "j l k h " * 5 + "plus minus v j j v enter backspace",
    "timeline": "5 " + "j " * 30 + "k G g plus minus v j v",
    "history": "6 " + "j " * 30 + "enter G g",
}
"""Keys that only look, for each view."""


async def lags_of(store: Path, scripts: Mapping[str, str]) -> dict[str, list[float]]:
    """Return the loop's lags while scripts are played, by their names."""
    told: dict[str, list[float]] = {name: [] for name in scripts}
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
        for name, script in scripts.items():
            before = len(lags)
            for key in script.replace("/", "slash").split():
                await pilot.press(key)
                await pilot.pause(PACE)
            told[name] = [round(lag, 2) for lag in lags[before:]]
        looking.cancel()
    return told


if __name__ == "__main__":
    every = sys.argv[2:] == ["views"]
    found = asyncio.run(lags_of(Path(sys.argv[1]), VIEWS if every else {"all": SCRIPT}))
    print(json.dumps(found if every else found["all"]))
