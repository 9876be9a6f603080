"""Dates as texts give them: `March 2026`, `3 March`, `2026-03-23`, `2026年3月`, each as the day, month or year that it covers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from memtui.intelligence import lexicon

if TYPE_CHECKING:
    from memtui.intelligence.reading import Word

MAX_DATES = 8
"""So many dates are read from one text."""

MAX_WORDS = 8
"""A date has so many words at most."""

_DIGIT = re.compile(r"\d")
_ISO = re.compile(r"(?<![\w.-])(?P<year>\d{4})-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?(?![\w-])")
_DOTTED = re.compile(r"(?<![\w.])(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})(?!\w|\.\d)")
_HAN = re.compile(r"(?P<year>\d{4}) ?年(?: ?(?P<month>\d{1,2}) ?月份?)?(?: ?(?P<day>\d{1,2}) ?[日号])?")
_HAN_DAY = re.compile(r"(?<![\d年])(?<!年 )(?P<year>)(?P<month>\d{1,2}) ?月 ?(?P<day>\d{1,2}) ?[日号]")
_SLASHED = re.compile(r"(?<![\w/.])(?P<year>\d{4})[/.](?P<month>\d{1,2})(?:[/.](?P<day>\d{1,2}))?(?![\w/])")
_AMBIGUOUS = re.compile(r"\d{1,2}/\d{1,2}/(?P<year>(?:19|20)\d\d)(?P<month>)(?P<day>)(?![\w/])")
_YEAR = re.compile(r"(?P<year>(?:19|20)\d\d)(?P<month>)(?P<day>)(?![\w-]|\.\d)")
_JOINING = frozenset("-年月")
_LONE = frozenset(["may", "mar", "dec"])
"""Names of months that in small letters are other words, or parts of them."""


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

    def moment(self, created_at: datetime | None) -> datetime | None:
        """Return when what changed on that date holds from: `created_at` where it lies within it, else its first moment, in UTC.

        A date without a year is the one of that year, or of the year before where its month has not begun; without
        `created_at` it is no moment.
        """
        year = self.year
        if not year:
            if created_at is None or not self.month:
                return None
            year = created_at.year - (self.month > created_at.month)
        if created_at is not None:
            named = zip((created_at.year, created_at.month, created_at.day), (year, *self[3:]), strict=True)
            if all(not part or part == created for created, part in named):
                return created_at
        try:
            return datetime(year, self.month or 1, self.day or 1, tzinfo=UTC)
        except ValueError:
            return None


def dates(text: str) -> tuple[StatedDate, ...]:
    """Return the first few dates of a text in order; a year or a month alone is none."""
    found: list[StatedDate] = []
    lowered = _lowered(text)
    if _DIGIT.search(lowered):
        for pattern in (_ISO, _DOTTED, _HAN, _HAN_DAY):
            found.extend(_numeric(pattern, lowered))
        if any(beginning in lowered for beginning in _beginnings()):
            found.extend(one for one in _named(lowered) if one.day or one.year)
        found = [one for one in found if one.month or one.day]
        found.sort()
    return tuple(one for at, one in enumerate(found) if at == 0 or one.start >= found[at - 1].end)[:MAX_DATES]


def dates_of(words: Sequence[Word]) -> tuple[StatedDate, ...]:
    """Return the dates of a sentence, with offsets into its memory's text."""
    if not words or not any(word.lower in _months() or word.text in _JOINING or word.kind == "v" for word in words):
        return ()
    begin = words[0].start
    found = dates(_spelled(words))
    return tuple(one._replace(start=one.start + begin, end=one.end + begin) for one in found)


def opening(words: Sequence[Word]) -> tuple[StatedDate, int] | None:
    """Return the date that a phrase begins with, a year or a month alone among them, and how many words it takes; or None.

    `5/3/2026` says only the year, since nobody knows which is the month.
    """
    if not words or not (words[0].lower[0].isdigit() or words[0].lower in _months()):
        return None
    text = _spelled(words[:MAX_WORDS])
    if words[0].lower in _LONE and text[0].islower():
        return None
    for date in _opening(_lowered(text)):
        end = words[0].start + date.end
        return date, sum(word.end <= end for word in words[:MAX_WORDS])
    return None


def _opening(text: str) -> Iterator[StatedDate]:
    """Yield the dates that a text begins with, what says most first."""
    for pattern in (_ISO, _DOTTED, _HAN, _HAN_DAY, _SLASHED, _AMBIGUOUS):
        yield from (one for one in _numeric(pattern, text) if one.start == 0)
    yield from (one for one in _named(text) if one.start == 0)
    yield from (one for one in _numeric(_YEAR, text) if one.start == 0)


def _spelled(words: Sequence[Word]) -> str:
    """Return words as they stand in their text, so that offsets count from the first."""
    begin, text = words[0].start, ""
    for word in words:
        text += " " * (word.start - begin - len(text)) + word.text
    return text


def _lowered(text: str) -> str:
    """Return a text in small letters, of the same length."""
    return text.lower() if text.isascii() else "".join(c if len(c.lower()) != 1 else c.lower() for c in text)


def _numeric(pattern: re.Pattern[str], text: str) -> Iterator[StatedDate]:
    for one in pattern.finditer(text):
        year, month, day = (int(one[part] or 0) for part in ("year", "month", "day"))
        given = one["month"] is not None and one["month"] != ""
        if (not year or 1900 < year < 2200) and (1 <= month <= 12 or not given) and day <= 31:
            yield StatedDate(*one.span(), year, month, day)


def _named(text: str) -> Iterator[StatedDate]:
    for one in _month_pattern().finditer(text):
        day, year = int(one["before"] or one["behind"] or 0), int(one["year"] or 0)
        if day <= 31:
            yield StatedDate(*one.span(), year, _months()[one["name"]], day)


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
        rf"(?: (?:the )?(?P<behind>\d{{1,2}})(?:st|nd|rd|th)?(?![\w.:]))?(?:,? (?:of )?(?P<year>(?:19|20)\d\d)(?!\w))?"
    )
