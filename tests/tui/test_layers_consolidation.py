"""Consolidation and compaction in Layers: previewed as a whole, done as one act."""

from __future__ import annotations

from memtui.tui.picture import settle
from tests.snapshots.running import Screens, still_world  # noqa: F401
from tests.tui.board import on_board


async def test_a_consolidation_is_previewed_as_a_whole() -> None:
    async with on_board() as screens:
        from memtui.domain.drafts import Draft
        from memtui.services import consolidate, remember

        remember.add(screens.workspace, Draft(content="We use Redis for sessions"))
        remember.add(screens.workspace, Draft(content="Replaced Redis with Valkey for sessions"))
        plan = consolidate.plan(screens.workspace)
        await screens.app.front.run_named("consolidate")
        await screens.press("w", "w")
        if not plan:
            assert screens.said.endswith("has ended.")
            return
        assert "changes, one undo" in screens.text
        await screens.press("space", "n")
        assert screens.said.endswith("Nothing was done.")
        assert consolidate.plan(screens.workspace)


async def compacting(screens: Screens, keep: str) -> None:
    """Ask for a compaction to so many."""
    await screens.app.front.run_named("compact")
    await settle(screens.pilot)
    await screens.type(keep)
    await screens.press("enter")


async def test_compact_previews_the_least_important_with_the_reason_and_one_undo_brings_them_back() -> None:
    from memtui.services.compacting import active

    async with on_board() as screens:
        reads = screens.workspace.store.reads
        before, batches = active(screens.workspace), len(reads.batches(99))
        await compacting(screens, "6")
        assert "stay active" in screens.text
        assert "archived: importance ." in screens.text
        assert "opened 0×" in screens.text
        await screens.press("n")
        assert screens.said.endswith("Nothing was done.")
        assert len(reads.batches(99)) == batches
        await compacting(screens, "6")
        await screens.press("space", "y")
        assert active(screens.workspace) == 7
        assert "7 active" in screens.said
        assert "u undo" in screens.text
        assert len(reads.batches(99)) == batches + 1
        await screens.press("u")
        assert active(screens.workspace) == before


async def test_compact_takes_a_number_of_memories_that_are_to_stay() -> None:
    async with on_board() as screens:
        await compacting(screens, "few")
        assert "A number, from 0." in screens.text
        await screens.press("ctrl+u")
        await screens.type("9999")
        await screens.press("enter")
        assert "nothing would be archived" in screens.text


def test_a_long_compaction_names_the_least_important_and_counts_the_rest() -> None:
    from memtui.tui.views.layers_consolidating import THE_REST, going

    (row,) = going((), 88_000, None)  # type: ignore[arg-type]
    assert (row.key, row.title) == (THE_REST, "88,000 more, each at least as important as these")
