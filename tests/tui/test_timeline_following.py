"""Timeline: which name is followed, by the selected memory, the list of names, or words."""

from __future__ import annotations

from pathlib import Path

from tests.services import guides
from tests.snapshots.running import running, still_world  # noqa: F401
from tests.tui.timelines import AUTH, following, store_with


async def test_it_follows_the_most_mentioned_entity_of_the_selected_memory(tmp_path: Path) -> None:
    async with running((120, 40), location=store_with(tmp_path, guides.BUTTON, guides.DATABASES)) as screens:
        await screens.find("accessibility issues")
        await screens.press("5")
        assert "Button  class · 4 memories" in screens.text
        assert "►  3 Feb" in screens.text
        assert screens.app.focused is screens.view.events


async def test_a_memory_that_names_nothing_says_so(tmp_path: Path) -> None:
    location = store_with(tmp_path, [("2026-03-01", "it is quiet here today and nothing is new")], guides.BUTTON)
    async with running((80, 24), location=location) as screens:
        await screens.find("quiet")
        await screens.press("5")
        assert "This memory names nothing to follow." in screens.text
        await screens.press("plus")
        assert screens.said == "There is no timeline here; / finds a name to follow."


async def test_an_empty_store_says_how_to_begin() -> None:
    async with running((80, 24), filled=False, view="timeline") as screens:
        assert "No memories yet. n writes one · : import brings some in" in screens.text


async def test_backspace_comes_back_to_the_entity_that_was_followed(tmp_path: Path) -> None:
    async with following(tmp_path, "JWT", AUTH) as screens:
        entity = screens.view.entity
        await screens.press("G")
        await screens.press("4")
        assert screens.app.current_mode == "graph"
        await screens.press("backspace")
        assert screens.app.current_mode == "timeline"
        assert screens.view.entity == entity


async def test_moving_through_the_events_selects_their_memories_and_keeps_the_entity(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("g")
        assert screens.app.selection.number == screens.view.events.rows.events[0].memory.number
        await screens.press("j")
        assert screens.app.selection.number == screens.view.events.rows.events[1].memory.number
        assert "Button  class" in screens.text
        assert screens.view.memory.about.detail.memory.content == "Button component has accessibility issues"


async def test_the_picker_narrows_while_typing_and_its_cursor_follows_an_entity(tmp_path: Path) -> None:
    async with running(
        (120, 40), location=store_with(tmp_path, guides.BUTTON, guides.DATABASES), view="timeline"
    ) as screens:
        assert "─ entities · " in screens.text
        await screens.press("slash")
        await screens.type("mongo")
        rows = screens.view.picker.rows
        assert [one.entity.name for one in rows.entities] == ["MongoDB"]
        await screens.press("escape")
        assert len(screens.view.picker.rows) > 3
        assert screens.app.focused is screens.view.events
        screens.view.picker.focus()
        name = screens.view.picker.rows.entities[1].entity.name
        await screens.press("g", "j")
        assert screens.view.followed.timeline.name == name
        assert screens.app.selection.entity == screens.view.picker.cursor_key
        await screens.press("enter")
        assert screens.app.focused is screens.view.events


async def test_a_misspelt_name_offers_what_resembles_it(tmp_path: Path) -> None:
    async with running((120, 40), location=store_with(tmp_path, guides.DATABASES), view="timeline") as screens:
        await screens.press("slash")
        await screens.type("postgrseql")
        assert "these resemble it" in screens.text
        assert screens.view.picker.rows.entities[0].entity.name == "PostgreSQL"
        await screens.find("qqqq")
        assert 'Nothing is named "qqqq"' in screens.text


async def test_at_80_columns_the_names_take_the_place_of_the_events_while_typing(tmp_path: Path) -> None:
    async with running(
        (80, 24), location=store_with(tmp_path, guides.BUTTON, guides.DATABASES), view="timeline"
    ) as screens:
        assert "what happened" in screens.text
        assert "entities ·" not in screens.text
        await screens.press("slash")
        assert "entities ·" in screens.text
        assert "what happened" not in screens.text
        await screens.type("Butt")
        await screens.press("enter")
        assert screens.lines[1].startswith(" / Button")
        assert "class · 4 memories" in screens.lines[1]
        assert "═ what happened" in screens.text
        await screens.press("slash", "escape")
        assert "═ what happened" in screens.text
        assert screens.app.focused is screens.view.events


async def test_enter_on_a_name_that_there_is_not_says_so(tmp_path: Path) -> None:
    async with running((80, 24), location=store_with(tmp_path, guides.BUTTON), view="timeline") as screens:
        await screens.press("slash")
        await screens.type("qqqq")
        await screens.press("enter")
        assert screens.said == 'Nothing is named "qqqq".'
        assert screens.app.focused is screens.view.events
