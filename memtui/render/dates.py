"""Moments as people read them, in the local zone: ages, days, dates and times, always in English."""

from __future__ import annotations

from datetime import UTC, date, datetime, tzinfo

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def local(moment: datetime, zone: tzinfo | None) -> datetime:
    """Return `moment` in the zone, or in the machine's own when there is none; impossible ones stay in UTC."""
    try:
        return moment.astimezone(zone)
    except (OverflowError, OSError, ValueError):
        return moment


def counted_days(count: int) -> str:
    """Return a number of days with its word: `1 day`, `1,204 days`."""
    return f"{count:,} day{'' if count == 1 else 's'}"


def days_between(earlier: datetime, later: datetime, zone: tzinfo | None) -> int:
    """Return the number of midnights between two moments, 0 when `earlier` lies ahead."""
    return max((local(later, zone).date() - local(earlier, zone).date()).days, 0)


def age(moment: datetime | None, now: datetime, zone: tzinfo | None = None) -> str:
    """Return an age in at most five cells: `3d`, `2.7y` from a thousand days, `?` when undated."""
    if moment is None:
        return "?"
    days = days_between(moment, now, zone)
    return f"{days}d" if days < 1000 else f"{days / 365.25:.1f}y"


def day(moment: datetime, zone: tzinfo | None = None) -> str:
    """Return a date in full: `20 Mar 2026`."""
    there = local(moment, zone)
    return f"{there.day} {_MONTHS[there.month - 1][:3]} {there.year}"


def short_day(moment: datetime, now: datetime, zone: tzinfo | None = None) -> str:
    """Return a date without its year where that is this year: `20 Mar`, `20 Mar 2025`."""
    there = local(moment, zone)
    year = "" if there.year == local(now, zone).year else f" {there.year}"
    return f"{there.day} {_MONTHS[there.month - 1][:3]}{year}"


def clock(moment: datetime, zone: tzinfo | None = None) -> str:
    """Return the time of day: `09:14`."""
    there = local(moment, zone)
    return f"{there.hour:02}:{there.minute:02}"


def day_and_clock(moment: datetime, zone: tzinfo | None = None) -> str:
    """Return date and time: `20 Mar 2026, 09:14`."""
    return f"{day(moment, zone)}, {clock(moment, zone)}"


def day_rule(when: date, today: date) -> str:
    """Return the words of a rule above the rows of one day: `today, 23 March 2026`, `22 March`, `3 May 2024`."""
    name = f"{when.day} {_MONTHS[when.month - 1]}"
    distance = (today - when).days
    if distance == 0:
        return f"today, {name} {when.year}"
    if distance == 1:
        return f"yesterday, {name}"
    return name if when.year == today.year else f"{name} {when.year}"


def iso(moment: datetime | None) -> str | None:
    """Return ISO-8601 in UTC with Z, microseconds only where there are any."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
