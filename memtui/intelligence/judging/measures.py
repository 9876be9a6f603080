"""The quantities of a statement as single tokens: equal ones have equal keys, whatever unit they are written in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from memtui.intelligence import lexicon
from memtui.intelligence.quantities import quantities
from memtui.intelligence.reading import Word


def measured(words: Sequence[Word]) -> dict[int, tuple[str, int]]:
    """Return for each quantity with a known unit where it begins: its key and where it ends (offsets into the text)."""
    found: dict[int, tuple[str, int]] = {}
    if any(word.kind == "d" or word.lower in number_words() for word in words):
        for each in quantities(words):
            if each.dimension in _dimensions():
                upper = f"-{each.last:.10g}" if each.last != each.amount else ""
                found[each.start] = f"{each.amount:.10g}{upper} {each.dimension}", each.end
    for at, word in enumerate(words[:-1]):
        if word.kind == "v" and word.lower.count(".") == 1 and (unit := _units().get(words[at + 1].lower)):
            try:
                found[word.start] = f"{float(word.lower) * unit[0]:.10g} {unit[1]}", words[at + 1].end
            except ValueError:
                continue
    _dates(words, found)
    return found


def _dates(words: Sequence[Word], found: dict[int, tuple[str, int]]) -> None:
    """Add days of a month, with the year where it is given ("30 June 2025", "March 3", "May 2026")."""
    months = lexicon.words("judging/silent", "month_names")
    for at, word in enumerate(words):
        if word.lower not in months or word.span:
            continue
        first, last = at, at
        if at and words[at - 1].kind == "d":
            first = at - 1
        while last + 1 < len(words) and (words[last + 1].kind == "d" or (words[last + 1].text == "," and last > at)):
            last += 1
        if first < last or first < at:
            last = last if words[last].kind == "d" or last == at else last - 1
            figures = sorted(each.lower for each in words[first : last + 1] if each.kind == "d")
            found[words[first].start] = f"{'-'.join([word.lower, *figures])} date", words[last].end


@cache
def number_words() -> dict[str, int]:
    """Return the words that are numbers ("four")."""
    words: dict[str, int] = lexicon.table("quantities")["words"]
    return words


@cache
def _dimensions() -> frozenset[str]:
    return frozenset(lexicon.table("quantities")) - {"multiples", "words"}


@cache
def _units() -> dict[str, tuple[float, str]]:
    return {
        unit: (float(factor), dimension)
        for dimension in _dimensions()
        for unit, factor in lexicon.table("quantities")[dimension].items()
    }
