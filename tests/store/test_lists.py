"""Lists page without loss, filters mean what they say, and counts are exact."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime
from itertools import pairwise, product
from math import nextafter
from random import Random

import pytest

from memtui.clock import FixedClock
from memtui.domain.errors import InvalidRecord
from memtui.domain.filters import EVERYTHING, Badge, Filter, Order
from memtui.domain.kinds import Kind, Layer, MemoryType, Priority, Source, Status, Tier, Trust
from memtui.domain.records import Memory
from memtui.services.ports import PageKey, Store
from tests.store.making import (
    NOW,
    added,
    days,
    derive,
    edited,
    memory,
    undone,
)

FILTERS = [
    EVERYTHING,
    Filter(),
    Filter(held=True),
    Filter(statuses=frozenset({Status.ARCHIVED, Status.SUPERSEDED}), tiers=frozenset()),
    Filter(tiers=frozenset({Tier.TRANSIENT})),
    replace(EVERYTHING, layers=frozenset({Layer.WORKING, Layer.EPISODIC})),
    replace(EVERYTHING, kinds=frozenset({Kind.DECISION})),
    replace(EVERYTHING, memory_types=frozenset({MemoryType.OPERATIONAL})),
    replace(EVERYTHING, sources=frozenset({Source.WRITE, Source.BASH})),
    replace(EVERYTHING, priorities=frozenset({Priority.HIGH})),
    replace(EVERYTHING, tags=("code",)),
    replace(EVERYTHING, tags=("code", "api")),
    replace(EVERYTHING, agents=("claude", "codex")),
    replace(EVERYTHING, sessions=("s1",)),
    replace(EVERYTHING, formats=("mneno",)),
    replace(EVERYTHING, project="shop"),
    replace(Filter(), project="shop", layers=frozenset({Layer.SEMANTIC})),
    replace(EVERYTHING, project="nobody's"),
    replace(EVERYTHING, before=NOW - days(30)),
    replace(EVERYTHING, after=NOW - days(30)),
    replace(EVERYTHING, after=NOW - days(60), before=NOW - days(30)),
    replace(EVERYTHING, recorded_since=NOW - days(10)),
    replace(EVERYTHING, opened_at_least=3),
    replace(EVERYTHING, opened_at_most=0),
    replace(EVERYTHING, importance_at_least=0.3, now=NOW),
    replace(EVERYTHING, importance_at_most=0.2, now=NOW),
    replace(EVERYTHING, importance_at_least=0.2, importance_at_most=0.4, now=NOW + days(400)),
    replace(EVERYTHING, pinned=True),
    replace(EVERYTHING, pinned=False),
    replace(EVERYTHING, undated=True),
    replace(EVERYTHING, undated=False),
    replace(EVERYTHING, badges=frozenset({Badge.ORDERS})),
    replace(EVERYTHING, badges=frozenset({Badge.ORDERS, Badge.SECRET})),
    replace(EVERYTHING, terms_out=("alpha",)),
    replace(EVERYTHING, terms_out=("alpha", "beta")),
    replace(EVERYTHING, words=("alpha",)),
    replace(EVERYTHING, words=("alpha", "gamma|beta*")),
    replace(EVERYTHING, words=("beta",), updated_before=NOW - days(5)),
    replace(EVERYTHING, retention_at_least=0.5, now=NOW),
    replace(EVERYTHING, retention_at_most=0.4, now=NOW),
]


def various(count: int = 120) -> list[Memory]:
    """Return memories of many kinds, some at the same moment, some undated, some of the future."""
    random = Random(11)
    moments: list[datetime | None] = [None, NOW + days(20), NOW + days(90), NOW - days(700), NOW - days(30)]
    made = []
    for place in range(count):
        words = random.sample(["alpha", "beta", "gamma", "delta", "IGNORE", "betamax"], 3)
        made.append(
            memory(
                " ".join(words),
                kind=random.choice([None, *Kind]),
                memory_type=random.choice(list(MemoryType)),
                source=random.choice(list(Source)),
                agent=random.choice([None, "claude", "codex", "cursor"]),
                session=random.choice([None, "s1", "s2"]),
                format=random.choice([None, "mneno"]),
                project=random.choice([None, "shop", "blog"]),
                trust=random.choice(list(Trust)),
                tags=tuple(random.sample(["code", "api", "todo", "größe"], random.randint(0, 3))),
                priority=random.choice(list(Priority)),
                importance_override=random.choice([None, None, 0.0, 0.35, 1.0]),
                pinned=random.random() < 0.2,
                status=random.choice(list(Status)),
                layer=random.choice(list(Layer)),
                tier=random.choice(list(Tier)),
                created_at=random.choice([*moments, NOW - days(place)]),
                recorded_at=NOW - days(place // 7),
                access_count=random.randint(0, 4),
            )
        )
    return made


def passes(memory: Memory, where: Filter) -> bool:
    """Say by the words of the filter's documentation whether a memory passes."""
    derived = derive(memory)
    closed = [
        (where.statuses, memory.status),
        (where.tiers, memory.tier),
        (where.layers, memory.layer),
        (where.kinds, memory.kind),
        (where.memory_types, memory.memory_type),
        (where.sources, memory.source),
        (where.priorities, memory.priority),
        (where.agents, memory.agent),
        (where.sessions, memory.session),
        (where.formats, memory.format),
    ]
    value = importance(memory, where.now or NOW)
    return (
        all(not wanted or value in wanted for wanted, value in closed)
        and (where.held or memory.trust is not Trust.HELD)
        and (where.project is None or memory.project in (None, where.project))
        and set(where.tags) <= set(memory.tags)
        and where.badges <= derived.badges
        and not set(where.terms_out) & set(derived.tokens)
        and (where.before is None or memory.sort_at < where.before)
        and (where.after is None or memory.sort_at >= where.after)
        and (where.recorded_since is None or memory.recorded_at >= where.recorded_since)
        and (where.opened_at_least is None or memory.access_count >= where.opened_at_least)
        and (where.opened_at_most is None or memory.access_count <= where.opened_at_most)
        and (where.importance_at_least is None or value >= where.importance_at_least)
        and (where.importance_at_most is None or value <= where.importance_at_most)
        and (where.updated_before is None or memory.updated_at < where.updated_before)
        and (where.retention_at_least is None or retention(memory, where.now or NOW) >= where.retention_at_least)
        and (where.retention_at_most is None or retention(memory, where.now or NOW) <= where.retention_at_most)
        and all(holds(derived.tokens, word) for word in where.words)
        and (where.pinned is None or memory.pinned == where.pinned)
        and (where.undated is None or (memory.created_at is None) == where.undated)
    )


