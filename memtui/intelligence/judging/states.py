"""Two states of one thing that exclude each other: "is enabled" and "is disabled", "is public" and "is private"."""

from __future__ import annotations

from memtui.intelligence.clauses import Clause, Phrase, Reach, clauses_of, reach
from memtui.intelligence.clauses.verbs import english
from memtui.intelligence.judging.changes import Difference, change_of, finding, named
from memtui.intelligence.judging.pairs import Answer, Pair
from memtui.intelligence.judging.values import antonyms
from memtui.intelligence.reading import Statement

RULE = "attribute"


def states(pair: Pair) -> Answer:
    """Judge two states of one thing by the list of opposites."""
    for clause in clauses_of(pair.new_statement):
        if not clause.passive or clause.negative or clause.past or not clause.subject:
            continue
        for other in clauses_of(pair.old_statement):
            if not _opposite(clause, other):
                continue
            change = change_of(pair, clause)
            new, old = _state(pair.new_statement, clause), _state(pair.old_statement, other)
            subject = " ".join(word.text for word in clause.subject.words)
            difference = Difference(subject=subject, slot="state", old=old, new=new)
            reason = f"says that {subject} is “{named(new, pair.new.text)}”, where the older one says “{named(old, pair.old.text)}”"
            return finding(pair, RULE, 0.92 if change else 0.85, change, difference, reason, exact=True)
    return None


def _opposite(new: Clause, old: Clause) -> bool:
    if (
        not old.passive
        or old.negative
        or new.subject.stems != old.subject.stems
        or new.object.stems != old.object.stems
    ):
        return False
    return antonyms(new.verb, old.verb) and reach(new, old) is Reach.SAME


def _state(statement: Statement, clause: Clause) -> Phrase:
    """Return the participle of a clause in the passive."""
    forms = english()
    held = [w for w in statement.words if (form := forms.get(w.lower)) is not None and form.lemma == clause.verb]
    return Phrase(tuple(held[-1:]))
