"""Texts that pass between people and the store: short names for memories, counts, and what was typed."""

from __future__ import annotations

from memtui.intelligence.secrets import mask
from memtui.safe_text import one_line

TITLE = 80
"""The length of a title in characters; faces cut further by cells."""

LOOK = 8000
"""How much of a text a title looks at: a book costs no more than a note, a whole private key is still seen."""


def title(text: str, length: int = TITLE) -> str:
    """Return a text's beginning on one line, its secrets masked, cut to `length` characters."""
    line = one_line(mask(text[:LOOK]))
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: 1 memory, 2 memories."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def sound(text: str) -> str:
    """Return a typed text with halves of characters replaced, so that every engine can take it."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
