"""Opposite conclusions about one thing: "Docker reduces issues" and "Docker added complexity"."""

from __future__ import annotations

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, RelationKind, Severity, SuggestedAction
from memtui.intelligence.clauses import Reach, clauses_of, reach
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.pairs import Answer, Pair
from memtui.intelligence.outcomes import outcome

RULE = "evaluation"


def evaluation(pair: Pair) -> Answer:
    """Judge a good and a bad outcome of the same thing: low confidence, a person should look."""
    new, old = clauses_of(pair.new_statement), clauses_of(pair.old_statement)
    if not new or not old or not new[0].subject or new[0].subject.stems != old[0].subject.stems:
        return None
    if new[0].owner != old[0].owner:
        return None
    mine, theirs = outcome(pair.new_statement), outcome(pair.old_statement)
    if mine * theirs >= 0 or reach(new[0], old[0]) is Reach.APART:
        return None
    subject = new[0].subject.text(pair.new.text)
    good, bad = ("newer", "older") if mine > 0 else ("older", "newer")
    return Finding(
        type=ConflictType.CONTRADICTION,
        relation=RelationKind.CONTRADICTS,
        severity=Severity.MEDIUM,
        confidence=calibrated(RULE, 0.6),
        rule=RULE,
        reason=f"the {good} one tells a good outcome of “{subject}”, the {bad} one a bad outcome",
        span=(pair.new_statement.start, pair.new_statement.end),
        old_span=(pair.old_statement.start, pair.old_statement.end),
        subject=subject.lower(),
        slot="outcome",
        old_value=pair.old_statement.text.strip(),
        new_value=pair.new_statement.text.strip(),
        suggested=SuggestedAction.MARK_CONFLICTED,
    )
