"""Sittings in History: verdicts without a long pause are one row, unfolded by enter and taken back by one u."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from memtui.domain.drafts import Edit
from memtui.domain.kinds import ConflictState
from memtui.services import remember, review
from tests.snapshots.running import Screens, running, still_world  # noqa: F401
from tests.tui.review_store import pair, store_at

BLOCKED = "Redis memory limit is 1GB"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store of conflicts, two of them judged."""
    return store_at(tmp_path / "review.db")


@asynccontextmanager
async def judged(store: Path, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Screens]:
    """Give three verdicts on Review, then look at History."""
    async with running(size, location=store, view="review") as screens:
        await screens.press("a", "a", "b", "6", "g")
        yield screens


def left_open(screens: Screens) -> int:
    return sum(one.state is ConflictState.OPEN for one in review.conflict_reports(screens.workspace))


async def test_the_verdicts_of_a_sitting_are_one_row(store: Path) -> None:
    async with judged(store) as screens:
        assert screens.row("►").split()[2:6] == ["you", "verdicts", "sitting", "of"]
        assert sum("resolve" in line for line in screens.lines) == 0
        assert "14:10 you · 5 verdicts" in screens.text
        assert "sitting of a moment" in screens.text


async def test_the_pane_groups_them_by_verdict_with_their_keys(store: Path) -> None:
    async with judged(store) as screens:
        heads = [line.partition("│")[2].split() for line in screens.lines]
        assert ["a", "newer", "is", "true", "2"] in heads
        assert ["b", "both", "are", "true", "2"] in heads
        assert ["c", "kept", "as", "a", "conflict", "1"] in heads
        assert "status        ≠ conflicted → ○ superseded" in screens.text
        assert "what u would do" in screens.text
        assert "5 verdicts open again" in screens.text


async def test_where_there_is_little_room_a_verdict_takes_a_line(store: Path) -> None:
    async with judged(store, (80, 24)) as screens:
        assert "5 verdicts, " in screens.row("enter unfolds")
        assert screens.row(BLOCKED).split("  ")[0].strip().startswith("a")
        assert "≠ → ○   by That is incorrect" in screens.text
        assert "more verdicts; enter shows all" in screens.text
        assert "u takes the whole sitting back." in screens.text


async def test_enter_unfolds_a_sitting_and_escape_folds_it(store: Path) -> None:
    async with judged(store) as screens:
        rows = len(screens.view.main_list.rows)
        await screens.press("enter")
        assert len(screens.view.main_list.rows) == rows + 5
        assert sum("resolve" in line for line in screens.lines) == 5
        assert "verdicts" in screens.row("►")
        await screens.press("j", "j", "escape")
        assert len(screens.view.main_list.rows) == rows
        assert "verdicts" in screens.row("►")
        await screens.press("enter", "enter")
        assert len(screens.view.main_list.rows) == rows


async def test_u_takes_the_whole_sitting_back_and_capital_u_brings_it_back(store: Path) -> None:
    async with judged(store) as screens:
        before = left_open(screens)
        await screens.press("u")
        assert screens.said.startswith("Took back the sitting of 5: 2 newer, 2 both, 1 kept")
        assert left_open(screens) == before + 5
        assert screens.row("►").endswith("undone    │") or "undone" in screens.row("►")
        await screens.press("u")
        assert screens.said == "This was taken back already."
        await screens.press("U")
        assert "Redone the sitting of 5" in screens.said
        assert left_open(screens) == before


async def test_one_verdict_of_an_unfolded_sitting_is_taken_back_alone(store: Path) -> None:
    async with judged(store) as screens:
        before = left_open(screens)
        await screens.press("enter", "j", "u")
        assert left_open(screens) == before + 1
        assert "undone" in screens.row("►")


async def test_what_has_to_stay_is_named_before_and_after(store: Path) -> None:
    async with judged(store) as screens:
        workspace = screens.workspace
        number = next(
            one.number
            for one in workspace.store.reads.memories(list(range(1, 20)))
            if one.content.startswith("That is incorrect")
        )
        remember.edit_all(workspace, [number or 0], Edit(add_tags=("later",)))
        await screens.changed_elsewhere()
        assert "partial" in screens.row("►")
        assert "4 verdicts of 5 open again" in screens.text
        before = left_open(screens)
        await screens.press("u")
        assert left_open(screens) == before + 4
        assert "partial" not in screens.row("►")
        assert "blocked" in screens.row("►")


async def test_the_cursor_stays_on_a_sitting_that_grows(store: Path) -> None:
    async with judged(store) as screens:
        assert "sitting of 5" in screens.row("►")
        await screens.press("2", "a", "6")
        assert "sitting of 6" in screens.row("►")


async def test_the_cursor_follows_a_verdict_that_becomes_part_of_a_sitting(tmp_path: Path) -> None:
    async with running((80, 24), location=tmp_path / "one.db", filled=False, view="history") as screens:
        for place in range(2):
            pair(screens.workspace, f"Port {place} is 1", f"Port {place} is 2", subject=f"port {place}")
        await screens.press("2", "a", "6", "g")
        assert "resolve" in screens.row("►")
        await screens.press("2", "a", "6")
        assert "sitting of 2" in screens.row("►")


async def test_a_sitting_is_copied_with_its_verdicts(store: Path) -> None:
    async with judged(store) as screens:
        await screens.press("y")
        assert screens.app.clipboard.startswith("14:10 you · 5 verdicts\n")
        assert "newer is true" in screens.app.clipboard
