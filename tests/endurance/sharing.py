"""Three processes write while a person acts on open screens and an export runs: no error, no lost write, the list follows."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from textual.pilot import Pilot

from memtui.bootstrap import open_workspace
from memtui.domain.drafts import Draft
from memtui.domain.records import Actor
from memtui.services import remember
from memtui.tui.app import MemtuiApp
from memtui.tui.options import Options
from tests.endurance.ledger import Ledger, assert_sound, reader
from tests.endurance.processes import ROOT, Child

WRITERS = ("claude-code", "codex", "aider")
RESTING = "This row is under the cursor and stays there"


async def share_the_store(folder: Path, acts: int, deadline: float = 20.0) -> list[float]:
    """Let three writers do `acts` acts each under open screens.

    Returns for each memory that came into the list how many seconds after its commit it was there, in
    rising order; all that stayed must be there `deadline` seconds after the last act.
    """
    store = folder / "shared.db"
    workspace = reader(store)
    resting = remember.add(workspace, Draft(content=RESTING)).memory.number or 0
    workspace.store.close()
    config = folder / "no-config.toml"
    app = MemtuiApp(lambda: open_workspace(str(store), face="screens", actor=Actor("ana"), config=config), Options())
    ledger, seen = Ledger({resting: RESTING}), dict[int, float]()
    async with app.run_test(size=(100, 30)) as pilot:
        await _come_true(lambda: app.gateway.is_open and resting in _shown(app), deadline)
        watching = asyncio.create_task(_watch(app, seen))
        writers = [Child("writer", store, name, place, acts) for place, name in enumerate(WRITERS)]
        try:
            work = [asyncio.to_thread(_write_on, writer) for writer in writers]
            await asyncio.gather(*work, asyncio.to_thread(_export, store), _pin(pilot, app, acts // 10))
        finally:
            for writer in writers:
                ledger.hear(writer.kill())
        live = ledger.texts.keys() - ledger.archived
        await _come_true(lambda: live <= _shown(app), deadline)
        watching.cancel()
        assert app.front is not None
        assert app.screen is app.front, f"a dialog is open: {app.screen}"
        assert app.front.view.main_list.cursor_key == resting
        await pilot.press("j")
    assert_sound(store, ledger)
    assert len(ledger.texts) > acts, "the writers wrote next to nothing"
    said = [line for writer in writers for line in writer.said if "at" in line]
    return sorted(seen[line["number"]] - line["at"] for line in said if line["number"] in seen)


async def _pin(pilot: Pilot[None], app: MemtuiApp, times: int) -> None:
    """Pin and unpin the row under the cursor again and again, as a person might, each once the last is done."""
    for place in range(1, times + 1):
        await pilot.press("p")
        await _come_true(lambda place=place: app.gateway.workspace.store.reads.count_batches(actor="ana") >= place, 20)


def _export(store: Path) -> None:
    command = [sys.executable, "-m", "memtui", "--store", str(store), "export", str(store.parent / "export.jsonl")]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=120)
    assert run.returncode == 0, run.stderr
    assert (store.parent / "export.jsonl").stat().st_size > 0


async def _watch(app: MemtuiApp, seen: dict[int, float]) -> None:
    """Note when each memory is in the list for the first time."""
    while True:
        for number in _shown(app) - seen.keys():
            seen[number] = time.monotonic()
        await asyncio.sleep(0.01)


def _write_on(writer: Child) -> None:
    code, errors = writer.finish()
    assert code == 0, errors
    assert not errors, errors
    assert not any("failed" in line for line in writer.said), writer.said[-1]


def _shown(app: MemtuiApp) -> set[int]:
    return set(app.front.view.main_list.rows.keys) if app.front is not None else set()


async def _come_true(check: Callable[[], bool], deadline: float) -> None:
    end = time.monotonic() + deadline
    while not check():
        assert time.monotonic() < end, f"it did not come true within {deadline} s"
        await asyncio.sleep(0.02)
