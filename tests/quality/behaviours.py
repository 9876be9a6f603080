"""The behaviours that the seed systems' own tests promise, tried through the public API."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from memtui import MemoryClient
from memtui.domain.drafts import Draft
from memtui.domain.kinds import Kind, Layer, Status, Tier
from tests.quality import curation_behaviours, engine_behaviours, review_cases

OLD, NEW = "The deploy runs on port 3000 of the gateway", "The deploy runs on port 8080 of the gateway"


@contextmanager
def _client(*drafts: Draft) -> Iterator[MemoryClient]:
    with MemoryClient(":memory:") as client:
        client.add_many(drafts)
        yield client


def _texts(client: MemoryClient, query: str, **options: Any) -> list[str]:
    return [hit.memory.content for hit in client.search(query, **options).hits]


def _replaced() -> tuple[Draft, Draft]:
    return (
        Draft(content=OLD, foreign_id="old", format="own", status=Status.SUPERSEDED, superseded_by="new"),
        Draft(content=NEW, foreign_id="new", format="own"),
    )


def _expect(found: object, expected: object) -> str:
    return "" if found == expected else f"found {found!r}, expected {expected!r}"


def _skips_superseded(row: Mapping[str, Any]) -> str:
    with _client(*_replaced()) as client:
        default, both = _texts(client, "deploy port"), _texts(client, "deploy port", include_inactive=True)
        return _expect((default, both), ([NEW], [NEW, OLD]))


def _skips_archived(row: Mapping[str, Any]) -> str:
    with _client(Draft(content=OLD, status=Status.ARCHIVED, layer=Layer.ARCHIVED), Draft(content=NEW)) as client:
        default, both = _texts(client, "deploy port"), _texts(client, "deploy port", include_archived=True)
        return _expect((default, both), ([NEW], [NEW, OLD]))


def _context_skips_inactive(row: Mapping[str, Any]) -> str:
    with _client(*_replaced(), Draft(content="The deploy is archived", status=Status.ARCHIVED)) as client:
        return _expect([item.memory.content for item in client.build_context("deploy port").items], [NEW])


def _conflicted_visible(row: Mapping[str, Any]) -> str:
    with _client(Draft(content=OLD, status=Status.CONFLICTED), Draft(content=NEW)) as client:
        return _expect(set(_texts(client, "deploy port")), {OLD, NEW})


def _detection_off(row: Mapping[str, Any]) -> str:
    with MemoryClient(":memory:") as client:
        old = client.add("User prefers Python 3.10.", kind="preference", detect=False)
        client.add("User now prefers Python 3.11.", kind="preference", detect=False)
        return _expect(client.get(old.id).status, Status.ACTIVE)


def _zero_relevance(row: Mapping[str, Any]) -> str:
    with _client(Draft(content=OLD)) as client:
        found = _texts(client, "umbrella weather")
        return _expect((found, [memory.access_count for memory in client.list()]), ([], [0]))


def _access_count(row: Mapping[str, Any]) -> str:
    """Recall and opening count, a search that lists does not (SPEC 8)."""
    with _client(Draft(content=OLD)) as client:
        client.search("deploy port")
        counts = [client.list()[0].access_count]
        client.build_context("deploy port")
        counts.append(client.list()[0].access_count)
        client.open(client.list()[0].id)
        last = client.list()[0]
        return _expect((*counts, last.access_count, last.last_accessed_at is not None), (0, 1, 2, True))


def _stop_words(row: Mapping[str, Any]) -> str:
    with _client(Draft(content=OLD), Draft(content="What is it that we do on the gateway of the house?")) as client:
        return _expect(_texts(client, "what is the port that the deploy runs on"), _texts(client, "port deploy runs"))


def _plural(row: Mapping[str, Any]) -> str:
    with _client(Draft(content="A memory of the first release")) as client:
        return _expect(len(_texts(client, "memories")), 1)


def _layer_boost(row: Mapping[str, Any]) -> str:
    for higher in (Layer.OPERATIONAL, Layer.WORKING):
        with _client(Draft(content=OLD, layer=higher), Draft(content=OLD, layer=Layer.EPISODIC)) as client:
            found = [hit.memory.layer for hit in client.search("deploy port").hits]
            if found != [higher, Layer.EPISODIC]:
                return _expect(found, [higher, Layer.EPISODIC])
    return ""


def _relevance_first(row: Mapping[str, Any]) -> str:
    other = "Lunch is served at noon in the port"
    drafts = Draft(content=OLD, importance_override=0.0), Draft(content=other, importance_override=1.0)
    with _client(*drafts) as client:
        return _expect(_texts(client, "deploy port gateway"), [OLD, other])


def _empty_query(row: Mapping[str, Any]) -> str:
    """An empty query lists all by importance (SPEC 8)."""
    drafts = Draft(content=OLD, importance_override=0.2), Draft(content=NEW, importance_override=0.9)
    with _client(*drafts) as client:
        return _expect(_texts(client, ""), [NEW, OLD])


def _transient_hidden(row: Mapping[str, Any]) -> str:
    with _client(Draft(content=OLD, kind=Kind.NOTE, tier=Tier.TRANSIENT)) as client:
        return _expect((_texts(client, OLD), _texts(client, OLD, include_transient=True)), ([], [OLD]))


def _after_restart(row: Mapping[str, Any]) -> str:
    with tempfile.TemporaryDirectory(prefix="memtui-cases-") as folder:
        place = Path(folder) / "memories.db"
        with MemoryClient(place) as client:
            client.add(OLD, kind="decision")
        with MemoryClient(place) as client:
            return _expect(_texts(client, "gateway deploy"), [OLD])


def _confidence(row: Mapping[str, Any]) -> str:
    drafts = Draft(content=OLD, confidence=0.95), Draft(content=OLD, confidence=0.41)
    with _client(*drafts) as one, _client(*reversed(drafts)) as other:
        found = [[hit.memory.confidence for hit in client.search("deploy port").hits] for client in (one, other)]
        return _expect(found, [[0.95, 0.41], [0.95, 0.41]])


def _survives(row: Mapping[str, Any]) -> str:
    with tempfile.TemporaryDirectory(prefix="memtui-cases-") as folder:
        file = Path(folder) / "export.jsonl"
        with _client(*_replaced()) as client:
            client.export_path(file)
            before = {memory.id: (memory.status, memory.superseded_by, memory.layer) for memory in _all(client)}
        with MemoryClient(":memory:") as client:
            client.import_path(file)
            after = {memory.id: (memory.status, memory.superseded_by, memory.layer) for memory in _all(client)}
        return _expect(after, before)


def _all(client: MemoryClient) -> list[Any]:
    return client.list(include_inactive=True)


CHECKS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    **curation_behaviours.CHECKS,
    **review_cases.BEHAVIOURS,
    "suite-search-skips-superseded": _skips_superseded,
    "suite-search-skips-archived": _skips_archived,
    "suite-context-skips-inactive": _context_skips_inactive,
    "suite-conflicted-visible": _conflicted_visible,
    "suite-disable-detection": _detection_off,
    "suite-zero-relevance": _zero_relevance,
    "suite-access-count": _access_count,
    "suite-stopwords": _stop_words,
    "suite-plural": _plural,
    "suite-layer-boost": _layer_boost,
    "suite-relevance-beats-importance": _relevance_first,
    "suite-empty-query": _empty_query,
    "suite-persist-json-sqlite": _survives,
    "engine-option": engine_behaviours.engine_option,
    "transient-exact-phrase": _transient_hidden,
    "restart": _after_restart,
    "confidence-in-recall": _confidence,
}
"""The behaviours that can be tried so far, by the name of their case."""
