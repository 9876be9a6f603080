"""Graph: how much is shown: depth, hubs with more than fits, kinds of links, hidden memories."""

from __future__ import annotations

from memtui.domain.drafts import Edit
from memtui.services import remember
from memtui.tui.picture import settle
from tests.snapshots.running import running, still_world  # noqa: F401
from tests.tui.graphs import add, centre_on, chain, link, star


async def test_two_steps_are_shown_where_they_fit_until_another_depth_is_asked_for() -> None:
    async with running((80, 24), view="graph") as screens:
        numbers = chain(screens, 6)
        await centre_on(screens, numbers[0])
        assert "depth 2" in screens.lines[1]
        assert len(screens.view.scene.nodes) == 3
        await screens.press("minus")
        assert len(screens.view.scene.nodes) == 2
        await screens.press("minus")
        assert screens.said == "One step is the least."
        await screens.press("plus", "plus")
        assert "depth 3" in screens.lines[1]
        assert len(screens.view.scene.nodes) == 4
        await screens.press("plus")
        assert screens.said == "3 steps are as far as it goes."
        await centre_on(screens, numbers[1])
        assert "depth 3" in screens.lines[1]


async def test_where_two_steps_do_not_fit_one_is_shown_and_a_wider_screen_shows_both() -> None:
    async with running((80, 24), view="graph") as screens:
        hub, rays = star(screens, 4)
        for at, ray in enumerate(rays):
            for side in ("left", "right"):
                link(screens, add(screens, f"Spoke {at} at the {side} of this ray", 50), ray)
        await centre_on(screens, hub)
        assert "depth 1" in screens.lines[1]
        assert "5 of 13 shown" in screens.lines[1]
        await screens.pilot.resize_terminal(160, 50)
        await settle(screens.pilot)
        assert "depth 2" in screens.lines[1]
        assert "13 of 13 shown" in screens.lines[1]
        assert screens.view.canvas.drawing.width <= screens.view.canvas.size.width


async def test_a_hub_shows_what_fills_two_screens_and_says_how_the_rest_is_seen() -> None:
    async with running((80, 24), view="graph") as screens:
        hub, _ = star(screens, 60)
        await centre_on(screens, hub)
        assert len(screens.view.canvas.drawing.boxes) == 18
        assert screens.view.canvas.drawing.width <= 80
        assert "18 of 61 shown" in screens.lines[1]
        assert "+43 more: enter lists" in screens.text


async def test_a_hub_shows_forty_boxes_and_lists_the_rest_to_centre_on() -> None:
    async with running((160, 50), view="graph") as screens:
        hub, rays = star(screens, 60)
        await centre_on(screens, hub)
        assert len(screens.view.canvas.drawing.boxes) == 40
        assert "40 of 61 shown" in screens.lines[1]
        assert "+21 more" in screens.text
        hidden = set(rays) - {int(key[1:]) for key in screens.view.scene.nodes}
        await screens.press("enter")
        assert "not shown" in screens.text
        await screens.press("slash")
        await screens.type("number 3 of")
        wanted = next(number for number in hidden)
        await screens.press("escape", "escape")
        await screens.press("enter")
        await screens.press("enter")
        assert int(screens.view.centre[1:]) in hidden
        assert wanted in hidden
        await screens.press("backspace")
        assert screens.view.centre == f"m{hub}"


async def test_a_click_on_the_count_of_a_box_lists_what_it_counts() -> None:
    async with running((80, 24), view="graph") as screens:
        numbers = chain(screens, 4)
        await centre_on(screens, numbers[1])
        await screens.press("minus")
        canvas, key = screens.view.canvas, f"m{numbers[2]}"
        box = canvas.drawing.boxes[key]
        at = next(line for line in range(box.top, box.top + box.height) if canvas.text_in(key, line) == "+1 more")
        await screens.pilot.click("Canvas", offset=(box.left + 5, at - canvas.scroll_offset.y))
        await screens.press("enter")
        assert screens.view.centre == f"m{numbers[3]}"


async def test_kinds_are_chosen_seen_in_the_head_and_given_up_by_escape() -> None:
    async with running((80, 24), view="graph") as screens:
        await screens.press("f")
        assert screens.app.screen.query("LineList")
        await screens.press("j", "enter")
        assert "kinds supersedes" in screens.lines[1]
        assert "» supersedes" in screens.text
        assert "→ references" not in screens.text
        await screens.press("f", "j", "j", "space", "enter")
        assert "kinds references, supersedes" in screens.lines[1]
        await screens.press("escape")
        assert "kinds all" in screens.lines[1]
        assert screens.said == "All kinds are shown again."
        await screens.press("f", "enter")
        assert "No link of these kinds (similar)" in screens.text


async def test_kinds_with_mentions_show_what_a_memory_names() -> None:
    async with running((80, 24), view="graph") as screens:
        await screens.press("f", "G", "enter")
        assert "kinds mentions" in screens.lines[1]
        assert any(key[0] == "e" for key in screens.view.scene.nodes)


async def test_hidden_ones_are_brought_in_by_a_dot() -> None:
    async with running((80, 24), view="graph") as screens:
        hub, rays = star(screens, 3)
        remember.edit(screens.workspace, rays[0], Edit(archived=True))
        await centre_on(screens, hub)
        assert f"m{rays[0]}" not in screens.view.scene.nodes
        await screens.press("full_stop")
        assert f"m{rays[0]}" in screens.view.scene.nodes
        assert ". hidden" in screens.lines[1]
        assert "□" in screens.text
        await screens.press("full_stop")
        assert f"m{rays[0]}" not in screens.view.scene.nodes