def holds(tokens: tuple[str, ...], word: str) -> bool:
    """Say whether a text holds a word, or one that begins so."""
    ways = word.split("|")
    return any(token == one or (one.endswith("*") and token.startswith(one[:-1])) for token in tokens for one in ways)


def retention(memory: Memory, now: datetime) -> float:
    """Return Mneno's retention: importance, openings, youth and type."""
    weights = {"operational": 1.0, "preference": 0.8, "semantic": 0.7, "episodic": 0.4}
    age = max((now - memory.updated_at).total_seconds() / 86_400, 0.0)
    parts = (
        importance(memory, now),
        min(memory.access_count / 10, 1),
        max(1 - age / 90, 0),
        weights[memory.memory_type],
    )
    return sum(part * worth for part, worth in zip(parts, (0.45, 0.35, 0.15, 0.05), strict=True))


def importance(memory: Memory, now: datetime) -> float:
    """Return the importance by the guide's formula over the tests' own base."""
    if memory.importance_override is not None:
        return memory.importance_override
    if memory.created_at is None:
        recency = 0.5
    else:
        recency = 2.0 ** -(max(0.0, (now - memory.created_at).total_seconds() / 86_400) / 347)
    return derive(memory).importance_base + 0.25 * recency


def in_order(memories: list[Memory], order: Order, now: datetime = NOW) -> list[int]:
    """Return the numbers in the order that the list promises; importance up to rounding."""
    keys = {
        Order.NEWEST: lambda m: (-m.sort_at.timestamp(), -m.number),
        Order.OLDEST: lambda m: (m.sort_at.timestamp(), -m.number),
        Order.RECORDED: lambda m: (-m.recorded_at.timestamp(), -m.number),
        Order.OPENED: lambda m: (-m.access_count, -m.number),
        Order.IMPORTANCE: lambda m: (-round(importance(m, now), 9), -m.number),
    }
    return [m.number or 0 for m in sorted(memories, key=keys[order])]


@pytest.fixture
def filled(store: Store) -> tuple[Store, list[Memory]]:
    """A store with many kinds of memories."""
    return store, added(store, *various())


def test_every_filter_lets_through_what_it_says(filled: tuple[Store, list[Memory]]) -> None:
    store, memories = filled
    for where in FILTERS:
        wanted = [m for m in memories if passes(m, where)]
        assert list(store.reads.numbers(where, Order.NEWEST)) == in_order(wanted, Order.NEWEST), where
        assert list(store.reads.numbers(where, Order.RECORDED)) == in_order(wanted, Order.RECORDED), where
        assert store.reads.count(where) == len(wanted), where
    assert sum(0 < store.reads.count(where) < len(memories) for where in FILTERS) > len(FILTERS) * 0.8


