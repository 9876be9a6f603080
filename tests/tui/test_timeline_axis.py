"""Timeline: the axis of values, its zoom and range, the table, lanes, and a past moment on it."""

from __future__ import annotations

from pathlib import Path

from memtui.services.as_of import Moment
from tests.services import guides
from tests.snapshots.running import still_world  # noqa: F401
from tests.tui.timelines import following, texts


async def test_plus_and_minus_zoom_and_brackets_move_the_range(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("minus")
        assert screens.said == "All of it is shown; + shows less of the time."
        await screens.press("left_square_bracket")
        assert screens.said == "All of it is shown; + shows less of the time."
        await screens.press("plus")
        assert "what was current · " in screens.text
        late = screens.view.window
        await screens.press("right_square_bracket")
        assert screens.view.window == late
        assert screens.said == "This is where it ends."
        await screens.press("left_square_bracket")
        assert screens.view.window[0] < late[0]
        await screens.press("left_square_bracket", "left_square_bracket", "left_square_bracket")
        assert screens.said == "This is where it begins."
        await screens.press("plus", "plus", "plus", "plus", "plus", "plus")
        assert screens.said == "This is as near as it goes."
        for _ in range(8):
            await screens.press("minus")
        assert screens.view.window is None
        await screens.press("plus", "escape")
        assert screens.view.window is None


async def test_the_range_follows_the_cursor(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("G", "plus", "plus", "g")
        start, end = screens.view.window
        assert start <= screens.view.events.rows.events[0].at <= end


async def test_v_shows_values_as_a_table_with_their_days(tmp_path: Path) -> None:
    async with following(tmp_path, "PostgreSQL", guides.DATABASES) as screens:
        await screens.press("v")
        row = next(line for line in texts(screens) if "15 Jan  " in line and line.endswith("64"))
        assert "20 Mar" in row
        assert "still true" in screens.text
        await screens.press("plus")
        assert screens.said == "The table shows all of the time; v draws the axis."
        await screens.press("v")
        assert "●──" in screens.text


async def test_values_of_a_slot_are_told_with_dates_and_days(tmp_path: Path) -> None:
    async with following(tmp_path, "PostgreSQL", guides.DATABASES) as screens:
        assert "PostgreSQL » 20 Mar, 64 days » MongoDB (3 days so far)" in screens.text


async def test_a_past_moment_puts_a_bar_on_the_axis_and_greys_what_came_later(tmp_path: Path) -> None:
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        screens.app.look_back(Moment(at=guides.at("2026-02-10")))
        await screens.press("g")
        followed = screens.view.followed
        assert [followed.ahead(event) for event in screens.view.events.rows.events[:4]] == [False, False, True, True]
        lane = screens.row("accessibility issues   ")
        assert "│" in lane[27:]
        assert "as of 2026-02-10" in screens.text
        assert "Tailwind styling → accessibility issues" in texts(screens)
        await screens.press("escape", "escape")
        assert screens.app.gateway.moment is None
        assert "│" not in screens.row("accessibility issues   ")[27:]


async def test_a_long_history_is_bounded_and_says_how_much_more_there_is(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("memtui.services.timeline.MOST_MEMORIES", 3)
    async with following(tmp_path, "Button", guides.BUTTON) as screens:
        await screens.press("G")
        assert "+1 more memories, older than these" in screens.text
        assert len([event for event in screens.view.events.rows.events if event.kind == "added"]) == 3


async def test_a_chain_of_switches_that_comes_back_is_one_lane(tmp_path: Path) -> None:
    rows = (
        ("2026-01-05", "We use Redis for the cache"),
        ("2026-01-20", "Switched from Redis to Memcached"),
        ("2026-02-10", "We switched back from Memcached to Redis"),
    )
    async with following(tmp_path, "Redis", rows) as screens:
        lines = texts(screens)
        at = next(place for place, line in enumerate(lines) if line == "database")
        assert lines[at + 1].startswith("Redis")
        assert lines[at + 1].count("●") == 2
        assert lines[at + 2].startswith("Memcached")
