"""Noun phrases: what they are called, and what makes one a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memtui.intelligence.facts.labels import LABEL, without_article, without_based
from memtui.intelligence.facts.tokens import Token, text_of
from memtui.intelligence.facts.vocabulary import words

LIST_WORDS = 5
"""Longer pieces between commas and "and" are no items of a list."""

STOPS = frozenset(";:()[]{}.!?—–-<>=|\u2192")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase: its label and its tokens."""

    label: str
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """The text that tokens point into, and where the entities stand that are known in it.

    `things` are those of `names` that are products, libraries or tools.
    """

    text: str
    names: tuple[tuple[int, int], ...] = ()
    things: tuple[tuple[int, int], ...] = ()

    def phrase(self, tokens: Sequence[Token]) -> Phrase | None:
        """Return tokens as a noun phrase, None where they are none."""
        tokens = trimmed(tokens)
        label = without_based(text_of(tokens, self.text).strip(" .;:,'\"*_")).strip()
        if not label or len(label) > LABEL or not any(character.isalpha() for character in label):
            return None
        return Phrase(label, tuple(tokens))

    def inside_name(self, token: Token) -> bool:
        """Say whether a token stands within a known name, but not at its beginning."""
        return any(start < token.start < end for start, end in self.names)

    def named(self, phrase: Phrase) -> bool:
        """Say whether a phrase is, or holds, a proper name: a known entity, code, or a word that is written like one."""
        return any(
            token.kind == "n" or looks_named(token) or any(s <= token.start < e for s, e in self.names)
            for token in phrase.tokens
        ) or _known(phrase.label)


def thing_named(source: Source, phrase: Phrase) -> bool:
    """Say whether a phrase is the name of a product, a library or a tool, with a version at most."""
    start, end = phrase.tokens[0].start, phrase.tokens[-1].end
    if phrase.tokens[0].lower in ("a", "an"):
        return False
    for first, last in source.things:
        if start <= first and last <= end:
            rest = [t for t in phrase.tokens if not (t.start < last and t.end > first)]
            return all(t.lower in words("article") or t.text[:1].isdigit() or t.lower[:2] in ("v1", "v2") for t in rest)
    return _known(phrase.label)


def looks_named(token: Token) -> bool:
    """Say whether a word is written like a name: with a capital letter somewhere."""
    return (
        token.kind == "w"
        and any(character.isupper() for character in token.text)
        and token.lower not in words("article")
    )


def _known(label: str) -> bool:
    from memtui.intelligence.families import family

    return family(without_article(label)) not in (None, "environment")


def trimmed(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens without the adverbs, signs and conjunctions at their ends."""
    kept = list(tokens)
    while kept and (
        kept[0].kind in ".q" or (len(kept) > 1 and kept[0].lower in words("adverb") | words("coordinator"))
    ):
        kept.pop(0)
    while kept and (kept[-1].kind in ".q" or (len(kept) > 1 and kept[-1].lower in words("trailing"))):
        kept.pop()
    if len(kept) > 2 and kept[-2].lower in ("last", "this", "next") and kept[-1].lower in words("time"):
        del kept[-2:]
    return kept


def pieces_of(tokens: Sequence[Token]) -> tuple[list[list[Token]], bool]:
    """Return the pieces between commas and "and", and whether an "and" is among them."""
    pieces: list[list[Token]] = [[]]
    joined = False
    for token in tokens:
        if (token.kind == "w" and token.lower == "and") or (token.kind == "." and token.text in "&+"):
            joined = True
            pieces.append([])
        elif token.kind == "." and token.text == ",":
            pieces.append([])
        elif token.kind != "." or token.text in "#%*/":
            pieces[-1].append(token)
    return pieces, joined
