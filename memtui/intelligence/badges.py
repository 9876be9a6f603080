"""What a text warns of: a credential, orders to the reader, control characters (SPEC 18)."""

from __future__ import annotations

import re
from functools import cache

from memtui import safe_text
from memtui.domain.filters import Badge
from memtui.intelligence import lexicon, secrets


def badges(text: str) -> frozenset[Badge]:
    """Return the warnings that a text deserves."""
    found = set()
    if secrets.find(text):
        found.add(Badge.SECRET)
    if gives_orders(text):
        found.add(Badge.ORDERS)
    if safe_text.has_controls(text.replace("\r\n", "\n")):
        found.add(Badge.CONTROL)
    return frozenset(found)


def gives_orders(text: str) -> bool:
    """Say whether a text tells its reader what to do instead of telling something ("ignore previous instructions")."""
    readable = " ".join(safe_text.searchable(text).lower().split())
    return _orders().search(readable) is not None


@cache
def _orders() -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{phrase})" for phrase in lexicon.table("orders")["phrases"]))
