"""What a text warns of: a credential, orders to the reader, control characters (SPEC 18)."""

from __future__ import annotations

from memtui.domain.filters import Badge


def badges(text: str) -> frozenset[Badge]:
    """Return the warnings that a text deserves."""
    raise NotImplementedError
