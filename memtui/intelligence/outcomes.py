"""Whether a sentence tells a good outcome of a thing or a bad one: "reduces errors", "added complexity"."""

from __future__ import annotations

from typing import NamedTuple

from memtui.intelligence import lexicon
from memtui.intelligence.clauses import Clause, Phrase, clauses_of
from memtui.intelligence.reading import Statement, Word


class Outcome(NamedTuple):
    """A good outcome (1) or a bad one (-1), and the clause that tells it; 0 for none, or for both."""

    sign: int = 0
    clause: Clause | None = None


def outcome(statement: Statement) -> Outcome:
    """Return the outcome that a statement tells."""
    kept: Outcome | None = statement.__dict__.get("outcome")
    if kept is None:
        told = [Outcome(sign, clause) for clause in clauses_of(statement) if (sign := _sign(clause))]
        kept = told[0] if told and all(one.sign == told[0].sign for one in told) else Outcome()
        statement.__dict__["outcome"] = kept
    return kept


def _sign(clause: Clause) -> int:
    if clause.modality in ("may", "will", "should") or clause.imperative:
        return 0
    sign = _by_verb(clause) if clause.kind != "be" else _by_adjective(clause)
    return -sign if clause.negative else sign


def _by_verb(clause: Clause) -> int:
    if clause.verb in _words("good"):
        return 1
    if clause.verb in _words("bad"):
        return -1
    thing = _thing(clause.object)
    if clause.verb in _words("down"):
        return -1 if thing > 0 else 1
    if clause.verb in _words("less"):
        return -thing
    if clause.verb in _words("up"):
        return thing or (-1 if clause.verb == "cause" else 0)
    return thing if clause.verb in _words("have") and thing < 0 else 0


def _thing(phrase: Phrase) -> int:
    """Return whether one wants more (1) or less (-1) of what a phrase is about; the head decides, then what is said of it."""
    for word in reversed(phrase.words):
        if sign := _worth(word):
            return sign
    return 0


def _worth(word: Word) -> int:
    if word.stem in _words("bad_things") or word.lower in _words("blame"):
        return -1
    return 1 if word.stem in _words("good_things") or word.lower in _words("praise") else 0


def _by_adjective(clause: Clause) -> int:
    words = {word.lower for word in clause.object.words}
    if words & _words("praise"):
        return 1
    return -1 if words & _words("blame") else 0


def _words(name: str) -> frozenset[str]:
    return lexicon.words("judging/slots", name)
