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
from tests.snapshots.sample import ROWS
from tests.snapshots.story import MEMORIES
from tests.terminal.emulator import cells_of

FOLDER = Path(__file__).parent / "text"
SIZES = [(80, 24), (120, 40), (160, 50)]
VIEWS = ["search", "review", "layers", "graph", "timeline", "history"]
LISTS = ["search", "history"]
"""The views whose filled pictures are taken of the small sample; those of the others are the story's."""

ABOUT_MEMORIES = frozenset("".join((*(row.text for row in ROWS), *(one.text for one in MEMORIES))))
"""The signs that memories brought in: whatever else is on a screen is memtui's own."""

JWT = ("find:JWT authentication implementation", "4")
BUTTON = ("find:Refactored Button", "5")
AUTH = ("find:Switched from JWT", "5")
AS_OF = ("T", "type:1 mar", "enter")

STORY: dict[str, tuple[str, ...]] = {
    "review-filled": ("2", "j"),
    "review-inline": ("2", "v"),
    "review-marked": ("2", "space", "space", "space"),
    "review-preview": ("2", "space", "space", "space", "a"),
    "review-auto": ("2", "right_square_bracket"),
    "review-kept": ("2", "right_square_bracket", "right_square_bracket"),
    "review-done": ("2", "right_square_bracket", "right_square_bracket", "right_square_bracket"),
    "review-facets": ("2", "f"),
    "review-why": ("2", "w"),
    "review-judged": ("2", "a"),
    "review-chinese": ("2", "find:用户"),
    "review-emoji": ("2", "find:party"),
    "review-hostile": ("2", "find:CMS"),
    "review-no-hit": ("2", "find:zzzz"),
    "review-as-of": ("2", *AS_OF),
    "layers-filled": ("find:Fixed race condition in handleSubmit", "3"),
    "layers-list": ("find:Fixed race condition in handleSubmit", "3", "v"),
    "layers-marked": ("find:Fixed race condition in handleSubmit", "3", "space", "space"),
    "layers-move": ("find:Fixed race condition in handleSubmit", "3", "space", "space", "L"),
    "layers-evaluation": ("3", "A"),
    "layers-promoted": ("find:Fixed race condition in handleSubmit", "3", "L"),
    "layers-no-hit": ("3", "find:zzzz"),
    "layers-as-of": ("3", *AS_OF),
    "graph-filled": JWT,
    "graph-walked": (*JWT, "k"),
    "graph-deep": (*JWT, "plus"),
    "graph-tree": (*JWT, "v"),
    "graph-kinds": (*JWT, "f"),
    "graph-why": (*JWT, "w"),
    "graph-centred": (*JWT, "k", "enter"),
    "graph-no-edge": ("find:three machines", "4"),
    "graph-as-of": (*JWT, *AS_OF),
    "timeline-filled": AUTH,
    "timeline-button": BUTTON,
    "timeline-table": (*BUTTON, "v"),
    "timeline-zoomed": (*BUTTON, "plus"),
    "timeline-earlier": (*BUTTON, "plus", "left_square_bracket"),
    "timeline-why": (*BUTTON, "w"),
    "timeline-no-entity": ("find:three machines", "5"),
    "timeline-no-hit": (*BUTTON, "find:zzzz"),
    "timeline-as-of": (*AUTH, *AS_OF),
    "history-story": ("6", "j", "j"),
    "history-sitting": ("6", *("j",) * 4),
    "history-unfolded": ("6", *("j",) * 4, "enter"),
    "history-as-of": ("6", *AS_OF),
    "search-as-of": AS_OF,
    "search-database": ("find:What database do we use?",),
    "help": ("2", "question_mark"),
    "palette": ("colon",),
    "desk": ("find:database", "0"),
    "desk-zoomed": ("find:database", "0", "tab", "z"),
}
"""The keys that lead from Search on the story to each picture; `find:` fills the filter line, `type:` types."""

EMOJI_FORMS = "©®‼⁉™↔↕↖↗↘↙↩↪▪▫▶◀◻◼◽◾"
"""The signs of those blocks that some fonts draw as coloured pictures."""

sizes = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
views = pytest.mark.parametrize("view", VIEWS)


PICTURES = frozenset("�␀␇␈␊␛␡")
"""What stands for bytes that would act on a terminal."""


def plain(sign: str) -> bool:
    """Say whether a sign has no emoji form: Latin-1, punctuation, arrows, mathematics, boxes, blocks, geometry."""
    blocks = ((0xA1, 0x17F), (0x2010, 0x2037), (0x2190, 0x21FF), (0x2200, 0x22FF), (0x2400, 0x2426), (0x2500, 0x25FF))
    return (any(first <= ord(sign) <= last for first, last in blocks) or sign == "\ufffd") and sign not in EMOJI_FORMS


def same(screens: Screens, name: str, size: tuple[int, int]) -> None:
    """Compare the screen with its file, or write the file when asked to."""
    for strip in screens.app.screen._compositor.render_strips():
        assert sum(map(cells_of, strip.text)) == strip.cell_length == size[0], (
            f"a row is not {size[0]} cells wide: {strip.text}"
        )
    odd = {sign for sign in screens.text if not sign.isascii()} - ABOUT_MEMORIES
    assert not {sign for sign in odd if not plain(sign)}
    file = FOLDER / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("MEMTUI_UPDATE_GOLDENS") == "1":
        FOLDER.mkdir(exist_ok=True)
        file.write_text(screens.text, "utf-8")
    assert screens.text == file.read_text("utf-8")


@sizes
@pytest.mark.parametrize("view", LISTS)
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
@pytest.mark.parametrize("view", LISTS)
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
    async def refuse(*_: object, **__: object) -> None:
        raise StoreUnavailable("The store is locked by another program.", "r tries again.")

    async with running(size, view=view) as screens:
        monkeypatch.setattr(screens.app.gateway, "run", refuse)
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


@sizes
@pytest.mark.parametrize("name", STORY)
async def test_story(name: str, size: tuple[int, int]) -> None:
    async with running(size, story=True, view="search") as screens:
        await screens.follow(*STORY[name])
        same(screens, name, size)


@sizes
@pytest.mark.parametrize("view", ["search", "review", "layers"])
async def test_read_only(view: str, size: tuple[int, int]) -> None:
    async with running(size, story=True, view=view, read_only=True) as screens:
        await screens.press("d")
        same(screens, f"{view}-read-only", size)


ASCII = (
    "review-filled",
    "layers-filled",
    "layers-list",
    "graph-filled",
    "graph-tree",
    "timeline-filled",
    "timeline-table",
    "history-story",
    "desk",
)


@pytest.mark.parametrize("name", ASCII)
async def test_ascii_draws_every_view_without_another_sign(name: str) -> None:
    async with running((160, 50), story=True, view="search", ascii=True) as screens:
        await screens.follow(*STORY[name])
        same(screens, f"{name}-ascii", (160, 50))
        assert not {sign for sign in screens.text if not sign.isascii()} - ABOUT_MEMORIES - PICTURES


async def test_ascii_has_no_other_sign_than_ascii_but_in_memories() -> None:
    async with running((120, 40), ascii=True) as screens:
        await screens.find("database pooling")
        await screens.press("j", "space")
        same(screens, "search-ascii", (120, 40))
        assert screens.text.isascii()
