"""Vectors as bytes, and what is near: sign bits first, then cosines. Imports numpy: load it only where meaning is searched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

_ONES: Any = np.array([value.bit_count() for value in range(256)], dtype=np.uint8)
"""How many bits are set in each byte."""

NEAREST = 1000
"""How many of the nearest by sign bits have their cosine worked out."""


def packed(vector: Sequence[float]) -> tuple[bytes, bytes]:
    """Return a vector of length 1 as float32 bytes, and its signs as bits; one without direction stays zero."""
    values = np.asarray(vector, dtype=np.float32)
    if not np.all(np.isfinite(values)) or values.ndim != 1 or not values.size:
        raise ValueError("an embedder gave a vector that is empty or not of finite numbers")
    length = float(np.linalg.norm(values))
    values = values / length if length else values
    return values.astype("<f4").tobytes(), np.packbits(values > 0).tobytes()


def cosines(query: bytes, bodies: Mapping[int, bytes]) -> dict[int, float]:
    """Return the cosine of each vector with the query's; vectors of another length are left out."""
    asked: Any = np.frombuffer(query, dtype="<f4")
    fitting = {number: body for number, body in bodies.items() if len(body) == len(query)}
    if not fitting:
        return {}
    rows: Any = np.frombuffer(b"".join(fitting.values()), dtype="<f4").reshape(len(fitting), -1)
    return {number: float(score) for number, score in zip(fitting, rows @ asked, strict=True)}


def nearest(query_signs: bytes, numbers: Sequence[int], signs: bytes, limit: int = NEAREST) -> list[int]:
    """Return the row numbers whose sign bits differ least from the query's, nearest first, newest of equals first."""
    size = len(query_signs)
    if not size or len(signs) != size * len(numbers):
        return []
    rows: Any = np.frombuffer(signs, dtype=np.uint8).reshape(len(numbers), size)
    apart = _ONES[rows ^ np.frombuffer(query_signs, dtype=np.uint8)].sum(axis=1, dtype=np.int64)
    ids = np.asarray(numbers, dtype=np.int64)
    order = np.lexsort((-ids, apart))[:limit]
    return [int(ids[at]) for at in order]
