"""Moments as people type them: ISO dates and times, words such as yesterday, and ages such as 3d."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING, Any

import click

_AGE = re.compile(r"(\d{1,6})\s*(m|min|h|d|w|mo|y|minutes?|hours?|days?|weeks?|months?|years?)(\s+ago)?", re.IGNORECASE)
_DAYS = {"d": 1.0, "w": 7.0, "mo": 30.44, "y": 365.25}
_WORDS = {"today": 0, "yesterday": 1}
_NUMBERS_ONLY = re.compile(r"\d{1,2}[/.-]\d{1,2}([/.-]\d{2,4})?")
_HINT = "Write 2026-03-20, 2026-03-20T09:14, yesterday or 3d."


def read_moment(text: str, now: datetime, zone: tzinfo | None = None) -> datetime:
    """Return the moment in UTC that `text` names; a time without a zone is local. Raises ValueError."""
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
        found = _read_freely(text)
    return _in_utc(found, zone)


def _read_freely(text: str) -> datetime:
    """Read dates with a month's name; numbers alone do not say which is the month."""
    if _NUMBERS_ONLY.search(text):
        raise ValueError(text)
    from dateutil import parser

    try:
        first = parser.parse(text, default=datetime(2000, 1, 1), fuzzy=False)  # noqa: DTZ001 - local until placed
        again = parser.parse(text, default=datetime(2004, 2, 2), fuzzy=False)  # noqa: DTZ001
    except (ValueError, OverflowError, TypeError) as error:
        raise ValueError(text) from error
    if first.year != again.year or first.month != again.month:
        raise ValueError(text)
    return first


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


if TYPE_CHECKING:
    Word = click.ParamType[Any]
else:
    Word = click.ParamType
"""Click's base of argument types, which older releases do not let be subscripted."""


class Moment(Word):
    """A moment on the command line; `undated` lets the word undated through, as itself."""

    name = "when"

    def __init__(self, *, undated: bool = False) -> None:
        self.undated = undated

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime | str:
        """Return the moment, or the word undated."""
        if isinstance(value, datetime):
            return value
        if self.undated and str(value).casefold() in ("undated", "none"):
            return "undated"
        try:
            return read_moment(str(value), datetime.now(UTC))
        except (ValueError, OverflowError):
            self.fail(f"{str(value)!r} is no moment. {_HINT}", param, ctx)