@pytest.mark.parametrize("order", list(Order))
def test_pages_put_together_are_the_whole_list(filled: tuple[Store, list[Memory]], order: Order) -> None:
    store, memories = filled
    for where, limit in product([*FILTERS[:3], replace(Filter(), project="shop"), FILTERS[10]], (7, 1000)):
        key: PageKey | None = None
        seen: list[int] = []
        while True:
            page = store.reads.page(where, order, limit, key)
            seen += [m.number or 0 for m in page.memories]
            key = page.next
            if key is None:
                break
            assert len(page.memories) == limit
        wanted = [m for m in memories if passes(m, where)]
        if order is Order.RETENTION:
            by_number = {m.number or 0: m for m in wanted}
            assert sorted(seen) == sorted(by_number)
            values = [retention(by_number[number], NOW) for number in seen]
            assert all(value >= after - 1e-9 for value, after in pairwise(values))
        else:
            assert seen == in_order(wanted, order)
        assert seen == list(store.reads.numbers(where, order))


def test_importance_orders_a_list_as_of_the_moment_it_is_asked_for(filled: tuple[Store, list[Memory]]) -> None:
    store, memories = filled
    later = NOW + days(900)
    page = store.reads.page(replace(EVERYTHING, now=later), Order.IMPORTANCE, 1000)
    assert [m.number for m in page.memories] == in_order(memories, Order.IMPORTANCE, later)


def test_without_a_moment_importance_is_meant_for_now(store: Store, clock: FixedClock) -> None:
    young, old = added(store, memory("a", created_at=NOW), memory("b", tags=("x",), created_at=NOW - days(900)))
    assert list(store.reads.numbers(EVERYTHING, Order.IMPORTANCE)) == [young.number, old.number]
    clock.moment = NOW + days(2000)
    assert list(store.reads.numbers(EVERYTHING, Order.IMPORTANCE)) == [old.number, young.number]


def test_a_page_of_an_empty_store_is_empty(store: Store) -> None:
    for order in Order:
        page = store.reads.page(EVERYTHING, order, 10)
        assert (page.memories, page.next) == ((), None)


def test_counts_by_status_layer_and_tier(filled: tuple[Store, list[Memory]]) -> None:
    store, memories = filled
    for project in (None, "shop", "nobody's"):
        own = [m for m in memories if project is None or m.project in (None, project)]
        census = store.reads.census(project)
        assert census.total == len(own)
        assert census.statuses == Counter(m.status.value for m in own)
        assert census.layers == Counter(m.layer.value for m in own)
        assert census.tiers == Counter(m.tier.value for m in own)
        assert census.held == sum(m.trust is Trust.HELD for m in own)


def test_counts_follow_every_act(store: Store) -> None:
    (kept,) = added(store, memory(project="shop"))
    edited(store, kept, status=Status.ARCHIVED, layer=Layer.ARCHIVED, project=None, trust=Trust.HELD)
    assert store.reads.census().statuses == {"archived": 1}
    assert store.reads.census().held == 1
    undone(store, 2)
    assert store.reads.census("shop").layers == {"semantic": 1}
    undone(store, 1)
    assert store.reads.census() == type(store.reads.census())()
    assert store.reads.facets(EVERYTHING, "status") == []


@pytest.mark.parametrize(
    "column",
    [
        "layer",
        "status",
        "tier",
        "kind",
        "memory_type",
        "source",
        "priority",
        "project",
        "agent",
        "session",
        "format",
        "tag",
    ],
)
def test_facets_count_the_values_of_what_passes(filled: tuple[Store, list[Memory]], column: str) -> None:
    store, memories = filled
    for where in (EVERYTHING, Filter(), replace(EVERYTHING, pinned=True), replace(Filter(), project="shop")):
        own = [m for m in memories if passes(m, where)]
        if column == "tag":
            counted = Counter(tag for m in own for tag in m.tags)
        else:
            counted = Counter(str(getattr(m, column)) for m in own if getattr(m, column) is not None)
        facets = store.reads.facets(where, column)
        assert dict(facets) == counted
        assert [count for _, count in facets] == sorted(counted.values(), reverse=True)


def test_a_column_without_facets_is_named(store: Store) -> None:
    with pytest.raises(InvalidRecord, match="'content'"):
        store.reads.facets(EVERYTHING, "content")


def test_lanes_hold_the_order_of_retention_to_the_last_digit_and_newer_ones_first(store: Store) -> None:
    near = [0.5]
    for _ in range(40):
        near.append(nextafter(near[-1], 1.0))
    marks = [0.0, 0.0, 1.0, 1.0, *near, *near]
    Random(3).shuffle(marks)
    added(store, *(memory(f"near {place}", importance_override=mark) for place, mark in enumerate(marks)))
    where = replace(EVERYTHING, now=NOW)
    lanes = store.reads.lanes(where)
    for layer, lane in lanes.items():
        assert lane == store.reads.numbers(replace(where, layers=frozenset({layer})), Order.RETENTION)
    kept = {
        one.number: one.importance_override for one in store.reads.memories([n for one in lanes.values() for n in one])
    }
    (lane,) = (one for one in lanes.values() if one)
    assert len(lane) == len(marks)
    assert {kept[number] for number in lane[:2]} == {1.0}
    assert lane[0] > lane[1]
    assert {kept[number] for number in lane[-2:]} == {0.0}
