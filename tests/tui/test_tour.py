"""The way through the sample project: one step at a time, each gone once it is done or on escape."""

from __future__ import annotations

from pathlib import Path

from memtui.domain.drafts import Draft
from memtui.render.spans import plain
from memtui.services import remember
from memtui.tui.keymap import Keymap
from memtui.tui.tour import Tour
from tests.snapshots.running import running, still_world
from tests.tui.review_store import store_at

__all__ = ["still_world"]

KEYS = Keymap()


def shown(tour: Tour, *possible: str, count: int = 12) -> str:
    return plain(tour.hint(KEYS, lambda act: act in possible, lambda _: count))


def test_the_steps_come_one_by_one_and_go_when_they_are_done() -> None:
    tour = Tour(True)
    everywhere = ("review", "undo", "timeline", "help")
    assert shown(tour, *everywhere) == "try 2: 12 things to judge"
    tour.did("review")
    assert shown(tour, "accept", "older", *everywhere) == "try a or o: your verdict"
    tour.did("older")
    assert shown(tour, *everywhere) == "try u: takes it back"
    tour.did("undo")
    assert shown(tour, *everywhere) == "try 5: how auth evolved"
    tour.did("timeline")
    assert shown(tour, *everywhere) == "try ?: all keys"
    tour.did("help")
    assert shown(tour, *everywhere) == ""


def test_what_cannot_be_done_here_is_passed_over_and_an_undo_waits_for_something_to_undo() -> None:
    tour = Tour(True)
    tour.did("review")
    assert shown(tour, "undo", "timeline", "help") == "try 5: how auth evolved"
    assert shown(Tour(True), "review", "help", count=0) == "try ?: all keys"


def test_escape_takes_off_the_step_that_is_shown_and_no_other() -> None:
    tour = Tour(True)
    assert shown(tour, "review", "timeline") == "try 2: 12 things to judge"
    tour.skip()
    assert shown(tour, "review", "timeline") == "try 5: how auth evolved"


def test_a_store_that_is_no_sample_has_no_tour() -> None:
    assert shown(Tour(False), "review", "help") == ""


async def test_the_step_to_the_timeline_shows_auth_whatever_is_selected() -> None:
    async with running((120, 30), sample="sample project: nothing here is kept") as screens:
        remember.add(screens.workspace, Draft(content="`auth` switched from server-side sessions to JWT"))
        await screens.find("MongoDB")
        assert "try 5: how auth evolved" in screens.lines[-2]
        await screens.press("5")
        assert "│ auth  concept · " in screens.text
        assert "try 5" not in screens.lines[-2]
        await screens.press("1", "escape")
        await screens.press("escape")
        assert "try ?" not in screens.lines[-2]


async def test_at_80_columns_each_step_stays_in_sight_beside_what_was_done(tmp_path: Path) -> None:
    location = store_at(tmp_path / "review.db")
    async with running((80, 24), location=location, sample="sample project: nothing here is kept") as screens:
        await screens.changed_elsewhere()
        assert "try 2: 18 things to judge" in screens.lines[-2]
        await screens.press("2")
        assert "try a or o: your verdict" in screens.lines[-2]
        await screens.press("a")
        assert "try u: takes it back" in screens.lines[-2]
        assert screens.lines[-2].rstrip().endswith("a newer · u undo")
        await screens.press("u")
        assert "try 5: how auth evolved" in screens.lines[-2]
        assert "Took back 1: " in screens.lines[-2]
