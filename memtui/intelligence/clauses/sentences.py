"""The words of a sentence, each with the part that it can play and the verb form that it may be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from memtui.intelligence import lexicon
from memtui.intelligence.clauses import roles
from memtui.intelligence.clauses.verbs import Form, english, listed
from memtui.intelligence.reading import Word

_ENDINGS = ("t", "en", "ern", "eln", "te")


LONGEST_RUN = 120
"""Longer runs of Chinese without any sign are no sentence, and are not cut into words."""


class Sentence(NamedTuple):
    """The words of a sentence with the part that each can play and the verb form that it may be."""

    words: Sequence[Word]
    parts: list[int]
    forms: list[Form | None]
    language: str


def sentence_of(words: Sequence[Word]) -> Sentence:
    """Look every word up once; contractions with a pronoun are two words."""
    if any("'" in word.lower for word in words):
        words = list(_expanded(words))
    language = roles.language_of(words)
    if language == "zh":
        words = list(_peeled(words))
    table, forms = roles.table(language), english() if language == "en" else listed(language)
    if (
        language == "en"
        and not any(word.lower in forms for word in words)
        and any(word.lower in listed("de") for word in words)
    ):
        language, table, forms = "de", roles.table("de"), listed("de")
    parts = [0 if word.kind == "." or word.span else table.get(word.lower, 0) for word in words]
    if language == "de":
        _mark_prefixes(words, parts)
    for at, word in enumerate(words):
        if len(word.text) == 1 and at and parts[at] and word.text.isupper() and word.text != "I":
            parts[at] = 0
    found = [None if _is_named(words, parts, at) else forms.get(word.lower) for at, word in enumerate(words)]
    if language == "de" and not any(found):
        _guess_verb(words, parts, found)
    return Sentence(words, parts, found, language)


def _guess_verb(words: Sequence[Word], parts: list[int], forms: list[Form | None]) -> None:
    """Take the first small word behind a German noun or pronoun for the verb, where no list knows one ("Der Bericht erscheint …")."""
    for at in range(1, len(words)):
        word, before = words[at], words[at - 1]
        if word.kind != "w" or parts[at] or not word.text.islower() or not word.lower.endswith(_ENDINGS):
            continue
        if parts[at - 1] & roles.PERSON or (before.text[0].isupper() and not parts[at - 1]):
            forms[at] = Form(word.stem, "other", "any")
            return


def _mark_prefixes(words: Sequence[Word], parts: list[int]) -> None:
    """Mark what a German verb leaves at the end of its clause ("läuft nach 30 Minuten ab"): no time, and no limit."""
    for at, word in enumerate(words):
        if parts[at] & (roles.SCOPE | roles.TIME) and word.kind == "w" and at > 1:
            ends = at + 1 == len(words) or words[at + 1].kind == "." or parts[at + 1] & roles.CONJUNCTION
            parts[at] = roles.HEDGE if ends and word.lower in _prefixes() else parts[at]


@cache
def _prefixes() -> frozenset[str]:
    return frozenset(lexicon.table("clauses/verbs_de")["words"]["prefixes"].split())


def _is_named(words: Sequence[Word], parts: list[int], at: int) -> bool:
    """Say whether a word is no verb: code, a number, or a name ("React hooks"), but not "Move the …"."""
    word = words[at]
    if word.span or word.kind in ".pvd":
        return True
    if word.kind != "n":
        return False
    return not (at + 1 < len(words) and parts[at + 1] & (roles.BEFORE_NOUN | roles.SCOPE))


def _peeled(words: Sequence[Word]) -> Iterator[Word]:
    """Cut Chinese words at the verbs and persons that they hold."""
    for word in words:
        if word.span or not 3 <= len(word.text) <= LONGEST_RUN or word.text.isascii():
            yield word
            continue
        at = 0
        for piece in filter(None, _chinese().split(word.text)):
            start, at = word.start + at, at + len(piece)
            end = word.start + at
            yield word._replace(
                text=piece, lower=piece, name=piece, stem=piece, parts=(), start=start, end=end, stop=False
            )


@cache
def _chinese() -> re.Pattern[str]:
    known = {word for word in (*listed("zh"), *roles.table("zh")) if len(word) > 1}
    return re.compile(f"({'|'.join(sorted(known, key=lambda word: (-len(word), word)))})")


def _expanded(words: Sequence[Word]) -> Iterator[Word]:
    known: dict[str, str] = lexicon.table("clauses/verbs_en")["contractions"]
    for word in words:
        told = known.get(word.lower) if word.span == 0 else None
        if told is None:
            yield word
            continue
        at = word.start
        for part in told.split():
            yield word._replace(text=part, lower=part, name=part, stem=part, start=at, end=word.end, stop=True)
            at = min(at + len(part), word.end)
