"""What is done to memories from any view: layers, conflicts, merges; and what the keys say when they can do nothing."""

from __future__ import annotations

import pytest

from memtui.domain.kinds import ConflictState, Layer, Status
from memtui.domain.records import Memory
from memtui.services.ports import ConflictFilter
from memtui.tui.modals.choice import ChoiceScreen
from memtui.tui.modals.editor import ChangesScreen, EditorScreen
from memtui.tui.modals.preview import PreviewScreen
from tests.snapshots.running import Screens, running, still_world

__all__ = ["still_world"]


def under_cursor(screens: Screens) -> Memory:
    key = screens.view.main_list.cursor_key
    assert key is not None
    return screens.workspace.store.reads.memory(key)


def memory(screens: Screens, number: int) -> Memory:
    return screens.workspace.store.reads.memory(number)


def batches(screens: Screens) -> int:
    return screens.workspace.store.reads.count_batches()


async def test_promote_and_demote_step_one_layer_and_say_it_with_the_undo() -> None:
    async with running() as screens:
        await screens.find("handleSubmit")
        number = under_cursor(screens).number or 0
        await screens.press("L")
        assert memory(screens, number).layer is Layer.SEMANTIC
        assert screens.said == "14:10 Promoted 1 memory: ep → se · u undo"
        await screens.press("H")
        assert memory(screens, number).layer is Layer.EPISODIC
        await screens.press("u", "u")
        assert memory(screens, number).layer is Layer.EPISODIC
        assert screens.said.startswith("Took back 1: promote: Fixed race")


async def test_a_move_that_cannot_be_says_why() -> None:
    async with running() as screens:
        await screens.find("Never push to main")
        before = batches(screens)
        await screens.press("L")
        assert "already the highest layer" in screens.said
        assert batches(screens) == before


async def test_several_are_moved_after_a_preview_that_says_who_stays() -> None:
    async with running() as screens:
        await screens.find("database")
        listed = list(screens.view.main_list.rows.keys)
        await screens.press("asterisk", "L")
        assert isinstance(screens.app.screen, PreviewScreen)
        assert "left out: already in the highest layer" in screens.text
        before = batches(screens)
        await screens.press("L", "enter")
        assert batches(screens) == before, "the key that opened it does not confirm it"
        layers = {number: memory(screens, number).layer for number in listed}
        await screens.press("y")
        assert batches(screens) == before + 1
        assert "Promoted" in screens.said
        assert not screens.view.main_list.marks
        assert any(memory(screens, number).layer is not layers[number] for number in listed)
        await screens.press("u")
        assert {number: memory(screens, number).layer for number in listed} == layers
        assert screens.said.startswith("Took back ")


async def test_a_layer_is_chosen_by_name_with_its_count() -> None:
    async with running() as screens:
        await screens.find("handleSubmit")
        number = under_cursor(screens).number or 0
        await screens.press("M")
        assert isinstance(screens.app.screen, ChoiceScreen)
        assert "it is here" in screens.row("ep episodic")
        rows = [line for line in screens.lines if "  " in line and any(f"{layer.value}" in line for layer in Layer)]
        assert "operational" in rows[0]
        assert "archived" in rows[-1]
        await screens.press("slash")
        await screens.type("working")
        await screens.press("enter")
        assert memory(screens, number).layer is Layer.WORKING
        assert screens.said == "14:10 Promoted 1 memory: ep → wk · u undo"


async def test_the_own_layer_is_refused_in_words_and_escape_moves_nothing() -> None:
    async with running() as screens:
        await screens.find("handleSubmit")
        before = batches(screens)
        await screens.press("M", "slash")
        await screens.type("episodic")
        await screens.press("enter")
        assert "episodic" in screens.said
        await screens.press("M", "escape")
        assert batches(screens) == before


async def test_two_marked_are_queued_as_a_missed_conflict() -> None:
    async with running() as screens:
        await screens.find("MongoDB")
        assert "2 Review 1 " not in screens.lines[0]
        await screens.press("space", "space", "c")
        assert screens.said == "14:10 Queued as a conflict: 2 judges it · u undo"
        assert "2 Review 1 " in screens.lines[0]
        assert not screens.view.main_list.marks
        (number,) = screens.workspace.store.queue.numbers(ConflictFilter())
        (conflict,) = screens.workspace.store.queue.conflicts([number])
        assert conflict.evidence["missed"]
        await screens.press("u")
        assert "2 Review 1 " not in screens.lines[0]


@pytest.mark.parametrize("key", ["c", "m"])
async def test_one_or_three_are_not_a_pair(key: str) -> None:
    async with running() as screens:
        before = batches(screens)
        await screens.press(key)
        assert "takes two memories: mark both with space." in screens.said
        await screens.press("space", "space", "space", key)
        assert "takes two memories; 3 are marked." in screens.said
        assert batches(screens) == before
        assert len(screens.view.main_list.marks) == 3


async def test_two_marked_are_merged_in_the_editor_as_one_batch() -> None:
    async with running() as screens:
        await screens.find("MongoDB")
        pair = list(screens.view.main_list.rows.keys)[:2]
        before = batches(screens)
        await screens.press("space", "space", "m")
        assert isinstance(screens.app.screen, EditorScreen)
        assert "We use MongoDB for product catalog" in screens.text
        assert "Switched from PostgreSQL to MongoDB" in screens.text
        await screens.type(" and orders")
        await screens.press("escape")
        assert isinstance(screens.app.screen, ChangesScreen)
        await screens.press("y")
        assert screens.said == "14:10 Merged 2 memories into a new one that supersedes both · u undo"
        assert batches(screens) == before + 1
        assert {memory(screens, number).status for number in pair} == {Status.SUPERSEDED}
        assert screens.app.selection.number not in (None, *pair)
        await screens.press("u")
        assert {memory(screens, number).status for number in pair} == {Status.ACTIVE}


async def test_a_merge_that_is_left_as_it_began_merges_nothing() -> None:
    async with running() as screens:
        await screens.find("MongoDB")
        before = batches(screens)
        await screens.press("space", "space", "m", "escape")
        assert screens.said == "Nothing was merged."
        assert batches(screens) == before


async def test_a_merged_text_with_a_secret_can_be_stored_masked() -> None:
    secret = "AKIA" + "QYLPMN5HFIQR7XYA"
    async with running() as screens:
        await screens.find("MongoDB")
        before = batches(screens)
        await screens.press("space", "space", "m")
        await screens.type(f" key {secret}")
        await screens.press("escape", "y")
        assert batches(screens) == before
        assert "y store it masked" in screens.text
        await screens.press("y")
        assert "Merged 2 memories" in screens.said
        assert batches(screens) == before + 1
        assert secret not in screens.text


async def test_the_review_tab_counts_what_is_open_and_follows_each_change() -> None:
    async with running() as screens:
        await screens.find("MongoDB")
        await screens.press("space", "space", "c")
        assert screens.app.open_counts["review"] == 1
        (number,) = screens.workspace.store.queue.numbers(ConflictFilter())
        from memtui.domain.verdicts import Verdict
        from memtui.services import review

        review.decide(screens.workspace, [int(number)], Verdict.BOTH)
        assert screens.workspace.store.queue.counts(None).states.get(ConflictState.OPEN, 0) == 0
        await screens.app.gateway.look_for_changes()
        await screens.press("down")
        assert screens.app.open_counts["review"] == 0
        assert "2 Review  " in screens.lines[0]
