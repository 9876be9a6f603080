"""Query words that the store does not know: what a typo may have meant, and what a beginning may become."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from memtui.intelligence.queries import Query
from memtui.intelligence.weights import DEFAULTS, Weights


@dataclass(frozen=True, slots=True, kw_only=True)
class Expansion:
    """A word of the store to look for: `weight` is 1 for an exact word, `asked` the query term behind it.

    It has the shape of the store's own query term and can be handed over field by field.
    """

    text: str
    df: int
    weight: float = 1.0
    asked: str = ""


def choose(term: str, candidates: Iterable[tuple[str, int]], limit: int = 8) -> list[Expansion]:
    """Return what an unknown term may have meant, best first.

    Optimal string alignment distance, at most 1 up to 5 letters, else 2; the weight is the similarity
    (1 - distance / longer length) squared; ties by how common the word is. `candidates` are (word, df).
    """
    raise NotImplementedError


def expand(
    query: Query,
    known: Mapping[str, int],
    *,
    beginning: Sequence[tuple[str, int]] = (),
    resembling: Mapping[str, Sequence[tuple[str, int]]] | None = None,
    typing: bool = False,
    weights: Weights = DEFAULTS,
) -> tuple[tuple[Expansion, ...], tuple[str, ...]]:
    """Return the terms to look for and notices of what was read as what.

    `known` is df of those query terms that the store holds; `beginning` the store's words that start
    with `query.prefix` (only used while `typing`); `resembling` (word, df) for each unknown term.
    """
    raise NotImplementedError


def unknown(query: Query, known: Mapping[str, int], typing: bool = False) -> list[str]:
    """Return the terms worth asking `resembling` for: unknown and not the word being typed."""
    raise NotImplementedError
