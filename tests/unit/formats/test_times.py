"""Times are read in all their spellings, and what is not sure is not guessed."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.formats.times import read_time

NINE = datetime(2026, 5, 2, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        "2026-05-02T09:00:00Z",
        "2026-05-02T12:30:00+03:30",
        "2026-05-02T09:00:00.000000000Z",
        "2026-05-02 09:00:00+0000",
        NINE.timestamp(),
        int(NINE.timestamp() * 1000),
        int(NINE.timestamp() * 1_000_000),
        int(NINE.timestamp()) * 1_000_000_000,
        str(int(NINE.timestamp())),
        str(int(NINE.timestamp() * 1000)),
        "Sat, 02 May 2026 09:00:00 +0000",
        NINE,
    ],
)
def test_one_instant_in_many_spellings_is_one_instant(value: object) -> None:
    moment = read_time(value)
    assert (moment.value, moment.assumed, moment.doubt) == (NINE, False, "")


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2026-05-02T09:00:00", NINE),
        ("2026-02-11", datetime(2026, 2, 11, tzinfo=UTC)),
        ("2026-2-1", datetime(2026, 2, 1, tzinfo=UTC)),
        ("2020/08/17", datetime(2020, 8, 17, tzinfo=UTC)),
        ("17/08/2020", datetime(2020, 8, 17, tzinfo=UTC)),
        ("08/17/2020", datetime(2020, 8, 17, tzinfo=UTC)),
        ("3.4.2020", datetime(2020, 4, 3, tzinfo=UTC)),
        ("17 August 2020", datetime(2020, 8, 17, tzinfo=UTC)),
        ("Aug 17, 2020", datetime(2020, 8, 17, tzinfo=UTC)),
        (date(2020, 8, 17), datetime(2020, 8, 17, tzinfo=UTC)),
    ],
)
def test_a_time_without_a_zone_is_utc_and_flagged(value: object, day: datetime) -> None:
    moment = read_time(value)
    assert (moment.value, moment.assumed) == (day, True)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("03/04/2020", "ambiguous"),
        ("March 2026", "open"),
        ("yesterday", "not a date"),
        ("31/31/2020", "not a date"),
        ("2026-13-45", "not a date"),
        (1e300, "calendar"),
        (True, "not a time"),
        ({"at": 1}, "not a time"),
        (float("nan"), "not a time"),
    ],
)
def test_what_is_in_doubt_gives_no_time_and_says_why(value: object, words: str) -> None:
    moment = read_time(value)
    assert moment.value is None
    assert words in moment.doubt


def test_nothing_is_no_time_and_no_doubt() -> None:
    for value in (None, "", "  "):
        assert read_time(value).value is None
        assert not read_time(value).doubt


@given(st.one_of(st.text(max_size=60), st.floats(), st.integers(), st.binary(max_size=5), st.datetimes(), st.dates()))
def test_no_value_makes_reading_a_time_fail(value: object) -> None:
    moment = read_time(value)
    assert moment.value is None or moment.value.tzinfo is UTC


@given(st.from_regex(r"[0-9A-Za-z:/., +-]{0,40}", fullmatch=True))
def test_nothing_like_a_date_makes_reading_fail(text: str) -> None:
    read_time(text)
    read_time(f"{text} Jan 2020")
