"""BM25 by rank-bm25 over the candidates of a search, with the whole store's statistics (DESIGN "Search").

Imports numpy: load it only where something is ranked.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from rank_bm25 import BM25Okapi


def idf(memories: int, df: int) -> float:
    """Return ln(1 + (N - df + 0.5) / (df + 0.5)): above 0 for every df, in stores of any size."""
    return math.log(1.0 + (max(memories, df) - df + 0.5) / (df + 0.5))


class StoreBM25(BM25Okapi):  # type: ignore[misc]
    """rank-bm25's Okapi with an idf that is never negative (its own is 0 or less in small stores)."""

    def _calc_idf(self, nd: Mapping[str, int]) -> None:
        for word, df in nd.items():
            self.idf[word] = idf(self.corpus_size, df)


def filled(
    counts: Sequence[Mapping[str, int]],
    lengths: Sequence[int],
    df: Mapping[str, int],
    memories: int,
    average_length: float,
    saturation: float,
    length: float,
) -> StoreBM25:
    """Return a scorer that holds just these texts but weighs words as the whole store would.

    `counts` are term counts a text (only of the terms that will be asked for), `lengths` tokens a text,
    `df` memories of the store that hold a term.
    """
    scorer = StoreBM25.__new__(StoreBM25)
    scorer.k1, scorer.b, scorer.epsilon = saturation, length, 0.0
    scorer.corpus_size = len(counts)
    scorer.avgdl = average_length
    scorer.doc_freqs = counts
    scorer.doc_len = np.asarray(lengths, dtype=float)
    scorer.idf = {word: idf(memories, number) for word, number in df.items()}
    scorer.tokenizer = None
    return scorer


def scores_by_term(scorer: StoreBM25, terms: Sequence[str]) -> Any:
    """Return an array of terms × texts: what each term alone adds to the score of each text."""
    if not terms or not scorer.corpus_size:
        return np.zeros((len(terms), scorer.corpus_size))
    return np.vstack([scorer.get_scores([term]) for term in terms])
