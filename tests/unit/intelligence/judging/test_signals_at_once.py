"""Which older memories an update signal may supersede by itself: those that say something of what goes, not those about another thing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memtui.domain.judgements import Finding
from memtui.intelligence.judging import judge
from memtui.intelligence.reading import read

OLDER, NEWER = datetime(2026, 1, 15, tzinfo=UTC), datetime(2026, 3, 5, tzinfo=UTC)


def found(old: str, new: str) -> Finding | None:
    """What a newer text means for an older one."""
    return judge(read(new, created_at=NEWER), read(old, created_at=OLDER))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Authentication via JWT tokens", "Switched from JWT to OAuth2 after security audit"),
        ("JWT for all sign-ins", "Switched from JWT to OAuth2 after security audit"),
        ("PostgreSQL 15 runs on db-1", "We no longer use PostgreSQL, migrated to MongoDB"),
        ("Payments go through Stripe", "We switched from Stripe to Adyen"),
        ("Jenkins builds every branch", "We replaced Jenkins with GitHub Actions"),
        ("Session-based authentication", "We replaced session-based auth with JWT"),
    ],
)
def test_what_says_that_a_thing_is_used_goes_with_it(old: str, new: str) -> None:
    finding = found(old, new)
    assert finding is not None
    assert finding.exact


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("JWT specification RFC 7519", "Switched from JWT to OAuth2 after security audit"),
        ("JWT token contains user ID and role", "Switched from JWT to OAuth2 after security audit"),
        ("PostgreSQL ACID properties", "We no longer use PostgreSQL, migrated to MongoDB"),
        ("The Stripe test cards are listed in the handbook", "We switched from Stripe to Adyen"),
    ],
)
def test_what_is_about_another_thing_waits_for_a_person(old: str, new: str) -> None:
    finding = found(old, new)
    assert finding is None or not finding.exact


def test_the_date_of_a_change_is_not_what_goes() -> None:
    finding = found("Redesign the checkout form before April", "Staging läuft seit April nicht mehr auf Heroku")
    assert finding is None or finding.type is None
    gone = found("Staging runs on Heroku", "Staging läuft seit April nicht mehr auf Heroku")
    assert gone is not None
    assert gone.old_value == "Heroku"
