"""What each kind of update signal makes of two memories (the Memento guide's own table)."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from memtui.domain.kinds import ConflictType, Kind, MemoryType, RelationKind, Severity, SuggestedAction
from memtui.intelligence.judging.pairs import Pair
from memtui.intelligence.reading import Signal

NEGATION = "Negation trigger"
TEMPORAL = "Temporal marker"


class Meaning(NamedTuple):
    """The type, severity and relation that a kind of signal makes, and how its evidence is called."""

    type: ConflictType
    severity: Severity
    relation: RelationKind
    trigger: str


_DENIED = Meaning(ConflictType.CONTRADICTION, Severity.HIGH, RelationKind.CONTRADICTS, NEGATION)
_REPLACED = Meaning(ConflictType.SUPERSESSION, Severity.MEDIUM, RelationKind.SUPERSEDES, NEGATION)
_CHANGED = Meaning(ConflictType.SUPERSESSION, Severity.MEDIUM, RelationKind.SUPERSEDES, TEMPORAL)
_DEPRECATED = Meaning(ConflictType.SUPERSESSION, Severity.MEDIUM, RelationKind.REFERENCES, NEGATION)

_MEANINGS = {
    **dict.fromkeys(("wrong", "ended"), _DENIED),
    **dict.fromkeys(("switched", "replaced", "renamed", "superseded", "dropped", "instead", "insteadonly"), _REPLACED),
    **dict.fromkeys(("reverted", "arrow", "correction", "actually"), _REPLACED),
    **dict.fromkeys(("now", "asof", "fromnowon", "previously", "changed", "updated", "switchedto"), _CHANGED),
    "deprecated": _DEPRECATED,
}


def meaning(signal: Signal) -> Meaning:
    """Return what a signal makes of two memories."""
    return _MEANINGS.get(signal.kind, _CHANGED)


def conflict_type(signal: Signal, pair: Pair) -> ConflictType:
    """Return the type of conflict: a supersession of a preference or of a task is called by its kind."""
    found = meaning(signal).type
    if found is not ConflictType.SUPERSESSION:
        return found
    if pair.new.kind is Kind.PREFERENCE or pair.new.memory_type is MemoryType.PREFERENCE:
        return ConflictType.PREFERENCE_CHANGE
    return ConflictType.OPERATIONAL_CHANGE if pair.new.memory_type is MemoryType.OPERATIONAL else found


def trigger(signal: Signal) -> str:
    """Return how the evidence of a signal prints: Negation trigger "no longer", Temporal marker "as of March 2026"."""
    return f'{meaning(signal).trigger} "{signal.text}"'


def changed_at(pair: Pair) -> datetime | None:
    """Return since when a change of the newer statement holds, by the date that it gives."""
    dates = (signal.date for signal in pair.new_statement.signals if signal.date is not None)
    return next((date.moment(pair.new.created_at) for date in dates), None)


def suggested(kind: ConflictType | None) -> SuggestedAction:
    """Return what to do about a conflict that a signal shows."""
    return SuggestedAction.KEEP_BOTH if kind is None else SuggestedAction.SUPERSEDE_EXISTING


def meant(pair: Pair, signal: Signal) -> dict[str, Any]:
    """Return the fields of a finding that a signal decides."""
    means = meaning(signal)
    kind = conflict_type(signal, pair)
    return {
        "type": kind,
        "relation": means.relation,
        "severity": means.severity,
        "signal": signal.text,
        "trigger": trigger(signal),
        "span": signal.span,
        "changed_at": changed_at(pair),
        "suggested": suggested(kind),
    }
