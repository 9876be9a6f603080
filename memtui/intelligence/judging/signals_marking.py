"""What rules without signals find, made the update that a signal says it is."""

from __future__ import annotations

from dataclasses import replace

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.pairs import Pair
from memtui.intelligence.judging.signals_apart import apart, foreign_subject
from memtui.intelligence.judging.signals_change import new_value
from memtui.intelligence.judging.signals_meaning import meant
from memtui.intelligence.judging.signals_target import denied
from memtui.intelligence.reading import Signal
from memtui.intelligence.reading.happened import MARKERS
from memtui.intelligence.reading.languages import words as listed

_CHANGES = MARKERS | {"changed", "updated", "switchedto", "previously", "ended", "superseded"}
"""Kinds that make an update of what a rule without signals found."""


def marked(pair: Pair, finding: Finding) -> Finding | None:
    """Return a finding about a slot as the update that the newer statement's signal makes of it, or None where that speaks of another thing.

    It is exact where the two statements are the same but for the value and the signal.
    """
    if finding.type is not ConflictType.CONTRADICTION or finding.signal:
        return finding
    signal = next(
        (
            one
            for one in pair.new_statement.signals
            if one.kind in _CHANGES and (not one.outgoing or one.kind in ("ended", "previously"))
        ),
        None,
    )
    if signal is None:
        return finding
    if signal.kind == "ended" and not any(denied(signal, phrase, pair) for phrase in signal.outgoing):
        return None
    if apart(pair, signal) or foreign_subject(pair, signal):
        return None
    exact = _same_frame(pair, finding, signal)
    score = min(0.89, finding.confidence + 0.05) if not exact else max(0.92, finding.confidence)
    update = replace(
        finding,
        **meant(pair, signal),
        confidence=calibrated("marked", score),
        reason=f'{finding.reason.rstrip(".")}; signal "{signal.text}"',
        exact=exact,
    )
    other = new_value(pair)
    return other if isinstance(other, Finding) and other.confidence > update.confidence else update


def _same_frame(pair: Pair, finding: Finding, signal: Signal) -> bool:
    """Whether the statements share every word but the values and those of the signal."""
    if finding.old_span is None or not finding.old_value:
        return False
    old = {
        word.stem for word in pair.old_statement.content if not finding.old_span[0] <= word.start < finding.old_span[1]
    }
    light = listed(signal.code, "light")
    new = {
        word.stem
        for word in pair.new_statement.content
        if not signal.start <= word.start < signal.end
        and word.text not in finding.new_value
        and word.lower not in light
    }
    return bool(old) and {stem for stem in old if stem not in new} <= set(light) and new <= old
