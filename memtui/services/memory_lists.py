"""Long lists of memories that hold their numbers only."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import overload

from memtui.domain.records import Memory
from memtui.services.ports import Reads

CHUNK = 500
"""Memories read at once."""


class Memories(Sequence[Memory]):
    """Many memories by their numbers (8 bytes each), read from the store when they are looked at."""

    def __init__(self, reads: Reads, numbers: array[int]) -> None:
        self._reads = reads
        self._numbers = numbers

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._numbers)

    @overload
    def __getitem__(self, index: int) -> Memory: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Memory]: ...
    def __getitem__(self, index: int | slice) -> Memory | Sequence[Memory]:
        """Return one, or some."""
        if isinstance(index, slice):
            return tuple(self._reads.memories(self._numbers[index]))
        return self._reads.memory(self._numbers[index])

    def __iter__(self) -> Iterator[Memory]:
        """Go through all, some hundreds at a time."""
        for start in range(0, len(self._numbers), CHUNK):
            yield from self._reads.memories(self._numbers[start : start + CHUNK])
