"""The same done by other means: "use single quotes" and "use double quotes", "run tests with A" and "with B"."""

from __future__ import annotations

from collections.abc import Iterator

from memtui.intelligence.clauses import EMPTY, Clause, Phrase, Reach, clauses_of, reach
from memtui.intelligence.judging.alternatives import Kin, compare, excludes
from memtui.intelligence.judging.changes import Difference, change_of, finding, named
from memtui.intelligence.judging.pairs import Answer, Pair
from memtui.intelligence.judging.values import antonyms
from memtui.intelligence.reading import Statement, Word

RULE = "means"
_WITH = frozenset(["with", "by", "via", "using", "through", "mit", "per"])


def means(pair: Pair) -> Answer:
    """Judge two rules for the same act that name two members of one family as what to do it with."""
    for clause in clauses_of(pair.new_statement):
        for other in clauses_of(pair.old_statement):
            if not _same_act(clause, other):
                continue
            for new, old in _pairs(pair, clause, other):
                compared = compare(new, old)
                if (
                    compared.kin is not Kin.OTHER
                    or not (compared.close or excludes(new, old))
                    or new.values != old.values
                ):
                    continue
                change = change_of(pair, clause)
                subject = " ".join(word.text for word in (clause.subject or clause.object).words)
                difference = Difference(subject=subject, slot=compared.slot or clause.verb, old=old, new=new)
                reason = f"says to {clause.verb} “{named(new, pair.new.text)}”, where the older one says “{named(old, pair.old.text)}”"
                return finding(pair, RULE, 0.92 if change else 0.7, change, difference, reason, exact=True)
    return None


def _same_act(new: Clause, old: Clause) -> bool:
    if not new.kind or new.verb != old.verb or new.negative or old.negative or new.listed or old.listed:
        return False
    if new.person != old.person or new.subject.stems != old.subject.stems or "also" in new.markers:
        return False
    return not new.past


def _pairs(pair: Pair, new: Clause, old: Clause) -> Iterator[tuple[Phrase, Phrase]]:
    """Yield what two clauses do it with, the rest being equal."""
    ordered = new.imperative and old.imperative and not new.object.preposition and reach(new, old) is Reach.SAME
    if ordered and not _opposed(pair, new, old) and not _turned(pair, new, old):
        yield new.object, old.object
    mine, theirs = _tool(new), _tool(old)
    if mine and theirs and new.object.stems == old.object.stems and new.owner == old.owner:
        yield mine, theirs


def _opposed(pair: Pair, new: Clause, old: Clause) -> bool:
    """Whether what is done it for is the opposite ("`make up` to start the stack", "`make down` to stop it")."""
    mine, theirs = _behind(pair.new_statement, new), _behind(pair.old_statement, old)
    return any(antonyms(word.lower, other.lower) for word in mine for other in theirs)


def _turned(pair: Pair, new: Clause, old: Clause) -> bool:
    """Whether each object stands elsewhere on the other side ("convert A to B", "convert B to A")."""
    mine, theirs = _behind(pair.new_statement, new), _behind(pair.old_statement, old)
    return new.object.stems <= {word.stem for word in theirs} and old.object.stems <= {word.stem for word in mine}


def _behind(statement: Statement, clause: Clause) -> list[Word]:
    return [word for word in statement.words if clause.object.span[1] <= word.start < clause.end]


def _tool(clause: Clause) -> Phrase:
    return next((part for part in clause.scope if part.preposition in _WITH), EMPTY)
