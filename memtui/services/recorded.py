"""What the conflicts that are recorded already say about a new finding."""

from __future__ import annotations

from collections.abc import Iterable

from memtui.domain.kinds import ConflictState
from memtui.domain.records import Conflict
from memtui.intelligence.grouping import TOPIC, Slot
from memtui.services.evidence import RULE, is_marker, slot_in, values_in
from memtui.services.ledger import UNSETTLED, Ledger


def pair_of(conflict: Conflict) -> frozenset[int]:
    """Return the numbers of a conflict's two memories."""
    return frozenset((conflict.new_number, conflict.old_number))


def settles(conflict: Conflict, pair: frozenset[int]) -> bool:
    """Say whether a recorded conflict of equal texts keeps a finding from being recorded."""
    if conflict.state is ConflictState.DISMISSED:
        return conflict.decided_by != RULE
    return pair_of(conflict) == pair


def lists_slot(conflict: Conflict) -> bool:
    """Say whether a recorded conflict keeps it known that a slot takes several values."""
    return is_marker(conflict) and conflict.state is ConflictState.DISMISSED


def live_values(around: Iterable[Conflict], ledger: Ledger) -> dict[Slot, set[str]]:
    """Return the values of slots that open conflicts know to be live."""
    found: dict[Slot, set[str]] = {}
    for conflict in around:
        slot = slot_in(conflict)
        told = conflict.evidence.get("signal") or conflict.evidence.get("missed")
        if slot is None or told or conflict.state not in UNSETTLED:
            continue
        if ledger.memory(conflict.new_number).live and ledger.memory(conflict.old_number).live:
            found.setdefault(slot, set()).update(values_in(conflict))
    return found


def recorded(around: Iterable[Conflict]) -> dict[tuple[int, str], int]:
    """Return how many conflicts of each newer memory and group are recorded; what is known to be a topic stays one."""
    counts: dict[tuple[int, str], int] = {}
    for conflict in around:
        key = (conflict.new_number, str(conflict.evidence.get("group") or ""))
        if conflict.evidence.get("withdrawn") == "topic":
            counts[key] = counts.get(key, 0) + TOPIC
        elif key[1] and conflict.state in (ConflictState.OPEN, ConflictState.AUTO, ConflictState.KEPT):
            counts[key] = counts.get(key, 0) + 1
    return counts
