"""Moments as people type them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from memtui.domain.errors import InvalidRecord
from memtui.services.as_of import Moment
from memtui.services.moments import read_as_of, read_moment

NOW = datetime(2026, 3, 23, 12, 0, tzinfo=UTC)
BERLIN = timezone(timedelta(hours=1))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("2026-03-20", datetime(2026, 3, 19, 23, 0, tzinfo=UTC)),
        ("2026-03-20T09:14", datetime(2026, 3, 20, 8, 14, tzinfo=UTC)),
        ("2026-03-20T09:14:00Z", datetime(2026, 3, 20, 9, 14, tzinfo=UTC)),
        ("2026-03-20 09:14+03:30", datetime(2026, 3, 20, 5, 44, tzinfo=UTC)),
        ("20 March 2026", datetime(2026, 3, 19, 23, 0, tzinfo=UTC)),
        ("today", datetime(2026, 3, 22, 23, 0, tzinfo=UTC)),
        ("Yesterday", datetime(2026, 3, 21, 23, 0, tzinfo=UTC)),
        ("now", NOW),
        ("3d", NOW - timedelta(days=3)),
        ("2 weeks ago", NOW - timedelta(days=14)),
        ("90 minutes", NOW - timedelta(minutes=90)),
        ("6h", NOW - timedelta(hours=6)),
    ],
)
def test_moments_are_read_in_the_local_zone(typed: str, meant: datetime) -> None:
    assert read_moment(typed, NOW, BERLIN) == meant


@pytest.mark.parametrize("typed", ["", "soon", "03/04/2026", "4.3.2026", "March", "Tuesday", "9999999y", "\x00", "[/]"])
def test_what_could_mean_several_moments_is_refused(typed: str) -> None:
    with pytest.raises((ValueError, OverflowError)):
        read_moment(typed, NOW, BERLIN)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("1 mar", datetime(2026, 2, 28, 23, 0, tzinfo=UTC)),
        ("March 1", datetime(2026, 2, 28, 23, 0, tzinfo=UTC)),
        ("1 mar 09:14", datetime(2026, 3, 1, 8, 14, tzinfo=UTC)),
        ("24 mar", datetime(2025, 3, 23, 23, 0, tzinfo=UTC)),
        ("23 mar", datetime(2026, 3, 22, 23, 0, tzinfo=UTC)),
        ("29 feb", datetime(2024, 2, 28, 23, 0, tzinfo=UTC)),
        ("2026-03-01", datetime(2026, 2, 28, 23, 0, tzinfo=UTC)),
        ("2026-03-01t09:14", datetime(2026, 3, 1, 8, 14, tzinfo=UTC)),
        ("on 1 mar", datetime(2026, 2, 28, 23, 0, tzinfo=UTC)),
        ("yesterday", datetime(2026, 3, 21, 23, 0, tzinfo=UTC)),
        ("3d", NOW - timedelta(days=3)),
    ],
)
def test_as_of_takes_a_day_without_its_year_as_the_last_one_past(typed: str, meant: datetime) -> None:
    assert read_as_of(typed, NOW, BERLIN) == Moment(at=meant)
    assert read_as_of(f"known {typed}", NOW, BERLIN) == Moment(at=meant, known=True)


@pytest.mark.parametrize("typed", ["", "  ", "now", "Now"])
def test_as_of_nothing_is_the_present(typed: str) -> None:
    assert read_as_of(typed, NOW, BERLIN) is None


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("soon", "names no moment"),
        ("March", "names no moment"),
        ("03/04", "names no moment"),
        ("30 feb", "names no moment"),
        ("known", "names no moment"),
        ("known ", "names no moment"),
        ("as of ", "names no moment"),
        ("2026-04-01", "lies ahead"),
        ("known 2027-01-01", "lies ahead"),
    ],
)
def test_as_of_says_why_words_cannot_be_taken(typed: str, said: str) -> None:
    with pytest.raises(InvalidRecord, match=said):
        read_as_of(typed, NOW, BERLIN)
