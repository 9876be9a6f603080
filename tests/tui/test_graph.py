"""Graph: what stands in the picture, how it is walked, what each key does and says when it can do nothing."""

from __future__ import annotations

import asyncio
import threading

import pytest
from textual.events import MouseScrollDown

from memtui.domain.drafts import Edit
from memtui.domain.errors import StoreUnavailable
from memtui.domain.kinds import Status
from memtui.services import remember
from memtui.tui.picture import settle
from memtui.tui.views import graph_scene
from tests.snapshots.running import running, still_world  # noqa: F401
from tests.tui.graphs import add, centre_on, chain, link, say, star


def title(screens) -> str:
    """The centre's text."""
    node = screens.view.scene.nodes[screens.view.centre]
    return node.memory.content if node.memory is not None else node.entity.name


def under(screens) -> str:
    """The text of the node under the cursor."""
    node = screens.view.scene.nodes[screens.view.cursor]
    return node.memory.content if node.memory is not None else node.entity.name


async def test_without_a_selection_the_most_related_memory_is_the_centre() -> None:
    async with running((80, 24), view="graph") as screens:
        assert title(screens).startswith("Switched from PostgreSQL to MongoDB")
        assert "Switched from PostgreSQL to MongoDB" in screens.lines[1]
        assert screens.lines[1].endswith("depth 2   kinds all   3 of 3 shown")
        assert "╔" in screens.text
        assert "» supersedes" in screens.text
        assert screens.lines[-2].startswith(" ╔═╗ centre · on Switched from PostgreSQL")
        assert screens.lines[-1] == " enter centre   bksp back   + depth   f kinds   v tree   ? keys"


async def test_what_is_selected_in_another_view_comes_into_the_centre_and_backspace_leads_back() -> None:
    async with running((80, 24)) as screens:
        await screens.press("j", "j")
        chosen = screens.app.selection.number
        await screens.press("4")
        assert screens.view.centre == f"m{chosen}"
        await screens.press("backspace")
        assert screens.view.NAME == "search"
        assert screens.view.main_list.cursor_key == chosen


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


async def test_enter_on_a_centre_with_nothing_more_says_so() -> None:
    async with running((80, 24), view="graph") as screens:
        await centre_on(screens, add(screens, "nothing here is a name of anything"))
        await screens.press("enter")
        assert screens.said == "This memory names nothing to follow."


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


async def test_an_entity_can_be_the_centre_and_is_not_marked() -> None:
    async with running((80, 24), view="graph") as screens:
        await screens.press("slash")
        await screens.type("postgresql")
        assert "memories" in screens.row("►") or "memory" in screens.row("►")
        await screens.press("enter")
        assert title(screens) == "PostgreSQL"
        assert screens.app.selection.entity == int(screens.view.centre[1:])
        await screens.press("space")
        assert screens.said == "An entity cannot be marked: marks are for acts on memories."
        await screens.press("p")
        assert screens.said == "This is an entity; a memory is needed for that."
        await screens.press("backspace")
        assert title(screens).startswith("Switched from")


async def test_words_that_find_nothing_say_so_and_escape_leads_back() -> None:
    async with running((80, 24), view="graph") as screens:
        before = screens.view.centre
        await screens.press("slash")
        await screens.type("zzzzqqq")
        assert "Nothing is called or says “zzzzqqq”." in screens.text
        await screens.press("escape")
        assert screens.view.centre == before
        assert "╔" in screens.text
        assert screens.app.focused is screens.view.canvas


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


async def test_a_memory_without_links_says_how_to_make_one() -> None:
    async with running((80, 24), view="graph") as screens:
        await centre_on(screens, add(screens, "nothing here is a name of anything"))
        assert " Nothing links here yet; c m link two marked ones" in screens.lines
        await screens.press("w")
        assert screens.said == "Nothing links here yet, so there is nothing to explain."


