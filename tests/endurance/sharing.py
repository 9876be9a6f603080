"""Three processes write while the screens are open: no error, no lost write, and the list follows within a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path

from memtui.bootstrap import open_workspace
from memtui.domain.drafts import Draft
from memtui.domain.records import Actor
from memtui.services import remember
from memtui.tui.app import MemtuiApp
from memtui.tui.options import Options
from tests.endurance.ledger import Ledger, assert_sound, reader
from tests.endurance.processes import Child

WRITERS = ("claude-code", "codex", "aider")
FOLLOWS_WITHIN = 1.0
"""Seconds after a commit by another process in which the list shows it."""


async def share_the_store(folder: Path, acts: int, tell: Callable[[str], None] = lambda _: None) -> float:
    """Let three writers do `acts` acts each under open screens; returns the seconds that the list took to follow the last."""
    store = folder / "shared.db"
    workspace = reader(store)
    resting = remember.add(workspace, Draft(content="This row is under the cursor and stays there")).memory.number
    workspace.store.close()
    config = folder / "no-config.toml"
    app = MemtuiApp(lambda: open_workspace(str(store), face="screens", actor=Actor("ana"), config=config), Options())
    async with app.run_test(size=(100, 30)) as pilot:
        await _come_true(lambda: app.gateway.is_open and resting in _shown(app), 20)
        writers = [Child("writer", store, name, place, acts) for place, name in enumerate(WRITERS)]
        try:
            await asyncio.gather(*(asyncio.to_thread(_write_on, writer) for writer in writers))
        finally:
            for writer in writers:
                writer.kill()
        ended = time.monotonic()
        ledger = Ledger({resting or 0: "This row is under the cursor and stays there"})
        for writer in writers:
            ledger.hear(writer.said)
        live = ledger.texts.keys() - ledger.archived
        await _come_true(lambda: live <= _shown(app), FOLLOWS_WITHIN)
        followed = time.monotonic() - ended
        assert app.front is not None
        assert app.screen is app.front, f"a dialog is open: {app.screen}"
        assert app.front.view.main_list.cursor_key == resting
        await pilot.press("j")
    assert_sound(store, ledger)
    assert len(ledger.texts) > acts, "the writers wrote next to nothing"
    tell(
        f"{acts * len(WRITERS):,} acts by {len(WRITERS)} processes, all there; the list followed within {followed:.2f} s"
    )
    return followed


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
