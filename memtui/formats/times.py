"""Times of foreign records: one reading for the many spellings, and doubts said instead of guessed."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

_MILLISECONDS_FROM = 1e11
"""Numbers above this are milliseconds since 1970 (as seconds: the year 5138)."""
_MICROSECONDS_FROM = 1e14
_NANOSECONDS_FROM = 1e17
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_NUMBER = re.compile(r"[+-]?\d{9,19}(\.\d+)?$")
_SLASHED = re.compile(r"(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?:[ T,]+(\d{1,2}:\d{2}(?::\d{2})?))?$")
_YEAR_FIRST = re.compile(r"(\d{4})[./](\d{1,2})[./](\d{1,2})(?:[ T]+(.+))?$")
_SHORT_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})$")
_NAMED_MONTH = re.compile(r"(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\b")


@dataclass(frozen=True, slots=True)
class Moment:
    """A time in UTC or none; `assumed` says that the zone was not given, `doubt` why there is none."""

    value: datetime | None = None
    assumed: bool = False
    doubt: str = ""


def read_time(value: Any) -> Moment:
    """Return the time that a foreign value means: a number of seconds or milliseconds, or a text; never raises.

    A time without a zone is read as UTC and flagged; a day and month that could be swapped, or a date
    that is not whole, gives no time and a doubt.
    """
    if value is None or value == "":
        return Moment()
    if isinstance(value, datetime):
        return _aware(value)
    if isinstance(value, date):
        return Moment(datetime(value.year, value.month, value.day, tzinfo=UTC), assumed=True)
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return Moment(doubt=f"{str(value)[:40]!r} is not a time")
    if isinstance(value, str):
        return _read_text(value.strip())
    return _read_number(value)


def _aware(moment: datetime) -> Moment:
    if moment.tzinfo is None:
        return Moment(moment.replace(tzinfo=UTC), assumed=True)
    try:
        return Moment(moment.astimezone(UTC))
    except (OverflowError, ValueError):
        return Moment(doubt=f"{moment.isoformat()} is outside the calendar")


def _read_number(value: float) -> Moment:
    shown = str(value)[:40]
    try:
        size = abs(float(value))
    except OverflowError:
        size = math.inf
    if not math.isfinite(size):
        return Moment(doubt=f"{shown} is not a time")
    if size > _NANOSECONDS_FROM:
        return _from_epoch(value // 1000, timedelta(microseconds=1), shown)
    if size > _MICROSECONDS_FROM:
        return _from_epoch(value, timedelta(microseconds=1), shown)
    if size > _MILLISECONDS_FROM:
        return _from_epoch(value, timedelta(milliseconds=1), shown)
    return _from_epoch(value, timedelta(seconds=1), shown)


def _from_epoch(count: float, unit: timedelta, shown: str) -> Moment:
    try:
        return Moment(_EPOCH + count * unit)
    except OverflowError:
        return Moment(doubt=f"{shown} is outside the calendar")


def _read_text(text: str) -> Moment:
    if not text:
        return Moment()
    if _NUMBER.match(text):
        return _read_number(float(text) if "." in text else int(text))
    if (slashed := _SLASHED.match(text)) is not None:
        return _read_slashed(text, slashed)
    if (year_first := _YEAR_FIRST.match(text)) is not None:
        year, month, day, rest = year_first.groups()
        text = f"{year}-{int(month):02}-{int(day):02}" + (f"T{rest}" if rest else "")
    elif (short := _SHORT_ISO.match(text)) is not None:
        text = f"{short[1]}-{int(short[2]):02}-{int(short[3]):02}"
    try:
        return _aware(datetime.fromisoformat(text))
    except ValueError:
        return _read_words(text)


def _read_slashed(text: str, match: re.Match[str]) -> Moment:
    first, separator, second, year, clock = match.groups()
    day, month = int(first), int(second)
    if separator == "/" and day <= 12 and month <= 12 and day != month:
        return Moment(doubt=f"{text!r} is ambiguous: day and month could be swapped")
    if month > 12:
        day, month = month, day
    try:
        value = datetime(int(year), month, day, tzinfo=UTC)
        if clock:
            hours, minutes, *rest = (int(part) for part in clock.split(":"))
            value = value.replace(hour=hours, minute=minutes, second=rest[0] if rest else 0)
    except ValueError:
        return Moment(doubt=f"{text!r} is not a date")
    return Moment(value, assumed=True)


def _read_words(text: str) -> Moment:
    """Read a date with a month's name, refusing what leaves a part of the date open."""
    if len(text) > 80 or _NAMED_MONTH.search(text) is None:
        return Moment(doubt=f"{text[:40]!r} is not a date")
    from dateutil import parser

    try:
        one = parser.parse(text, default=datetime(2000, 1, 1))  # noqa: DTZ001 - a stand-in for what the text leaves open
        other = parser.parse(text, default=datetime(2001, 2, 2))  # noqa: DTZ001
    except (ValueError, OverflowError, TypeError, AttributeError, KeyError, IndexError):
        return Moment(doubt=f"{text[:40]!r} is not a date")
    if one.date() != other.date():
        return Moment(doubt=f"{text!r} leaves a part of the date open")
    return _aware(one)
