"""Clauses that state a taste, whatever their shape: "prefers X", "X is preferred", "my favourite editor is X"."""

from __future__ import annotations

from dataclasses import dataclass

from memtui.intelligence.claims import TASTES
from memtui.intelligence.clauses import EMPTY, Clause, Phrase

_FAVOURITES = frozenset(["favourit", "favorit", "prefer", "lieblings"])
_EXCLUSIVE = frozenset(["prefer", "want"])


@dataclass(frozen=True, slots=True)
class Taste:
    """One taste: whose, of what, whether it is a liking, and whether it leaves room for another."""

    clause: Clause
    person: frozenset[str]
    object: Phrase
    rejected: Phrase
    positive: bool
    exclusive: bool

    @property
    def single(self) -> bool:
        """Whether it answers a question that has one answer: a favourite."""
        return self.clause.kind == "be"

    @property
    def who(self) -> str:
        """Whose taste it is, as a reason names it."""
        said = " ".join(word.text for word in self.clause.subject.words)
        owner = " ".join(sorted(self.clause.owner))
        return self.clause.person or (f"{owner}'s {said}" if owner and said else said or owner) or "someone"


def taste_of(clause: Clause) -> Taste | None:
    """Return the taste that a clause states, or None."""
    if clause.kind in TASTES:
        return _by_verb(clause)
    if clause.kind == "be" and clause.object:
        return _by_noun(clause)
    return _by_change(clause) if clause.kind == "change" and clause.person and not clause.negative else None


def _by_verb(clause: Clause) -> Taste | None:
    person = frozenset({clause.person} if clause.person else clause.subject.stems | clause.owner)
    wanted = clause.object
    if clause.passive and not wanted:
        wanted, person = clause.subject, frozenset()
    if not wanted or wanted.preposition:
        return None
    liked = clause.kind != "dislike"
    if clause.kind == "dislike" and clause.negative:
        return None
    exclusive = clause.kind in _EXCLUSIVE or "only" in clause.markers
    return Taste(clause, person, wanted, clause.rejected, liked and not clause.negative, exclusive)


def _by_change(clause: Clause) -> Taste | None:
    """Read "switched from A to B": B is chosen now, and A was."""
    parts = {part.preposition: part for part in (clause.object, *clause.scope) if part}
    chosen, gone = parts.get("to"), parts.get("from", EMPTY)
    if chosen is None or not clause.person:
        return None
    return Taste(clause, frozenset({clause.person}), chosen, gone, True, True)


def _by_noun(clause: Clause) -> Taste | None:
    """Read "my favourite editor is Vim" and "Ana's preferred language is Go": the noun is the question."""
    stems = [word.stem for word in clause.subject.words]
    if not stems or not any(stem.startswith(tuple(_FAVOURITES)) for stem in stems) or not clause.owner:
        return None
    noun = tuple(word for word in clause.subject.words if not word.stem.startswith(tuple(_FAVOURITES)))
    if not noun:
        return None
    return Taste(
        clause, clause.owner | frozenset(word.stem for word in noun), clause.object, EMPTY, not clause.negative, True
    )
