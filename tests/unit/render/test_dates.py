"""Moments read as people say them, in the local zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from memtui.render import dates

NOW = datetime(2026, 3, 23, 14, 10, tzinfo=UTC)
EAST = timezone(timedelta(hours=11))


@pytest.mark.parametrize(
    ("days", "reads"), [(0, "0d"), (3, "3d"), (67, "67d"), (999, "999d"), (1100, "3.0y"), (-5, "0d"), (30000, "82.1y")]
)
def test_ages_count_days_and_a_future_date_is_age_nought(days: int, reads: str) -> None:
    assert dates.age(NOW - timedelta(days=days), NOW, UTC) == reads
    assert len(reads) <= 5


def test_an_undated_memory_has_a_question_mark_for_its_age() -> None:
    assert dates.age(None, NOW) == "?"


def test_days_change_at_midnight_of_the_local_zone() -> None:
    late = datetime(2026, 3, 22, 22, 0, tzinfo=UTC)
    assert dates.age(late, NOW, UTC) == "1d"
    assert dates.age(late, NOW, EAST) == "1d"
    assert dates.age(late - timedelta(hours=10), NOW, EAST) == "2d"
    assert dates.day(late, UTC) == "22 Mar 2026"
    assert dates.day_and_clock(late, EAST) == "23 Mar 2026, 09:00"


def test_the_year_is_left_out_where_it_is_this_one() -> None:
    assert dates.short_day(NOW, NOW, UTC) == "23 Mar"
    assert dates.short_day(NOW - timedelta(days=100), NOW, UTC) == "13 Dec 2025"


@pytest.mark.parametrize(
    ("when", "words"),
    [
        (date(2026, 3, 23), "today, 23 March 2026"),
        (date(2026, 3, 22), "yesterday, 22 March"),
        (date(2026, 3, 20), "20 March"),
        (date(2025, 3, 20), "20 March 2025"),
    ],
)
def test_rules_name_the_day(when: date, words: str) -> None:
    assert dates.day_rule(when, date(2026, 3, 23)) == words


def test_machine_times_are_utc_with_z() -> None:
    assert dates.iso(datetime(2026, 3, 20, 9, 14, tzinfo=EAST)) == "2026-03-19T22:14:00Z"
    assert dates.iso(None) is None


def test_a_moment_at_the_edge_of_time_is_still_drawn() -> None:
    assert dates.day(datetime.min.replace(tzinfo=UTC), timezone(timedelta(hours=-5))) == "1 Jan 1"
