"""The one tokeniser: what the index holds and what a query asks for (DESIGN "Search").

Words are lower-cased, freed of accents and stemmed (Snowball English); stop words are left out.
Identifiers, paths, versions and contractions are kept whole, unstemmed, beside their parts. Scripts
without spaces give pairs of characters, and in the index single characters too.
"""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from memtui import safe_text
from memtui.intelligence import lexicon

TOKENIZER_VERSION = 1
"""Rises whenever the same text would give other tokens: stores then rebuild their index."""

MAX_TERM = 64
"""Longer terms are cut to so many characters, in texts and queries alike."""

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3105-\u312f"
    "\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
)
_LETTER = f"(?:[^\\W{_UNSPACED}]|[\u0300-\u036f\u0900-\u0dff])"
_CHUNK = re.compile(
    # Most of a text are plain words, which no other branch would read otherwise.
    "[a-z]+(?=[ ,\n])"
    f"|[{_UNSPACED}]+"
    f"|(?:(?<![\\w.])\\.)?{_LETTER}+(?:(?:://|::|[-./\\\\:@#'+&=~]|(?<=\\d),(?=\\d)){_LETTER}+)*"
    f"(?:(?<![^\\W_]{{3}})(?:\\+\\+|\\#)(?!\\w))?"
)
_FIRST_UNSPACED = re.compile(f"[{_UNSPACED}]")
_SEGMENT = re.compile(f"{_LETTER}+")
_HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^\W\d_a-zA-Z]+")
_CAMEL = re.compile(r"[a-z]\d*[A-Z]|[A-Z]{2}(?:[a-z]{2}|[a-rt-z])")
_LETTERS_THEN_DIGITS = re.compile(r"([^\W\d_]{2,})\d+")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
_VERSION_PARTS = 8
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+")
_VERSION = re.compile(r"v?(\d+(?:\.\d+)+)\w*")
_ISE = re.compile("(?<=..)is(e|es|ed|er|ers|ing|ation|ations)$")
_ACCENTS = re.compile("[\u0300-\u036f]")
_LIKE_LATIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_APOSTROPHES = str.maketrans({"\u2018": "'", "\u2019": "'", "\u02bc": "'", "\u02b9": "'", "\u2032": "'"})


class Piece(NamedTuple):
    """A term and where it stands in its chunk; `only_index` ones are not asked for by a query."""

    term: str
    start: int
    end: int
    only_index: bool = False


def tokenize(text: str) -> list[str]:
    """Return the index terms of a text in order, repeats kept; never raises, no term holds a space or control byte."""
    if text.isalpha() and text.isascii():
        return [piece.term for piece in _pieces(text)]
    return [piece.term for chunk in _CHUNK.findall(_prepared(text)) for piece in _pieces(chunk)]


def terms(text: str) -> list[str]:
    """Return the terms that a query with these words asks for, without repeats, order kept."""
    return list(spelled_terms(text))


def spelled_terms(text: str) -> dict[str, str]:
    """Return the terms that a query with these words asks for, each with how it was spelled first."""
    spelled: dict[str, str] = {}
    for chunk in _CHUNK.findall(_prepared(text)):
        for piece in _pieces(chunk):
            if not piece.only_index:
                spelled.setdefault(piece.term, chunk[piece.start : piece.end])
    return spelled


def open_prefix(text: str) -> str:
    """Return the word that a text ends with as the index would begin it; empty when it ends with none."""
    prepared = _prepared(text).rstrip("./\\:@#'&=~-")
    last = max(_CHUNK.finditer(prepared), key=re.Match.end, default=None)
    if last is None or last.end() != len(prepared) or _FIRST_UNSPACED.match(last.group()):
        return ""
    return fold(last.group())[:MAX_TERM]


def fold(text: str) -> str:
    """Return the text in lower case and without accents, as terms are written."""
    if text.isascii():
        return text.lower()
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", text.casefold()))
    return unicodedata.normalize("NFC", bare).translate(_LIKE_LATIN)


def spans_of(text: str, terms: Iterable[str]) -> list[tuple[int, int]]:
    """Return where words of those terms stand in `text`, as (start, end) offsets in order, without overlaps."""
    wanted = frozenset(terms)
    prepared = _prepared(text)
    places = None if text.isascii() else _places(text)
    if places is not None:
        prepared, origin = places
    spans: list[tuple[int, int]] = []
    for first, behind in _matches(prepared, wanted):
        start, end = (first, behind) if places is None else (origin[first], origin[behind - 1] + 1)
        if spans and start <= spans[-1][1]:
            spans[-1] = (spans[-1][0], max(end, spans[-1][1]))
        else:
            spans.append((start, end))
    return spans


def _matches(prepared: str, wanted: frozenset[str]) -> Iterator[tuple[int, int]]:
    for chunk in _CHUNK.finditer(prepared):
        hits = [piece for piece in _pieces(chunk.group()) if piece.term in wanted]
        for piece in sorted(hits, key=lambda piece: (piece.start, -piece.end)):
            yield chunk.start() + piece.start, chunk.start() + piece.end


def _places(text: str) -> tuple[str, list[int]]:
    """Return the prepared text and, for each of its characters, the offset of the one it came from."""
    prepared: list[str] = []
    origin: list[int] = []
    for offset, character in enumerate(text):
        read = _prepared(character)
        prepared.append(read)
        origin.extend([offset] * len(read))
    return "".join(prepared), origin


