"""Tags and importance: asked for in one line, and read as they are typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events
from textual.widgets import Input

from memtui.domain.drafts import Edit
from memtui.domain.errors import InvalidRecord
from memtui.domain.kinds import Priority
from memtui.tui.acts.curate import importance_edit, tags_edit
from memtui.tui.modals.prompt import PromptScreen
from tests.tui.fakes import screen_text
from tests.tui.three_memories import world

pytestmark = pytest.mark.usefixtures("fake_views")


async def test_tags_are_asked_for_in_one_line(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("t")
        assert isinstance(there.app.screen, PromptScreen)
        await there.type("+db +team")
        await there.press("enter")
        assert there.memory(0).tags == ("db", "team")
        await there.press("t", "escape")
        assert there.memory(0).tags == ("db", "team")


async def test_an_answer_that_cannot_be_is_held_back_with_the_reason(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        await there.press("i")
        await there.type("7")
        await there.press("enter")
        assert isinstance(there.app.screen, PromptScreen)
        assert "7 does not lie between 0 and 1." in "\n".join(screen_text(there.app))
        await there.press("backspace")
        await there.type(".7 high")
        await there.press("enter")
        assert (there.memory(0).importance_override, there.memory(0).priority) == (0.7, Priority.HIGH)


@pytest.mark.parametrize(
    ("typed", "change"),
    [
        ("db #team", Edit(tags=("db", "team"))),
        ("+db, -team", Edit(add_tags=("db",), remove_tags=("team",))),
        ("-", Edit(tags=())),
        ("", Edit(tags=())),
    ],
)
def test_tags_are_read_as_they_are_typed(typed: str, change: Edit) -> None:
    assert tags_edit(typed) == change


@pytest.mark.parametrize("typed", ["db +team", "+", "-# x"])
def test_a_mix_of_tags_is_refused(typed: str) -> None:
    with pytest.raises(InvalidRecord):
        tags_edit(typed)


@pytest.mark.parametrize(
    ("typed", "change"),
    [
        (".8", Edit(importance_override=0.8)),
        (",8", Edit(importance_override=0.8)),
        ("h", Edit(priority=Priority.HIGH)),
        ("- low", Edit(priority=Priority.LOW, clear=frozenset({"importance_override"}))),
    ],
)
def test_importance_is_read_as_it_is_typed(typed: str, change: Edit) -> None:
    assert importance_edit(typed) == change


async def test_keys_typed_before_the_dialog_is_up_are_the_dialogs(tmp_path: Path) -> None:
    async with world(tmp_path) as there:
        before = there.batches
        for key in ("t", "plus", "d", "b"):
            there.app.post_message(events.Key(key, "+" if key == "plus" else key))
        await there.press()
        while not isinstance(there.app.screen, PromptScreen):
            await there.pilot.pause()
        await there.pilot.pause()
        assert there.app.screen.query_one(Input).value == "+db"
        assert there.batches == before
