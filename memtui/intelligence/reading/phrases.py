"""The phrases that go out and come in: split at "and", cut at the first preposition, without words of grammar."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from memtui.intelligence.reading.languages import words as listed
from memtui.intelligence.reading.words import NEGATORS, Word

Phrase = tuple[Word, ...]

MAX_ALTERNATIVES = 6


def content(words: Sequence[Word], code: str) -> Phrase:
    """Return the words of a phrase that say something: no grammar, no signs, no prepositions."""
    prepositions = listed(code, "prepositions")
    return tuple(
        word
        for word in words
        if word.kind != "." and (word.span or not (word.stop or word.lower in prepositions or word.lower in NEGATORS))
    )


def without_light(phrase: Phrase, code: str) -> Phrase:
    """Return a phrase without the adverbs and verbs of use that it begins with ("always use ruff" is ruff); one of such words alone stays."""
    light = listed(code, "light") | listed(code, "adverbs")
    start = next((at for at, word in enumerate(phrase) if word.lower not in light or word.kind != "w"), 0)
    return phrase[start:]


def cut(words: Sequence[Word], code: str) -> tuple[Phrase, Phrase]:
    """Return a phrase up to its first preposition, and what stands behind that."""
    words = _unwrapped(words, code)
    prepositions = listed(code, "prepositions")
    started = False
    for at, word in enumerate(words):
        if word.span == 0 and word.lower in prepositions and started:
            return content(words[:at], code), content(words[at:], code)
        started = started or not (word.stop or word.kind == "." or word.lower in prepositions)
    return content(words, code), ()


def alternatives(words: Sequence[Word], code: str, *, predicate: bool = False) -> tuple[list[Phrase], Phrase]:
    """Return the alternatives that a phrase lists, and what stands behind their first preposition.

    A number or version alone takes the words before the first one with it: "Python 2.7 and 3.5". A `predicate`
    is neither split nor cut: all of it is denied.
    """
    if predicate:
        phrase = content(words, code)
        return ([phrase] if phrase else []), ()
    found: list[Phrase] = []
    scope: Phrase = ()
    for part in _split(_unwrapped(words, code), code):
        phrase, tail = cut(part, code)
        scope = scope or tail
        if found and phrase and all(word.kind in "dv" for word in phrase):
            phrase = (*(word for word in found[0] if word.kind not in "dv"), *phrase)
        if phrase:
            found.append(phrase)
        if tail or len(found) >= MAX_ALTERNATIVES:
            break
    return found, scope


def _split(words: Sequence[Word], code: str) -> Iterator[Sequence[Word]]:
    joins = listed(code, "joins")
    start = 0
    for at, word in enumerate(words):
        if word.span == 0 and (word.lower in joins or word.text in ",，、/"):
            yield words[start:at]
            start = at + 1
    yield words[start:]


def _unwrapped(words: Sequence[Word], code: str) -> Sequence[Word]:
    """Return a phrase without a wrapper such as "support for" or "references to"."""
    wrappers, joining = listed(code, "wrappers"), listed(code, "wrapped_by")
    for at, word in enumerate(words[:5]):
        if (
            at
            and word.lower in joining
            and words[at - 1].kind == "w"
            and words[at - 1].lower in wrappers
            and at + 1 < len(words)
        ):
            return words[at + 1 :]
    return words
