"""The words of a sentence, each with all that judging asks of it."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from memtui.intelligence import lexicon
from memtui.intelligence.reading.plain import code_spans
from memtui.intelligence.tokens import fold, tokenize

_WORD = re.compile(
    r"[a-zA-Z][\w+.-]*://[^\s<>\"'`]+"
    r"|\$?\d[\d,]*(?:\.\d+)*(?:[xX](?![a-z]))?(?:%|[a-zA-Z]{1,4}(?![\w]))?"
    r"|(?:~|\.{0,2})?/?[@\w\u0080-\uffff](?:[\w\u0080-\uffff]|[-./\\:@#'+&=~](?=[\w\u0080-\uffff*]))*(?:\+\+|#|\(\)|/)?"
    r"|->|=>|[=<>]{1,2}|[^\w\s]"
)
_CAMEL = re.compile(r"[a-z]\d*[A-Z]|[A-Z]{2,}[a-z]{2,}|[A-Z][a-z]+[A-Z]")
_VERSION = re.compile(r"v?\d+(?:\.\d+)+(?:[a-z]+\d*|\.x|x)?|v\d+", re.I)
_NUMBER = re.compile(r"\$?\d[\d,]*(?:\.\d+)?(?:%|[a-zA-Z]{1,4})?")
NEGATORS = frozenset(["not", "no", "never", "none", "neither", "nor", "without", "cannot"])
"""Words that a stop-word list would throw away and judging needs; any word that ends with n't is one too."""


class Word(NamedTuple):
    """One word.

    `lower` is folded, `name` the canonical name by the alias list (or `lower`), `stem` the index stem of that.
    `start` and `end` are offsets into the memory's text. `span` numbers the code span that it stands in, from
    1; 0 is prose. `kind` is one of w (prose), n (capitalised in mid-sentence), c (identifier or code), p (path or
    URL), v (version), d (number), . (a sign). `parts` are the stems of the sub-words of a compound. `stop` marks
    words that carry no content; negators and particles are never marked.
    """

    text: str
    lower: str
    name: str
    stem: str
    start: int
    end: int
    span: int
    kind: str
    parts: tuple[str, ...]
    stop: bool

    @property
    def is_value(self) -> bool:
        """Whether it is code, a path, a version or a number: what a value is made of."""
        return self.kind in "cpvd" or self.span > 0


def words_of(text: str, offset: int = 0) -> tuple[Word, ...]:
    """Return the words of a plain sentence that begins at `offset` of its memory's text."""
    spans = code_spans(text)
    words: list[Word] = []
    at = 0
    for found in _WORD.finditer(text):
        surface = found.group()
        if surface == "`":
            continue
        while at < len(spans) and spans[at][1] <= found.start():
            at += 1
        span = at + 1 if at < len(spans) and spans[at][0] <= found.start() else 0
        first = not any(word.kind != "." for word in words)
        lower, name, stem, kind, parts, stop = _facts(surface, bool(span), first)
        words.append(
            Word(surface, lower, name, stem, offset + found.start(), offset + found.end(), span, kind, parts, stop)
        )
    return tuple(words)


@lru_cache(maxsize=1 << 15)
def _facts(surface: str, coded: bool, first: bool) -> tuple[str, str, str, str, tuple[str, ...], bool]:
    lower = fold(surface)
    kind = _kind(surface, coded, first)
    name = lexicon.mapping("aliases", "names").get(lower.rstrip("."), lower)
    if kind == ".":
        return lower, name, lower, kind, (), True
    tokens = tokenize(name)
    negator = lower in NEGATORS or lower.endswith("n't")
    stem = tokens[0] if tokens else lower
    stop = not tokens and not negator and lower not in lexicon.words("particles") and kind not in "dv"
    return lower, name, stem, kind, tuple(dict.fromkeys(tokens[1:])), stop


def _kind(surface: str, coded: bool, first: bool) -> str:
    if not any(character.isalnum() for character in surface):
        return "."
    if "://" in surface or "/" in surface.strip("/") or surface.startswith(("/", "./", "~/")):
        return "p"
    if _VERSION.fullmatch(surface):
        return "v"
    if _NUMBER.fullmatch(surface):
        return "d"
    if coded or "_" in surface or _CAMEL.search(surface) or surface.endswith("()") or _dotted(surface):
        return "c"
    return "n" if surface[0].isupper() and not first else "w"


def _dotted(surface: str) -> bool:
    head, dot, tail = surface.partition(".")
    return bool(dot and head and tail and tail[0].isalnum())
