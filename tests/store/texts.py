"""Texts of few words, some common and some rare, for tests of search."""

from __future__ import annotations

from random import Random

from memtui.domain.kinds import Status, Tier, Trust
from memtui.domain.records import Memory
from memtui.services.ports import Store, Term
from tests.store.making import memory

WORDS = ["the", "port", "cache", "token", "deploy", "billing", "queue", "retry", "schema", "index", "vector", "shard"]


def texts(count: int, seed: int = 3) -> list[Memory]:
    """Return memories of Zipf words, in several projects and states."""
    random = Random(seed)
    weights = [1 / (place + 1) for place in range(len(WORDS))]
    return [
        memory(
            " ".join(random.choices(WORDS, weights, k=random.randint(3, 9))),
            project=random.choice([None, "shop", "blog"]),
            status=random.choice([Status.ACTIVE, Status.ACTIVE, *Status]),
            tier=random.choice([Tier.DURABLE, Tier.DURABLE, *Tier]),
            trust=Trust.HELD if random.random() < 0.1 else Trust.OWN,
        )
        for _ in range(count)
    ]


def terms(store: Store, *words: str) -> list[Term]:
    """Return query terms with the df that the store names."""
    df = store.search.document_frequencies(words)
    return [Term(text=word, df=df.get(word, 0)) for word in words]
