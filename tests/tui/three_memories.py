"""What the tests of acts need: the screens on a real store that holds three memories."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from textual.pilot import Pilot

from memtui.bootstrap import open_workspace
from memtui.clock import FixedClock
from memtui.domain.drafts import Draft
from memtui.domain.records import Actor, Memory
from memtui.services import remember
from memtui.services.workspace import Workspace
from memtui.tui.app import MemtuiApp
from memtui.tui.options import Options
from memtui.tui.picture import settle
from tests.tui.fakes import NOW, TextRows, front_view

TEXTS = ("We use PostgreSQL for user data", "Redis memory limit is 1GB", "Use spaces for Python, tabs for Go")


class World:
    """The screens on a real store that holds three memories."""

    def __init__(self, pilot: Pilot[None], app: MemtuiApp, numbers: list[int]) -> None:
        self.pilot, self.app, self.numbers = pilot, app, numbers

    async def press(self, *keys: str) -> None:
        """Press keys, each once the one before it has had its effect."""
        for key in keys:
            await self.pilot.press(key)
            await settle(self.pilot)

    async def type(self, text: str) -> None:
        """Type a text where the focus is."""
        await self.pilot.press(*text)
        await settle(self.pilot)

    def memory(self, place: int) -> Memory:
        """A memory as it is in the store now."""
        workspace = self.app.gateway.workspace
        assert workspace is not None
        return workspace.store.reads.memory(self.numbers[place])

    def count(self) -> int:
        """How many memories there are."""
        workspace = self.app.gateway.workspace
        assert workspace is not None
        return workspace.store.reads.census().total

    @property
    def batches(self) -> int:
        """How many acts the journal holds."""
        workspace = self.app.gateway.workspace
        assert workspace is not None
        return workspace.store.reads.count_batches()


@asynccontextmanager
async def world(tmp_path: Path, options: Options | None = None) -> AsyncIterator[World]:
    """Open the screens on a store with `TEXTS` in it."""
    numbers: list[int] = []

    def opened() -> Workspace:
        workspace = open_workspace(
            str(tmp_path / "store.db"),
            face="screens",
            actor=Actor("ana"),
            config=tmp_path / "none.toml",
            clock=FixedClock(NOW),
        )
        numbers.extend(remember.add(workspace, Draft(content=text)).memory.number or 0 for text in TEXTS)
        return workspace

    app = MemtuiApp(opened, options or Options())
    async with app.run_test(size=(100, 40)) as pilot:
        await settle(pilot)
        front_view(app).list.set_rows(TextRows(TEXTS, keys=numbers))
        await pilot.pause()
        yield World(pilot, app, numbers)
