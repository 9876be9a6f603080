"""Clauses that state a taste, whatever their shape: "prefers X", "X is preferred", "my favourite editor is X"."""

from __future__ import annotations

from dataclasses import dataclass, replace

from memtui.intelligence.claims import TASTES
from memtui.intelligence.clauses import EMPTY, Clause, Phrase, roles

_FAVOURITES = ("favourit", "favorit", "prefer", "lieblings")
_EXCLUSIVE = frozenset(["prefer", "want"])


@dataclass(frozen=True, slots=True)
class Taste:
    """One taste: whose, of what, whether it is a liking, and whether it leaves room for another.

    `asked` are the stems of a question that has one answer ("favourite editor"), where the text names it.
    """

    clause: Clause
    person: frozenset[str]
    object: Phrase
    rejected: Phrase
    positive: bool
    exclusive: bool
    asked: frozenset[str] = frozenset()

    @property
    def who(self) -> str:
        """Whose taste it is, as a reason names it."""
        said = " ".join(word.text for word in self.clause.subject.words)
        owner = " ".join(sorted(self.clause.owner))
        whose = "our" if owner == "we" else f"{owner}'s"
        return self.clause.person or (f"{whose} {said}" if owner and said else said or owner) or "one"


def taste_of(clause: Clause) -> Taste | None:
    """Return the taste that a clause states, or None."""
    if clause.kind in TASTES:
        return _by_verb(clause)
    if clause.kind == "be" and clause.object:
        return _by_noun(clause, clause.object)
    return _by_change(clause) if clause.kind == "change" and not clause.negative else None


def _by_verb(clause: Clause) -> Taste | None:
    person = frozenset({clause.person} if clause.person else clause.subject.stems | clause.owner)
    wanted = clause.object
    if clause.passive and wanted.preposition in ("by", "von"):
        wanted, person = clause.subject, _named(wanted, clause.language)
    elif clause.passive and not wanted:
        wanted, person = clause.subject, frozenset()
    if not wanted or wanted.preposition:
        return None
    liked = clause.kind != "dislike"
    if clause.kind == "dislike" and clause.negative:
        return None
    exclusive = clause.kind in _EXCLUSIVE or "only" in clause.markers
    return Taste(clause, person, wanted, clause.rejected, liked and not clause.negative, exclusive)


def _named(phrase: Phrase, language: str) -> frozenset[str]:
    persons = roles.person_words(language)
    return frozenset(persons.get(word.lower, word.stem) for word in phrase.words)


def _by_change(clause: Clause) -> Taste | None:
    """Read "switched from A to B" and "replaced A with B": B is chosen now, and A was."""
    parts = {part.preposition: part for part in (clause.object, *clause.scope) if part}
    if clause.verb in ("replace", "swap") and not clause.object.preposition:
        chosen, gone = parts.pop("with", EMPTY) or parts.pop("for", EMPTY), parts.pop("", EMPTY)
    else:
        chosen, gone = parts.pop("to", EMPTY), parts.pop("from", EMPTY)
    if not chosen:
        return None
    limited = replace(clause, scope=tuple(part for part in parts.values() if part.preposition))
    if clause.person:
        return Taste(limited, frozenset({clause.person}), chosen, gone, True, True)
    return _by_noun(limited, chosen)


def _by_noun(clause: Clause, chosen: Phrase) -> Taste | None:
    """Read "my favourite editor is Vim" and "the user's preference is now Go": the noun, if any, is the question."""
    named = [word for word in clause.subject.words if word.kind != "."]
    if not any(word.stem.startswith(_FAVOURITES) for word in named):
        return None
    persons = roles.person_words(clause.language)
    owner = clause.owner | {persons[word.lower] for word in named if word.lower in persons}
    if not owner:
        return None
    asked = frozenset(
        word.stem for word in named if not word.stem.startswith(_FAVOURITES) and word.lower not in persons
    )
    return Taste(clause, owner, chosen, EMPTY, not clause.negative, True, asked)
