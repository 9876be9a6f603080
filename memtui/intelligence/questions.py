"""What a query asks for besides its words: a time that it names, and whether the answer is a time or a number."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import cache

from memtui.intelligence import lexicon

AFTER_DAYS, AFTER_SHARE = 30, 0.8
"""What happened is told of for weeks: nearness falls from 0.8 on the day after a period to 0 after 30 days."""

BEFORE_DAYS, BEFORE_SHARE = 10, 0.3
"""Plans are told of before: nearness rises from 0 ten days before a period to 0.3 on its eve."""

MOST_LETTERS = 1_000
"""Of a pasted page only so many characters are read as a question."""

ASKING = 0.6
"""A memory that only asks is so much less of an answer."""


_DIGIT = re.compile(r"\d")
_DATE = re.compile(r"(?<!\d)(?:(?:19|20)\d\d|\d{1,2}:\d\d)(?!\d)")
_WORD = re.compile(r"[^\W\d_]+")


class Ask(StrEnum):
    """What kind of thing a question wants to know."""

    TIME = "time"
    AMOUNT = "amount"


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time that a query names; without a year it is that stretch of any year."""

    year: int | None
    month: int | None
    day: int | None
    days: int = 1
    """How long it is when it has a day."""

    def span(self, year: int) -> tuple[date, date] | None:
        """Return its first and last day in that year, or None if there is no such day."""
        try:
            if self.month is None:
                return date(year, 1, 1), date(year, 12, 31)
            if self.day is None:
                return date(year, self.month, 1), date(year, self.month, calendar.monthrange(year, self.month)[1])
            first = date(year, self.month, self.day)
            return first, first + timedelta(days=self.days - 1)
        except (ValueError, OverflowError):
            return None

    def nearness(self, day: date) -> float:
        """Return 1 within the period, less after it and still less before it, 0 far away."""
        years = (self.year,) if self.year is not None else (day.year - 1, day.year, day.year + 1)
        spans = (self.span(year) for year in years)
        return max((_nearness(day, *span) for span in spans if span is not None), default=0.0)


def _nearness(day: date, first: date, last: date) -> float:
    if first <= day <= last:
        return 1.0
    if day > last:
        return AFTER_SHARE * max(0.0, 1.0 - (day - last).days / AFTER_DAYS)
    return BEFORE_SHARE * max(0.0, 1.0 - (first - day).days / BEFORE_DAYS)


@dataclass(frozen=True, slots=True)
class Question:
    """What a query asks for: the times that it names, the kinds of answer, and whether it is a question at all."""

    periods: tuple[Period, ...] = ()
    asks: frozenset[Ask] = frozenset()
    is_question: bool = False

    def nearness(self, day: date) -> float:
        """Return how near a day is to the times that the query names, 0 to 1."""
        return max((period.nearness(day) for period in self.periods), default=0.0)

    def answer(self, text: str) -> float:
        """Return how much a text looks like an answer: 1 for each kind asked for that it holds, less if it only asks."""
        if not self.is_question:
            return 0.0
        found = float(sum(_says(text, ask) for ask in self.asks))
        return found - (ASKING if text.rstrip().endswith(("?", "？")) else 0.0)


def read(text: str, now: datetime) -> Question:
    """Return what a query asks for; relative times are counted from `now`, in its own zone."""
    lower = " ".join(text[:MOST_LETTERS].lower().split())
    words = lexicon.table("questions")
    first = re.match(r"\w+", lower)
    is_question = lower.endswith(("?", "？")) or (
        first is not None and first.group() in lexicon.words("questions", "begins")
    )
    asks = set()
    if _asks(lower, words["asks_time"]):
        asks.add(Ask.TIME)
    elif _asks(lower, words["asks_amount"]):
        asks.add(Ask.AMOUNT)
    return Question(tuple(_periods(lower, now)), frozenset(asks), is_question or bool(asks))


def _asks(lower: str, phrases: list[str]) -> bool:
    return any(re.search(rf"\b{phrase}\b" if phrase.isascii() else phrase, lower) for phrase in phrases)


