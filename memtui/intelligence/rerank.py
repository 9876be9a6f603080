"""TekMemo's deterministic reranker: how much of a query a text repeats, whole words and parts of words."""

from __future__ import annotations

from collections.abc import Sequence


def deterministic(query: str, texts: Sequence[str]) -> list[float]:
    """Return (exact + 0.25 partial) / query terms for each text, from 0 to 1."""
    raise NotImplementedError
