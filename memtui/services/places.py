"""A place for each of many rows, by number: four bytes a row where a dictionary takes a hundred."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

BLOCK = 1_024
"""Rows whose places lie side by side; numbers that lie far apart take a block each."""
NOWHERE = -1


class Places:
    """Which place each number has, 0 or above; numbers follow each other for the most part."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._blocks: dict[int, array[int]] = {}
        for place, number in enumerate(numbers):
            self.put(number, place)

    def put(self, number: int, place: int = 0) -> None:
        """Give a number its place."""
        block = self._blocks.get(number // BLOCK)
        if block is None:
            block = self._blocks[number // BLOCK] = array("i", [NOWHERE]) * BLOCK
        block[number % BLOCK] = place

    def get(self, number: int) -> int:
        """Return the place of a number, -1 for one that has none."""
        block = self._blocks.get(number // BLOCK)
        return NOWHERE if block is None else block[number % BLOCK]

    def __contains__(self, number: int) -> bool:
        return self.get(number) >= 0
