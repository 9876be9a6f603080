"""Opposite conclusions about one thing: "Docker reduces issues" and "Docker added complexity"."""

from __future__ import annotations

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, RelationKind, Severity, SuggestedAction
from memtui.intelligence import lexicon
from memtui.intelligence.clauses import Clause, Reach, clauses_of, reach
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.pairs import Answer, Pair
from memtui.intelligence.reading import Statement

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


def outcome(statement: Statement) -> int:
    """Return whether a statement tells a good outcome (1), a bad one (-1) or none, or both (0)."""
    signs = {sign for clause in clauses_of(statement) if (sign := _sign(clause))}
    return signs.pop() if len(signs) == 1 else 0


def _sign(clause: Clause) -> int:
    if clause.modality in ("may", "will", "should") or clause.imperative:
        return 0
    sign = _by_verb(clause) if clause.kind != "be" else _by_adjective(clause)
    return -sign if clause.negative else sign


def _by_verb(clause: Clause) -> int:
    if clause.verb in lexicon.words("judging/slots", "good"):
        return 1
    if clause.verb in lexicon.words("judging/slots", "bad"):
        return -1
    thing = _thing(clause)
    if clause.verb in lexicon.words("judging/slots", "down"):
        return -1 if thing > 0 else 1
    if clause.verb in lexicon.words("judging/slots", "less"):
        return -thing
    if clause.verb in lexicon.words("judging/slots", "up"):
        return thing or (-1 if clause.verb == "cause" else 0)
    return 0


def _thing(clause: Clause) -> int:
    """Return whether one wants more (1) or less (-1) of what a clause is about; the head decides."""
    for word in reversed(clause.object.words):
        if word.stem in lexicon.words("judging/slots", "bad_things"):
            return -1
        if word.stem in lexicon.words("judging/slots", "good_things"):
            return 1
    return 0


def _by_adjective(clause: Clause) -> int:
    words = {word.lower for word in clause.object.words}
    if words & lexicon.words("judging/slots", "praise"):
        return 1
    return -1 if words & lexicon.words("judging/slots", "blame") else 0
