"""Vectors in the store: made once for a text, on every engine."""

from __future__ import annotations

from dataclasses import replace

from memtui.services.ports import Store, StoredVector
from tests.store.making import added, edited, memory, newest, undone


def vector(number: int, content_hash: str, fill: int = 1) -> StoredVector:
    """Return a vector of two numbers, all bytes `fill`."""
    return StoredVector(number, content_hash, bytes([fill] * 8), bytes([fill]))


def test_a_text_is_without_a_vector_until_one_is_put_and_again_once_it_changes(store: Store) -> None:
    (kept,) = added(store, memory("Redis holds the sessions", content_hash="a"))
    assert [each.number for each in store.vectors.missing("mini", 10)] == [kept.number]
    store.vectors.put("mini", [vector(kept.number or 0, "a")])
    assert store.vectors.missing("mini", 10) == []
    assert [each.number for each in store.vectors.missing("other", 10)] == [kept.number]
    edited(store, kept, content="Redis holds the queues", content_hash="b")
    assert [each.number for each in store.vectors.missing("mini", 10)] == [kept.number]
    assert store.vectors.bodies("mini", [kept.number or 0]) == {}


def test_a_vector_takes_the_place_of_the_earlier_one(store: Store) -> None:
    one, two = added(store, memory("one", content_hash="a"), memory("two", content_hash="b"))
    store.vectors.put("mini", [vector(two.number or 0, "b", 2), vector(one.number or 0, "a", 1)])
    store.vectors.put("mini", [vector(one.number or 0, "a", 7)])
    numbers, signs = store.vectors.signs("mini")
    assert list(numbers) == [one.number, two.number]
    assert signs == bytes([7, 2])
    assert store.vectors.bodies("mini", [one.number or 0]) == {one.number: bytes([7] * 8)}


def test_an_undone_add_takes_its_vector_along_and_a_late_one_is_dropped(store: Store) -> None:
    (gone,) = added(store, memory("soon gone", content_hash="a"))
    store.vectors.put("mini", [vector(gone.number or 0, "a")])
    undone(store, newest(store).number or 0)
    store.vectors.put("mini", [replace(vector(gone.number or 0, "a"))])
    assert list(store.vectors.signs("mini")[0]) == []
