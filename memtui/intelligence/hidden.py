"""Texts as they are seen: without zero-width characters and soft hyphens, and the way back to the original's offsets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from memtui import safe_text


def seen(text: str) -> tuple[str, Sequence[int]]:
    """Return a text without characters that have no width, and for each offset of that the one in the original; none where they are equal."""
    if text.isascii() or not any(_is_hidden(character) for character in set(text)):
        return text, ()
    kept = [at for at, character in enumerate(text) if not _is_hidden(character)]
    return "".join(text[at] for at in kept), (*kept, len(text))


@lru_cache(maxsize=1 << 12)
def _is_hidden(character: str) -> bool:
    return not safe_text.searchable(character)
