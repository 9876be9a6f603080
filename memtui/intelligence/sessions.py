"""Conversations: a turn is also understood by the turns beside it and by who says it (SPEC 8)."""

from __future__ import annotations

from memtui.domain.filters import Filter
from memtui.domain.records import Memory

REACH = 2
"""How many turns before and after count; ask the store for neighbours this far away."""


def passes(memory: Memory, where: Filter) -> bool:
    """Say whether a neighbour turn may be listed under that filter.

    What cannot be read off the memory itself (entities, badges, left-out words) is answered with no.
    """
    raise NotImplementedError
