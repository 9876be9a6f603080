"""What makes a newer statement an update of an older one, and the findings that rules about slots answer with."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from memtui.domain.judgements import Finding, Span
from memtui.domain.kinds import ConflictType, MemoryType, RelationKind, Severity, SuggestedAction
from memtui.intelligence.clauses import Clause, Phrase
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.pairs import Pair
from memtui.intelligence.judging.showing import shortened
from memtui.intelligence.judging.signals_meaning import changed_at, conflict_type, meaning, suggested, trigger
from memtui.intelligence.reading import Signal
from memtui.intelligence.slots import target_of

MOST_QUOTED = 80
"""A reason quotes at most so many characters of a text at once."""

MOST_NAMED = 60
"""So many of a single value."""

_NO_UPDATES = frozenset(["arrow", "deprecated"])
_TASTE_VERBS = ("prefer", "use", "favo", "adopt", "choose", "chose", "pick")


@dataclass(frozen=True, slots=True)
class Change:
    """What makes a statement an update: its signal, or what it is about by nature; false where nothing does."""

    signal: Signal | None = None
    text: str = ""
    implied: bool = False

    def __bool__(self) -> bool:
        return self.signal is not None or bool(self.text) or self.implied

    @property
    def span(self) -> Span | None:
        """Where the signal stands in the newer text."""
        return self.signal.span if self.signal is not None else None


NO_CHANGE = Change()
IMPLIED = Change(implied=True)
"""A current task or goal replaces the one before by what it is."""


def change_of(pair: Pair, clause: Clause) -> Change:
    """Return the update word that bears on a clause of the newer statement."""
    for signal in pair.new_statement.signals:
        if signal.kind not in _NO_UPDATES and signal.start < clause.end and not _compares(signal):
            return Change(signal)
    moved = clause.kind == "change" and clause.object.preposition in ("to", "auf", "in")
    if moved or (clause.kind != "limit" and target_of(clause)):
        return Change(text=_verb(pair, clause))
    for marker in ("no longer", "correction", "actually", "update", "now", "instead"):
        if marker in clause.markers:
            return Change(text=marker)
    return NO_CHANGE


def _verb(pair: Pair, clause: Clause) -> str:
    """Return the verb of change with its preposition as written ("moved to")."""
    end = clause.object.span[0]
    before = [word.text for word in pair.new_statement.words if clause.start <= word.start < end]
    return " ".join(before[-2:]).lower()


def _compares(signal: Signal) -> bool:
    """Say whether a signal only sets one thing above another ("prefers A over B"), which is no update by itself."""
    return signal.kind == "instead" and signal.text.startswith(_TASTE_VERBS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What differs between two clauses: whose slot, and its two values where they stand."""

    subject: str
    slot: str
    old: Phrase
    new: Phrase


def finding(
    pair: Pair, rule: str, score: float, change: Change, difference: Difference, reason: str, *, exact: bool = False
) -> Finding:
    """Make the finding of a rule about a slot: an update where the newer statement says so, else a contradiction."""
    kind, relation, severity, action = _judged(pair, change)
    signal = change.signal
    word = signal.text if signal is not None else change.text
    return Finding(
        type=kind,
        relation=relation,
        severity=severity,
        confidence=calibrated(rule, score),
        rule=rule,
        reason=f'{reason}; signal "{word}"' if word else reason,
        signal=word,
        trigger=trigger(signal) if signal is not None else "",
        span=change.span or difference.new.span,
        old_span=difference.old.span,
        subject=difference.subject,
        slot=difference.slot,
        old_value=_value(difference.old, pair.old.text),
        new_value=_value(difference.new, pair.new.text),
        exact=exact and bool(change),
        group=f"{difference.subject}/{difference.slot}" if difference.slot else "",
        changed_at=_since(pair, change),
        suggested=action,
    )


def _since(pair: Pair, change: Change) -> datetime | None:
    return changed_at(pair) if change else None


def _judged(pair: Pair, change: Change) -> tuple[ConflictType, RelationKind, Severity, SuggestedAction]:
    if change.signal is not None:
        means, kind = meaning(change.signal), conflict_type(change.signal, pair)
        return kind, means.relation, means.severity, suggested(kind)
    if change.text == "no longer":
        kind, relation, severity = ConflictType.CONTRADICTION, RelationKind.CONTRADICTS, Severity.HIGH
        return kind, relation, severity, SuggestedAction.SUPERSEDE_EXISTING
    if change:
        return _kind_of_change(pair), RelationKind.SUPERSEDES, Severity.MEDIUM, SuggestedAction.SUPERSEDE_EXISTING
    return ConflictType.CONTRADICTION, RelationKind.CONTRADICTS, Severity.HIGH, SuggestedAction.MARK_CONFLICTED


def _kind_of_change(pair: Pair) -> ConflictType:
    if pair.new.memory_type is MemoryType.PREFERENCE:
        return ConflictType.PREFERENCE_CHANGE
    operational = pair.new.memory_type is MemoryType.OPERATIONAL
    return ConflictType.OPERATIONAL_CHANGE if operational else ConflictType.SUPERSESSION


def _value(phrase: Phrase, text: str) -> str:
    return cut(phrase.text(text))


def against(new: str, old: str) -> str:
    """Return the reason that quotes what both texts say, each cut after a few words."""
    return f"says “{cut(new)}”, where the older one says “{cut(old)}”"


def cut(text: str) -> str:
    """Return a text on one line, cut after so many characters as a reason quotes."""
    return shortened(text, MOST_QUOTED)


def named(phrase: Phrase, text: str) -> str:
    """Return a phrase as a reason quotes it, cut after a few words."""
    return shortened(phrase.text(text), MOST_NAMED)
