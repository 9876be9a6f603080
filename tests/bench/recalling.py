"""Search: whole queries, letter by letter, a word of half of the texts, within a project."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from memtui.services import recall
from memtui.services.recall import Request
from memtui.services.workspace import Workspace
from tests.bench import corpus
from tests.bench.figures import RUNS, Figure, Spent, p95, spent

WHOLE, TYPED, COMMON = 60, 12, 12
"""Queries in one run, by kind."""

SHOWN = 50
"""Hits that a screen asks for."""


def figures(workspace: Workspace, size: int) -> Iterator[Figure]:
    """Yield the latencies of search on an open store of `size` memories."""
    limit, common_limit = (50.0, 50.0) if size <= 100_000 else (150.0, 300.0)
    asked = corpus.queries(WHOLE, size)
    ask = _asker(workspace)
    for query in asked[:5]:
        ask(query)
    yield p95("search, 1 to 6 neighbouring words", size, _runs(ask, asked), limit)
    letters = [query[:end] for query in asked[:TYPED] for end in range(1, len(query) + 1)]
    typed = _runs(_asker(workspace, typing=True), letters)
    yield p95("search, typed letter by letter", size, typed, limit)
    yield Figure(
        name="search, typed, slowest letter", size=size, value=max(s.wall for run in typed for s in run), unit="ms"
    )
    yield p95(
        f"search, a word of half of the texts ({corpus.COMMON})",
        size,
        _runs(ask, [corpus.COMMON] * COMMON),
        common_limit,
    )
    mixed = [f"{corpus.COMMON} {query}" for query in asked[:COMMON]]
    yield p95("search, that word and others", size, _runs(ask, mixed), common_limit)
    within = [f"{query} project:project-3" for query in asked]
    yield p95("search within a project of ten", size, _runs(ask, within), limit)
    yield p95(
        "search within a project, the common word",
        size,
        _runs(ask, [f"{corpus.COMMON} project:project-3"] * COMMON),
        common_limit,
    )
    inactive = _asker(workspace, hidden=True)
    yield p95("search with superseded and archived", size, _runs(inactive, asked), limit)
    yield p95("no words: the list by importance", size, _runs(ask, [""] * COMMON), limit)


def slowest(workspace: Workspace, size: int) -> list[tuple[str, float]]:
    """Return the five slowest whole queries with their milliseconds, for who wants to know why."""
    ask = _asker(workspace)
    timed = [(query, spent(lambda query=query: ask(query)).wall) for query in corpus.queries(WHOLE, size)]
    return sorted(timed, key=lambda pair: -pair[1])[:5]


def _asker(workspace: Workspace, *, typing: bool = False, hidden: bool = False) -> Callable[[str], object]:
    def ask(query: str) -> object:
        request = Request(text=query, limit=SHOWN, typing=typing, superseded=hidden, archived=hidden)
        return recall.search(workspace, request)

    return ask


def _runs(ask: Callable[[str], object], queries: Sequence[str]) -> list[list[Spent]]:
    return [[spent(lambda query=query: ask(query)) for query in queries] for _ in range(RUNS)]
