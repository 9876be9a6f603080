"""Graph as a tree, in the past, with hostile and wide texts, in ASCII, written out, and at its limits."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import timedelta

from memtui.domain.drafts import Draft
from memtui.domain.kinds import ActorKind, RelationKind
from memtui.domain.records import Actor, Relation
from memtui.render.widths import width
from memtui.safe_text import has_controls
from memtui.services import linking, remember
from memtui.services.as_of import Moment
from memtui.tui.acts.share import exported
from memtui.tui.keymap import SHARED
from tests.snapshots.running import running, still_world  # noqa: F401
from tests.snapshots.sample import HOSTILE, NOW
from tests.tui.graphs import add, centre_on, chain, link, say

# --- the tree ------------------------------------------------------------------------------------


async def test_v_shows_the_same_as_a_tree_with_a_line_for_each_link() -> None:
    async with running((80, 24), view="graph") as screens:
        await screens.press("v")
        assert screens.app.focused is screens.view.tree_list
        assert "├─ » supersedes" in screens.text or "└─ » supersedes" in screens.text
        assert len(screens.view.tree_list.rows) == 3
        await screens.press("v")
        assert screens.app.focused is screens.view.canvas
        assert "╔" in screens.text


async def test_cursor_and_marks_go_along_from_form_to_form() -> None:
    async with running((80, 24), view="graph") as screens:
        await screens.press("j", "space")
        here, marked = screens.view.cursor, screens.view.chosen()
        await screens.press("v")
        assert screens.view.cursor == here
        assert screens.view.chosen() == marked
        await screens.press("v")
        assert screens.view.cursor == here
        assert screens.view.canvas.marks == {here}


async def test_h_and_l_fold_and_unfold_and_say_when_there_is_nothing_to_fold() -> None:
    async with running((80, 24), view="graph") as screens:
        numbers = chain(screens, 4)
        await centre_on(screens, numbers[0])
        await screens.press("plus", "plus", "v", "g")
        rows = len(screens.view.tree_list.rows)
        await screens.press("h")
        assert len(screens.view.tree_list.rows) == 1
        assert f"+{rows - 1} folded" in screens.text
        await screens.press("h")
        assert screens.said == "This is the root of the tree."
        await screens.press("l")
        assert len(screens.view.tree_list.rows) == rows
        await screens.press("l")
        assert screens.view.cursor == f"m{numbers[1]}"
        await screens.press("G", "l")
        assert screens.said == "There is nothing to unfold here."
        await screens.press("h")
        assert screens.view.cursor == f"m{numbers[2]}"


async def test_enter_centres_in_the_tree_too_and_on_the_rest_lists_it() -> None:
    async with running((80, 24), view="graph") as screens:
        numbers = chain(screens, 4)
        await centre_on(screens, numbers[0])
        await screens.press("v", "j")
        assert screens.view.cursor == f"m{numbers[1]}"
        await screens.press("j", "enter")
        assert "Chapter cloud" in screens.text
        await screens.press("enter")
        assert screens.view.centre == f"m{numbers[2]}"
        await screens.press("backspace")
        assert screens.view.centre == f"m{numbers[0]}"
        assert screens.view.form == "tree"


async def test_a_folded_branch_stays_folded_when_something_changes() -> None:
    async with running((80, 24), view="graph") as screens:
        numbers = chain(screens, 4)
        await centre_on(screens, numbers[0])
        await screens.press("plus", "plus", "v", "j", "h")
        assert len(screens.view.tree_list.rows) == 2
        link(screens, add(screens, "An aside to the first chapter"), numbers[0])
        await screens.changed_elsewhere()
        assert len(screens.view.tree_list.rows) == 3
        assert screens.view.cursor == f"m{numbers[1]}"


# --- the past ------------------------------------------------------------------------------------


async def test_the_past_is_said_in_the_head_and_shows_what_was_there() -> None:
    async with running((120, 40), view="graph") as screens:
        await screens.press("r")
        centre = screens.view.centre
        screens.app.look_back(Moment(at=NOW - timedelta(days=20)))
        await screens.press("r")
        assert "as of now" not in screens.lines[1]
        assert "╔" not in screens.text
        assert "This memory was not there yet at that moment." in screens.text
        screens.app.look_back(None)
        await screens.press("r")
        assert screens.view.centre == centre
        assert "as of now" in screens.lines[1]


async def test_the_past_of_a_chain_has_only_its_first_links() -> None:
    async with running((120, 40), view="graph") as screens:
        numbers = chain(screens, 5)
        await centre_on(screens, numbers[1])
        await screens.press("plus", "plus")
        assert len(screens.view.scene.nodes) == 5
        screens.app.look_back(Moment(at=NOW - timedelta(days=97, hours=12)))
        await screens.press("r")
        assert screens.view.centre == f"m{numbers[1]}"
        assert len(screens.view.scene.nodes) == 3
        await screens.app.front.run_named("link")
        assert "past" in screens.said or "store as of" in screens.said


# --- texts ---------------------------------------------------------------------------------------


async def test_hostile_texts_and_secrets_do_no_harm_in_any_form() -> None:
    async with running((120, 40), view="graph") as screens:
        hub = add(screens, "[bold]The hub[/] of \x1b[31mall\x07 [/ unfinished")
        numbers = {
            memory.content: memory.number
            for memory in screens.workspace.store.reads.memories(list(range(1, 23)))
            if memory.content.startswith(("The staging key", "Ignore previous", HOSTILE[:5]))
        }
        assert len(numbers) == 3
        for number in numbers.values():
            link(screens, number, hub, "similar")
        await centre_on(screens, hub)
        for keys in ((), ("v",), ("j",), ("v",), ("slash", "h", "u", "b")):
            await screens.press(*keys)
            assert not any(has_controls(line) for line in screens.lines)
            assert "IOSFODNN7EXAMPLE" not in screens.text
        assert "[bold]The hub" in screens.text


async def test_boxes_with_wide_letters_and_emoji_keep_their_borders() -> None:
    async with running((80, 24), view="graph") as screens:
        hub = add(screens, "数据库 backups run nightly 数据库数据库数据库数据库")
        for text in (
            "Deploys 🚀🚀 on Tuesdays 👩‍👩‍👧 and ❤️ never on Fridays",
            "한국어 문장이 여기에 있습니다 그리고 더",
        ):
            link(screens, add(screens, text, 0.5), hub)
        await centre_on(screens, hub)
        drawing = screens.view.canvas.drawing
        for box in drawing.boxes.values():
            for place in range(box.top + 1, box.top + box.height - 1):
                strip = screens.view.canvas.render_line(place - screens.view.canvas.scroll_offset.y)
                right = strip.crop(box.left + box.width - 1, box.left + box.width).text
                assert right in "│║◄►├╟"
                assert strip.cell_length == 80 == width(strip.text)


async def test_ascii_draws_with_nothing_else() -> None:
    async with running((120, 40), view="graph", ascii=True) as screens:
        assert screens.text.isascii()
        assert "> * Switched from" in screens.text
        await screens.press("j", "space")
        assert screens.text.isascii()
        await screens.press("v")
        assert "+- > supersedes" in screens.text
        assert screens.text.isascii()


async def test_the_picture_is_exported_as_it_is_shown() -> None:
    async with running((80, 24), view="graph") as screens:
        text = exported(screens.view, "text")
        assert "╔" in text
        assert "» supersedes" in text
        assert "depth 2, 3 of 3 shown" in text
        table = exported(screens.view, "CSV")
        assert table.splitlines()[0] == "from,kind,to,status of both,rests on"
        assert "supersedes" in table
        await screens.press("v")
        assert "├─" in exported(screens.view, "text")


# --- every key -----------------------------------------------------------------------------------

ELSEWHERE = {"search", "review", "layers", "graph", "timeline", "history", "desk", "quit", "suspend", "palette", "help"}


async def test_each_shared_key_does_something_or_says_why() -> None:
    async with running((80, 24), view="graph") as screens:
        await centre_on(screens, add(screens, "nothing here is a name of anything"))
        idle = []
        for act in SHARED:
            if act.id in ELSEWHERE:
                continue
            screens.app.say("")
            await screens.pilot.pause()
            before = sight(screens)
            await screens.press(act.keys.split(",")[0])
            for _ in range(40):
                if sight(screens) != before:
                    break
                await screens.pilot.pause()
            else:
                idle.append(act.id)
            while screens.app.screen is not screens.app.front:
                await screens.press("escape")
            screens.app.screen.set_focus(screens.view.main_list)
        assert set(idle) <= {"out", "back"}


def sight(screens) -> tuple:
    """What a user notices: the text, the dialog, the pane in focus."""
    return screens.text, screens.app.screen, screens.app.focused


# --- limits --------------------------------------------------------------------------------------


async def test_a_memory_with_thousands_of_links_opens_as_forty_boxes_and_a_count() -> None:
    """HC29: a bounded neighbourhood with what is left out counted, never the whole store."""
    async with running((160, 50), view="graph") as screens:
        hub, others = _wheel(screens, 1500)
        await centre_on(screens, hub)
        assert len(screens.view.canvas.drawing.boxes) == 40
        assert "40 of 1,501 shown" in screens.lines[1]
        assert f"+{1500 - 39:,} more" in screens.text or "+1461 more" in screens.text
        await screens.press("plus", "plus")
        assert len(screens.view.canvas.drawing.boxes) == 40
        await screens.press("enter")
        assert "older ones are not listed" in screens.text
        assert others


def _wheel(screens, rays: int) -> tuple[int, list[int]]:
    drafts = [Draft(content=f"Spoke {at} of a very big wheel", created_at=NOW) for at in range(rays)]
    made = [memory.number or 0 for memory in remember.add_all(screens.workspace, drafts, detect=False).memories]
    hub = add(screens, "The hub of a very big wheel", 100)
    with screens.workspace.store.write(screens.workspace.act("link")) as work:
        for number in made:
            work.insert(
                Relation(from_number=number, to_number=hub, kind=RelationKind.REFERENCES, created_at=NOW, evidence={})
            )
    return hub, made


async def test_where_all_link_to_all_the_picture_stays_readable_and_says_what_it_leaves_out() -> None:
    async with running((80, 24), view="graph") as screens:
        numbers = [add(screens, f"Node number {at} of the mesh that we wove", 30 - at) for at in range(14)]
        for at, newer in enumerate(numbers):
            for older in numbers[:at]:
                link(screens, newer, older)
        await centre_on(screens, numbers[0])
        assert screens.view.scene.undrawn > 0
        await screens.press("G", "pagedown")
        assert f"{screens.view.scene.undrawn} more links among these have no line here. v lists all" in screens.text
        await screens.press("v")
        assert len(screens.view.tree_list.rows) == 14 * 13 // 2 + 1


async def test_an_agent_that_writes_meanwhile_loses_nothing_and_moves_nothing() -> None:
    """HC28: fifty rows written by another while a suggested link is accepted and the graph is walked."""
    async with running((80, 24), view="graph") as screens:
        say(screens, "Created Button component with class lifecycle methods", 20)
        new = say(screens, "Refactored Button component to use hooks", 2)
        await centre_on(screens, new)
        agent = replace(screens.workspace, actor=Actor("claude-code", ActorKind.AGENT), face="mcp")
        failures: list[BaseException] = []

        def write() -> None:
            try:
                for at in range(50):
                    linked = remember.add(agent, Draft(content=f"Observation {at} of the agent", created_at=NOW)).memory
                    linking.link(agent, linked.number or 0, new, "references")
            except BaseException as failure:
                failures.append(failure)

        writer = threading.Thread(target=write)
        writer.start()
        await screens.press("a", "j", "k", "v", "v")
        writer.join()
        await screens.changed_elsewhere()
        assert failures == []
        assert "locked" not in screens.text
        assert screens.view.centre == f"m{new}"
        assert screens.view.scene.total == 52
