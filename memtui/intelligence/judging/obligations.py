"""What must be: another member of a family than was asked for, or none of its kind at all."""

from __future__ import annotations

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, RelationKind, Severity, SuggestedAction
from memtui.intelligence import families
from memtui.intelligence.clauses import Clause, clauses_of
from memtui.intelligence.demands import demands, denied_kinds, members
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.pairs import Answer, Pair
from memtui.intelligence.reading import Statement, Word

RULE = "obligation"


def obligations(pair: Pair) -> Answer:
    """Judge two demands on one thing that name different members of a family, or deny its kind ("without a database")."""
    new, old = clauses_of(pair.new_statement), clauses_of(pair.old_statement)
    if not any(demands(clause) for clause in new) or not any(demands(clause) for clause in old):
        return None
    return (
        _denied(pair, pair.new_statement, pair.old_statement, newer=True)
        or _denied(pair, pair.old_statement, pair.new_statement, newer=False)
        or _other(pair, new, old)
    )


def _denied(pair: Pair, denying: Statement, naming: Statement, *, newer: bool) -> Finding | None:
    kinds = set(denied_kinds(denying))
    if not kinds:
        return None
    for word in naming.words:
        met = kinds & families.kinds(word.name) if word.kind != "." and not word.stop else None
        if met and _shared(denying, naming, word):
            what = f"{word.text} is a {min(met)}"
            reason = f"the {'newer' if newer else 'older'} one rules out any {min(met)}, and {what}"
            return _finding(pair, reason, min(met), word if not newer else None, word if newer else None)
    return None


def _shared(one: Statement, other: Statement, name: Word) -> bool:
    return bool((one.stems & other.stems) - {name.stem, "databas", "must", "should", "keep", "go", "with", "in", "to"})


def _other(pair: Pair, new: tuple[Clause, ...], old: tuple[Clause, ...]) -> Finding | None:
    for mine in new:
        for theirs in old:
            if mine.negative or theirs.negative or not (demands(mine) and demands(theirs)):
                continue
            if "must" not in (mine.modality, theirs.modality):
                continue
            topic = _topic(mine) & _topic(theirs) & _heads(mine) & _heads(theirs)
            fresh, gone = members(mine), members(theirs)
            if not topic or {name for name, _ in fresh} & {name for name, _ in gone}:
                continue
            for name, word in fresh:
                for other, named in gone:
                    shared = families.kinds(name) & families.kinds(other)
                    if shared:
                        about = " ".join(one.lower for one in _words(mine) if one.stem in topic)
                        reason = f"{word.text} is demanded for the {about}, {named.text} was before"
                        return _finding(pair, reason, min(shared), word, named)
    return None


def _topic(clause: Clause) -> frozenset[str]:
    named = {word.stem for _, word in members(clause)}
    return frozenset(clause.subject.stems | clause.object.stems) - named - {"must", "should"}


def _heads(clause: Clause) -> frozenset[str]:
    return frozenset([clause.subject.head, clause.object.head]) - {""}


def _words(clause: Clause) -> tuple[Word, ...]:
    return (*clause.subject.words, *clause.object.words)


def _finding(pair: Pair, reason: str, slot: str, new: Word | None, old: Word | None) -> Finding:
    return Finding(
        type=ConflictType.CONTRADICTION,
        relation=RelationKind.CONTRADICTS,
        severity=Severity.MEDIUM,
        confidence=calibrated(RULE, 0.55),
        rule=RULE,
        reason=reason,
        span=(new.start, new.end) if new else (pair.new_statement.start, pair.new_statement.end),
        old_span=(old.start, old.end) if old else (pair.old_statement.start, pair.old_statement.end),
        subject="",
        slot=slot,
        old_value=old.text if old else f"no {slot}",
        new_value=new.text if new else f"no {slot}",
        suggested=SuggestedAction.MARK_CONFLICTED,
    )
