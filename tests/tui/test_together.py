"""The views as one: the selection walks along and back, other programs' writes come in, and nobody may write who may not."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest
from textual import events

from memtui.domain.drafts import Draft
from memtui.domain.kinds import ActorKind
from memtui.domain.records import Actor
from memtui.domain.verdicts import Verdict
from memtui.services import remember, review
from memtui.services.ports import ConflictFilter
from memtui.tui.selection import Selection
from tests.snapshots.running import Screens, running, settle, still_world

__all__ = ["still_world"]

AGENT = Actor("claude-code", ActorKind.AGENT)


async def agent_writes(screens: Screens, text: str) -> int:
    """Let another program add a memory, as the watcher notices it within half a second."""
    agent = replace(screens.workspace, actor=AGENT, face="mcp")
    number = remember.add(agent, Draft(content=text)).memory.number or 0
    screens.app.gateway._seen_version = -1
    await screens.app.gateway.look_for_changes()
    await settle(screens.pilot)
    return number


def conflict_of(screens: Screens) -> tuple[int, int]:
    """Queue the first two memories of the list as a conflict; returns its number and that of the first."""
    listed = [int(key) for key in screens.view.main_list.rows.keys]
    live = [one.number or 0 for one in screens.workspace.store.reads.memories(listed) if one.live][:2]
    review.report_missed(screens.workspace, *live)
    (number,) = screens.workspace.store.queue.numbers(ConflictFilter(memory=live[0]))
    return int(number), live[0]


def test_the_way_back_keeps_memory_entity_and_conflict_of_each_place() -> None:
    selection = Selection()
    selection.set(7)
    selection.leave("search")
    selection.set_conflict(3)
    selection.set(8)
    selection.leave("review")
    selection.set_entity(5)
    selection.leave("timeline")
    selection.set(9)
    assert selection.entity is None
    assert selection.back() == "timeline"
    assert (selection.number, selection.entity, selection.conflict) == (8, 5, 3)
    assert selection.back() == "review"
    assert (selection.number, selection.entity, selection.conflict) == (8, None, 3)
    assert selection.back() == "search"
    assert (selection.number, selection.entity, selection.conflict) == (7, None, None)
    assert selection.back() is None


async def test_backspace_walks_back_through_the_views_with_the_memory_of_each() -> None:
    async with running((120, 40)) as screens:
        await screens.find("MongoDB")
        first = screens.app.selection.number
        await screens.press("j")
        second = screens.app.selection.number
        await screens.press("3", "5")
        await screens.press("4", "backspace")
        assert screens.app.current_mode == "timeline"
        await screens.press("backspace")
        assert screens.app.current_mode == "layers"
        await screens.press("backspace")
        assert screens.app.current_mode == "search"
        assert screens.app.selection.number == second != first
        assert screens.view.main_list.cursor_key == second


async def test_2_on_a_memory_goes_to_a_conflict_of_it() -> None:
    async with running((120, 40)) as screens:
        await screens.find("database")
        conflict_of(screens)
        await screens.find("token")
        number, newer = conflict_of(screens)
        await screens.press("r")
        assert screens.view.main_list.go_to_key(newer)
        await screens.press("2")
        assert screens.app.selection.conflict == number
        assert screens.view.main_list.cursor_key == number


async def test_what_another_program_writes_comes_in_without_moving_cursor_or_typing() -> None:
    async with running((80, 24)) as screens:
        await screens.press("j", "j", "j")
        cursor = screens.view.main_list.cursor_key
        await screens.press("slash")
        await screens.type("databas")
        await screens.press("down", "down")
        here = screens.view.main_list.cursor_key
        await agent_writes(screens, "The database of the shop runs on db-7")
        assert screens.view.filter_text == "databas"
        assert screens.view.main_list.cursor_key == here
        await screens.type("e")
        assert screens.view.filter_text == "database"
        assert any("db-7" in line for line in screens.lines)
        await screens.press("escape")
        assert cursor in screens.view.main_list.rows.keys


async def test_views_behind_catch_up_when_they_come_to_front() -> None:
    async with running((80, 24)) as screens:
        search = screens.view
        await screens.press("6")
        asked: list[bool] = []
        kept, search.store_changed = search.store_changed, lambda change: asked.append(change.elsewhere)
        await agent_writes(screens, "The bakery opens at six")
        await agent_writes(screens, "The bakery closes at noon")
        assert not asked, "only the view in front follows at once"
        assert "claude-code" in screens.text
        await screens.press("1")
        assert asked == [True]
        await screens.press("6", "1")
        assert asked == [True], "there was nothing new to catch up with"
        search.store_changed = kept


async def test_another_programs_conflict_shows_in_the_tab_of_every_screen() -> None:
    async with running((80, 24)) as screens:
        await screens.press("6")
        assert "2 Review  3" in screens.lines[0]
        workspace = screens.workspace
        one, other = (remember.add(workspace, Draft(content=text)).memory.number for text in ("Tea at four", "Rain"))
        review.report_missed(replace(workspace, actor=AGENT), one or 0, other or 0)
        await agent_writes(screens, "The bakery opens at six")
        assert "2 Review 1 " in screens.lines[0]


WRITING = ("d", "e", "n", "t", "i", "p", "u", "U", "H", "L", "M", "c", "m")


async def test_where_only_reading_is_allowed_every_writing_key_says_so_and_is_dim() -> None:
    async with running((120, 40), read_only=True) as screens:
        before = screens.workspace.store.reads.count_batches()
        for digit in "123456":
            await screens.press(digit)
            for key in WRITING:
                screens.app.say("")
                await screens.press(key)
                assert screens.said in ("This store is open for reading only.", ""), (digit, key, screens.said)
            front = screens.app.front
            assert front is not None
            assert not any(
                label.able for label in front.footer._labels if label.act in ("archive", "edit", "undo", "new")
            )
        assert screens.workspace.store.reads.count_batches() == before


async def test_undo_says_how_many_verdicts_and_memories_it_took_back() -> None:
    async with running((100, 30)) as screens:
        await screens.find("database")
        conflict_of(screens)
        numbers = [int(number) for number in screens.workspace.store.queue.numbers(ConflictFilter())]
        review.decide(screens.workspace, numbers, Verdict.NEWER)
        await screens.press("u")
        assert screens.said.startswith("Took back 1: resolve: ")
        await screens.find("MongoDB")
        await screens.press("asterisk", "d", "y")
        assert screens.said.startswith("14:10 Archived 2 memories")
        await screens.press("u")
        assert screens.said == "Took back 2: archive: 2 memories."


async def test_the_wheel_scrolls_and_a_click_chooses() -> None:
    async with running((80, 24)) as screens:
        rows = screens.view.main_list
        await screens.pilot.click(rows, offset=(5, 4))
        await settle(screens.pilot)
        assert rows.cursor > 0
        await screens.pilot._post_mouse_events([events.MouseScrollDown], rows)
        await settle(screens.pilot)
        assert rows.scroll_offset.y > 0
        await screens.pilot.click(offset=(26, 0))
        await settle(screens.pilot)
        assert screens.app.current_mode in ("layers", "review", "graph")


@pytest.mark.parametrize("look", ["memtui-light", "ansi-dark", "textual-ansi", "none"])
async def test_every_screen_draws_in_every_look(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if look == "none":
        monkeypatch.setenv("NO_COLOR", "1")
    async with running((140, 40), theme=None if look == "none" else look) as screens:
        for key in "2345601":
            await screens.press(key)
            assert screens.lines[-1].endswith("? keys")
        if look == "none":
            assert "[1 Search]" in screens.lines[0]


@pytest.mark.parametrize("look", ["ansi-dark", "ansi-light", "memtui-dark"])
async def test_text_is_never_of_the_colour_of_its_ground(look: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with running((120, 40), theme="memtui-light") as screens:
        screens.app.theme = look
        await settle(screens.pilot)
        for key in "23":
            await screens.press(key)
            for strip in screens.app.screen._compositor.render_strips():
                for text, style, _ in strip:
                    plain = style is None or style.bgcolor is None or style.bgcolor.is_default
                    assert not text.strip() or plain or style.color != style.bgcolor
        picture = screens.app.export_screenshot()
        grounds = set(re.findall(r'<rect fill="(#[0-9a-f]{6})"', picture))
        assert not grounds & {"#000000"}


async def test_the_tab_counts_the_conflicts_of_the_project_that_is_looked_at() -> None:
    async with running((80, 24)) as screens:
        workspace = screens.workspace
        pair = [
            remember.add(workspace, Draft(content=text, project="shop")).memory.number or 0
            for text in ("The shop opens at nine", "Parcels leave at noon")
        ]
        review.report_missed(workspace, *pair)
        screens.app.look_at("shop")
        await settle(screens.pilot)
        assert "2 Review 1 " in screens.lines[0]
        screens.app.look_at("bank")
        await settle(screens.pilot)
        assert "2 Review  3" in screens.lines[0]


async def test_news_that_comes_while_a_view_is_made_waits_for_it() -> None:
    async with running((120, 40)) as screens:
        app = screens.app
        going = asyncio.ensure_future(app.go("timeline"))
        while app.front is None or app.front.view.NAME != "timeline":
            await asyncio.sleep(0)
        app.update_chrome()
        assert app.front not in app.view_screens or app.front.stands
        await going
        await screens.press("j")
        assert app.front in app.view_screens
