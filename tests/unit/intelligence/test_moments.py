"""Points in time as people type them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memtui.intelligence import moments
from tests.quality.shelf import NOW


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-20", datetime(2026, 3, 20, tzinfo=UTC)),
        ("2026-03", datetime(2026, 3, 1, tzinfo=UTC)),
        ("2026", datetime(2026, 1, 1, tzinfo=UTC)),
        ("20-mar-2025", datetime(2025, 3, 20, tzinfo=UTC)),
        ("march", datetime(2026, 3, 1, tzinfo=UTC)),
        ("october", datetime(2025, 10, 1, tzinfo=UTC)),
        ("today", datetime(2026, 3, 23, tzinfo=UTC)),
        ("yesterday", datetime(2026, 3, 22, tzinfo=UTC)),
        ("monday", datetime(2026, 3, 23, tzinfo=UTC)),
        ("friday", datetime(2026, 3, 20, tzinfo=UTC)),
        ("7d", NOW - timedelta(days=7)),
        ("2w", NOW - timedelta(days=14)),
        ("2026-03-20T09:30:00Z", datetime(2026, 3, 20, 9, 30, tzinfo=UTC)),
    ],
)
def test_a_moment_is_read(text: str, expected: datetime) -> None:
    assert moments.read(text, NOW) == expected


@pytest.mark.parametrize("text", ["soon", "2026-13", "2026-02-30", "99999y", "32-mar", "", "0000"])
def test_what_is_no_moment_is_none(text: str) -> None:
    assert moments.read(text, NOW) is None


def test_days_begin_in_the_zone_of_now() -> None:
    here = NOW.astimezone(timezone(timedelta(hours=9)))
    assert moments.read("2026-03-20", here) == datetime(2026, 3, 19, 15, tzinfo=UTC)


@given(st.text())
def test_no_text_fails(text: str) -> None:
    moments.read(text, NOW)
