"""Whether two clauses speak of two things: another owner, or another sort of the same thing."""

from __future__ import annotations

from memtui.intelligence import lexicon
from memtui.intelligence.clauses import Clause, Phrase, clauses_of
from memtui.intelligence.judging.alternatives import answers
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.judging.tastes import taste_of
from memtui.intelligence.judging.values import antonyms
from memtui.intelligence.reading import Word


def subjects(pair: Pair) -> Answer:
    """Settle that what is said of another owner's thing, or of another sort of thing, gets along."""
    new, old = clauses_of(pair.new_statement), clauses_of(pair.old_statement)
    if len(new) != 1 or len(old) != 1 or not new[0].kind or not old[0].kind:
        return None
    one, two = new[0], old[0]
    if taste_of(one) is not None and taste_of(two) is not None:
        return None
    return NOTHING if _owned_apart(one, two) or _sorts(one.subject, two.subject) or _open(one, two) else None


def _owned_apart(new: Clause, old: Clause) -> bool:
    """Say whether two clauses have owners that are not the same; "our" is what nobody else owns."""
    return new.owner - {"we"} != old.owner - {"we"}


def _sorts(new: Phrase, old: Phrase) -> bool:
    """Say whether two subjects are one thing of two sorts ("large orders", "small orders")."""
    if not new or not old or new.head != old.head or new.stems == old.stems:
        return False
    mine, theirs = _own(new, old), _own(old, new)
    return len(mine) == len(theirs) == 1 and bool(answers(mine[0], theirs[0]))


def _own(one: Phrase, other: Phrase) -> list[Word]:
    return [word for word in one.words if word.stem in one.stems and word.stem not in other.stems]


def _open(new: Clause, old: Clause) -> bool:
    """Say whether a verb leaves room for both objects ("speaks German", "speaks French")."""
    if new.verb != old.verb or new.verb not in lexicon.words("judging/slots", "inclusive"):
        return False
    if new.negative or old.negative or "only" in new.markers | old.markers or new.object.preposition:
        return False
    if new.person != old.person or new.subject.stems != old.subject.stems or not (new.subject or new.person):
        return False
    mine, theirs = _own(new.object, old.object), _own(old.object, new.object)
    if any(antonyms(word.lower, other.lower) for word in mine for other in theirs):
        return False
    return bool(mine and theirs) and not new.object.values and not old.object.values
