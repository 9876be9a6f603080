"""Whether a signal speaks of another subject, owner or place than the older statement does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from memtui.intelligence import families
from memtui.intelligence.clauses import Clause, clauses_of
from memtui.intelligence.clauses import Phrase as Limit
from memtui.intelligence.judging.pairs import Pair
from memtui.intelligence.reading import Signal, Word
from memtui.intelligence.reading.happened import MARKERS
from memtui.intelligence.reading.languages import all_words

_PLACES = frozenset(
    ["for", "in", "on", "at", "within", "inside", "of", "by", "across", "under", "für", "bei", "im", "auf", ""]
)


def apart(pair: Pair, signal: Signal) -> bool:
    """Return whether the newer statement is limited to one thing and the older one to another of the same kind."""
    new, old = clauses_of(pair.new_statement), clauses_of(pair.old_statement)
    if _owners(new) and _owners(old) and _owners(new).isdisjoint(_owners(old)):
        return True
    coming = () if signal.kind in MARKERS else signal.incoming
    named = frozenset(word.stem for phrase in (*signal.outgoing, coming) for word in phrase)
    mine = [place for place in _places(new, signal) if named.isdisjoint(place)]
    theirs = list(_all(old))
    held = [word.stem for word in pair.old_statement.content if word.stem not in named]
    return any(_differ(place, theirs) or _other_member(place, held) for place in mine)


def _owners(clauses: Iterable[Clause]) -> frozenset[str]:
    return frozenset[str]().union(*(clause.owner for clause in clauses))


def _places(clauses: Iterable[Clause], signal: Signal) -> Iterator[tuple[str, ...]]:
    """Yield what limits the newer statement, each as the stems of its words, the head last."""
    pronouns = all_words("pronouns")
    subject = tuple(word.stem for word in signal.subject if word.lower not in pronouns)
    if subject:
        yield subject
    for clause in clauses:
        for limit in clause.scope:
            if limit.preposition in _PLACES and (stems := _stems(limit)):
                yield stems


def _all(clauses: Iterable[Clause]) -> Iterator[tuple[str, ...]]:
    for clause in clauses:
        for limit in (clause.label, clause.subject, clause.object, *clause.scope):
            if stems := _stems(limit):
                yield stems


def _stems(limit: Limit) -> tuple[str, ...]:
    return tuple(word.stem for word in limit.words if not word.stop or (len(word.text) == 1 and word.text.isupper()))


def _differ(place: Sequence[str], others: Sequence[Sequence[str]]) -> bool:
    """Whether a place has a counterpart of the same kind elsewhere and none that it meets."""
    found = False
    for other in others:
        if not set(place).isdisjoint(other[:-1] if other[-1] == place[-1] and len(place) > 1 else other):
            return False
        same_head = other[-1] == place[-1] and len(place) > 1 and len(other) > 1
        found = found or same_head
    return found


def _other_member(place: Sequence[str], held: Sequence[str]) -> bool:
    """Whether the older statement names another member of the place's family: another language, environment or system."""
    kinds = {kind for stem in place if (kind := families.family(stem)) is not None}
    if not kinds or not set(place).isdisjoint(held):
        return False
    return any(families.family(stem) in kinds for stem in held)


def foreign_subject(signal: Signal, old: Sequence[Word]) -> bool:
    """Return whether the signal concerns something of its own that the older statement does not name."""
    known = all_words("pronouns")
    subject = [word for word in signal.subject if word.lower not in known]
    if not subject:
        return False
    stems = {word.stem for word in old} | {part for word in old for part in word.parts}
    return all(word.stem not in stems and not _named(word, old) for word in subject)


def _named(word: Word, old: Sequence[Word]) -> bool:
    return any(len(word.lower) > 1 and not word.lower.isascii() and word.lower in other.lower for other in old)
