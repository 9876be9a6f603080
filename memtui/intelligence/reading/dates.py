"""Dates that a text gives for a change: "as of March 2026", "seit 3. Mai 2026", "自2026年3月起"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from memtui.intelligence.reading.languages import months
from memtui.intelligence.reading.words import Word

MAX_WORDS = 8
"""A date has so many words at most."""

_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?")
_ENGLISH = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_HAN_UNITS = {"年": "-", "月": "-", "月份": "-", "日": "", "号": ""}
_JOINING = frozenset(["-", "/", "."])
_FILLERS = frozenset([",", "of", "the"])
_VERSION_WORDS = frozenset(["version", "release", "v", "sprint", "build", "版本"])


class Stated(NamedTuple):
    """A date as a text states it; month and day may be left open, a missing year is that of the memory.

    `words` counts the words that it took.
    """

    year: int | None
    month: int | None
    day: int | None
    words: int

    def moment(self, created_at: datetime | None) -> datetime | None:
        """Return when the change holds from: `created_at` where it lies within the stated day, month or year, else the first moment of that.

        A month without a year is the latest that has begun; without `created_at` it is no date.
        """
        year = self.year
        if year is None:
            if created_at is None or self.month is None:
                return None
            year = created_at.year - (self.month > created_at.month)
        named = [
            (created, part)
            for created, part in zip(_parts(created_at), (year, self.month, self.day), strict=True)
            if part
        ]
        if created_at is not None and all(created == part for created, part in named):
            return created_at
        return datetime(year, self.month or 1, self.day or 1, tzinfo=UTC)


def _parts(moment: datetime | None) -> tuple[int | None, int | None, int | None]:
    return (None, None, None) if moment is None else (moment.year, moment.month, moment.day)


def stated(words: Sequence[Word]) -> Stated | None:
    """Return the date that a phrase begins with, or None; it needs a year or a month's name, and to be one way readable."""
    text, used = _normal(words[:MAX_WORDS])
    return _parsed(text, used) if any(part in text for part in _ENGLISH) or _YEAR.search(text) else None


def is_version(words: Sequence[Word]) -> bool:
    """Return whether a phrase begins with a version ("v3", "version 2") instead of a date."""
    return bool(words) and (words[0].kind == "v" or words[0].lower in _VERSION_WORDS)


def _normal(words: Sequence[Word]) -> tuple[str, int]:
    """Return the words that may belong to a date as English text, and how many they are."""
    text, used = "", 0
    for at, word in enumerate(words):
        if word.lower in months() and not (word.lower == "may" and word.text[0].islower()):
            text += f" {_ENGLISH[months()[word.lower] - 1]} "
        elif word.lower in _HAN_UNITS and text:
            text += _HAN_UNITS[word.lower]
        elif (
            _YEAR.fullmatch(word.text) or _DAY.fullmatch(word.lower) or (word.kind == "v" and word.text.count(".") == 2)
        ):
            text += word.text
        elif word.text in _JOINING and text:
            text += word.text
            continue
        elif word.lower in _FILLERS and text:
            text += " "
            continue
        else:
            break
        used = at + 1
    return text.strip(" -/."), used


def _parsed(text: str, used: int) -> Stated | None:
    from dateutil import parser

    ambiguous = re.fullmatch(r"\d{1,2}/\d{1,2}/\d{4}", text)
    first_day = bool(re.fullmatch(r"\d{1,2}\.\d{1,2}\.\d{4}", text))
    try:
        low = parser.parse(text, default=datetime(2000, 1, 1, tzinfo=UTC), dayfirst=first_day)
        high = parser.parse(text, default=datetime(2004, 2, 2, tzinfo=UTC), dayfirst=first_day)
    except (ValueError, OverflowError):
        return None
    year = low.year if low.year == high.year else None
    month = low.month if low.month == high.month and not ambiguous else None
    day = low.day if low.day == high.day and month else None
    return Stated(year, month, day, used) if year or month else None
