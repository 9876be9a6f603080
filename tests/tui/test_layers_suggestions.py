"""The suggestions of Layers: counted, taken one by one, previewed together and undone."""

from __future__ import annotations

from pathlib import Path

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Layer, MemoryType
from memtui.services import remember
from tests.snapshots.running import Screens, running, still_world  # noqa: F401
from tests.tui.board import go_to, layer_of, number_of, on_board
from tests.tui.review_store import store_at

PLAN = "Database migration plan"


LOGIN = "Looked at the login page"


async def opened(screens: Screens, words: str, times: int) -> int:
    """A memory opened so often, and the board read anew."""
    number = number_of(screens, words)
    for _ in range(times):
        screens.workspace.store.touch([number], screens.workspace.clock.now())
    await screens.press("r")
    return number


def change_policy(screens: Screens, words: str, **fields: object) -> int:
    """Change a memory as an import would, its dates too."""
    from dataclasses import replace

    workspace, number = screens.workspace, number_of(screens, words)
    with workspace.store.write(workspace.act("edit", "changed")) as work:
        work.update(replace(work.memory(number), **fields))
    return number


async def suggesting(screens: Screens) -> tuple[int, int]:
    """One memory that is to rise and one that is stale."""
    from datetime import timedelta

    now = screens.workspace.clock.now()
    stale = change_policy(screens, PLAN, updated_at=now - timedelta(days=40), importance_override=0.3)
    risen = await opened(screens, LOGIN, 3)
    return risen, stale


async def test_suggestions_are_counted_in_the_strip_and_stand_on_the_cards() -> None:
    async with on_board() as screens:
        before = screens.view.board.counts
        await suggesting(screens)
        after = screens.view.board.counts
        assert (after.up, after.stale) == (before.up + 1, before.stale + 1)
        assert f"↑{after.up}" in screens.lines[1]
        assert f"†{after.stale}" in screens.lines[1]
        await go_to(screens, PLAN)
        assert "† 40 d" in screens.text


async def test_a_makes_the_suggested_move_and_u_takes_it_back() -> None:
    async with on_board() as screens:
        risen, _ = await suggesting(screens)
        await go_to(screens, LOGIN)
        await screens.press("a")
        assert layer_of(screens, risen) is Layer.EPISODIC
        assert "Moved 1 memory as suggested: st → ep · u undo" in screens.said
        await screens.press("u")
        assert layer_of(screens, risen) is Layer.SHORT_TERM


async def test_a_says_why_nothing_is_suggested() -> None:
    async with on_board() as screens:
        await go_to(screens, "Never push to main")
        await screens.press("a")
        assert screens.said == "Nothing is suggested: it is pinned."
        await go_to(screens, "We use PostgreSQL for user data")
        await screens.press("a")
        assert screens.said.startswith("Superseded by “Switched from PostgreSQL")
        await go_to(screens, "JWT token contains")
        await screens.press("a")
        assert "keeps it here" in screens.said


async def test_the_evaluation_is_previewed_unticked_applied_and_undone() -> None:
    async with on_board((120, 40)) as screens:
        risen, stale = await suggesting(screens)
        await screens.press("A")
        assert "Opened 3 times, at least 3" in screens.text
        assert "Stale: 40 days without an update" in screens.text
        await screens.press("A")
        assert layer_of(screens, risen) is Layer.SHORT_TERM
        await untick(screens, PLAN)
        await screens.press("y")
        assert layer_of(screens, risen) is Layer.EPISODIC
        assert layer_of(screens, stale) is Layer.WORKING
        batch = screens.workspace.store.reads.batches(1)[0]
        assert batch.action == "evaluate"
        await screens.press("u")
        assert layer_of(screens, risen) is Layer.SHORT_TERM


async def test_a_move_that_is_only_proposed_says_at_once_that_it_waits_for_a_tick() -> None:
    async with on_board() as screens:
        preference = Draft(content="User prefers dark mode", memory_type=MemoryType.PREFERENCE, layer=Layer.WORKING)
        remember.add(screens.workspace, preference)
        await screens.changed_elsewhere()
        await screens.press("A")
        assert "1 of them for you to tick" in screens.text
        assert "yours to decide: preferences belong in semantic" in screens.text


async def test_previews_that_put_memories_away_say_which_conflicts_that_settles(tmp_path: Path) -> None:
    async with running((80, 24), location=store_at(tmp_path / "review.db"), view="search") as screens:
        await screens.find("listens on port")
        await screens.press("asterisk", "d")
        assert ", settling " in screens.text
        assert " conflicts ═" in screens.text
        await screens.press("n", "M", "slash")
        await screens.type("archived")
        await screens.press("enter")
        assert "move to archived: " in screens.text
        assert ", settling " in screens.text


async def untick(screens: Screens, words: str) -> None:
    """Untick a row of a preview."""
    from memtui.tui.widgets.line_list import LineList

    rows = screens.app.screen.query_one(LineList)
    assert rows.go_to_key(number_of(screens, words))
    await screens.press("space")


async def test_escape_and_n_leave_the_evaluation_undone() -> None:
    async with on_board() as screens:
        risen, _ = await suggesting(screens)
        for key in ("escape", "n"):
            await screens.press("A", key)
            assert screens.said.endswith("Nothing was done.")
            assert layer_of(screens, risen) is Layer.SHORT_TERM


async def test_a_on_marked_cards_previews_and_leaves_out_what_stays() -> None:
    async with on_board() as screens:
        risen, stale = await suggesting(screens)
        for words in (LOGIN, PLAN, "Rate limiting for"):
            number = number_of(screens, words)
            screens.view.shown(number)
            await screens.press("w", "w", "space")
        await screens.press("a")
        assert "left out" in screens.text
        await screens.press("y")
        assert layer_of(screens, risen) is Layer.EPISODIC
        assert layer_of(screens, stale) is Layer.ARCHIVED


async def test_nothing_suggested_is_said_at_once() -> None:
    async with on_board() as screens:
        await screens.press("A")
        if screens.app.screen is not screens.app.front:
            await screens.press("y")
            await screens.press("r", "A")
        assert "Nothing" in screens.said
