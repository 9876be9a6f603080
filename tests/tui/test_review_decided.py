"""Review: the tabs of what was decided, kept or applied by itself, and how a verdict there is taken back or turned round."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memtui.domain.kinds import ConflictState, Status
from memtui.services import remember, review
from tests.snapshots.running import Screens, still_world  # noqa: F401
from tests.tui.review_store import store_at
from tests.tui.reviews import chain, now, reviewing


async def tab(screens: Screens, name: str) -> None:
    """Go to a tab."""
    await screens.app.do(f"tab_{name}")
    await screens.press("g")


def applied(workspace: Any) -> None:
    """Three pairs that were settled by themselves."""
    from datetime import timedelta

    from memtui.domain.drafts import Draft
    from tests.snapshots.sample import NOW

    pairs = (
        ("The frontend is built with Webpack", "Switched from Webpack to Vite"),
        ("We use Redux for state management", "We no longer use Redux, Zustand replaced it"),
        ("We use PostgreSQL for user data", "Migrated from PostgreSQL to MongoDB for user data"),
    )
    for number, (old, new) in enumerate(pairs):
        for text, days in ((old, 60), (new, 2)):
            remember.add(workspace, Draft(content=text, created_at=NOW - timedelta(days=days + number)))


async def test_in_done_a_verdict_is_taken_back_alone_and_nothing_else_is_offered(store: Path) -> None:
    async with reviewing(store) as screens:
        await tab(screens, "done")
        conflict = screens.view.row.entry.conflict
        for key in ("a", "o", "b", "c", "m", "d"):
            await screens.press(key)
            assert screens.said == "This was decided; u takes that back first."
        await screens.press("A")
        assert screens.said == "All of these are decided."
        await screens.press("u")
        assert screens.said == "14:10 open again · u undo"
        assert now(screens, conflict)[0].state is ConflictState.OPEN
        assert "No verdict was given yet." in screens.text
        await screens.press("u")
        assert screens.said.startswith("Took back 1: revoke: ")
        assert now(screens, conflict)[0].state is not ConflictState.OPEN


async def test_in_auto_u_takes_back_what_was_just_done_and_what_is_under_the_cursor_once_it_moved(
    tmp_path: Path,
) -> None:
    async with reviewing(store_at(tmp_path / "auto.db", applied)) as screens:
        await tab(screens, "auto")
        conflict, next_one = (screens.view.rows.record(at).entry.conflict for at in (0, 1))
        assert "u take it back" in screens.text
        await screens.press("o")
        assert screens.said == "14:10 o older · u undo"
        assert screens.view.row.entry.conflict == next_one
        assert "what was just done; once the cursor moved" in screens.text
        await screens.press("u")
        assert now(screens, conflict)[0].state is ConflictState.AUTO
        assert now(screens, next_one)[0].state is ConflictState.AUTO
        await screens.press("g", "o", "j")
        assert screens.said == "14:10 o older"
        assert "u take it back" in screens.text
        under = screens.view.row.entry.conflict
        await screens.press("u")
        assert screens.said == "14:10 open again · u undo"
        assert [now(screens, one)[0].state for one in (conflict, under)] == [ConflictState.RESOLVED, ConflictState.OPEN]


async def test_a_tab_of_decided_conflicts_does_not_name_u_for_what_was_done_elsewhere(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("a")
        assert screens.said == "14:10 a newer · u undo"
        await tab(screens, "done")
        assert screens.said == "14:10 a newer"


async def test_a_verdict_in_the_middle_is_taken_back_while_later_ones_stay(store: Path) -> None:
    async with reviewing(store) as screens:
        first = screens.view.row.entry.conflict
        await screens.press("a", "a", "a")
        await tab(screens, "done")
        screens.view.main_list.go_to_key(first.number)
        await screens.press("u")
        assert now(screens, first)[0].state is ConflictState.OPEN
        assert len(review.conflict_reports(screens.workspace, ConflictState.RESOLVED)) == 2


async def test_what_settled_by_another_verdict_cannot_be_taken_back_alone(tmp_path: Path) -> None:
    async with reviewing(store_at(tmp_path / "chain.db", chain), (120, 40)) as screens:
        await screens.press("a")
        await tab(screens, "done")
        settled = next(one for one in review.conflict_reports(screens.workspace) if one.evidence.get("settled_by"))
        screens.view.main_list.go_to_key(settled.number)
        await screens.press("u")
        assert screens.said == "Nobody gave a verdict here: another one settled it; take that one back."


async def test_in_kept_a_verdict_settles_and_c_says_that_it_is_kept(store: Path) -> None:
    async with reviewing(store) as screens:
        await tab(screens, "kept")
        conflict = screens.view.row.entry.conflict
        await screens.press("c")
        assert screens.said == "This conflict is kept already; a, o, b, m or d settles it."
        await screens.press("u")
        assert now(screens, conflict)[0].state is ConflictState.OPEN
        await tab(screens, "open")
        screens.view.main_list.go_to_key(conflict.number)
        await screens.press("c")
        await tab(screens, "kept")
        await screens.press("a")
        assert now(screens, conflict)[0].state is ConflictState.RESOLVED


@pytest.mark.parametrize(
    ("key", "said", "state", "new", "old"),
    [
        ("a", "confirmed", ConflictState.RESOLVED, Status.ACTIVE, Status.SUPERSEDED),
        ("b", "b both", ConflictState.DISMISSED, Status.ACTIVE, Status.ACTIVE),
        ("o", "o older", ConflictState.RESOLVED, Status.SUPERSEDED, Status.ACTIVE),
        ("u", "open again", ConflictState.OPEN, Status.ACTIVE, Status.ACTIVE),
    ],
)
async def test_what_was_applied_by_itself_is_confirmed_turned_round_or_taken_back(
    store: Path, key: str, said: str, state: ConflictState, new: Status, old: Status
) -> None:
    async with reviewing(store) as screens:
        await tab(screens, "auto")
        conflict = screens.view.row.entry.conflict
        await screens.press(key)
        assert screens.said == f"14:10 {said} · u undo"
        after = now(screens, conflict)
        assert [after[0].state, after[1].status, after[2].status] == [state, new, old]
        assert "Nothing was applied by itself." in screens.text
