"""Points in time as people type them in a query: `2026-03-20`, `2026-03`, `march`, `yesterday`, `7d`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from memtui.intelligence import lexicon

_AGO = re.compile(r"(?P<count>\d{1,5})(?P<unit>h|d|w|m|mo|y)(?:ago)?")
_NUMERIC = re.compile(r"(?P<year>\d{4})(?:[-/.](?P<month>\d{1,2})(?:[-/.](?P<day>\d{1,2}))?)?")
_NAMED = re.compile(r"(?:(?P<day>\d{1,2})[-. ]?)?(?P<name>[^\W\d_]{3,})[-. ]?(?P<year>\d{4})?")
_DAYS = {"h": 1 / 24, "d": 1, "w": 7, "m": 30.44, "mo": 30.44, "y": 365.25}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


def read(text: str, now: datetime) -> datetime | None:
    """Return the start of the day, month or year that a text names, in UTC, or None if it names none.

    Days begin in the zone of `now`. A month or weekday without a year is the latest that has begun.
    """
    wanted = text.strip().lower()
    try:
        moment = _relative(wanted, now) or _numeric(wanted, now) or _named(wanted, now) or _exact(wanted, now)
        return None if moment is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _midnight(now: datetime) -> datetime:
    return now.replace(hour=0, minute=0, second=0, microsecond=0)


def _relative(wanted: str, now: datetime) -> datetime | None:
    today = _midnight(now)
    if wanted == "now":
        return now
    if wanted in ("today", "yesterday", "tomorrow"):
        return today + timedelta(days=("yesterday", "today", "tomorrow").index(wanted) - 1)
    if wanted in _WEEKDAYS:
        return today - timedelta(days=(today.weekday() - _WEEKDAYS.index(wanted)) % 7)
    ago = _AGO.fullmatch(wanted)
    return None if ago is None else now - timedelta(days=int(ago["count"]) * _DAYS[ago["unit"]])


def _numeric(wanted: str, now: datetime) -> datetime | None:
    found = _NUMERIC.fullmatch(wanted)
    if found is None:
        return None
    return _midnight(now).replace(year=int(found["year"]), month=int(found["month"] or 1), day=int(found["day"] or 1))


def _named(wanted: str, now: datetime) -> datetime | None:
    found = _NAMED.fullmatch(wanted)
    months = lexicon.mapping("questions", "months") | lexicon.mapping("questions", "short_months")
    if found is None or found["name"] not in months:
        return None
    day, month = int(found["day"] or 1), int(months[found["name"]])
    if found["year"]:
        return _midnight(now).replace(year=int(found["year"]), month=month, day=day)
    this_year = _midnight(now).replace(month=month, day=day)
    return this_year if this_year <= now else this_year.replace(year=now.year - 1)


def _exact(wanted: str, now: datetime) -> datetime | None:
    moment = datetime.fromisoformat(wanted.upper())
    return moment.replace(tzinfo=now.tzinfo) if moment.tzinfo is None else moment
