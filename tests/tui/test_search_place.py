"""The place in Search: cursor, marks, typed words and split, kept through changes, sizes and runs."""

from __future__ import annotations

import asyncio
import threading

import pytest

from memtui.domain.drafts import Draft
from memtui.services import browsing, remember
from tests.snapshots.running import running, still_world  # noqa: F401


async def test_each_keystroke_cancels_the_search_before() -> None:
    async with running((80, 24)) as screens:
        asked: list[str] = []
        request = screens.view.request
        screens.view.request = lambda text, **more: asked.append(text) or request(text, **more)
        for end in range(1, 11):
            screens.view.filter_changed("connection"[:end])
            await asyncio.sleep(0)
        await screens.press("w")
        assert asked == ["connection"]
        assert screens.view.text == "connection"


async def test_other_writers_rows_come_in_without_moving_the_cursor() -> None:
    async with running((80, 24)) as screens:
        await screens.press("j", "j")
        key, words = screens.view.main_list.cursor_key, screens.row("►")
        place = screens.lines.index(words)
        remember.add(screens.workspace, Draft(content="Somebody else wrote this just now, while you were reading"))
        await screens.changed_elsewhere()
        await screens.press("w", "w")
        assert screens.view.main_list.cursor_key == key
        assert screens.lines.index(screens.row("►")) == place
        assert "20 of 20" in screens.lines[1]


async def test_typed_text_survives_a_change_from_outside() -> None:
    async with running((80, 24)) as screens:
        await screens.press("slash")
        await screens.type("connection po")
        await screens.changed_elsewhere()
        await screens.type("ol")
        assert screens.view.filter_text == "connection pool"
        assert screens.app.front.filter_line.input.has_focus


async def test_the_split_moves_and_is_kept() -> None:
    async with running((120, 40)) as screens:
        before = screens.view.results.size.width
        await screens.press("less_than_sign")
        assert screens.view.results.size.width < before
        assert screens.view.remember()["split"] == 50
        for _ in range(8):
            await screens.press("greater_than_sign")
        assert screens.said == "The split goes no further."


async def test_query_cursor_and_switches_are_there_again_next_time(tmp_path) -> None:
    kept = {"state_file": tmp_path / "state.json", "location": tmp_path / "store.db"}
    async with running((80, 24), **kept) as screens:
        await screens.find("database")
        await screens.press("full_stop", "j", "j")
        key = screens.view.main_list.cursor_key
    async with running((80, 24), **kept) as screens:
        assert screens.view.filter_text == "database"
        assert ". history on" in screens.lines[1]
        assert screens.view.main_list.cursor_key == key


async def test_a_kept_state_that_makes_no_sense_is_left() -> None:
    async with running((80, 24)) as screens:
        screens.view.restore({"query": 7, "cursor": "x", "lines": 99, "order": [], "split": "wide", "raw": "yes"})
        screens.view.reload()
        await screens.press("w")
        assert "19 of 19" in screens.lines[1]


async def test_what_came_since_the_last_visit_stands_in_front(tmp_path) -> None:
    location = tmp_path / "store.db"
    async with running((80, 24), location=location):
        pass
    async with running((80, 24), location=location) as screens:
        screens.workspace.clock.moment = screens.workspace.clock.moment.replace(hour=15)
        remember.add(screens.workspace, Draft(content="Written after the last visit, about the cache of images"))
        await screens.press("r", "g")
        assert "new since you last looked: 1" in screens.lines[3]
        assert " new " in screens.row("after the last visit")


async def test_a_slow_answer_leaves_the_old_rows_standing_dim(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    find = browsing.find

    def slow(*args, **more):
        go_on.wait(10)
        return find(*args, **more)

    async with running((80, 24)) as screens:
        rows = screens.lines[3:11]
        monkeypatch.setattr(browsing, "find", slow)
        screens.view.reload()
        while not screens.view.has_class("-stale"):
            await asyncio.sleep(0)
        assert screens.lines[3:11] == rows
        go_on.set()
        await screens.press("w")
        assert not screens.view.has_class("-stale")


async def test_a_word_being_typed_stays_a_beginning_when_the_store_changes() -> None:
    async with running((80, 24)) as screens:
        await screens.press("slash")
        await screens.type("postgr")
        found = len(screens.view.answer.hits)
        assert found > 1
        await screens.changed_elsewhere()
        await screens.type("e")
        assert len(screens.view.answer.hits) == found


async def test_growing_and_shrinking_the_terminal_keeps_the_place() -> None:
    async with running((80, 24)) as screens:
        await screens.find("database")
        await screens.press("j", "j", "space")
        key = screens.view.main_list.cursor_key
        for size in ((120, 40), (160, 50), (60, 16), (80, 24)):
            await screens.pilot.resize_terminal(*size)
            await screens.press("w", "w")
            assert screens.view.main_list.cursor_key == key
            assert len(screens.view.main_list.marks) == 1
            assert len(screens.lines) == size[1]
            assert "►" in screens.text


async def test_a_digit_and_back_keep_the_place() -> None:
    async with running((80, 24)) as screens:
        await screens.press("j", "j", "j")
        key = screens.view.main_list.cursor_key
        await screens.press("6", "1")
        assert screens.view.main_list.cursor_key == key
        await screens.press("6", "j", "1")
        assert screens.view.main_list.cursor_key != key