def _prepared(text: str) -> str:
    return text if text.isascii() else safe_text.searchable(text).translate(_APOSTROPHES)


@lru_cache(maxsize=1 << 14)
def _pieces(chunk: str) -> tuple[Piece, ...]:
    if _FIRST_UNSPACED.match(chunk):
        return tuple(_unspaced(chunk))
    if chunk.isalpha() and not _CAMEL.search(chunk):
        return tuple(_plain(chunk, 0))
    lower = fold(chunk)
    if lower.endswith("'s") and lower not in _stop_words():
        return _pieces(chunk[:-2])
    if "'" in chunk and (lower in _stop_words() or lower.endswith("n't")):
        return () if lower in _stop_words() else (Piece(lower[:MAX_TERM], 0, len(chunk)),)
    if _THOUSANDS.fullmatch(chunk):
        return (Piece(chunk.replace(",", "")[:MAX_TERM], 0, len(chunk)),)
    return tuple(_identifier(chunk, lower))


def _identifier(chunk: str, lower: str) -> Iterator[Piece]:
    """Yield a compound whole and then its parts; a chunk of one plain part gives just that."""
    version = _VERSION.fullmatch(lower)
    if version:
        yield from _version(lower, version)
        return
    segments = list(_SEGMENT.finditer(chunk))
    parts = [piece for segment in segments for piece in _segment(segment.group(), segment.start())]
    if segments and segments[0].group() == chunk:
        yield from parts
        return
    if parts:
        yield Piece(lower[:MAX_TERM], 0, len(chunk))
    yield from parts


def _version(lower: str, found: re.Match[str]) -> Iterator[Piece]:
    """Yield a version whole, and what it is a special case of: 3.11.4 is found by 3.11."""
    yield Piece(lower[:MAX_TERM], 0, len(lower))
    numbers = found.group(1).split(".", _VERSION_PARTS)[:_VERSION_PARTS]
    for count in range(len(numbers), 1, -1):
        shorter = ".".join(numbers[:count])
        if shorter != lower:
            yield Piece(shorter[:MAX_TERM], 0, len(lower), only_index=True)


def _segment(word: str, start: int) -> Iterator[Piece]:
    """Yield the terms of one run of letters, digits and underscores."""
    humps = list(_HUMP.finditer(word)) if "_" in word or _CAMEL.search(word) else []
    if not humps:
        yield from _plain(word, start)
        return
    whole = fold(word)
    yield Piece(whole[:MAX_TERM], start, start + len(word))
    lettered = _LETTERS_THEN_DIGITS.fullmatch(whole)
    bare = lettered.group(1) if lettered else whole
    stem = _stem(bare) if bare.isalpha() else whole
    if stem != whole:
        yield Piece(stem[:MAX_TERM], start, start + len(word), only_index=True)
    if len(humps) == 1 and humps[0].group() == word:
        return
    for hump in humps:
        if len(hump.group()) > 1:
            yield from _plain(hump.group(), start + hump.start())


def _plain(word: str, start: int) -> Iterator[Piece]:
    """Yield the stem of a word that has no parts, or nothing if it is a stop word or has no letter."""
    lower = fold(word)
    end = start + len(word)
    if lower in _stop_words() or not lower.strip("_"):
        return
    if lower.isalpha():
        yield Piece(_stem(lower)[:MAX_TERM], start, end)
        return
    ordinal = _ORDINAL.fullmatch(lower)
    if ordinal:
        lower = ordinal.group(1)
    yield Piece(lower[:MAX_TERM], start, end)
    lettered = _LETTERS_THEN_DIGITS.fullmatch(lower)
    if lettered and len(lettered.group(1)) > 2:
        yield Piece(_stem(lettered.group(1))[:MAX_TERM], start, start + len(lettered.group(1)))


def _unspaced(run: str) -> Iterator[Piece]:
    """Yield the pairs of characters of a run without spaces; single ones are asked for only when alone."""
    folded = run.casefold()
    if len(folded) != len(run):
        folded = run
    for at in range(len(folded)):
        yield Piece(folded[at], at, at + 1, only_index=len(folded) > 1)
        if at + 1 < len(folded):
            yield Piece(folded[at : at + 2], at, at + 2)


def _stop_words() -> frozenset[str]:
    return lexicon.words("stop_words")


_local = threading.local()


def _stem(lower: str) -> str:
    """Return the Snowball stem of a word or of what it is a form of.

    A stemmer is not safe to share, so each thread has its own.
    """
    stemmer: Any = getattr(_local, "stemmer", None)
    if stemmer is None:
        from Stemmer import Stemmer

        stemmer = _local.stemmer = Stemmer("english")
    return str(stemmer.stemWord(_base_form(lower)))


def _base_form(lower: str) -> str:
    """Return what an irregular form or a British spelling is a form of, else the word itself."""
    base = lexicon.mapping("english", "irregular").get(lower) or lexicon.mapping("english", "spelling").get(lower)
    if base:
        return base
    if "is" in lower and _ISE.search(lower) and not lower.startswith(lexicon.prefixes("english", "always_ise")):
        return _ISE.sub(r"iz\1", lower)
    return lower
