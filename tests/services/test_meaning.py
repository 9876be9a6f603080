"""Search by meaning with a plugged-in embedder, and ranking with a plugged-in reranker."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from memtui import MemoryClient

CONCEPTS = (("car", "automobile", "vehicle"), ("tea", "beverage"), ("deploy", "rollout", "release"))


class Concepts:
    """An embedder that knows a few synonyms; it counts how often it was asked."""

    name = "concepts"

    def __init__(self) -> None:
        self.calls = 0

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return how often each concept is named."""
        self.calls += 1
        return [[float(sum(word in text.lower() for word in words)) for words in CONCEPTS] for text in texts]


class Broken(Concepts):
    """An embedder whose model is not there."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Fail as a missing file does."""
        raise FileNotFoundError("model.onnx")


class Uneven(Concepts):
    """An embedder that answers for fewer texts than it was asked."""

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return too little."""
        return super().embed(texts)[:-1]


def filled(client: MemoryClient) -> MemoryClient:
    """Add three memories of which one names a car by another word."""
    client.add("The automobile is parked in the north garage")
    client.add("Green beverage is served at noon")
    client.add("A car park ticket costs four euros")
    return client


def texts(client: MemoryClient, query: str, **options: str) -> list[str]:
    """Return the texts that a search lists."""
    return [hit.memory.content for hit in client.search(query, **options)]


def test_meaning_finds_what_no_word_does() -> None:
    with MemoryClient(":memory:", embedder=Concepts()) as client:
        found = filled(client).search("vehicle")
        assert {hit.memory.content for hit in found} == {
            "The automobile is parked in the north garage",
            "A car park ticket costs four euros",
        }
        assert (found.engine_asked, found.engine) == ("auto", "hybrid")
        assert "meaning" in {part.name for hit in found for part in (hit.explanation.parts if hit.explanation else ())}


def test_lexical_search_asks_no_embedder() -> None:
    embedder = Concepts()
    with MemoryClient(":memory:", embedder=embedder) as client:
        assert texts(filled(client), "vehicle", engine="lexical") == []
        assert embedder.calls == 0


def test_vector_search_takes_no_candidate_from_words() -> None:
    with MemoryClient(":memory:", embedder=Concepts()) as client:
        filled(client).add("The vehicles column is an integer", kind="note")
        client.add("Noon is when lunch is served")
        found = client.search("beverage at noon", engine="vector")
        assert [hit.memory.content for hit in found] == ["Green beverage is served at noon"]
        assert found.engine == "vector"


def test_a_changed_text_is_found_by_its_new_meaning() -> None:
    with MemoryClient(":memory:", embedder=Concepts()) as client:
        memory = client.add("The automobile is parked in the north garage")
        assert texts(client, "vehicle") != []
        client.update(memory.id, content="The rollout is planned for Monday")
        assert texts(client, "vehicle") == []
        assert texts(client, "release") == ["The rollout is planned for Monday"]


def test_what_meaning_finds_passes_the_filter() -> None:
    with MemoryClient(":memory:", embedder=Concepts()) as client:
        filled(client)
        client.add("An automobile needs oil", tags=["garage"])
        assert texts(client, "vehicle tag:garage") == ["An automobile needs oil"]


@pytest.mark.parametrize("embedder", [Broken(), Uneven()])
@pytest.mark.parametrize("engine", ["auto", "vector"])
def test_a_failing_embedder_leaves_words_and_says_so(embedder: Concepts, engine: str) -> None:
    with MemoryClient(":memory:", embedder=embedder) as client:
        found = filled(client).search("car ticket", engine=engine)
        assert found.engine == "lexical"
        assert [hit.memory.content for hit in found] == ["A car park ticket costs four euros"]
        assert any("concepts failed" in notice for notice in found.notices)


def test_without_an_embedder_the_fall_back_is_told() -> None:
    with MemoryClient(":memory:") as client:
        found = filled(client).search("car", engine="hybrid")
        assert (found.engine_asked, found.engine) == ("hybrid", "lexical")
        assert any("no embedder" in notice for notice in found.notices)


class Longest:
    """A reranker that likes long texts."""

    name = "longest"

    def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return each text's share of the longest one."""
        most = max(map(len, texts))
        return [len(text) / most for text in texts]


class Wild(Longest):
    """A reranker whose scores are out of range."""

    def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """Return nonsense."""
        return [7.0 for _ in texts]


def reranked(reranker: Longest) -> tuple[list[str], tuple[str, ...]]:
    """Return texts and notices of a search with that reranker."""
    with MemoryClient(":memory:", reranker=reranker) as client:
        client.add("redis limit", detect=False)
        client.add("redis limit as it was agreed on with the people who run the machines", detect=False)
        found = client.search("redis limit")
        parts = [part.note for hit in found for part in (hit.explanation.parts if hit.explanation else ())]
        return parts, found.notices


def test_a_plugged_in_reranker_takes_the_place_of_the_deterministic_one() -> None:
    notes, notices = reranked(Longest())
    assert "by the plugged-in reranker" in notes
    assert notices == ()


def test_a_reranker_that_fails_is_told_and_not_heeded() -> None:
    notes, notices = reranked(Wild())
    assert "by the plugged-in reranker" not in notes
    assert any("reranker longest failed" in notice for notice in notices)
