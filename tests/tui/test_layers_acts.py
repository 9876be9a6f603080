"""Layers: suggestions taken and previewed, the filter and its facets, cards carried by the mouse, the compact form."""

from __future__ import annotations

from pathlib import Path

from memtui.domain.drafts import Draft
from memtui.domain.kinds import Layer, MemoryType
from memtui.services import remember
from memtui.tui.picture import settle
from memtui.tui.views.layers import LayersView
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


# --- suggestions ----------------------------------------------------------------------------------


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


# --- filter and facets ----------------------------------------------------------------------------


async def test_words_narrow_every_column_and_say_how_many_of_how_many() -> None:
    async with on_board() as screens:
        await screens.press("slash")
        await screens.type("postgres")
        assert "4 of 22" in screens.lines[1] or "5 of 22" in screens.lines[1]
        assert "of 4" in screens.lines[3]
        await screens.press("escape")
        assert "of 22" not in screens.text
        assert screens.lines[1].startswith(" ar 1")


async def test_qualifiers_narrow_as_in_search() -> None:
    async with on_board() as screens:
        await screens.find("layer:op")
        assert screens.lines[2].startswith(" ar 0  st 0")
        assert "op 4" in screens.lines[2]
        await screens.find("is:pinned")
        assert "3 of 22" in screens.lines[1]
        await screens.find("tag:auth -token")
        assert "0 of 22 match tag:auth -token. esc shows all" in screens.text
        await screens.press("escape")
        assert "0 of 22" not in screens.text


async def test_enter_goes_to_a_column_that_shows_something() -> None:
    async with on_board() as screens:
        await screens.press("slash")
        await screens.type("push to main")
        await screens.press("enter")
        assert screens.view.window.current is Layer.OPERATIONAL
        assert screens.view.chosen() == [number_of(screens, "Never push")]


async def test_the_full_stop_hides_what_is_not_live_and_says_how_many() -> None:
    async with on_board() as screens:
        assert "○" in screens.text
        await screens.press("full_stop")
        assert "3 hidden" in screens.lines[-2]
        assert "○" not in screens.text
        await screens.press("full_stop")
        assert "hidden" not in screens.lines[-2]


async def test_facets_offer_age_and_use_and_the_same_entity_with_counts() -> None:
    async with on_board((120, 40)) as screens:
        await go_to(screens, "We use MongoDB")
        await screens.press("f")
        assert "opened 0×, over 30 days" in screens.text
        await screens.press("enter")
        assert screens.view.filter_text == "opened:0 before:30d"
        assert "of 22" in screens.lines[1]
        await screens.press("f", "enter")
        assert screens.view.filter_text == ""


# --- the mouse ------------------------------------------------------------------------------------


async def carried(screens: Screens, start: tuple[int, int], end: tuple[int, int]) -> None:
    """Press at one cell, move to another one."""
    await screens.pilot.mouse_down(offset=start)
    await screens.pilot.hover(offset=(start[0] + 3, start[1]))
    await screens.pilot.hover(offset=end)


async def test_a_card_is_carried_to_another_column() -> None:
    async with on_board() as screens:
        number = screens.view.cursor_number
        await carried(screens, (5, 4), (40, 10))
        assert screens.view.target is Layer.SEMANTIC
        assert "to move to se" in screens.said
        await screens.pilot.mouse_up(offset=(40, 10))
        await screens.press("w", "w")
        assert layer_of(screens, number) is Layer.SEMANTIC
        assert screens.view.target is None or screens.view.target is Layer.SEMANTIC
        await screens.press("u")
        assert layer_of(screens, number) is Layer.EPISODIC


async def test_a_card_let_go_where_it_was_or_on_escape_stays() -> None:
    async with on_board() as screens:
        number = screens.view.cursor_number
        await carried(screens, (5, 4), (8, 9))
        await screens.pilot.mouse_up(offset=(8, 9))
        assert screens.said.endswith("Put back.")
        await carried(screens, (5, 4), (40, 10))
        await screens.press("escape")
        await screens.pilot.mouse_up(offset=(40, 10))
        await screens.press("w", "w")
        assert layer_of(screens, number) is Layer.EPISODIC
        assert screens.view.target is None


async def test_a_card_can_be_let_go_on_a_count_of_the_strip() -> None:
    async with on_board() as screens:
        number = screens.view.cursor_number
        place = screens.lines[1].index("op 4")
        await carried(screens, (5, 4), (place + 1, 1))
        await screens.pilot.mouse_up(offset=(place + 1, 1))
        await screens.press("w", "w")
        assert layer_of(screens, number) is Layer.OPERATIONAL


async def test_marked_cards_are_carried_together_after_a_preview() -> None:
    async with on_board() as screens:
        await screens.press("space", "space", "g")
        marked = list(screens.view.chosen())
        await carried(screens, (5, 4), (40, 10))
        await screens.pilot.mouse_up(offset=(40, 10))
        await screens.press("w")
        assert "move to semantic: 2 memories" in screens.text
        await screens.press("y")
        assert {layer_of(screens, number) for number in marked} == {Layer.SEMANTIC}


async def test_a_click_goes_to_a_card_a_head_or_a_count() -> None:
    async with on_board() as screens:
        await screens.pilot.click(offset=(40, 9))
        await screens.press("w", "w")
        assert screens.view.window.current is Layer.SEMANTIC
        assert screens.lines[-2].startswith(" se 2 of 10")
        await screens.pilot.click(offset=(60, 2))
        await screens.press("w", "w")
        assert screens.view.window.current is Layer.WORKING
        await screens.pilot.click(offset=(screens.lines[1].index("st 1"), 1))
        await screens.press("w", "w")
        assert screens.view.window.current is Layer.SHORT_TERM


# --- compact --------------------------------------------------------------------------------------


async def test_the_compact_form_is_a_strip_and_one_column_of_rows() -> None:
    async with on_board((150, 24)) as screens:
        view = screens.view
        assert isinstance(view, LayersView)
        view.compact = True
        view.lay_out()
        view.reload()
        await screens.press("w")
        rows = [line for line in screens.lines if "×" in line]
        assert len(rows) == 4
        assert any(line.startswith(" ep ►") for line in screens.lines)
        assert "[ep 4]" in screens.text


# --- consolidation --------------------------------------------------------------------------------


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


# --- compaction -----------------------------------------------------------------------------------


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
