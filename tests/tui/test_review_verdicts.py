"""Review: verdicts on one conflict by key, putting off, what a verdict settles beside its own pair, and undo."""

from __future__ import annotations

from pathlib import Path

import pytest

from memtui.domain.kinds import ConflictState, Status
from memtui.domain.verdicts import Verdict
from memtui.services import history
from tests.snapshots.running import still_world  # noqa: F401
from tests.tui.review_store import store_at
from tests.tui.reviews import chain, now, reviewing, subject


@pytest.mark.parametrize(
    ("keys", "said", "verdict", "new", "old"),
    [
        ("a", "a newer", Verdict.NEWER, Status.ACTIVE, Status.SUPERSEDED),
        ("o", "o older", Verdict.OLDER, Status.SUPERSEDED, Status.ACTIVE),
        ("b", "b both", Verdict.BOTH, Status.ACTIVE, Status.ACTIVE),
        ("c", "c kept", Verdict.KEEP, Status.CONFLICTED, Status.CONFLICTED),
        ("d", "d old archived", Verdict.ARCHIVE_OLD, Status.ACTIVE, Status.ARCHIVED),
        ("ld", "d new archived", Verdict.ARCHIVE_NEW, Status.ARCHIVED, Status.ACTIVE),
    ],
)
async def test_a_verdict_acts_at_once_says_so_and_moves_on_and_u_takes_it_back(
    store: Path, keys: str, said: str, verdict: Verdict, new: Status, old: Status
) -> None:
    async with reviewing(store) as screens:
        conflict = screens.view.row.entry.conflict
        await screens.press(*keys)
        after = now(screens, conflict)
        assert [after[0].human_verdict, after[1].status, after[2].status] == [verdict, new, old]
        assert screens.said == f"14:10 {said} · u undo"
        assert subject(screens) == "Service 00 port"
        assert "[open 17]" in screens.lines[1]
        assert "1 of 17 · 1 done" in screens.lines[-2]
        await screens.press("u")
        assert now(screens, conflict)[0].state is ConflictState.OPEN
        assert subject(screens) == "Redis memory limit"
        assert "[open 18]" in screens.lines[1]
        assert "done" not in screens.lines[-2].replace("undone", "")


async def test_twenty_rows_take_twenty_keys_typed_as_fast_as_they_come(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.type("a" * 18)
        assert len(screens.view.main_list.rows) == 0
        assert screens.view.sitting.done == 18
        assert "All judged. 20 verdicts, you agreed with" in screens.text
        batches = history.batches(screens.workspace, limit=50, action="resolve")
        assert len(batches) == 20


async def test_a_key_right_after_undo_is_for_the_conflict_that_came_back(store: Path) -> None:
    async with reviewing(store) as screens:
        conflict = screens.view.row.entry.conflict
        await screens.type("auo")
        assert now(screens, conflict)[0].human_verdict == Verdict.OLDER
        assert subject(screens) == "Service 00 port"
        assert screens.view.sitting.done == 1


async def test_s_puts_off_to_the_end_and_only_what_is_open(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("s")
        assert screens.said == "14:10 s later · u undo"
        assert subject(screens) == "Service 00 port"
        await screens.press("G")
        assert subject(screens) == "Redis memory limit"
        await screens.press("g", "space", "space", "s")
        assert screens.said == "14:10 2 put off · u undo"
        assert screens.view.main_list.rows.keys[-1] != 0
        assert len(screens.view.main_list.rows) == 18
        await screens.press("u")
        assert subject(screens) in ("Service 00 port", "Service 02 port")
        await screens.press("right_square_bracket", "s")
        assert screens.said == "Only open conflicts can be put off."


async def test_a_verdict_that_settles_others_says_so_beforehand_and_afterwards(tmp_path: Path) -> None:
    async with reviewing(store_at(tmp_path / "chain.db", chain), (120, 40)) as screens:
        assert "settles 1 more pair" in screens.row("a newer is true")
        await screens.press("a")
        assert screens.said == "14:10 first: newer is true, 1 more settled · u undo"
        assert len(screens.view.main_list.rows) == 0
        await screens.press("u")
        assert len(screens.view.main_list.rows) == 2
    async with reviewing(store_at(tmp_path / "chain.db", chain)) as screens:
        assert "Also settles 1 more pair in the queue." in screens.text
