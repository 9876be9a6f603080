"""Importance in SQL is the guide's importance, at any moment and for any date."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memtui.clock import FixedClock
from memtui.domain.filters import EVERYTHING, Order
from memtui.domain.kinds import Priority, Source
from memtui.domain.records import Memory
from memtui.intelligence.importance import assess, base
from memtui.services.ports import Derived
from memtui.store import importance, index_rows, open_store
from tests.store.making import NOW, added, days, derive, memory


def weighed(kept: Memory) -> Derived:
    """Work out the derived rows with the guide's own base."""
    return replace(derive(kept), importance_base=base(kept))


MEMORIES = [
    {},
    {"created_at": NOW},
    {"created_at": NOW - days(347), "source": Source.WRITE},
    {"created_at": NOW - days(1000), "tags": ("decision",), "priority": Priority.HIGH},
    {"created_at": NOW + days(30), "source": Source.EDIT},
    {"created_at": datetime(1, 1, 1, tzinfo=UTC)},
    {"created_at": datetime(9999, 12, 31, tzinfo=UTC), "priority": Priority.LOW},
    {"created_at": NOW - timedelta(microseconds=1), "tags": ("unknown",)},
    {"importance_override": 0.0, "created_at": NOW},
    {"importance_override": 1.0},
    {"source": Source.READ, "tags": ("decision", "todo"), "priority": Priority.MEDIUM},
]


@pytest.mark.parametrize("moment", [NOW, NOW + days(800), NOW - days(3000), datetime(2200, 1, 1, tzinfo=UTC)])
def test_a_bound_lets_through_what_the_formula_says(location: str, clock: FixedClock, moment: datetime) -> None:
    store = open_store(location, weighed, clock, tokenizer_version=1)
    for kept in added(store, *(memory(**fields) for fields in MEMORIES)):
        value = assess(kept, moment).value
        alone = replace(EVERYTHING, now=moment)
        assert kept.number in store.reads.numbers(replace(alone, importance_at_least=value - 1e-9), Order.NEWEST)
        assert kept.number not in store.reads.numbers(replace(alone, importance_at_least=value + 1e-9), Order.NEWEST)
        assert kept.number in store.reads.numbers(replace(alone, importance_at_most=value + 1e-9), Order.NEWEST)
    store.close()


def test_the_weights_are_those_of_the_formula() -> None:
    undated, dated = memory(), memory(created_at=NOW)
    parts = assess(undated, NOW)
    assert parts.value - base(undated) == pytest.approx(importance.RECENCY_WEIGHT * importance.UNDATED_RECENCY)
    halved = NOW + days(index_rows.HALF_LIFE_DAYS)
    assert assess(dated, halved).value - base(dated) == pytest.approx(importance.RECENCY_WEIGHT / 2)
