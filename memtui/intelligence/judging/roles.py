"""Who does it to whom: "A calls B" and "B calls A" share every word and say different things."""

from __future__ import annotations

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, Severity, SuggestedAction
from memtui.intelligence.clauses import Clause, Phrase, clauses_of
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.changes import named
from memtui.intelligence.judging.pairs import Answer, Pair

RULE = "roles"
_SYMMETRIC = frozenset(
    ["be", "equal", "match", "meet", "communicate", "talk", "resemble", "speak", "differ", "have", ""]
)
_LISTED = frozenset(["and", "or", "und", "oder"])


def roles(pair: Pair) -> Answer:
    """Judge swapped roles: both may well hold, so a person should look, and they are never duplicates."""
    if pair.new_statement.stems != pair.old_statement.stems:
        return None
    for clause in clauses_of(pair.new_statement):
        for other in clauses_of(pair.old_statement):
            if clause.kind != other.kind or clause.verb != other.verb or clause.verb in _SYMMETRIC:
                continue
            if _swapped(clause, other):
                return _finding(pair, clause)
    return None


def _swapped(new: Clause, old: Clause) -> bool:
    doer, target = _ends(new)
    was_doer, was_target = _ends(old)
    if not doer or not target or any(word.lower in _LISTED for word in (*doer.words, *target.words)):
        return False
    if doer.stems == was_doer.stems or not (doer.stems <= was_target.stems and was_doer.stems <= target.stems):
        return False
    return target.stems - was_doer.stems == was_target.stems - doer.stems


def _ends(clause: Clause) -> tuple[Phrase, Phrase]:
    """Return who does it and to whom; a phrase with `to` or `from` is the other end where there is one."""
    target = clause.object
    for part in clause.scope:
        if part.preposition in ("to", "from", "into", "an", "zu", "von"):
            target = part
    if clause.passive and clause.object.preposition in ("by", "von"):
        return clause.object, clause.subject
    return clause.subject, target


def _finding(pair: Pair, clause: Clause) -> Finding:
    doer, target = _ends(clause)
    new, old = named(doer, pair.new.text), named(target, pair.new.text)
    return Finding(
        type=ConflictType.CONTRADICTION,
        relation=None,
        severity=Severity.LOW,
        confidence=calibrated(RULE, 0.3),
        rule=RULE,
        reason=f"the roles are swapped: in the newer one “{new}” acts on “{old}”, in the older one it is the other way round",
        span=(clause.start, clause.end),
        old_span=(pair.old_statement.start, pair.old_statement.end),
        subject=new.lower(),
        slot=clause.verb,
        new_value=old,
        old_value=new,
        note="roles swapped",
        suggested=SuggestedAction.KEEP_BOTH,
    )
