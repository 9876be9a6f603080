"""The short rows by which the review queue narrows, orders and counts conflicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, insert

from memtui.domain.kinds import ActorKind, Severity, SuggestedAction
from memtui.domain.records import Conflict
from memtui.domain.verdicts import Verdict
from memtui.store.driver import Prepared
from memtui.store.mapping import escaped
from memtui.store.statements import pieces, table_of
from memtui.store.tables import ConflictIndexRow

RANKS: Final[Mapping[Severity, int]] = {Severity.LOW: 0, Severity.MEDIUM: 1, Severity.HIGH: 2}
"""Severities as they are stored, so that the gravest can be ordered by."""
AGREEING: Final[Mapping[SuggestedAction, frozenset[Verdict]]] = {
    SuggestedAction.SUPERSEDE_EXISTING: frozenset({Verdict.NEWER, Verdict.ARCHIVE_OLD}),
    SuggestedAction.MARK_CONFLICTED: frozenset(Verdict) - {Verdict.BOTH},
    SuggestedAction.ARCHIVE_EXISTING: frozenset(Verdict) - {Verdict.BOTH, Verdict.KEEP},
    SuggestedAction.MERGE: frozenset(Verdict) - {Verdict.BOTH, Verdict.KEEP},
    SuggestedAction.KEEP_BOTH: frozenset({Verdict.BOTH, Verdict.KEEP}),
}
"""The verdicts that agree with what a detector suggested: to mark a conflict is right wherever there is one."""
_INDEX: Final = table_of(ConflictIndexRow)
_ADD: Final = Prepared(insert(_INDEX))
_TAKE_OUT: Final = delete(_INDEX).where(_INDEX.c.number.in_(bindparam("wanted", expanding=True)))


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
        "missed": bool(evidence.get("missed")),
        "agreed": _agreed(conflict),
        "subject": escaped(" ".join(subject.casefold().split())),
        "words": escaped(" ".join(f"{subject} {old} {new} {conflict.reason}".casefold().split())),
    }


def _agreed(conflict: Conflict) -> bool | None:
    """Return whether a person's verdict went the detector's way; None where no person judged a finding of the detector."""
    found_by_a_person = bool(conflict.evidence.get("missed"))
    if conflict.human_verdict is None or found_by_a_person or conflict.decided_by == ActorKind.RULE.value:
        return None
    return conflict.human_verdict in AGREEING[conflict.suggested_action]


def take_out_conflicts(connection: Connection, numbers: list[int]) -> None:
    """Take out the rows of conflicts."""
    for run in pieces(numbers):
        connection.execute(_TAKE_OUT, {"wanted": list(run)})


def put_conflicts(connection: Connection, conflicts: Mapping[int, Conflict]) -> None:
    """Write the rows of conflicts that have none."""
    _ADD.many(connection, [conflict_row(conflict) for conflict in conflicts.values()])
