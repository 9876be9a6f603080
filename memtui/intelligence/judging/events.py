"""Entries of a diary or a log: what somebody did twice is two events, whatever they share."""

from __future__ import annotations

import re

from memtui.intelligence import lexicon
from memtui.intelligence.judging.outlining import is_negator
from memtui.intelligence.judging.pairs import NOTHING, Answer, Pair
from memtui.intelligence.reading import Statement
from memtui.intelligence.reading.languages import all_words

MOST_BEFORE = 4
"""So many words may stand before the verb of an entry: when it was, and who did it."""

_STAMP = re.compile(r"\W{0,3}(?:\d{4}-\d\d-\d\d[T ]?)?\d{1,2}:\d\d(?::\d\d)?\b")


def events(pair: Pair) -> Answer:
    """Settle that two events get along ("We met Alice.", "We met Bob."); one that the other denies is left to other rules."""
    if not is_event(pair.new_statement) or not is_event(pair.old_statement):
        return None
    changed = any(signal.kind != "now" for signal in pair.new_statement.signals)
    return None if changed or _denies(pair.new_statement) != _denies(pair.old_statement) else NOTHING


def is_event(statement: Statement) -> bool:
    """Return whether a statement tells of something that happens again and again, at one time in the past."""
    words = [word for word in statement.words if word.kind != "."]
    happenings = lexicon.words("history", "happenings")
    if _STAMP.match(statement.text):
        return any(word.lower.endswith("ed") or word.lower in happenings for word in words)
    for at, word in enumerate(words[: MOST_BEFORE + 1]):
        if word.span:
            return False
        if word.lower in happenings:
            return bool(at) or word.lower not in lexicon.words("history", "bare")
        if word.lower == "had" and at:
            return not lexicon.words("history", "occasions").isdisjoint(later.lower for later in words[at + 1 : at + 4])
        if not _opens(word.lower) and word.text not in lexicon.words("people", "given"):
            return False
    return False


def _opens(lower: str) -> bool:
    """Whether a word may stand before the verb of an entry."""
    return lower in all_words("pronouns") or lower in lexicon.words("history", "openers")


def _denies(statement: Statement) -> bool:
    return any(is_negator(word) for word in statement.words)
