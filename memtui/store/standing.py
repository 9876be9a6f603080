"""Status, tier and whether a memory is held as one letter, which a search compares and counts by the ten thousand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from memtui.domain.filters import Filter
from memtui.domain.kinds import Status, Tier, Trust
from memtui.domain.records import Memory

Standing = tuple[Status, Tier, bool]
Tally = Mapping[tuple[Status, Tier], int]

LETTERS: Final[Mapping[Standing, str]] = {
    (status, tier, held): "abcdefghijklmnop"[place * 4 + of * 2 + held]
    for place, status in enumerate((Status.ACTIVE, Status.SUPERSEDED, Status.ARCHIVED, Status.CONFLICTED))
    for of, tier in enumerate((Tier.DURABLE, Tier.TRANSIENT))
    for held in (False, True)
}
"""The letter of each standing; stores hold them, so none may ever change its meaning."""


def letter_of(memory: Memory) -> str:
    """Return the letter of a memory's standing."""
    return LETTERS[memory.status, memory.tier, memory.trust is Trust.HELD]


def letters_of(where: Filter) -> list[str]:
    """Return the letters of the standings that a filter lets through."""
    return [
        letter
        for (status, tier, held), letter in LETTERS.items()
        if (not where.statuses or status in where.statuses)
        and (not where.tiers or tier in where.tiers)
        and (where.held or not held)
    ]


def tally_from(letters: str | None, where: Filter) -> Tally:
    """Return how many of a run of letters have each status and tier; held ones count only where the filter lets them through."""
    found: dict[tuple[Status, Tier], int] = {}
    for (status, tier, held), letter in LETTERS.items():
        count = letters.count(letter) if letters and (where.held or not held) else 0
        if count:
            found[status, tier] = found.get((status, tier), 0) + count
    return found


def passing_of(tally: Tally, where: Filter) -> int:
    """Return how many of a tally have one of the filter's statuses and tiers."""
    return sum(
        count
        for (status, tier), count in tally.items()
        if (not where.statuses or status in where.statuses) and (not where.tiers or tier in where.tiers)
    )


def counted_by(counts: Iterable[tuple[str, int]], column: str) -> dict[str, int]:
    """Return counts by letter as counts by `status` or `tier`."""
    names = {
        letter: (status.value if column == "status" else tier.value) for (status, tier, _), letter in LETTERS.items()
    }
    found: dict[str, int] = {}
    for letter, count in counts:
        found[names[letter]] = found.get(names[letter], 0) + count
    return found
