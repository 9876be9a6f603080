"""Opposite conclusions about one thing: "Docker reduces issues" and "Docker added complexity"."""

from __future__ import annotations

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, RelationKind, Severity, SuggestedAction
from memtui.intelligence.clauses import Clause, Reach, clauses_of, reach
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.changes import cut
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
    if mine.clause is None or theirs.clause is None or mine.sign * theirs.sign >= 0:
        return None
    if reach(new[0], old[0]) is Reach.APART:
        return None
    subject = new[0].subject.text(pair.new.text)
    fresh, gone = _told(pair.new.text, mine.clause), _told(pair.old.text, theirs.clause)
    good, bad = ("newer", "older") if mine.sign > 0 else ("older", "newer")
    told = {"newer": fresh, "older": gone}
    return Finding(
        type=ConflictType.CONTRADICTION,
        relation=RelationKind.CONTRADICTS,
        severity=Severity.MEDIUM,
        confidence=calibrated(RULE, 0.6),
        rule=RULE,
        reason=f"the {good} one tells a good outcome of {subject} (“{told[good]}”), the {bad} one a bad one (“{told[bad]}”)",
        span=_span(pair.new.text, mine.clause),
        old_span=_span(pair.old.text, theirs.clause),
        subject=subject.lower(),
        slot="outcome",
        old_value=gone,
        new_value=fresh,
        suggested=SuggestedAction.MARK_CONFLICTED,
    )


def _span(text: str, clause: Clause) -> tuple[int, int]:
    """Return where a clause tells its outcome: from behind its subject to behind its object."""
    start = clause.subject.span[1] if clause.subject.span[1] > clause.start else clause.start
    end = max(clause.object.span[1], start + 1)
    return start + len(text[start:end]) - len(text[start:end].lstrip()), end


def _told(text: str, clause: Clause) -> str:
    start, end = _span(text, clause)
    return cut(text[start:end])
