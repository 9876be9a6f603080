"""The words of a sentence, each with all that judging asks of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from memtui.intelligence import families, lexicon
from memtui.intelligence.hidden import seen
from memtui.intelligence.reading.languages import german_stem, unspaced_cues
from memtui.intelligence.reading.plain import code_spans
from memtui.intelligence.tokens import fold, tokenize

_HAN = "\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_LETTER = f"(?:[^\\W{_HAN}]|[\u0300-\u036f\u0900-\u0dff])"
_WORD = re.compile(
    # Most of a text are plain words, which no other branch would read otherwise.
    r"[a-z]+(?=[ ,\n])"
    rf"|[a-zA-Z][a-zA-Z0-9+.-]{{0,15}}://[^\s<>\"'`{_HAN}\uff00-\uffef]+"
    rf"|\$?\d+(?:,\d+)*(?:\.\d+)*(?:\.?[xX](?![a-z]))?(?:%|[a-zA-Z]{{1,4}}(?!{_LETTER}))?"
    rf"|(?:~|\.{{0,2}})?/?(?:@|--(?={_LETTER}))?{_LETTER}(?:{_LETTER}|[-./\\:@#'+&=~](?={_LETTER}|\*))*(?:\+\+|#|\(\)|/)?"
    rf"|[{_HAN}]+"
    r"|->|=>|[=<>]{1,2}|[^\w\s]"
)
_SIGNS = re.compile(r"[\W_]+")
_IS_HAN = re.compile(f"[{_HAN}]")
_CAMEL = re.compile(r"[a-z]\d*[A-Z]|[A-Z]{2}[a-z]{2}")
_VERSION = re.compile(r"v?\d+(?:\.\d+)+(?:[a-z]+\d*|\.x|x)?|v?\d+\.x|v\d+", re.I)
_NUMBER = re.compile(r"\$?\d[\d,]*(?:\.\d+)?(?:%|[a-zA-Z]{1,4})?")
_CAPITALS = frozenset(["US", "IT"])
"""Abbreviations that in small letters would be words without content."""

NEGATORS = frozenset(["not", "no", "never", "none", "neither", "nor", "without", "cannot"]) | lexicon.words(
    "reading/scripts", "german_negators", "chinese_negators"
)
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
    bare, places = seen(text)
    if places:
        return tuple(
            word._replace(start=offset + places[word.start], end=offset + places[word.end - 1] + 1)
            for word in words_of(bare)
        )
    spans = code_spans(text)
    pieces = _pieces(text)
    german = is_german([surface for surface, _ in pieces])
    words: list[Word] = []
    at = span = 0
    first = True
    for surface, start in pieces:
        if spans:
            while at < len(spans) and spans[at][1] <= start:
                at += 1
            span = at + 1 if at < len(spans) and spans[at][0] <= start else 0
        lower, name, stem, kind, parts, stop = _facts(surface, span > 0, first, german)
        first = first and kind == "."
        begin = offset + start
        words.append(_made(Word, (surface, lower, name, stem, begin, begin + len(surface), span, kind, parts, stop)))
    return tuple(words)


_made: Callable[[type[Word], tuple[object, ...]], Word] = tuple.__new__
"""Makes a word as its class does, in half the time."""


def keys_of(words: Sequence[Word]) -> frozenset[str]:
    """Return all that words may be known by; what shares none of it with another text's words names none of them."""
    found: set[str] = set()
    before = ""
    for word in words:
        small = compact(word.lower)
        found.update((word.stem, word.name, small, before + small, *word.parts))
        before = small
    return frozenset(found)


@lru_cache(maxsize=1 << 14)
def compact(lower: str) -> str:
    """Return a word without signs, as `max_retries`, `max-retries` and `maxRetries` are one."""
    return _SIGNS.sub("", lower) or lower


def is_han(text: str) -> bool:
    """Return whether a word begins in a script without spaces."""
    return bool(_IS_HAN.match(text))


def is_german(surfaces: list[str]) -> bool:
    """Return whether words are those of a German sentence, by its words of grammar as they are spelled."""
    marks = lexicon.words("reading/scripts", "german_marks")
    return not marks.isdisjoint(surfaces) or (bool(surfaces) and surfaces[0].lower() in marks)


