"""The one tokeniser: what the index holds and what a query asks for (DESIGN "Search")."""

from __future__ import annotations

from collections.abc import Iterable

TOKENIZER_VERSION = 1
"""Rises whenever the same text would give other tokens: stores then rebuild their index."""


def tokenize(text: str) -> list[str]:
    """Return the index terms of a text in order, repeats kept; never raises, no term holds a space or control byte."""
    raise NotImplementedError


def terms(text: str) -> list[str]:
    """Return the terms that a query with these words asks for, without repeats, order kept."""
    raise NotImplementedError


def spans_of(text: str, terms: Iterable[str]) -> list[tuple[int, int]]:
    """Return where words of those terms stand in `text`, as (start, end) offsets in order, without overlaps."""
    raise NotImplementedError
