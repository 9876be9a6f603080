"""The screens on the sample store, run without a terminal: pressed, settled, read as text."""

from __future__ import annotations

import time
import unicodedata
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

import pytest
from textual import events
from textual.keys import REPLACED_KEYS, _character_to_key, _get_unicode_name_from_key
from textual.pilot import Pilot

from memtui.services.workspace import Workspace
from memtui.tui.app import MemtuiApp
from memtui.tui.gateway import Change
from memtui.tui.options import Options
from memtui.tui.picture import settle
from tests.snapshots.sample import opener
from tests.snapshots.story import story_opener


@pytest.fixture(autouse=True)
def still_world(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The zone is UTC, searches take no time, and nothing of the person who runs the tests is read."""
    for name in ("EDITOR", "VISUAL", "NO_COLOR", "DISPLAY", "WAYLAND_DISPLAY", "MEMTUI_STORE", "MEMTUI_USER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("MEMTUI_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("MEMTUI_CONFIG", str(tmp_path / "no-config.toml"))
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    stopped = SimpleNamespace(perf_counter=lambda: 0.0)
    monkeypatch.setattr("memtui.services.searching.time", stopped)
    monkeypatch.setattr("memtui.services.browsing.time", stopped)
    # Each look of a sitting at its clock is two seconds after the one before, however fast the test is.
    from memtui.tui.views.review_sitting import Sitting

    monkeypatch.setattr(Sitting.__init__, "__defaults__", (count(0.0, 2.0).__next__,))
    yield
    monkeypatch.undo()
    time.tzset()


class Screens:
    """A running app with what tests ask of it."""

    def __init__(self, app: MemtuiApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    async def changed_elsewhere(self) -> None:
        """Tell the view that somebody else committed something, and wait until it has followed."""
        self.view.store_changed(Change(elsewhere=True))
        await settle(self.pilot)

    async def press(self, *keys: str) -> None:
        """Press keys one by one, each once the one before has had its effect."""
        for key in keys:
            self.send(key)
            await settle(self.pilot)

    async def type(self, text: str) -> None:
        """Type letters as fast as they come, then wait."""
        for letter in text:
            self.send("space" if letter == " " else letter)
        await settle(self.pilot)

    def send(self, key: str) -> None:
        """Let a key come as the terminal sends it; `press` and `type` wait for what it leads to, `Pilot.press` for a machine at rest."""
        name = _character_to_key(key) if len(key) == 1 and not key.isalnum() else key
        sign: str | None
        try:
            sign = unicodedata.lookup(_get_unicode_name_from_key(REPLACED_KEYS.get(name, name)))
        except KeyError:
            sign = name if len(name) == 1 else None
        event = events.Key(name, sign)
        event.set_sender(self.app)
        self.app.post_message(event)

    async def follow(self, *steps: str) -> None:
        """Press keys; a step `find:words` fills the filter line, `type:words` types them."""
        for step in steps:
            kind, _, words = step.partition(":")
            if kind in ("find", "type") and words:
                await (self.find(words) if kind == "find" else self.type(words))
            else:
                await self.press(step)

    async def find(self, text: str) -> None:
        """Put words into the filter line and wait for the answer."""
        self.view.set_filter(text)
        await settle(self.pilot)

    @property
    def view(self) -> Any:
        """The view in front."""
        assert self.app.front is not None
        return self.app.front.view

    @property
    def workspace(self) -> Workspace:
        """The open workspace."""
        assert self.app.gateway.workspace is not None
        return self.app.gateway.workspace

    @property
    def lines(self) -> list[str]:
        """The screen as lines of text, blanks at their ends left out."""
        return [strip.text.rstrip() for strip in self.app.screen._compositor.render_strips()]

    @property
    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.lines) + "\n"

    @property
    def said(self) -> str:
        """What the status line says at its right."""
        assert self.app.front is not None
        return self.app.front.status.text

    def row(self, words: str) -> str:
        """The first line that holds some words."""
        return next(line for line in self.lines if words in line)


@asynccontextmanager
async def running(
    size: tuple[int, int] = (80, 24),
    *,
    location: Path | None = None,
    filled: bool = True,
    story: bool = False,
    **options: Any,
) -> AsyncIterator[Screens]:
    """Run the screens on the sample store, or on the `story` that fills every view."""
    with TemporaryDirectory() as folder:
        there = location or Path(folder) / "sample.db"
        app = MemtuiApp(story_opener(there) if story else opener(there, filled=filled), Options(**options))
        async with app.run_test(size=size, notifications=True) as pilot:
            await settle(pilot)
            yield Screens(app, pilot)
