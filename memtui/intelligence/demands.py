"""What a sentence demands, and which kinds of things it rules out: "must stay on Vue", "without a database"."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from memtui.intelligence import families
from memtui.intelligence.clauses import Clause, Phrase, clauses_of
from memtui.intelligence.reading import Statement, Word
from memtui.intelligence.slots import top

_MUST = frozenset(["must", "should"])
_WITHOUT = frozenset(["without", "no", "ohne", "kein", "keine", "keinen"])


def demands(clause: Clause) -> bool:
    """Say whether a clause tells what must or should be."""
    return clause.modality in _MUST or clause.imperative


def denied_kinds(statement: Statement) -> Iterator[str]:
    """Yield the categories that a statement rules out: "without a database", "no framework"."""
    for at, word in enumerate(statement.words):
        if word.lower not in _WITHOUT:
            continue
        for later in statement.words[at + 1 : at + 4]:
            category = _category(later.lower)
            if category:
                yield category
                break
            if later.kind == ".":
                break


def members(clause: Clause) -> list[tuple[str, Word]]:
    """Return the known names that a clause asks for, each with its word."""
    phrases: tuple[Phrase, ...] = (clause.object, *clause.scope)
    return [
        (families.canonical(word.text), word)
        for phrase in phrases
        for word in phrase.words
        if families.kinds(word.name)
    ]


def demanded_kinds(statement: Statement) -> frozenset[str]:
    """Return the broadest categories of which a statement asks for a member, or that it rules out."""
    asked = [clause for clause in clauses_of(statement) if demands(clause)]
    if not asked:
        return frozenset()
    found = {kind for clause in asked for _, word in members(clause) for kind in families.kinds(word.name)}
    return frozenset(map(top, found.union(denied_kinds(statement))))


@lru_cache(maxsize=1 << 10)
def _category(word: str) -> str | None:
    words = families.category_words()
    return words.get(word) or words.get(word.rstrip("s"))
