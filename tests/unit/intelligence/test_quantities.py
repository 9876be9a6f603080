"""Numbers with units, and dates, as texts give them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.intelligence.dates import dates
from memtui.intelligence.quantities import Quantity, quantities
from memtui.intelligence.reading import read


def found(text: str) -> tuple[Quantity, ...]:
    return quantities(read(text).statements[0].words)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("timeout of 1 hour", "timeout of 60 minutes"),
        ("timeout of 1.5h", "timeout of 90 minutes"),
        ("timeout of two days", "timeout of 48 hours"),
        ("uses 2 GB", "uses 2,000 MB"),
        ("uses 1 GiB", "uses 1024 MiB"),
        ("10k users", "10,000 users"),
        ("5 million rows", "5,000,000 rows"),
        ("3-5 days", "3 to 5 days"),
        ("a 30-second timeout", "a timeout of 30 s"),
        ("three retries", "3 retries"),
    ],
)
def test_the_same_amount_in_other_units_is_equal(one: str, other: str) -> None:
    assert found(one)[0].same_as(found(other)[0])


@pytest.mark.parametrize(
    ("one", "other"),
    [("1 hour", "90 minutes"), ("8 GB", "8 GiB"), ("100 requests", "500 requests"), ("80%", "90%"), ("$5", "$6")],
)
def test_other_amounts_of_one_thing_differ(one: str, other: str) -> None:
    assert found(one)[0].differs_from(found(other)[0])


@pytest.mark.parametrize(("one", "other"), [("5 users", "6 rows"), ("5 MB", "6 seconds"), ("$5", "€6")])
def test_amounts_of_different_things_do_not_differ(one: str, other: str) -> None:
    assert not found(one)[0].differs_from(found(other)[0])


def test_versions_and_dates_are_no_quantities() -> None:
    assert found("Python 3.11.4 since 2026-03-04") == ()


def test_offsets_point_into_the_text() -> None:
    text = "Limit: 100 requests per minute"
    (quantity, *_) = found(text)
    assert text[quantity.start : quantity.end] == "100 requests"


@given(st.text(max_size=120))
def test_any_text_can_be_read_for_amounts_and_dates(text: str) -> None:
    for statement in read(text).statements:
        quantities(statement.words)
    for date in dates(text):
        assert 0 <= date.start < date.end <= len(text)


NEAR = datetime(2026, 3, 23, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("as of March 2026", (2026, 3, 0)),
        ("on 3 March 2026", (2026, 3, 3)),
        ("on March 3rd", (0, 3, 3)),
        ("am 3. März 2026", (2026, 3, 3)),
        ("seit 23.03.2026", (2026, 3, 23)),
        ("since 2026-03-04", (2026, 3, 4)),
    ],
)
def test_dates_are_read_as_people_write_them(text: str, parts: tuple[int, int, int]) -> None:
    (date,) = dates(text)
    assert tuple(date[2:]) == parts


@pytest.mark.parametrize("text", ["we may go", "Node 18.x", "the march of time", "version 2.3.2026.1"])
def test_what_is_no_date_is_none(text: str) -> None:
    assert dates(text) == ()


def test_a_month_covers_its_days() -> None:
    (month,) = dates("as of March 2026")
    assert month.moment(NEAR) == NEAR
    assert month.moment(datetime(2026, 5, 1, tzinfo=UTC)) == datetime(2026, 3, 1, tzinfo=UTC)


def test_dates_differ_where_a_given_part_differs() -> None:
    (one,), (other,), (same,) = dates("March 3"), dates("April 9"), dates("3 March 2026")
    assert one.differs_from(other)
    assert not one.differs_from(same)


@pytest.mark.parametrize(
    ("text", "dimension"),
    [
        ("we set it to 16 last week", ""),
        ("it runs 1024 workers yesterday", "worker"),
        ("Das Limit wurde auf 200 Anfragen erhöht", "anfrag"),
    ],
)
def test_a_word_of_time_or_a_verb_is_not_what_is_counted(text: str, dimension: str) -> None:
    assert found(text)[0].dimension == dimension


@pytest.mark.parametrize(
    ("one", "other"),
    [("超时时间是 60 秒", "超时时间是 1 分钟"), ("保留 1 周", "保留 7 天")],
)
def test_chinese_units_are_units(one: str, other: str) -> None:
    assert found(one)[0].same_as(found(other)[0])


def test_a_time_of_day_is_one_amount() -> None:
    (closing,) = found("The office closes at 20:30.")
    assert (closing.dimension, closing.amount) == ("clock", 20.5 * 3600)
    assert closing.differs_from(found("The office closes at 18:30.")[0])
