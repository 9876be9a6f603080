"""Vectors: what is near, by signs and by cosine."""

from __future__ import annotations

import pytest

from memtui.intelligence import vectors


def test_a_vector_is_as_near_as_the_angle_between_them() -> None:
    query, _ = vectors.packed([3.0, 4.0, 0.0])
    bodies = {1: vectors.packed([6.0, 8.0, 0.0])[0], 2: vectors.packed([-4.0, 3.0, 0.0])[0]}
    assert vectors.cosines(query, bodies) == pytest.approx({1: 1.0, 2: 0.0}, abs=1e-6)


def test_vectors_of_another_length_are_left_out() -> None:
    query, _ = vectors.packed([1.0, 0.0])
    assert vectors.cosines(query, {1: vectors.packed([1.0, 0.0, 0.0])[0]}) == {}


def test_the_nearest_by_signs_come_first_and_the_newest_of_equals() -> None:
    rows = {1: [1.0, 1.0, -1.0], 2: [-1.0, -1.0, -1.0], 3: [1.0, 1.0, 1.0], 4: [1.0, 1.0, -1.0]}
    bits = b"".join(vectors.packed(row)[1] for row in rows.values())
    _, query = vectors.packed([2.0, 2.0, -2.0])
    assert vectors.nearest(query, list(rows), bits, limit=3) == [4, 1, 3]


@pytest.mark.parametrize("broken", [[], [float("nan"), 1.0], [float("inf")]])
def test_what_is_no_vector_is_refused(broken: list[float]) -> None:
    with pytest.raises(ValueError, match="embedder"):
        vectors.packed(broken)


def test_a_vector_without_direction_is_near_to_nothing() -> None:
    body, _ = vectors.packed([0.0, 0.0])
    query, _ = vectors.packed([1.0, 0.0])
    assert vectors.cosines(query, {1: body}) == {1: 0.0}
