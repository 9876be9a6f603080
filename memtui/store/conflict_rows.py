"""The short rows by which the review queue narrows, orders and counts conflicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert

from memtui.domain.agreement import found_by_hand, went_its_way
from memtui.domain.kinds import Severity
from memtui.domain.records import Conflict
from memtui.store.driver import Prepared
from memtui.store.mapping import escaped
from memtui.store.statements import table_of
from memtui.store.tables import ConflictIndexRow

RANKS: Final[Mapping[Severity, int]] = {Severity.LOW: 0, Severity.MEDIUM: 1, Severity.HIGH: 2}
"""Severities as they are stored, so that the gravest can be ordered by."""
_INDEX: Final = table_of(ConflictIndexRow)
_ADD: Final = Prepared(insert(_INDEX))
_TAKE_OUT: Final = Prepared(delete(_INDEX).where(_INDEX.c.number == bindparam("wanted")))


def conflict_row(conflict: Conflict) -> dict[str, Any]:
    """Return the row of conflict_index that a conflict leads to."""
    evidence = conflict.evidence
    subject, old, new = (str(evidence.get(key) or "") for key in ("subject", "old_value", "new_value"))
    return {
        "number": conflict.number,
        "state": conflict.state.value,
        "type": conflict.type.value,
        "severity": RANKS[conflict.severity],
        "confidence": conflict.confidence,
        "later_at": conflict.later_at,
        "new_number": conflict.new_number,
        "old_number": conflict.old_number,
        "missed": found_by_hand(conflict),
        "agreed": went_its_way(conflict),
        "subject": escaped(" ".join(subject.casefold().split())),
        "words": escaped(" ".join(f"{subject} {old} {new} {conflict.reason}".casefold().split())),
    }


def take_out_conflicts(connection: Connection, numbers: list[int]) -> None:
    """Take out the rows of conflicts."""
    _TAKE_OUT.many(connection, [{"wanted": number} for number in numbers])


def put_conflicts(connection: Connection, conflicts: Mapping[int, Conflict]) -> None:
    """Write the rows of conflicts that have none."""
    _ADD.many(connection, [conflict_row(conflict) for conflict in conflicts.values()])
