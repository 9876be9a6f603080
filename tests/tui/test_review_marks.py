"""Review: verdicts on many conflicts at once, marked or filtered, after a preview that names the least sure first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memtui.domain.kinds import ConflictState
from memtui.domain.verdicts import Verdict
from memtui.services import review
from tests.snapshots.running import still_world  # noqa: F401
from tests.tui.review_store import PORTS
from tests.tui.reviews import now, reviewing, subject


async def test_marked_ones_are_previewed_least_sure_first_and_one_undo_brings_all_back(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.find("type:supersede")
        await screens.press("asterisk")
        assert "15 marked" in screens.lines[-2]
        await screens.press("a")
        assert "newer is true: 15 conflicts, least sure first" in screens.text
        first = next(line for line in screens.lines if "■" in line)
        assert first.split()[:3] == ["►■Service", "14", "port"]
        assert first.rstrip().endswith(".95 new wins")
        assert "3014 → 8014" in screens.text
        await screens.press("a")
        assert "15 of 15 ticked" in screens.text
        await screens.press("y")
        assert screens.said == "14:10 15 verdicts · u undo"
        assert "[open 0 of 3]" in screens.lines[2]
        assert "0 of 3 match type:supersede. esc shows all" in screens.text
        await screens.press("u")
        assert "[open 15 of 18]" in screens.lines[2]
        assert screens.view.sitting.done == 0
        open_ones = review.conflict_reports(screens.workspace, ConflictState.OPEN)
        assert len(open_ones) == PORTS + 3


async def test_space_unticks_in_the_preview_and_escape_does_nothing(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("space", "space", "space", "o")
        assert "older is true: 3 conflicts" in screens.text
        assert "old wins" in screens.text
        await screens.press("escape")
        assert screens.said == "Nothing was decided."
        assert "3 marked" in screens.lines[-2]
        await screens.press("o", "space", "y")
        assert screens.said == "14:10 2 verdicts · u undo"
        assert "[open 16]" in screens.lines[1]
        assert "marked" not in screens.lines[-2]


async def test_one_marked_row_is_judged_at_once_wherever_the_cursor_is(store: Path) -> None:
    async with reviewing(store) as screens:
        conflict = screens.view.row.entry.conflict
        await screens.press("space", "j", "b")
        assert now(screens, conflict)[0].human_verdict == Verdict.BOTH
        assert subject(screens) == "Service 01 port"


async def test_capital_a_accepts_all_that_the_filter_shows_after_a_preview(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.find("service 1")
        await screens.press("A")
        assert "newer is true: 6 conflicts" in screens.text
        await screens.press("A", "n")
        assert screens.said == "Nothing was decided."
        await screens.press("A", "y")
        assert screens.said == "14:10 6 verdicts · u undo"


async def test_marks_stay_on_their_rows_and_escape_unmarks(store: Path) -> None:
    async with reviewing(store) as screens:
        await screens.press("j", "space", "V", "j", "j")
        assert "4 marked" in screens.lines[-2]
        await screens.press("t")
        assert screens.said == "4 pairs are marked; esc unmarks, then this is for the side in focus."
        await screens.press("m")
        assert screens.said == "Memories are merged pair by pair, and 4 pairs are marked; esc unmarks."
        await screens.press("escape", "j", "a")
        assert "marked" not in screens.lines[-2]
        assert screens.said == "14:10 a newer · u undo"


async def test_very_many_are_long_work_that_says_how_far_it_is(store: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.tui.views.review_judging.MANY", 5)
    async with reviewing(store) as screens:
        lanes: list[str] = []
        run_in = screens.app.gateway.run_in

        async def watched(lane: Any, title: str, *rest: Any, **more: Any) -> Any:
            lanes.append(f"{lane} {title}")
            return await run_in(lane, title, *rest, **more)

        monkeypatch.setattr(screens.app.gateway, "run_in", watched)
        await screens.press("asterisk", "b")
        assert "both are true: 18 conflicts" in screens.text
        assert "both stay" in screens.text
        await screens.press("y")
        assert {"long preview", "long verdicts"} <= set(lanes)
        assert screens.said == "14:10 18 verdicts · u undo"
        await screens.press("u")
        assert "[open 18]" in screens.lines[1]
