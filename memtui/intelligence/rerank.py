"""TekMemo's deterministic reranker, and word order as a small step of its own (SPEC 8)."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import pairwise

PARTIAL_CREDIT = 0.25
"""What a query word is worth that only contains or is contained in a word of the text (TekMemo)."""

SHORTEST_PART = 3
"""In the pipeline shorter terms have no parts: every word contains some letter of every other."""

_WORD = re.compile(r"[^\W_]+")


def deterministic(query: str, texts: Sequence[str]) -> list[float]:
    """Return (exact + 0.25 partial) / query terms for each text, from 0 to 1: TekMemo's own figure, stop words and all."""
    asked = list(dict.fromkeys(_WORD.findall(query.lower())))
    if not asked:
        return [0.0] * len(texts)
    held = [frozenset(_WORD.findall(text.lower())) for text in texts]
    return [sum(credit(term, words, 1) for term in asked) / len(asked) for words in held]


def credit(term: str, held: Collection[str], shortest: int = SHORTEST_PART) -> float:
    """Return 1 if the words of a text hold the term, 0.25 if one contains or is contained in it, else 0."""
    if term in held:
        return 1.0
    if len(term) < shortest:
        return 0.0
    return PARTIAL_CREDIT if any(are_parts(term, word, shortest) for word in held) else 0.0


def are_parts(term: str, word: str, shortest: int = SHORTEST_PART) -> bool:
    """Say whether one of two words contains the other, both at least `shortest` long."""
    return len(word) >= shortest and (word in term or term in word)


def in_order(asked: Sequence[str], tokens: Sequence[str]) -> float:
    """Return the share of neighbouring query terms that stand in that order in the text, at most one word apart."""
    if len(asked) < 2:
        return 0.0
    places: dict[str, list[int]] = {}
    wanted = set(asked)
    for index, token in enumerate(tokens):
        if token in wanted:
            places.setdefault(token, []).append(index)
    pairs = list(pairwise(asked))
    found = sum(
        any(0 < second - first <= 2 for first in places.get(one, ()) for second in places.get(other, ()))
        for one, other in pairs
    )
    return found / len(pairs)
