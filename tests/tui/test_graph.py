"""Graph as a view: marks and acts, commits from elsewhere, slow and broken stores, what is kept, the Desk."""

from __future__ import annotations

import asyncio
import threading

import pytest

from memtui.domain.errors import StoreUnavailable
from memtui.domain.kinds import Status
from memtui.tui.views import graph_scene
from tests.snapshots.running import running, still_world  # noqa: F401
from tests.tui.graphs import add, centre_on, chain, link, star


async def test_a_commit_elsewhere_keeps_cursor_marks_and_place() -> None:
    async with running((80, 24), view="graph") as screens:
        hub, rays = star(screens, 12)
        await centre_on(screens, hub)
        await screens.press("j", "space", "j")
        view = screens.view
        before = (view.cursor, set(view.canvas.marks), view.centre)
        top = view.canvas.rect.top - view.canvas.scroll_offset.y
        link(screens, add(screens, "A further ray of the wheel", 0.5), hub)
        await screens.changed_elsewhere()
        assert (view.cursor, view.canvas.marks, view.centre) == before
        assert view.canvas.rect.top - view.canvas.scroll_offset.y == top
        assert len(view.scene.nodes) == len(rays) + 2


async def test_marks_are_shown_counted_and_taken_back_by_escape() -> None:
    async with running((80, 24), view="graph") as screens:
        await screens.press("space")
        assert "■" in screens.text
        assert "1 marked" in screens.lines[-2]
        await screens.press("asterisk")
        assert "3 marked" in screens.lines[-2]
        await screens.press("V")
        assert "space marks them one by one" in screens.said
        await screens.press("escape")
        assert "■" not in screens.text
        await screens.press("asterisk", "asterisk")
        assert "■" not in screens.text


async def test_acts_on_memories_work_on_the_box_under_the_cursor() -> None:
    async with running((80, 24), view="graph") as screens:
        hub, _ = star(screens, 3)
        await centre_on(screens, hub)
        await screens.press("j")
        number = int(screens.view.cursor[1:])
        await screens.press("p")
        assert screens.workspace.store.reads.memory(number).pinned
        await screens.press("u")
        assert not screens.workspace.store.reads.memory(number).pinned
        await screens.press("d")
        assert screens.workspace.store.reads.memory(number).status is Status.ARCHIVED
        assert f"m{number}" not in screens.view.scene.nodes
        await screens.press("u")
        assert f"m{number}" in screens.view.scene.nodes


async def test_what_was_shown_comes_back_in_the_next_run() -> None:
    async with running((80, 24), view="graph") as screens:
        numbers = chain(screens, 4)
        await centre_on(screens, numbers[1])
        await screens.press("plus", "v")
        kept = dict(screens.view.remember())
        view = screens.view
        view.depth, view.form, view.centre = 1, "boxes", None
        view.restore(kept)
        assert (view.depth, view.form, view.centre) == (3, "tree", f"m{numbers[1]}")
        view.restore({"centre": "m9x", "depth": 9, "form": 3, "kinds": "all", "split": "wide"})
        assert (view.depth, view.form) == (3, "tree")


async def test_while_a_graph_loads_slowly_the_old_one_stays_dim(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running((80, 24), view="graph") as screens:
        go_on = threading.Event()
        fetched = graph_scene.scene

        def slow(*args: object) -> object:
            go_on.wait(10)
            return fetched(*args)  # type: ignore[arg-type]

        picture = screens.lines[2:20]
        monkeypatch.setattr(graph_scene, "scene", slow)
        screens.view.reload()
        while not screens.view.has_class("-stale"):
            await asyncio.sleep(0)
        assert screens.lines[2:20] == picture
        go_on.set()
        await screens.press("w")
        assert not screens.view.has_class("-stale")


async def test_a_store_that_cannot_be_read_leaves_the_picture_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running((80, 24), view="graph") as screens:
        picture = screens.lines[2:20]

        def broken(*args: object) -> object:
            raise StoreUnavailable("The store is locked by another program.", "Try again.")

        with monkeypatch.context() as patched:
            patched.setattr(graph_scene, "scene", broken)
            await screens.press("plus")
        assert screens.lines[2:20] == picture
        assert "The store is locked by another program." in screens.said
        await screens.press("r", "J")
        assert screens.view.cursor != screens.view.centre


async def test_on_the_desk_it_is_the_picture_alone_one_step_deep() -> None:
    async with running((160, 50), view="graph") as screens:
        await screens.press("0", "shift+tab")
        view = screens.view
        assert (view.NAME, view.compact, view.depth) == ("graph", True, 1)
        assert not view.pane.display
        await screens.press("J", "w")
        assert view.cursor != view.centre
        assert screens.said == "A pane of the Desk has no reasons; z gives it the screen."
        await screens.press("enter")
        assert view.cursor == view.centre


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
async def test_a_long_title_is_cut_before_what_stands_right_of_it(size: tuple[int, int]) -> None:
    said = "sample project: nothing here is kept"
    async with running(size, story=True, sample=said) as screens:
        await screens.follow("find:Switched from JWT", "4")
        whole = "Switched from JWT to OAuth2 after security audit"
        head = screens.lines[1].removeprefix(" / ")
        title = next(cut for at in range(len(whole), 0, -1) if head.startswith(cut := whole[:at]))
        assert len(title) > 4
        assert head[len(title) :][:1] in ("", " ") if title == whole else head[len(title)] == "…"
        assert (said in head) == (size[0] >= 100)
