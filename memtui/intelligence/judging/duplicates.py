"""The same said twice: the same words after aliases, or the same clause in other grammar."""

from __future__ import annotations

from collections.abc import Sequence, Set

from memtui.domain.judgements import Finding
from memtui.domain.kinds import ConflictType, RelationKind, Severity, SuggestedAction
from memtui.intelligence.claims import TASTES
from memtui.intelligence.clauses import Clause, clauses_of
from memtui.intelligence.clauses.roles import person_words
from memtui.intelligence.clauses.verbs import english
from memtui.intelligence.dates import StatedDate, dates, dates_of
from memtui.intelligence.judging.calibration import calibrated
from memtui.intelligence.judging.changes import cut
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.judging.roles import roles
from memtui.intelligence.quantities import is_measure, quantities
from memtui.intelligence.reading import Reading, Statement, Word
from memtui.intelligence.reading.words import NEGATORS

RULE = "duplicate"

_WAYS = frozenset(["from", "to", "into", "onto", "von", "zu", "nach", "auf", "aus"])
"""Prepositions that tell which way: "from A to B" is not "from B to A"."""


def duplicates(pair: Pair) -> Answer:
    """Judge two statements that say the same; only whole memories are duplicates of each other."""
    new, old = pair.new_statement, pair.old_statement
    if new.is_question != old.is_question or abs(len(new.content) - len(old.content)) > 4:
        return None
    if _same_words(new, old):
        return _finding(pair, weak=False) if _alone(pair) else NOTHING
    if not _same_but_grammar(new, old) or not _same_clause(new, old):
        return None
    if (swapped := roles(pair)) is not None:
        return swapped
    return _finding(pair, weak=True) if _alone(pair) else NOTHING


def written(statement: Statement) -> tuple[str, ...]:
    """Return the letters of what a statement says, small words left out; negators and particles are never small."""
    kept: tuple[str, ...] | None = statement.__dict__.get("written")
    if kept is None:
        letters = "".join(
            word.name.replace("-", "") if word.kind not in "vdp" else word.lower + "|" for word in statement.content
        )
        kept = statement.__dict__["written"] = (letters, " ".join(_exact(statement)))
    return kept


def _exact(statement: Statement) -> list[str]:
    return [word.lower for word in statement.words if word.kind in "vd"]


def _same_words(new: Statement, old: Statement) -> bool:
    return written(new) == written(old) and bool(written(new)[0])


def _same_but_grammar(new: Statement, old: Statement) -> bool:
    """Say whether the words that only one of two statements has are verbs, amounts or names of the persons that speak."""
    mine, theirs = new.stems - old.stems, old.stems - new.stems
    if len(mine) > 2 or len(theirs) > 2 or not new.stems & old.stems:
        return False
    return _all_grammar(new, mine) and _all_grammar(old, theirs)


def _all_grammar(statement: Statement, stems: Set[str]) -> bool:
    words = [word for word in statement.content if word.stem in stems]
    days = dates_of(statement.words) if words else ()
    return all(_is_grammar(word, statement, days) for word in words)


def _is_grammar(word: Word, statement: Statement, days: Sequence[StatedDate]) -> bool:
    if word.kind == "d" or word.span:
        return word.span == 0
    if any(one.start <= word.start < one.end for one in days):
        return True
    if word.lower in NEGATORS or word.lower.endswith("n't"):
        return True
    if word.kind == "v" or is_measure(word.lower):
        return any(one.start <= word.start < one.end for one in quantities(statement.words))
    return word.lower in english() or word.lower in person_words("en")


def _same_clause(new: Statement, old: Statement) -> bool:
    """Say whether both are one clause with equal subject, verb class, object, limits, polarity and amounts."""
    mine, theirs = clauses_of(new), clauses_of(old)
    if len(mine) != 1 or len(theirs) != 1:
        return False
    one, two = mine[0], theirs[0]
    return _outline(one) == _outline(two) and _amounts(new, old) and "now" not in one.markers - two.markers


def _outline(clause: Clause) -> tuple[object, ...]:
    doer, target = (
        (clause.object, clause.subject)
        if clause.passive and clause.object.preposition == "by"
        else (clause.subject, clause.object)
    )
    days = dates_of(target.words)
    stems = [
        w.stem
        for w in target.words
        if w.stem in target.stems
        and not is_measure(w.lower)
        and not any(one.start <= w.start < one.end for one in days)
    ]
    return (
        doer.stems,
        "" if clause.person == "user" and clause.kind in TASTES else clause.person,
        clause.owner,
        clause.verb or clause.kind,
        clause.negative,
        clause.modality,
        clause.past,
        tuple(stems) if not clause.listed else frozenset(stems),
        frozenset((part.preposition if part.preposition in _WAYS else "", part.stems) for part in clause.scope),
        clause.rejected.stems,
        clause.label.stems,
        "only" in clause.markers,
    )


def _amounts(new: Statement, old: Statement) -> bool:
    mine, theirs = quantities(new.words), quantities(old.words)
    same = len(mine) == len(theirs) and all(one.same_as(two) for one, two in zip(mine, theirs, strict=True))
    return same and [one[2:] for one in dates(new.text)] == [two[2:] for two in dates(old.text)]


def _alone(pair: Pair) -> bool:
    """Say whether everything that either memory states stands in the other too."""
    if len(pair.new.statements) == len(pair.old.statements) == 1:
        return True
    return _said(pair.new) == _said(pair.old)


def _said(reading: Reading) -> frozenset[tuple[str, ...]]:
    return frozenset(written(statement) for statement in reading.statements)


def _finding(pair: Pair, *, weak: bool) -> Finding:
    new, old = pair.new_statement, pair.old_statement
    how = "in other grammar" if weak else "in the same words"
    return Finding(
        type=ConflictType.DUPLICATE,
        relation=RelationKind.SIMILAR,
        severity=Severity.LOW,
        confidence=calibrated(RULE, 0.8 if weak else 0.95),
        rule=RULE,
        reason=f"both say the same {how}, with equal names, numbers and polarity",
        span=(new.start, new.end),
        old_span=(old.start, old.end),
        old_value=cut(old.text),
        new_value=cut(new.text),
        suggested=SuggestedAction.KEEP_BOTH,
    )
