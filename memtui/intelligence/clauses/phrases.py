"""Runs of words that a clause is made of: subject, object, what is rejected, and the phrases that limit it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from memtui.intelligence import lexicon
from memtui.intelligence.clauses import roles
from memtui.intelligence.reading import Word

_SMALL = roles.ARTICLE | roles.HEDGE


@dataclass(frozen=True)
class Phrase:
    """A run of words without articles. `preposition` is what joins it to the verb, empty for a bare object."""

    words: tuple[Word, ...] = ()
    preposition: str = ""

    def __bool__(self) -> bool:
        return bool(self.words)

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of its words, versions and numbers left out."""
        return frozenset(word.stem for word in self.words if _tells(word))

    @cached_property
    def values(self) -> frozenset[str]:
        """Its versions and numbers as written, folded."""
        return frozenset(word.lower for word in self.words if word.kind in "vd" or word.lower in _number_words())

    @cached_property
    def head(self) -> str:
        """The stem of its last word before any version, number or `of`: what the phrase is about."""
        head = ""
        for word in self.words:
            if word.lower in ("of", "von") and head:
                break
            if _tells(word):
                head = word.stem
        return head

    @cached_property
    def names(self) -> frozenset[str]:
        """The canonical names of its words by the alias list."""
        return frozenset(word.name for word in self.words if word.kind != ".")

    @property
    def span(self) -> tuple[int, int]:
        """Where it stands in the memory's text."""
        return (self.words[0].start, self.words[-1].end) if self.words else (0, 0)

    def text(self, whole: str) -> str:
        """Return it as written in the memory's text."""
        start, end = self.span
        return whole[start:end]


EMPTY = Phrase()


def phrase(words: Iterable[Word], parts: Sequence[int] | None = None, preposition: str = "") -> Phrase:
    """Make a phrase of words, leaving out articles and adverbs of degree, and signs at both ends."""
    if parts is None:
        kept = list(words)
    else:
        kept = [
            word
            for word, part in zip(words, parts, strict=True)
            if not part & _SMALL or _is_letter(word) or word.kind == "n"
        ]
    while kept and kept[-1].kind == ".":
        kept.pop()
    while kept and kept[0].kind == ".":
        kept.pop(0)
    return Phrase(tuple(kept), preposition) if kept else EMPTY


def _tells(word: Word) -> bool:
    """Say whether a word names something: no number, version, sign or small word."""
    said = not word.stop or word.kind == "n" or _is_letter(word)
    return word.kind not in "vd." and said and word.lower not in _number_words()


@cache
def _number_words() -> frozenset[str]:
    return frozenset(lexicon.table("quantities")["words"]) - {"one", "once", "ein", "eine"}


def _is_letter(word: Word) -> bool:
    return len(word.text) == 1 and word.text.isupper()
