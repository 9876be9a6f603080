"""Places of many rows by number."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memtui.services.places import Places


@given(st.lists(st.integers(0, 1 << 62), unique=True), st.integers(0, 1 << 62))
def test_every_number_has_the_place_that_it_was_given_and_others_have_none(numbers: list[int], other: int) -> None:
    places = Places(numbers)
    assert [places.get(number) for number in numbers] == list(range(len(numbers)))
    assert all(number in places for number in numbers)
    assert (other in places) == (other in numbers)
