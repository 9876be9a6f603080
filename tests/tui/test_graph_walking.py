"""Graph: walking from box to box by keys and mouse, and back along the trail."""

from __future__ import annotations

import pytest
from textual.events import MouseScrollDown

from tests.snapshots.running import running, still_world  # noqa: F401
from tests.tui.graphs import add, centre_on, chain, star


async def test_walking_sets_the_selection_and_leaves_the_centre() -> None:
    async with running((80, 24), view="graph") as screens:
        before = screens.view.centre
        await screens.press("J")
        assert screens.view.cursor != before
        assert f"m{screens.app.selection.number}" == screens.view.cursor
        assert screens.view.centre == before
        await screens.press("1", "4")
        assert screens.view.centre == before


@pytest.mark.parametrize(
    ("key", "words"),
    [("h", "to the left of"), ("l", "to the right of"), ("k", "above"), ("j", "below"), ("left", "to the left of")],
)
async def test_where_no_box_lies_that_way_it_is_said(key: str, words: str) -> None:
    async with running((80, 24), view="graph") as screens:
        await centre_on(screens, add(screens, "Nothing belongs to this one at all"))
        await screens.press(key)
        assert screens.said == f"Nothing lies {words} this box."


async def test_arrows_and_letters_walk_alike_and_capitals_go_in_reading_order() -> None:
    async with running((120, 40), view="graph") as screens:
        hub, _ = star(screens, 5)
        await centre_on(screens, hub)
        for letters, arrows in (("j", "down"), ("l", "right"), ("h", "left"), ("k", "up")):
            await screens.press("g", "j")
            start = screens.view.cursor
            await screens.press(letters)
            by_letter = screens.view.cursor
            screens.view.canvas.go_to(start)
            await screens.press(arrows)
            assert screens.view.cursor == by_letter
        seen = []
        for _ in range(6):
            await screens.press("J")
            seen.append(screens.view.cursor)
        assert sorted(seen) == sorted(screens.view.scene.nodes)
        await screens.press("K")
        assert screens.view.cursor == seen[-2]


async def test_a_walk_of_ten_steps_leads_back_by_backspace() -> None:
    async with running((80, 24), view="graph") as screens:
        numbers = chain(screens, 12)
        await centre_on(screens, numbers[0])
        for at in range(10):
            target = f"m{numbers[at + 1]}"
            for _ in range(4):
                if screens.view.cursor != target:
                    await screens.press("J")
            assert screens.view.cursor == target
            await screens.press("enter")
            assert screens.view.centre == target
        assert "trail: … > Chapter jelly" in screens.lines[-2] or "trail: …" in screens.view.place()
        for at in range(9, -1, -1):
            await screens.press("backspace")
            assert screens.view.centre == f"m{numbers[at]}"
            assert screens.view.cursor == f"m{numbers[at + 1]}"
        await screens.press("backspace")
        assert screens.said == "This is where you started."


async def test_a_click_selects_a_double_click_centres_and_the_wheel_scrolls() -> None:
    async with running((80, 24), view="graph") as screens:
        hub, _ = star(screens, 12)
        await centre_on(screens, hub)
        view = screens.view
        key = next(
            name
            for name, box in view.canvas.drawing.boxes.items()
            if name != view.centre and 0 <= box.top - view.canvas.scroll_offset.y < 15
        )
        box = view.canvas.drawing.boxes[key]
        at = (box.left + 2 - view.canvas.scroll_offset.x, box.top + 1 - view.canvas.scroll_offset.y)
        await screens.pilot.click("Canvas", offset=at)
        await screens.press("F2")
        assert view.cursor == key
        assert view.centre == f"m{hub}"
        await screens.pilot.click("Canvas", offset=at, times=2)
        await screens.press("F2")
        assert view.centre == key
        await screens.press("backspace", "g")
        before = view.canvas.scroll_offset.y
        view.canvas.post_message(MouseScrollDown(view.canvas, 5, 5, 0, 1, 0, False, False, False))
        await screens.press("F2")
        assert view.canvas.scroll_offset.y > before
