"""Numbers with their units, in the base unit of their dimension, so that 1 hour and 60 minutes are equal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from memtui.intelligence import lexicon
from memtui.intelligence.dates import StatedDate, dates_of
from memtui.intelligence.reading import Word

_NUMBER = re.compile(r"([$€£~]*)(\d[\d,]*(?:\.\d+)?)(%|[a-z]{0,5})")
_CLOSE = 1e-9
_NO_UNITS = frozenset(["multiples", "words"])

DATE = "date"
"""What stands in the place of a unit in the key of a date."""


class Quantity(NamedTuple):
    """A number as a text gives it, words and offsets `start` to `end`.

    `amount` is in the base unit of `dimension` (time in seconds, size in bytes, binary_size in bytes, share in
    percent); where no unit is known, dimension is the stem of the counted noun, or empty. `last` is the upper
    end of a range, else equal to `amount`.
    """

    amount: float
    dimension: str
    start: int
    end: int
    last: float

    def same_as(self, other: Quantity) -> bool:
        """Whether both say the same amount of the same thing."""
        return (
            self.dimension == other.dimension
            and abs(self.amount - other.amount) <= _CLOSE * max(abs(self.amount), abs(other.amount), 1.0)
            and abs(self.last - other.last) <= _CLOSE * max(abs(self.last), abs(other.last), 1.0)
        )

    def differs_from(self, other: Quantity) -> bool:
        """Whether both measure the same thing and say different amounts."""
        sizes = {self.dimension, other.dimension} == {"size", "binary_size"}
        return (sizes or self.dimension == other.dimension) and not self.same_as(other)


def quantities(words: Sequence[Word]) -> tuple[Quantity, ...]:
    """Return the quantities of a sentence in order; versions, dates and numbers inside code are left out."""
    return _quantities(words, dates_of(words))


def _quantities(words: Sequence[Word], dates: Sequence[StatedDate]) -> tuple[Quantity, ...]:
    found: list[Quantity] = []
    at, count = 0, len(words)
    days = {date.start: date.end for date in dates}
    while at < count:
        word = words[at]
        if (behind := days.get(word.start)) is not None:
            at = next((later for later in range(at + 1, count) if words[later].start >= behind), count)
            continue
        if word.kind != "d" and word.lower not in number_words() and not (word.kind == "v" and _number(word.lower)):
            at += 1
            continue
        if (clock := _clock(words, at)) is not None:
            found.append(clock)
            at += 3
            continue
        end, quantity = _read(words, at)
        if quantity is not None:
            found.append(quantity)
        at = max(end, at + 1)
    return tuple(found)


def measured(words: Sequence[Word]) -> dict[int, tuple[str, int]]:
    """Return for each quantity with a known unit, and each date, where it begins: a key and where it ends (offsets into the text).

    Equal ones have equal keys, whatever unit or form they are written in.
    """
    found: dict[int, tuple[str, int]] = {}
    if not any(word.kind in "dv" or word.lower in number_words() for word in words):
        return found
    dates = dates_of(words)
    for each in _quantities(words, dates):
        if each.dimension in _dimensions():
            upper = f"-{each.last:.10g}" if each.last != each.amount else ""
            found[each.start] = f"{each.amount:.10g}{upper} {each.dimension}", each.end
    for date in dates:
        found[date.start] = f"{date.year}-{date.month}-{date.day} {DATE}", date.end
    return found


def is_same_date(key: str, other: str) -> bool:
    """Return whether two keys of `measured` are dates that may be the same: a part that one of them leaves open fits any."""
    if not key.endswith(DATE) or not other.endswith(DATE):
        return False
    parts = zip(key.partition(" ")[0].split("-"), other.partition(" ")[0].split("-"), strict=True)
    return all(one == two or "0" in (one, two) for one, two in parts)


def _clock(words: Sequence[Word], at: int) -> Quantity | None:
    """Return the time of day that 20:30 is, in seconds."""
    if at + 2 >= len(words) or words[at + 1].text != ":" or words[at].end != words[at + 1].start:
        return None
    hours, minutes = words[at].text, words[at + 2].text
    if words[at + 1].end != words[at + 2].start or not (hours.isdecimal() and minutes.isdecimal()):
        return None
    if len(hours) > 2 or len(minutes) != 2 or int(minutes) > 59:
        return None
    amount = int(hours) * 3600.0 + int(minutes) * 60.0
    return Quantity(amount, "clock", words[at].start, words[at + 2].end, amount)


def _read(words: Sequence[Word], at: int) -> tuple[int, Quantity | None]:
    """Read the quantity that begins at a word; the index behind it, and the quantity if there is one."""
    first = _number(words[at].lower)
    if first is None:
        return at + 1, None
    amount, dimension = first
    last, end = amount, at + 1
    if end + 1 < len(words) and words[end].lower in ("-", "\u2013", "to", "bis") and words[end + 1].kind == "d":
        upper = _number(words[end + 1].lower)
        if upper is not None and upper[0] > amount:
            last, dimension, end = upper[0], upper[1] or dimension, end + 2
            if end < len(words) and words[end].lower == "-":
                return end + 1, None
    if not dimension and end < len(words):
        end, factor, dimension = _unit(words, end)
        amount, last = amount * factor, last * factor
    return end, Quantity(amount, dimension, words[at].start, words[end - 1].end, last)


def _unit(words: Sequence[Word], at: int) -> tuple[int, float, str]:
    """Return the index behind a unit that stands at a word, its factor and its dimension."""
    if words[at].lower == "-" and at + 1 < len(words):
        at += 1
    lower, factor = words[at].lower, 1.0
    multiple = lexicon.table("quantities")["multiples"].get(lower) if words[at].span == 0 else None
    if multiple is not None and lower not in ("m", "k"):
        factor = float(multiple)
        at += 1
        if at >= len(words):
            return at, factor, ""
        lower = words[at].lower
    known = _units().get(lower)
    if known is not None:
        return at + 1, factor * known[0], known[1]
    for later in range(at, min(at + 3, len(words))):
        word = words[later]
        if word.kind in ".dvp" or (word.stop and later > at) or word.lower in _whens():
            break
        if word.stop:
            continue
        following = words[later + 1] if later + 1 < len(words) else None
        if word.kind == "w" and word.text[0].isupper():
            # only German writes common nouns with a capital
            return later + 1, factor, word.stem
        if (
            following is None
            or following.stop
            or following.kind in ".dvp"
            or following.lower in ("to", "in", "per", "from")
            or following.lower in _whens()
        ):
            return later + 1, factor, word.stem
    return at, factor, ""


def _whens() -> frozenset[str]:
    """Return the words of time that end what is counted ("16 workers yesterday", "16 last week")."""
    return lexicon.words("claims", "whens")


def is_measure(lower: str) -> bool:
    """Say whether a word is a unit or a number in words."""
    return lower in _units() or lower in number_words()


@cache
def _units() -> dict[str, tuple[float, str]]:
    return {
        unit: (float(factor), dimension)
        for dimension in _dimensions()
        for unit, factor in lexicon.table("quantities")[dimension].items()
    }


@cache
def _dimensions() -> frozenset[str]:
    return frozenset(lexicon.table("quantities")) - _NO_UNITS


@cache
def number_words() -> dict[str, int]:
    """Return the words that are numbers ("four")."""
    words: dict[str, int] = lexicon.table("quantities")["words"]
    return words


@lru_cache(maxsize=1 << 12)
def _number(lower: str) -> tuple[float, str] | None:
    """Read one word as a number with the unit that is written to it (8gb, 80%, $5, 10k)."""
    if lower in number_words():
        return float(number_words()[lower]), ""
    found = _NUMBER.fullmatch(lower)
    if found is None or (
        "." in lower and found.group(3) not in _units() and not found.group(1) and lower[-1].isalpha()
    ):
        return None
    sign, digits, unit = found.groups()
    amount = float(digits.replace(",", ""))
    if sign.strip("~"):
        factor = lexicon.table("quantities")["multiples"].get(unit, 1.0)
        return amount * factor, _units()[sign.strip("~")[0]][1]
    if not unit:
        return amount, ""
    if unit in _units() and unit != "m":
        factor, dimension = _units()[unit]
        return amount * factor, dimension
    multiple = lexicon.table("quantities")["multiples"].get(unit)
    return (amount * multiple, "") if multiple is not None else (amount, unit)
