"""Whether a signal speaks of another subject, owner or place than the older statement does."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from memtui.intelligence import families, lexicon
from memtui.intelligence.clauses import Clause, clauses_of
from memtui.intelligence.clauses import Phrase as Limit
from memtui.intelligence.judging.pairs import Pair
from memtui.intelligence.reading import Signal, Statement, Word
from memtui.intelligence.reading.happened import MARKERS
from memtui.intelligence.reading.languages import all_words

Phrase = tuple[Word, ...]

_PLACES = frozenset(
    ["for", "in", "on", "at", "within", "inside", "of", "by", "across", "under", "für", "bei", "im", "auf", ""]
)


def apart(pair: Pair, signal: Signal) -> bool:
    """Return whether the newer statement is limited to one thing and the older one to another of the same kind."""
    new, old = clauses_of(pair.new_statement), clauses_of(pair.old_statement)
    if _owners(new) and _owners(old) and _owners(new).isdisjoint(_owners(old)):
        return True
    coming = () if signal.kind in MARKERS else signal.incoming
    who = {word.stem for word in subject_of(pair.new_statement, signal)}
    named = frozenset(word.stem for phrase in (*signal.outgoing, coming) for word in phrase if word.stem not in who)
    mine = [
        place
        for place in (*_places(new, signal), *_fronted(pair.new_statement))
        if named.isdisjoint(word.stem for word in place)
    ]
    if not mine:
        return False
    theirs = [*_all(old), *_fronted(pair.old_statement), *_compounds(pair.old_statement, mine)]
    held = [word for word in pair.old_statement.content if word.stem not in named]
    others = [place for clause in old for place in (_words(clause.subject), *map(_words, clause.scope)) if place]
    return any(
        _differ(place, theirs) or _other_member(place, held) or _other_name(place, others, named) for place in mine
    )


def _owners(clauses: Iterable[Clause]) -> frozenset[str]:
    return frozenset[str]().union(*(clause.owner for clause in clauses))


def _places(clauses: Iterable[Clause], signal: Signal) -> Iterator[Phrase]:
    """Yield what limits the newer statement, the head of each last; amounts limit nothing."""
    pronouns = all_words("pronouns")
    subject = tuple(word for word in signal.subject if word.lower not in pronouns)
    if subject:
        yield subject
    for clause in clauses:
        spoken_of = () if any(word.lower in pronouns for word in clause.subject.words) else _words(clause.subject)
        if spoken_of and not signal.subject:
            yield spoken_of
        for limit in clause.scope:
            measured = any(word.kind in "dv" for word in limit.words)
            if limit.preposition in _PLACES and not measured and (words := _words(limit)):
                yield words


def _fronted(statement: Statement) -> Iterator[Phrase]:
    """Yield the place that a sentence opens with ("In production we …")."""
    words = statement.words
    if len(words) < 3 or words[0].lower not in _PLACES:
        return
    pronouns = all_words("pronouns")
    end = next((at for at in range(1, min(6, len(words))) if words[at].kind == "." or words[at].lower in pronouns), 0)
    place = tuple(word for word in words[1:end] if not word.stop)
    if place and not any(word.kind in "dv" for word in place):
        yield place


def _compounds(statement: Statement, places: Sequence[Phrase]) -> Iterator[Phrase]:
    """Yield the words that stand right before the head of one of the places ("mail service" for a "billing service")."""
    heads = {place[-1].stem for place in places if len(place) > 1}
    for before, head in itertools.pairwise(statement.content):
        if head.stem in heads and before.end + 1 == head.start and before.lower not in all_words("prepositions"):
            yield before, head


def _all(clauses: Iterable[Clause]) -> Iterator[Phrase]:
    for clause in clauses:
        for limit in (clause.label, clause.subject, clause.object, *clause.scope):
            if words := _words(limit):
                yield words


def _words(limit: Limit) -> Phrase:
    return tuple(word for word in limit.words if not word.stop or (len(word.text) == 1 and word.text.isupper()))


def _differ(place: Phrase, others: Sequence[Phrase]) -> bool:
    """Whether a place has a counterpart of the same kind elsewhere and none that it meets."""
    named_last = len(place) > 1 and place[-1].kind in "ncpdv"
    own = {word.stem for word in ((place[1:] if named_last else place[:-1]) or place)}
    found = False
    for other in others:
        if not own.isdisjoint(word.stem for word in other):
            return False
        found = found or _same_kind(place, other)
    return found


def _same_kind(place: Phrase, other: Phrase) -> bool:
    """Whether two phrases are of one noun: "billing service" and "search service", "endpoint /a" and "endpoint /b", Rosa and Theo."""
    if len(place) > 1 and len(other) > 1:
        if place[-1].stem == other[-1].stem:
            return True
        return place[0].stem == other[0].stem and place[-1].kind in "ncpdv" and other[-1].kind in "ncpdv"
    given = lexicon.words("people", "given")
    return len(place) == len(other) == 1 and place[0].text in given and other[0].text in given


def _other_member(place: Phrase, held: Sequence[Word]) -> bool:
    """Whether the older statement names another member of the place's family: another language, environment or system."""
    kinds = {kind for word in place if (kind := families.family(word.name)) is not None}
    if not kinds or not {word.stem for word in place}.isdisjoint(word.stem for word in held):
        return False
    return any(families.family(word.name) in kinds for word in held)


def _other_name(place: Phrase, others: Sequence[Phrase], named: frozenset[str]) -> bool:
    """Whether the place is one name and the older statement is about another ("in YAML", "Go code is …")."""
    if len(place) != 1 or place[0].kind != "n":
        return False
    names = [word for other in others for word in other if word.kind == "n" and word.stem not in named]
    return bool(names) and all(word.stem != place[0].stem for word in names)


def subject_of(statement: Statement, signal: Signal) -> Phrase:
    """Return whom a signal concerns; where a denial stands behind its verb ("Theo arbeitet nicht mehr …") the clause tells it."""
    if signal.subject or signal.kind != "ended" or signal.code == "en":
        return signal.subject
    clause = next((one for one in clauses_of(statement) if one.start <= signal.start < one.end), None)
    return _words(clause.subject) if clause is not None and clause.verb and clause.negative else ()


def _owned(subject: Phrase) -> Phrase:
    """Return what a subject is without whose it is ("the user's wife" is no user)."""
    owner = max((at for at, word in enumerate(subject[:-1]) if word.lower.endswith(("'s", "s'"))), default=-1)
    return subject[owner + 1 :]


def foreign_subject(pair: Pair, signal: Signal) -> bool:
    """Return whether the signal concerns something of its own that the older statement does not name."""
    old, known = pair.old_statement.content, all_words("pronouns")
    subject = [word for word in _owned(subject_of(pair.new_statement, signal)) if word.lower not in known]
    if not subject:
        return False
    names = {word.lower for word in old} | {word.stem for word in old} | {part for word in old for part in word.parts}
    return not any(word.stem in names or word.lower in names or _named(word, old) for word in subject)


def _named(word: Word, old: Sequence[Word]) -> bool:
    return any(len(word.lower) > 1 and not word.lower.isascii() and word.lower in other.lower for other in old)
