"""Vectors of memories, kept beside the texts they were made from; never journalled."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from memtui.domain.records import Memory


@dataclass(frozen=True, slots=True)
class StoredVector:
    """A memory's vector under one model: its numbers as float32 and the signs of them as bits."""

    number: int
    content_hash: str
    body: bytes
    signs: bytes


class Vectors(Protocol):
    """Vectors by the name of the model that made them."""

    def missing(self, model: str, limit: int) -> list[Memory]:
        """Return at most `limit` memories, newest first, whose present text has no vector of that model."""
        ...

    def put(self, model: str, vectors: Sequence[StoredVector]) -> None:
        """Keep vectors, each in the place of the memory's earlier one."""
        ...

    def signs(self, model: str) -> tuple[array[int], bytes]:
        """Return the row numbers that have a vector, in order, and their sign bits one after the other."""
        ...

    def bodies(self, model: str, numbers: Sequence[int]) -> dict[int, bytes]:
        """Return the vectors of those memories that have one of their present text."""
        ...
