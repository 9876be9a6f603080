"""What a conflict is about, in the few words that a row of the queue has room for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

_LEADING_ON = frozenset(
    [
        "a",
        "an",
        "the",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "being",
        "am",
        "does",
        "do",
        "did",
        "has",
        "have",
        "had",
        "not",
        "never",
        "no",
        "to",
        "at",
        "in",
        "on",
        "for",
        "from",
        "within",
        "after",
        "before",
        "by",
        "with",
        "of",
        "about",
        "into",
        "over",
        "under",
        "until",
        "since",
        "and",
        "or",
        "that",
        "will",
        "shall",
        "should",
        "must",
        "can",
        "may",
    ]
)
"""Words that a subject does not end with: what they led to is its value."""

_SAYING_NOTHING = frozenset(["be", "have", "state", "place", "new value", "value"])
"""Slots that a row need not name: its subject and values say as much."""

_WORD = re.compile(r"\w[\w-]*")
_LEAST_STEM = 4
"""Shorter stems may begin too many words."""


def subject_words(subject: str, slot: str, texts: Sequence[str], values: Sequence[str], scope: str = "") -> str:
    """Return a subject and its slot as words that stand in one of the texts; empty where neither says anything.

    Where the subject is only the value that was replaced, it is called by the category of both values
    ("database").
    """
    category = _category(subject, values)
    if category:
        return f"{category} for {scope}" if scope else category
    shown = without_leading_on(subject)
    name = slot_words(subject, slot, texts, values)
    if not name or name.casefold() in shown.casefold() or _beside(name, values):
        return shown
    return f"{shown} {name}".strip()


def slot_words(subject: str, slot: str, texts: Sequence[str], values: Sequence[str]) -> str:
    """Return a slot as people write it; empty where it says nothing beside its subject.

    A slot is kept as a stem; it is shown as the word of the texts that begins with it. One that only its values suggest
    (the time zone of 03:00 UTC) is left out where these hold figures.
    """
    name = _shown_slot(slot, texts)
    if not name or slot in _SAYING_NOTHING or name.casefold() in subject.casefold().split():
        return ""
    said = any(name.casefold() in text.casefold() for text in texts)
    figures = any(sign.isdigit() for value in values for sign in value)
    return "" if not said and figures and slot not in _named_slots().values() else name


def without_leading_on(subject: str) -> str:
    """Return a subject without the words at its end that lead on to its value ("The party is on" Friday)."""
    words = subject.split()
    while len(words) > 1 and words[-1].casefold().strip(",;:") in _LEADING_ON:
        words.pop()
    return " ".join(words)


def _category(subject: str, values: Sequence[str]) -> str:
    """Return the broadest category of two values of which the first is the subject; empty where they share none."""
    from memtui.intelligence import families
    from memtui.intelligence.slots import top

    before, after = values
    found = families.family(before)
    if not found or subject.casefold() != before.casefold() or not families.same_family(before, after):
        return ""
    return top(found)


def _shown_slot(slot: str, texts: Sequence[str]) -> str:
    """Return a slot with its last word whole: as one of the texts has it, else as the word lists have it."""
    if not slot:
        return ""
    *before, last = slot.split()
    if len(last) < _LEAST_STEM or any(re.search(rf"\b{re.escape(last)}\b", text, re.IGNORECASE) for text in texts):
        return slot
    begun = (word for text in texts for word in _WORD.findall(text) if word.casefold().startswith(last.casefold()))
    whole = next(begun, None) or next((name for name, stem in _named_slots().items() if stem == last), last)
    return " ".join((*before, whole.casefold() if not before else whole))


def _beside(name: str, values: Sequence[str]) -> bool:
    """Say whether a value begins with the slot's own word ("supports → not support")."""
    stem = name.casefold()[: max(len(name) - 2, _LEAST_STEM)]
    return any(word.casefold().startswith(stem) for value in values for word in value.split())


@lru_cache(maxsize=1)
def _named_slots() -> dict[str, str]:
    """Return the names of slots with the stems by which they are kept."""
    from memtui.intelligence import lexicon
    from memtui.intelligence.tokens import tokenize

    table = lexicon.table("claims")
    names = {*table["slots"], *table["verbs"]}
    return {name: tokenize(name)[0] for name in sorted(names) if tokenize(name)}
