"""How two names in code are akin: the same thing elsewhere, a part renamed, or two things."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

MAX_NAME = 160
"""Longer names are compared whole only."""

_PLACES = re.compile(r"[/\\]+|::|__+")
_DIGITS = re.compile(r"\d+")
_LONG_NUMBER = re.compile(r"\d{4}")
_HOST = re.compile(r"[a-zA-Z][\w+.-]*://|^@")
_PARTS = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")


class Kinship(Enum):
    """How one name relates to another."""

    SAME = "same"
    MOVED = "moved"
    """The same last component under another path, host or namespace."""

    EXTENDED = "extended"
    """All sub-words of one, and more."""

    SIBLING = "sibling"
    """Another entry of the same folder or namespace."""

    AKIN = "akin"
    """Some sub-word in common."""

    NUMBERED = "numbered"
    """The same but for long numbers, dates or running numbers."""

    FOREIGN = "foreign"


@lru_cache(maxsize=1 << 13)
def kinship(one: str, other: str) -> Kinship:
    """Return how two names are akin."""
    if one == other:
        return Kinship.SAME
    if len(one) > MAX_NAME or len(other) > MAX_NAME:
        return Kinship.FOREIGN
    first, second = places(one), places(other)
    if first == second:
        return Kinship.SAME
    if first and second and first[-1] == second[-1] and (len(first) > 1 or len(second) > 1) and len(first[-1]) > 1:
        return Kinship.MOVED
    if _LONG_NUMBER.search(one) and _DIGITS.sub("", one) == _DIGITS.sub("", other):
        return Kinship.NUMBERED
    if len(first) > 1 and first[:-1] == second[:-1]:
        return Kinship.SIBLING
    mine, others = parts(one), parts(other)
    if mine.isdisjoint(others):
        return Kinship.FOREIGN
    return Kinship.EXTENDED if mine <= others or others <= mine else Kinship.AKIN


@lru_cache(maxsize=1 << 13)
def places(name: str) -> tuple[str, ...]:
    """Return the components of a path, URL or namespaced name, outermost first."""
    bare = _HOST.sub("", name.strip("`'\"()[]{}<>,;")).rstrip("/*").lower()
    pieces = [piece for piece in _PLACES.split(bare) if piece.strip(".")]
    if len(pieces) == 1 and bare.count(".") > 1:
        pieces = [piece for piece in bare.split(".") if piece]
    return tuple(pieces)


@lru_cache(maxsize=1 << 13)
def parts(name: str) -> frozenset[str]:
    """Return the lower-case sub-words of a name, those of one letter left out."""
    return frozenset(part.lower() for part in _PARTS.findall(name[:MAX_NAME]) if len(part) > 1)
