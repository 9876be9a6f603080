"""A sentence as the reader of facts sees it: words, names in quotes or code, and signs, with their offsets."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

_TOKEN = re.compile(
    r"`[^`\n]{1,200}`"
    r'|"[^"\n]{0,400}"?'
    r"|(?:\.{0,2}/)?[@$]?\w+(?:[-./\\:@#'+&=~]{1,2}\w+)*(?:\+\+|#(?!\w)|\(\))?"
    r"|[-=]>|[^\w\s]"
)
_CONTRACTED = re.compile(r"(.+)('re|'ve|'m|'ll|'d)")
_IS = frozenset(
    ["it's", "he's", "she's", "that's", "who's", "what's", "there's", "here's", "where's", "how's", "let's"]
)

QUOTED_WORDS = 4
"""A quotation of more words is speech, a shorter one may be a name in quotes."""


class Token(NamedTuple):
    """One word or sign; `kind` is w (word), n (a name in quotes or code), q (speech in quotes) or . (a sign)."""

    text: str
    lower: str
    start: int
    end: int
    kind: str


def tokens_of(text: str, offset: int = 0) -> list[Token]:
    """Return the tokens of a plain sentence that begins at `offset` of its text; linear in its length."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        surface, start = match.group(), offset + match.start()
        if surface[0] == "`" and len(surface) > 1:
            found.append(Token(surface[1:-1], surface[1:-1].lower(), start, start + len(surface), "n"))
        elif surface[0] == '"':
            inner = surface.strip('"')
            closed = len(surface) > 1 and surface[-1] == '"'
            kind = "n" if closed and inner.strip() and len(inner.split()) <= QUOTED_WORDS else "q"
            found.append(Token(inner, inner.lower(), start, start + len(surface), kind))
        elif surface[0].isalnum() or len(surface) > 1 or surface == "_":
            found += _words(surface, start)
        else:
            found.append(Token(surface, surface, start, start + 1, "."))
    return found


def _words(surface: str, start: int) -> Iterable[Token]:
    if surface in ("->", "=>"):
        return (Token(surface, surface, start, start + 2, "."),)
    lower = surface.lower()
    if "'" in lower:
        match = _CONTRACTED.fullmatch(lower)
        cut = match.end(1) if match else len(surface) - 2 if lower in _IS else 0
        if cut:
            end = start + len(surface)
            return (
                Token(surface[:cut], lower[:cut], start, start + cut, "w"),
                Token(surface[cut:], lower[cut:], start + cut, end, "w"),
            )
    return (Token(surface, lower, start, start + len(surface), "w"),)


def text_of(tokens: Sequence[Token], text: str, offset: int = 0) -> str:
    """Return the piece of `text` (which begins at `offset`) from the first token to the last, its marks taken off."""
    if not tokens:
        return ""
    if len(tokens) == 1:
        return tokens[0].text.strip()
    return " ".join(text[tokens[0].start - offset : tokens[-1].end - offset].replace("`", "").replace('"', "").split())