def _pieces(text: str) -> list[tuple[str, int]]:
    """Return the words and signs of a text with their offsets; Chinese runs are cut at their words of grammar."""
    found = [(match.group(), match.start()) for match in _WORD.finditer(text)]
    if "`" in text:
        found = [piece for piece in found if piece[0] != "`"]
    if text.isascii():
        return found
    return [
        (piece, begin + start)
        for surface, start in found
        for piece, begin in (_cut(surface) if _IS_HAN.match(surface) else ((surface, 0),))
    ]


def _cut(run: str) -> Iterator[tuple[str, int]]:
    """Yield the words of a run of Chinese with their offsets: the longest known word at each place, and what stands between."""
    known, longest = _known()
    done = at = 0
    while at < len(run):
        word = next((run[at : at + size] for size in range(longest, 0, -1) if run[at : at + size] in known), "")
        if not word:
            at += 1
            continue
        if at > done:
            yield run[done:at], done
        yield word, at
        at += len(word)
        done = at
    if done < len(run):
        yield run[done:], done


@cache
def _known() -> tuple[frozenset[str], int]:
    """Return the Chinese words that end one word and begin the next, and the length of the longest."""
    known = {*lexicon.words("reading/scripts", "chinese_stops", "chinese_wholes", "chinese_negators"), *unspaced_cues()}
    pairs = lexicon.table("judging/antonyms")["pairs"]
    known.update(word for one, others in pairs.items() for word in (one, *others.split()) if _IS_HAN.match(word))
    return frozenset(known), max(map(len, known))


@lru_cache(maxsize=1 << 14)
def _facts(surface: str, coded: bool, first: bool, german: bool) -> tuple[str, str, str, str, tuple[str, ...], bool]:
    lower = fold(surface)
    if not surface.isascii() and _IS_HAN.match(surface):
        pairs = tuple(surface[at : at + 2] for at in range(len(surface) - 1)) if len(surface) > 2 else ()
        return lower, lower, lower, "w", pairs, lower in lexicon.words("reading/scripts", "chinese_stops")
    kind = _kind(surface, coded, first)
    known = None if kind == "n" and surface in lexicon.words("people", "given") else _alias(lower)
    name = known or lower
    if kind == ".":
        return lower, name, lower, kind, (), True
    if kind in "wn" and (first or german) and surface[0].isupper():
        kind = "n" if known or families.kinds(surface) else "w"
    tokens = tokenize(name)
    negator = lower in NEGATORS or lower.endswith("n't")
    if german and kind == "w" and not known and lower.isalpha():
        stop = not negator and surface.lower() in lexicon.words("reading/scripts", "german_stops")
        return lower, name, german_stem(lower), kind, (), stop
    stem = tokens[0] if tokens else lower
    stop = not tokens and not negator and lower not in lexicon.words("particles") and kind not in "dv"
    if stop and (surface in _CAPITALS or (not first and (surface == "A" or (kind == "n" and families.kinds(surface))))):
        stop = False
    return lower, name, stem, kind, tuple(dict.fromkeys(tokens[1:])), stop


def _alias(lower: str) -> str | None:
    return lexicon.mapping("aliases", "names").get(lower.rstrip("."))


def _kind(surface: str, coded: bool, first: bool) -> str:
    if surface.isalpha() and surface.islower():
        return "c" if coded else "w"
    if not any(character.isalnum() for character in surface):
        return "."
    if (
        "://" in surface
        or "/" in surface.strip("/")
        or surface.startswith(("/", "./", "~/"))
        or (len(surface) > 2 and surface.endswith("/"))
    ):
        return "p"
    if _VERSION.fullmatch(surface):
        return "v"
    if _NUMBER.fullmatch(surface):
        return "d"
    if (
        coded
        or "_" in surface
        or _CAMEL.search(surface)
        or surface.endswith("()")
        or surface.startswith(("--", "@"))
        or _dotted(surface)
    ):
        return "c"
    return "n" if surface[0].isupper() and not first else "w"


def _dotted(surface: str) -> bool:
    head, dot, tail = surface.partition(".")
    return bool(dot and head and tail and tail[0].isalnum())
