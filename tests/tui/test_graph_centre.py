"""Graph: what stands in the centre, chosen in another view or found by words, and what is said where nothing links."""

from __future__ import annotations

from tests.snapshots.running import running, still_world  # noqa: F401
from tests.tui.graphs import add, centre_on


def title(screens) -> str:
    """The centre's text."""
    node = screens.view.scene.nodes[screens.view.centre]
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


async def test_enter_on_a_centre_with_nothing_more_says_so() -> None:
    async with running((80, 24), view="graph") as screens:
        await centre_on(screens, add(screens, "nothing here is a name of anything"))
        await screens.press("enter")
        assert screens.said == "This memory names nothing to follow."


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


async def test_a_centre_that_was_purged_is_said_and_another_one_can_be_found() -> None:
    async with running((80, 24), view="graph") as screens:
        screens.view.go("m9999")
        await screens.press("r")
        assert screens.view.centre != "m9999"
        assert "╔" in screens.text
