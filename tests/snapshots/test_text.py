"""Each view as text at three sizes and in each of its states, compared with a file that a person can read.

`MEMTUI_UPDATE_GOLDENS=1` writes the files anew; look at what changed before keeping it.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from memtui.domain.errors import StoreUnavailable
from memtui.tui.app import MemtuiApp
from memtui.tui.options import Options
from memtui.tui.picture import settle
from tests.snapshots.running import Screens, running, still_world  # noqa: F401

FOLDER = Path(__file__).parent / "text"
SIZES = [(80, 24), (120, 40), (160, 50)]
VIEWS = ["search", "history"]

sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
views = pytest.mark.parametrize("view", VIEWS)


def same(screens: Screens, name: str, size: tuple[int, int]) -> None:
    """Compare the screen with its file, or write the file when asked to."""
    file = FOLDER / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("MEMTUI_UPDATE_GOLDENS") == "1":
        FOLDER.mkdir(exist_ok=True)
        file.write_text(screens.text, "utf-8")
    assert screens.text == file.read_text("utf-8")


@sizes
@views
async def test_filled(view: str, size: tuple[int, int]) -> None:
    async with running(size, view=view) as screens:
        await screens.press("j", "j")
        same(screens, f"{view}-filled", size)


@sizes
async def test_ranked_with_history(size: tuple[int, int]) -> None:
    async with running(size) as screens:
        await screens.find("What database do we use?")
        await screens.press("full_stop", "j", "j", "space")
        same(screens, "search-ranked", size)


@sizes
async def test_opened(size: tuple[int, int]) -> None:
    async with running(size) as screens:
        await screens.press("enter")
        same(screens, "search-opened", size)


@sizes
async def test_blocked(size: tuple[int, int]) -> None:
    async with running(size, view="history") as screens:
        await screens.press("j", "j", "j")
        same(screens, "history-blocked", size)


@sizes
@views
async def test_empty(view: str, size: tuple[int, int]) -> None:
    async with running(size, filled=False, view=view) as screens:
        same(screens, f"{view}-empty", size)


@sizes
@views
async def test_no_hit(view: str, size: tuple[int, int]) -> None:
    async with running(size, view=view) as screens:
        await screens.find("zzzz")
        same(screens, f"{view}-no-hit", size)


@sizes
async def test_a_filter_that_hides_all(size: tuple[int, int]) -> None:
    async with running(size) as screens:
        await screens.find("tag:project")
        same(screens, "search-filtered-out", size)


@sizes
@views
async def test_error(view: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise StoreUnavailable("The store is locked by another program.", "r tries again.")

    async with running(size, view=view) as screens:
        monkeypatch.setattr("memtui.services.browsing.find", refuse)
        monkeypatch.setattr("memtui.services.journal.journal", refuse)
        await screens.press("r")
        same(screens, f"{view}-error", size)


@sizes
@views
async def test_no_store(view: str, size: tuple[int, int]) -> None:
    def refuse() -> None:
        raise StoreUnavailable("This file is not a store of memtui.", "Nothing was touched; name another one.")

    app = MemtuiApp(refuse, Options(view=view, location="~/notes/other.db"))  # type: ignore[arg-type]
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        same(Screens(app, pilot), f"{view}-no-store", size)


@sizes
@views
async def test_loading(view: str, size: tuple[int, int]) -> None:
    go_on = threading.Event()

    def wait() -> None:
        go_on.wait(10)
        raise StoreUnavailable("It was only a test.")

    app = MemtuiApp(wait, Options(view=view))  # type: ignore[arg-type]
    async with app.run_test(size=size) as pilot:
        try:
            for _ in range(5):
                await pilot.pause()
            same(Screens(app, pilot), f"{view}-loading", size)
        finally:
            go_on.set()
        await settle(pilot)


async def test_ascii_has_no_other_sign_than_ascii_but_in_memories() -> None:
    async with running((120, 40), ascii=True) as screens:
        await screens.find("database pooling")
        await screens.press("j", "space")
        same(screens, "search-ascii", (120, 40))
        assert screens.text.isascii()
