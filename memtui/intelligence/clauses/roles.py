"""What part a small word can play in a clause, as one look-up."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from memtui.intelligence import lexicon
from memtui.intelligence.reading import Word
from memtui.intelligence.reading.words import is_german

NEGATOR, TIME, ALSO, ONLY, HEDGE, AGAIN, ARTICLE, DETERMINER = (1 << bit for bit in range(8))
POSSESSIVE, SCOPE, CONTRAST, REASON, RELATIVE, CONJUNCTION, MODAL, PERSON = (1 << bit for bit in range(8, 16))

ADVERB = NEGATOR | TIME | ALSO | ONLY | HEDGE | AGAIN
BEFORE_NOUN = ARTICLE | DETERMINER | POSSESSIVE

_LISTS = {
    ("markers", "negators"): NEGATOR,
    ("markers", "time"): TIME,
    ("markers", "also"): ALSO,
    ("markers", "exclusive"): ONLY,
    ("markers", "hedges"): HEDGE,
    ("markers", "degree"): HEDGE,
    ("markers", "again"): AGAIN,
    ("words", "articles"): ARTICLE,
    ("words", "determiners"): DETERMINER,
    ("words", "possessives"): POSSESSIVE,
    ("words", "scopes"): SCOPE,
    ("words", "contrasts"): CONTRAST,
    ("words", "reasons"): REASON,
    ("words", "relative"): RELATIVE,
    ("words", "conjunctions"): CONJUNCTION,
    ("persons", "user"): PERSON,
    ("persons", "we"): PERSON,
}


@cache
def table(language: str) -> dict[str, int]:
    """Return the parts of every small word of a language (en, de or zh)."""
    lists = lexicon.table(f"clauses/verbs_{language}")
    parts: dict[str, int] = {}
    for (section, key), part in _LISTS.items():
        for word in str(lists.get(section, {}).get(key, "")).split():
            parts[word] = parts.get(word, 0) | part
    for words in lists.get("modals", {}).values():
        parts.update((word, MODAL) for word in words.split())
    return parts


@cache
def person_words(language: str) -> dict[str, str]:
    """Return which person (user or we) a pronoun or noun stands for."""
    persons: dict[str, str] = lexicon.table(f"clauses/verbs_{language}")["persons"]
    return {word: person for person, words in persons.items() for word in words.split()}


def language_of(words: Sequence[Word]) -> str:
    """Return zh where a word is written in Chinese, de where the sentence is German, else en."""
    texts = [word.text for word in words]
    if not "".join(texts).isascii() and any("\u4e00" <= text[0] <= "\u9fff" for text in texts):
        return "zh"
    return "de" if is_german(texts) else "en"
