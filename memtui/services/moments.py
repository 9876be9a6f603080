"""Moments as people type them: ISO dates and times, words such as yesterday, ages such as 3d, and days without a year."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING

from memtui.domain.errors import InvalidRecord

if TYPE_CHECKING:
    from memtui.services.as_of import Moment

_AGE = re.compile(r"(\d{1,6})\s*(m|min|h|d|w|mo|y|minutes?|hours?|days?|weeks?|months?|years?)(\s+ago)?", re.IGNORECASE)
_DAYS = {"d": 1.0, "w": 7.0, "mo": 30.44, "y": 365.25}
_WORDS = {"today": 0, "yesterday": 1}
_NUMBERS_ONLY = re.compile(r"\d{1,2}[/.-]\d{1,2}([/.-]\d{2,4})?")
_KNOWN = ("known ", "as known ", "as we knew it ")
_LEAP = 2000
"""A year that has every day, to read a day without its year in."""

HINT = "Write 2026-03-20, 2026-03-20T09:14, yesterday or 3d."


def read_moment(text: str, now: datetime, zone: tzinfo | None = None, *, yearless: bool = False) -> datetime:
    """Return the moment in UTC that `text` names; a time without a zone is local. Raises ValueError.

    With `yearless`, a day without a year is the last one that is past.
    """
    words = " ".join(text.split()).casefold()
    if words == "now":
        return now
    if words in _WORDS:
        return _midnight(now - timedelta(days=_WORDS[words]), zone)
    if aged := _AGE.fullmatch(words):
        return now - _span(int(aged[1]), aged[2])
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError:
        found = _read_freely(text, now.astimezone(zone) if yearless else None)
    return _in_utc(found, zone)


def read_as_of(text: str, now: datetime, zone: tzinfo | None = None) -> Moment | None:
    """Return what "as of" is asked for; None is the present.

    `known` before the moment asks for what was known then, not for what was true: `known 1 mar`. A day
    without a year is the last one that is past. Raises InvalidRecord for words that name no moment, and
    for a moment ahead.
    """
    from memtui.services.as_of import Moment

    words = " ".join(text.split()).casefold()
    before = next((sign for sign in _KNOWN if words.startswith(sign)), "")
    words = words.removeprefix(before).removeprefix("as of ").removeprefix("on ").strip()
    if words in ("", "now"):
        if before or words != text.strip().casefold():
            raise InvalidRecord("Which day?", "1 mar · known 1 mar · 2026-03-01 · yesterday · 3d · empty is now")
        return None
    try:
        at = read_moment(words.upper() if _is_iso(words) else words, now, zone, yearless=True)
    except (ValueError, OverflowError):
        said = "1 mar · known 1 mar · 2026-03-01 · yesterday · 3d · empty is now"
        raise InvalidRecord(f"“{words}” names no moment.", said) from None
    if at > now:
        raise InvalidRecord("That moment lies ahead.", "As of a day means a past one.")
    return Moment(at=at, known=bool(before))


def _is_iso(words: str) -> bool:
    return bool(re.match(r"\d{4}-", words))


def _read_freely(text: str, past: datetime | None) -> datetime:
    """Read dates with a month's name; numbers alone do not say which is the month.

    A day without a year is refused, unless `past` is given: then it is the last one before that.
    """
    if _NUMBERS_ONLY.search(text):
        raise ValueError(text)
    from dateutil import parser

    try:
        first = parser.parse(text, default=datetime(_LEAP, 1, 1), fuzzy=False)  # noqa: DTZ001 - local until placed
        again = parser.parse(text, default=datetime(_LEAP + 4, 2, 2), fuzzy=False)  # noqa: DTZ001
    except (ValueError, OverflowError, TypeError) as error:
        raise ValueError(text) from error
    if first.month != again.month:
        raise ValueError(text)
    if first.year == again.year:
        return first
    if past is None or first.day != again.day:
        raise ValueError(text)
    return _last_past(first, past.replace(tzinfo=None), text)


def _last_past(day: datetime, past: datetime, text: str) -> datetime:
    """Return the last such day of a year that is past; 29 February goes back to a leap year."""
    for year in range(past.year, past.year - 9, -1):
        try:
            found = day.replace(year=year)
        except ValueError:
            continue
        if found <= past:
            return found
    raise ValueError(text)


def _span(count: int, unit: str) -> timedelta:
    if unit.startswith(("mo",)):
        return timedelta(days=count * _DAYS["mo"])
    if unit.startswith("m"):
        return timedelta(minutes=count)
    if unit.startswith("h"):
        return timedelta(hours=count)
    return timedelta(days=count * _DAYS[unit[0]])


def _midnight(moment: datetime, zone: tzinfo | None) -> datetime:
    return _in_utc(datetime.combine(moment.astimezone(zone).date(), time()), zone)


def _in_utc(moment: datetime, zone: tzinfo | None) -> datetime:
    if moment.tzinfo is not None:
        return moment.astimezone(UTC)
    return (moment.astimezone() if zone is None else moment.replace(tzinfo=zone)).astimezone(UTC)
