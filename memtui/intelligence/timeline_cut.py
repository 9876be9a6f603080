"""Short texts for a timeline: measured by terminal cells and cut where a circumstance or a phrase begins."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from memtui.intelligence import lexicon


def cells(text: str) -> int:
    """Return how many terminal cells a text takes as it stands."""
    return len(text) if text.isascii() else sum(map(_width, text))


def shortened(text: str, room: int) -> str:
    """Return a text in at most `room` cells: cut before a circumstance or a phrase where that is enough, else at a word."""
    text = " ".join(text.split()).strip(" ,;:-.")
    if cells(text) <= room:
        return text
    for words in ("reasons", "places"):
        for found in reversed(list(_boundary(words).finditer(text))):
            head = text[: found.start()].rstrip(" ,;:-")
            if room // 3 <= cells(head) <= room:
                return head
    head = text
    while head and cells(head) > room - 1:
        head = head[: len(head) - max(1, (cells(head) - room + 1) // 2)]
    at_word = head.rsplit(None, 1)[0] if " " in head and not text[len(head) : len(head) + 1].isspace() else head
    return (at_word if cells(at_word) > room // 2 else head).rstrip(" ,;:-") + "…"


@lru_cache(maxsize=4096)
def _width(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


@lru_cache(maxsize=4)
def _boundary(words: str) -> re.Pattern[str]:
    found = "|".join(re.escape(word) for word in lexicon.table("timeline")[words])
    return re.compile(rf"(?:,| \(| -|) (?=(?:{found})\b)|, | \(", re.IGNORECASE)