async def test_a_memory_without_links_leads_on_by_what_it_names() -> None:
    async with running((80, 24), view="graph") as screens:
        await centre_on(screens, add(screens, "The lone function requireAuth is in src/auth.ts"))
        assert "enter lists what it names (" in screens.text
        await screens.press("enter")
        assert "named in it" in screens.text
        await screens.press("enter")
        assert screens.view.centre.startswith("e")
        await screens.press("backspace")
        assert "Nothing links here yet" in screens.text


async def test_an_empty_store_says_what_to_do() -> None:
    async with running((80, 24), filled=False, view="graph") as screens:
        assert " No memories yet. n writes one · : import brings some in" in screens.lines
        await screens.press("v", "w", "enter", "j", "space", "f", "plus")
        assert "No memories yet." in screens.text


async def test_beside_the_picture_stand_text_links_reason_and_legend() -> None:
    async with running((120, 40), view="graph") as screens:
        text = screens.text
        for words in (
            "─ selected",
            "Switched from PostgreSQL to MongoDB for user",
            "─ from here",
            "─ w: why this edge",
        ):
            assert words in text
        assert "» supersedes" in text
        assert "as of now" in screens.lines[1]
        assert "╔═╗ centre" in text
        assert "centre · h j k l walk, " in screens.lines[-2]
        await screens.press("w")
        assert screens.said == "Link 2 of 2."


async def test_on_a_narrow_screen_w_shows_the_reason_below_and_escape_closes_it() -> None:
    async with running((80, 24), view="graph") as screens:
        assert "why this edge" not in screens.text
        await screens.press("w")
        assert "─ w: why this edge" in screens.text
        assert "» supersedes, since 20 Mar" in screens.text
        await screens.press("w")
        assert screens.said == "Link 2 of 2."
        await screens.press("escape")
        assert "why this edge" not in screens.text
        assert screens.app.focused is screens.view.canvas


async def test_the_reason_quotes_what_it_rests_on_and_says_who_settled_it() -> None:
    async with running((120, 40), view="graph") as screens:
        say(screens, "We use Webpack for the frontend build", 20)
        new = say(screens, "We switched from Webpack to Vite for the frontend build")
        await centre_on(screens, new)
        text = screens.text
        assert "» supersedes, detected 23 Mar" in text
        assert "«switched from»" in text
        assert "names Webpack, which the older" in text
        assert "by rule on 23 Mar" in text


async def test_the_pane_comes_and_goes_with_the_width() -> None:
    async with running((80, 24), view="graph") as screens:
        await screens.pilot.resize_terminal(120, 40)
        await screens.press("r")
        assert "─ selected" in screens.text
        await screens.pilot.resize_terminal(80, 24)
        await screens.press("r")
        assert "─ selected" not in screens.text
        await screens.press("less_than_sign")
        assert screens.said == "There is only one pane here."


async def test_the_split_moves_and_ends() -> None:
    async with running((120, 40), view="graph") as screens:
        before = screens.view.pane.size.width
        await screens.press("less_than_sign")
        assert screens.view.pane.size.width > before
        await screens.press(*["greater_than_sign"] * 6)
        assert screens.said == "The split goes no further."
        assert screens.view.pane.size.width < before


async def test_tab_goes_to_the_pane_and_h_comes_back() -> None:
    async with running((120, 40), view="graph") as screens:
        await screens.press("tab")
        assert screens.app.focused is screens.view.pane.lines
        assert "═ selected" in screens.text
        await screens.press("l")
        assert screens.said == "Nothing lies to the right of this pane."
        await screens.press("h")
        assert screens.app.focused is screens.view.canvas


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


async def test_a_centre_that_was_purged_is_said_and_another_one_can_be_found() -> None:
    async with running((80, 24), view="graph") as screens:
        screens.view.go("m9999")
        await screens.press("r")
        assert screens.view.centre != "m9999"
        assert "╔" in screens.text


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
