"""The behaviours of recall's engines, tried with an embedder that counts what it is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from memtui import MemoryClient


class Counting:
    """An embedder that knows one likeness and counts its calls."""

    name = "counting"

    def __init__(self) -> None:
        self.calls = 0

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return whether a text is about sign-in, under whatever word, and nothing else."""
        self.calls += 1
        return [[float("login" in text.lower() or "sign-in" in text.lower())] for text in texts]


def engine_option(row: Mapping[str, Any]) -> str:
    """Lexical search makes no embedder call, vector search no lexical candidate (TekMemo)."""
    embedder = Counting()
    with MemoryClient(":memory:", embedder=embedder) as client:
        client.add("The sign-in page sets a cookie", detect=False)
        client.add("The page counter is a cookie jar of its own", detect=False)
        by_words = [hit.memory.content for hit in client.search("login cookie", engine="lexical")]
        if embedder.calls:
            return "lexical search asked the embedder"
        by_meaning = [hit.memory.content for hit in client.search("login cookie", engine="vector")]
    if len(by_words) != 2:
        return f"words found {by_words}"
    return "" if by_meaning == ["The sign-in page sets a cookie"] else f"meaning found {by_meaning}"
