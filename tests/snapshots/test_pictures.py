"""Each view as a picture at two sizes, Search and Review in each theme."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from memtui.tui.app import MemtuiApp
from memtui.tui.options import Options
from memtui.tui.picture import settle
from tests.snapshots.running import Screens, still_world  # noqa: F401
from tests.snapshots.sample import opener
from tests.snapshots.story import story_opener
from tests.snapshots.test_text import STORY

Compare = Callable[..., bool]


def app_on(folder: Path, **options: Any) -> MemtuiApp:
    """The screens on the sample store."""
    return MemtuiApp(opener(folder / "sample.db"), Options(**options))


def story_on(folder: Path, **options: Any) -> MemtuiApp:
    """The screens on the store that fills every view, in Search."""
    return MemtuiApp(story_opener(folder / "story.db"), Options(view="search", **options))


def followed(*steps: str) -> Callable[[Pilot[None]], Any]:
    """What follows the steps of a text golden before the picture is taken."""

    async def prepare(pilot: Pilot[None]) -> None:
        await settle(pilot)
        app = pilot.app
        assert isinstance(app, MemtuiApp)
        await Screens(app, pilot).follow(*steps)

    return prepare


def asked(words: str, *keys: str) -> Callable[[Pilot[None]], Any]:
    """What puts words into the filter line and presses keys before the picture is taken."""

    async def prepare(pilot: Pilot[None]) -> None:
        await settle(pilot)
        app = pilot.app
        assert isinstance(app, MemtuiApp)
        assert app.front is not None
        if words:
            app.front.view.set_filter(words)
            await settle(pilot)
        for key in keys:
            await pilot.press(key)
            await settle(pilot)

    return prepare


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_search(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    """The database question: re-ranked, history on, one marked."""
    prepare = asked("What database do we use?", "full_stop", "space")
    assert snap_compare(app_on(tmp_path), terminal_size=size, run_before=prepare)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
def test_history(snap_compare: Compare, tmp_path: Path, size: tuple[int, int]) -> None:
    """The journal with an edited text before and after."""
    assert snap_compare(app_on(tmp_path, view="history"), terminal_size=size, run_before=asked("", "j", "j"))


@pytest.mark.parametrize("theme", ["memtui-dark", "memtui-light", "ansi-dark"])
def test_theme(snap_compare: Compare, tmp_path: Path, theme: str) -> None:
    """Search with badges in each theme."""
    prepare = asked("previous instructions until staging", "space")
    assert snap_compare(app_on(tmp_path, theme=theme), terminal_size=(80, 24), run_before=prepare)


def test_no_color(snap_compare: Compare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without colour signs and weights say it all."""
    monkeypatch.setenv("NO_COLOR", "1")
    prepare = asked("previous instructions until staging", "space")
    assert snap_compare(app_on(tmp_path, theme="ansi-dark"), terminal_size=(80, 24), run_before=prepare)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=["80x24", "120x40"])
@pytest.mark.parametrize("view", ["review", "layers", "graph", "timeline"])
def test_view(snap_compare: Compare, tmp_path: Path, view: str, size: tuple[int, int]) -> None:
    """The views of the story, filled."""
    prepare = followed(*STORY[f"{view}-filled"])
    assert snap_compare(story_on(tmp_path), terminal_size=size, run_before=prepare)


def test_desk(snap_compare: Compare, tmp_path: Path) -> None:
    """Four panes on one selection."""
    assert snap_compare(story_on(tmp_path), terminal_size=(160, 50), run_before=followed(*STORY["desk"]))


@pytest.mark.parametrize("theme", ["memtui-dark", "memtui-light", "ansi-dark"])
def test_review_in_theme(snap_compare: Compare, tmp_path: Path, theme: str) -> None:
    """A pair with changed words and a signal, two marked, in each theme."""
    prepare = followed("2", "space", "space")
    assert snap_compare(story_on(tmp_path, theme=theme), terminal_size=(80, 24), run_before=prepare)


def test_review_without_colour(snap_compare: Compare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without colour brackets say what changed and what the signal is."""
    monkeypatch.setenv("NO_COLOR", "1")
    prepare = followed("2", "space", "space")
    assert snap_compare(story_on(tmp_path), terminal_size=(80, 24), run_before=prepare)
