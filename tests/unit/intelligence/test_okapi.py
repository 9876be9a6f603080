"""The word scores are rank-bm25's own, over the candidates alone."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from memtui.intelligence import okapi


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("size", [1, 2, 5, 80])
def test_scores_of_a_few_candidates_equal_the_reference_over_the_full_corpus(seed: int, size: int) -> None:
    draw = random.Random(seed * 100 + size)
    words = [f"w{number}" for number in range(12)]
    corpus = [draw.choices(words, weights=range(1, 13), k=draw.randint(1, 20)) for _ in range(size)]
    query = draw.sample(words, 3)
    reference = okapi.StoreBM25(corpus, k1=0.9, b=0.4)
    expected = reference.get_scores(query)

    df = Counter(word for text in corpus for word in set(text))
    chosen = [index for index, text in enumerate(corpus) if set(query) & set(text)]
    scorer = okapi.filled(
        [Counter(word for word in corpus[index] if word in query) for index in chosen],
        [len(corpus[index]) for index in chosen],
        {word: df[word] for word in query},
        memories=size,
        average_length=sum(map(len, corpus)) / size,
        saturation=0.9,
        length=0.4,
    )
    found = okapi.scores_by_term(scorer, query).sum(axis=0)
    assert np.round(found, 9).tolist() == np.round(expected[chosen], 9).tolist()


@pytest.mark.parametrize("df", [1, 2, 3])
def test_a_word_is_worth_something_however_common_it_is(df: int) -> None:
    assert okapi.idf(3, df) > 0
