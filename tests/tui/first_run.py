"""What the tests of the first run need: the screens started where there is no store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from memtui.bootstrap import open_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft
from memtui.domain.records import Actor
from memtui.services import remember
from memtui.services.workspace import Workspace
from memtui.tui.app import MemtuiApp
from memtui.tui.options import Options
from tests.tui.fakes import NOW


@asynccontextmanager
async def first_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state_file: Path | None = None
) -> AsyncIterator[tuple[MemtuiApp, Pilot[None], Path]]:
    """Start where there is no store, in a home and a project folder of the test's own."""
    for name in ("home", "project"):
        (tmp_path / name).mkdir(exist_ok=True)
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "home")
    monkeypatch.chdir(tmp_path / "project")
    place = tmp_path / "data" / "memtui.db"

    def opened(location: str | None = None) -> Workspace:
        return open_workspace(
            location or str(place),
            face="screens",
            actor=Actor("ana"),
            config=tmp_path / "none.toml",
            clock=FixedClock(NOW),
        )

    def sample() -> Workspace:
        workspace = opened(str(tmp_path / "sample.db"))
        remember.add(workspace, Draft(content="Switched from PostgreSQL to MongoDB"))
        return workspace

    options = Options(
        location=str(place), create_store=opened, open_store=opened, open_sample=sample, state_file=state_file
    )
    app = MemtuiApp(opened, options)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        yield app, pilot, place
