"""Archiving and pinning: one memory at once, several after a preview, each one batch and one undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from memtui.domain.kinds import Status
from memtui.tui.modals.preview import PreviewScreen
from memtui.tui.picture import settle
from tests.tui.fakes import front_view, said, screen_text
from tests.tui.three_memories import world

pytestmark = pytest.mark.usefixtures("fake_views")


async def test_an_act_on_one_is_done_at_once_and_says_its_undo(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("d")
        assert there.memory(0).status is Status.ARCHIVED
        assert said(there.app) == "14:02 Archived 1 memory · u undo"
        await there.press("u")
        assert there.memory(0).status is Status.ACTIVE
        await there.press("U")
        assert there.memory(0).status is Status.ARCHIVED


async def test_an_act_on_several_is_previewed_and_the_key_that_opened_it_does_not_confirm(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        before = there.batches
        await there.press("asterisk", "d", "d", "d", "enter")
        assert isinstance(there.app.screen, PreviewScreen)
        assert there.batches == before
        await there.press("y")
        assert [there.memory(place).status for place in range(3)] == [Status.ARCHIVED] * 3
        assert there.batches == before + 1
        assert not front_view(there.app).list.marks
        await there.press("u")
        assert [there.memory(place).status for place in range(3)] == [Status.ACTIVE] * 3


@pytest.mark.parametrize("way_out", ["n", "escape", "q"])
async def test_a_preview_is_left_without_a_trace(tmp_path: Path, way_out: str) -> None:
    async with world(tmp_path) as there:
        before = there.batches
        await there.press("asterisk", "d", way_out)
        assert not isinstance(there.app.screen, PreviewScreen)
        assert there.batches == before
        assert len(front_view(there.app).list.marks) == 3


async def test_a_row_that_is_unticked_is_left_alone(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("asterisk", "d", "j", "space", "y")
        assert [there.memory(place).status for place in range(3)] == [
            Status.ARCHIVED,
            Status.ACTIVE,
            Status.ARCHIVED,
        ]


async def test_a_preview_shows_what_would_change_and_what_is_left_out(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("d", "asterisk", "d")
        text = "\n".join(screen_text(there.app))
        assert "2 of 2 ticked; 1 left out" in text
        assert "active" in text
        assert "→ archived" in text


async def test_pins_are_set_and_taken_off(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("p")
        assert there.memory(0).pinned
        await there.press("p")
        assert not there.memory(0).pinned


async def test_keys_typed_while_one_is_archived_are_not_lost(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        for key in ("d", "j", "j"):
            there.app.post_message(events.Key(key, key))
        while there.memory(0).status is not Status.ARCHIVED:
            await there.pilot.pause()
        await settle(there.pilot)
        assert front_view(there.app).list.cursor == 2
