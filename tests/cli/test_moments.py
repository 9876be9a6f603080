"""Moments as people type them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from memtui.cli.moments import read_moment

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