def _says(text: str, ask: Ask) -> bool:
    """Say whether a text holds a time or an amount."""
    if _DIGIT.search(text) and (ask is Ask.AMOUNT or _DATE.search(text)):
        return True
    words = set(_WORD.findall(text.lower()))
    if not words.isdisjoint(lexicon.words("questions", f"says_{ask}")):
        return True
    unspaced = lexicon.table("questions")["says_time_unspaced"]
    return ask is Ask.TIME and not text.isascii() and any(phrase in text for phrase in unspaced)


@cache
def _months() -> dict[str, int]:
    return {name: int(number) for name, number in lexicon.mapping("questions", "months").items()}


@cache
def _all_months() -> dict[str, int]:
    return _months() | {name: int(number) for name, number in lexicon.mapping("questions", "short_months").items()}


@cache
def _date_patterns() -> tuple[re.Pattern[str], ...]:
    every = "|".join(sorted(_all_months(), key=len, reverse=True))
    named = "|".join(sorted(_months(), key=len, reverse=True))
    year = r"(?:,?\s*(?:of\s+)?(?P<year>(?:19|20)\d\d))"
    return (
        re.compile(r"\b(?P<year>(?:19|20)\d\d)-(?P<month>\d{1,2})(?:-(?P<day>\d{1,2}))?\b"),
        re.compile(r"(?P<year>(?:19|20)\d\d)年(?:(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})[日号])?)?"),
        re.compile(r"(?<!\d)(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})[日号])?"),
        re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?\s+(?:of\s+)?(?P<name>{every})\b{year}?"),
        re.compile(rf"\b(?P<name>{every})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b{year}?"),
        re.compile(rf"\b(?P<name>{every}){year}\b"),
        re.compile(
            rf"\b(?:in|since|during|until|by|before|after|from|last|this|next|early|late|mid|im|seit)\s+(?P<name>{named})\b"
        ),
        re.compile(rf"\b(?P<name>{'|'.join(sorted(set(_months()) - {'may', 'march', 'mai'}))})\b"),
        re.compile(r"\b(?P<year>(?:19|20)\d\d)\b(?![-.:/])"),
    )


def _periods(lower: str, now: datetime) -> Iterator[Period]:
    yield from _relative(lower, now.date())
    for pattern in _date_patterns():
        found = False
        for match in pattern.finditer(lower):
            period = _period(match.groupdict())
            if period is not None:
                found = True
                yield period
        lower = pattern.sub(" ", lower) if found else lower


def _period(parts: dict[str, str | None]) -> Period | None:
    name, number, year = parts.get("name"), parts.get("month"), parts.get("year")
    day = int(parts["day"] or 0) if parts.get("day") else None
    month = _all_months()[name] if name else int(number) if number else None
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return None
    return Period(int(year) if year else None, month, day)


def _relative(lower: str, today: date) -> Iterator[Period]:
    monday = today - timedelta(days=today.weekday())
    first = today.replace(day=1)
    last_month = (first - timedelta(days=1)).replace(day=1)
    known: dict[str, Period] = {
        r"today|heute|今天": _days(today),
        r"yesterday|gestern|昨天": _days(today - timedelta(days=1)),
        r"this week|diese woche|本周|这周": _days(monday, 7),
        r"last week|letzte woche|上周": _days(monday - timedelta(days=7), 7),
        r"this month|diesen monat|本月|这个月": Period(first.year, first.month, None),
        r"last month|letzten monat|上个月": Period(last_month.year, last_month.month, None),
        r"this year|dieses jahr|今年": Period(today.year, None, None),
        r"last year|letztes jahr|去年": Period(today.year - 1, None, None),
    }
    for phrases, period in known.items():
        if any(re.search(rf"\b{phrase}\b" if phrase.isascii() else phrase, lower) for phrase in phrases.split("|")):
            yield period


def _days(first: date, days: int = 1) -> Period:
    return Period(first.year, first.month, first.day, days)
