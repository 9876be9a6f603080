"""Dates as texts give them: `March 2026`, `3 March`, `2026-03-23`, `last month`, each as the days that it covers."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import NamedTuple

from memtui.intelligence import lexicon

_ISO = re.compile(r"(?<![\w.-])(\d{4})-(\d{1,2})(?:-(\d{1,2}))?(?![\w-])")
_DOTTED = re.compile(r"(?<![\w.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?![\w.])")
_DIGIT = re.compile(r"\d")
_MOST = 8


class StatedDate(NamedTuple):
    """A date at offsets `start` to `end` of a text; `year`, `month` and `day` are 0 where the text does not say."""

    start: int
    end: int
    year: int
    month: int
    day: int = 0

    def differs_from(self, other: StatedDate) -> bool:
        """Whether two dates cannot be the same: a part that both give is not equal."""
        return any(mine and theirs and mine != theirs for mine, theirs in zip(self[2:], other[2:], strict=True))

    def begins(self, near: datetime | None) -> datetime | None:
        """Return when it began: the moment `near` where it falls inside, else the first day; None without any year.

        A date without a year is the last such before `near`.
        """
        year = self.year
        if not year:
            if near is None:
                return None
            year = near.year if (self.month, self.day or 1) <= (near.month, near.day) else near.year - 1
        try:
            first = datetime(year, self.month or 1, self.day or 1, tzinfo=UTC)
            last = self._after(first)
        except (ValueError, OverflowError):
            return None
        return near if near is not None and first <= near < last else first

    def _after(self, first: datetime) -> datetime:
        if self.day:
            return first + timedelta(days=1)
        from dateutil.relativedelta import relativedelta

        return first + (relativedelta(months=1) if self.month else relativedelta(years=1))


def dates(text: str, near: datetime | None = None) -> tuple[StatedDate, ...]:
    """Return the first few dates of a text in order; phrases like `last month` count from `near`, and only with it."""
    found: list[StatedDate] = []
    lowered = text.lower() if text.isascii() else "".join(c if len(c.lower()) != 1 else c.lower() for c in text)
    if _DIGIT.search(lowered):
        found.extend(_numeric(lowered))
    if any(beginning in lowered for beginning in _beginnings()):
        found.extend(_named(lowered))
    if near is not None:
        found.extend(_relative(lowered, near))
    found.sort()
    return tuple(one for at, one in enumerate(found) if at == 0 or one.start >= found[at - 1].end)[:_MOST]


def _numeric(text: str) -> list[StatedDate]:
    found = []
    for one in _ISO.finditer(text):
        year, month, day = int(one[1]), int(one[2]), int(one[3] or 0)
        if 1900 < year < 2200 and 1 <= month <= 12 and day <= 31:
            found.append(StatedDate(*one.span(), year, month, day))
    for one in _DOTTED.finditer(text):
        if 1 <= int(one[2]) <= 12 and 1 <= int(one[1]) <= 31:
            found.append(StatedDate(*one.span(), int(one[3]), int(one[2]), int(one[1])))
    return found


def _named(text: str) -> list[StatedDate]:
    found = []
    for one in _month_pattern().finditer(text):
        day = int(one["before"] or one["behind"] or 0)
        year = int(one["year"] or 0)
        if (day or year) and day <= 31 and not (one["name"] in ("may", "mar", "dec", "sun") and not (day or year)):
            found.append(StatedDate(*one.span(), year, _months()[one["name"]], day))
    return found


@cache
def _months() -> dict[str, int]:
    english = lexicon.mapping("questions", "months") | lexicon.mapping("questions", "short_months")
    months = {name: int(number) for name, number in english.items()}
    return months | {name: int(number) for name, number in lexicon.mapping("dates", "months").items()}


@cache
def _beginnings() -> tuple[str, ...]:
    return tuple(sorted({name[:3] for name in _months()}))


@cache
def _month_pattern() -> re.Pattern[str]:
    names = "|".join(sorted(map(re.escape, _months()), key=len, reverse=True))
    return re.compile(
        rf"(?:(?<![\w.])(?P<before>\d{{1,2}})(?:st|nd|rd|th|\.)? (?:of )?)?(?<!\w)(?P<name>{names})(?!\w)\.?"
        rf"(?: (?P<behind>\d{{1,2}})(?:st|nd|rd|th)?(?![\w.:]))?(?:,? (?P<year>(?:19|20)\d\d)(?!\w))?"
    )


def _relative(text: str, near: datetime) -> list[StatedDate]:
    from dateutil.relativedelta import relativedelta

    found = []
    for phrase, (unit, count) in lexicon.table("dates")["relative"].items():
        at = text.find(phrase.replace("_", " "))
        if at < 0:
            continue
        moment: date = (near + relativedelta(**{unit: count})).date()
        day = moment.day if unit in ("days", "weeks") else 0
        month = 0 if unit == "years" else moment.month
        found.append(StatedDate(at, at + len(phrase), moment.year, month, day))
    return found
