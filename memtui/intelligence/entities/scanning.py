"""A text cut into what may name something: URLs, code spans, and words with the signs that names hold."""

from __future__ import annotations

import re
from typing import NamedTuple

from memtui.intelligence.tokens import fold

_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef"
_TOKEN = re.compile(
    # Most of a text are plain words, which no other branch would read otherwise.
    r"(?P<plain>[a-z]+(?=[ ,\n]))"
    r"|(?P<fence>(?:```|~~~)[^\n`]{0,80}(?=\n|$))"
    r"|(?P<code>``[^`\n]{1,300}``|`[^`\n]{1,300}`)"
    r"|(?P<url>(?<![\w@])(?:(?:https?|ftp|wss?)://|www\.(?=\w))[^\s<>\"'`|\\^\[\]]{1,1000})"
    r"|(?P<word>(?:[A-Za-z]:\\|(?:~/|\.{1,2}/)\.?|[/@$#%.\\-](?=[\w/{.])|\$\{)?[^\W" + _UNSPACED + r"]"
    r"(?:(?:[^\W" + _UNSPACED + r"]|[./\\:@$%#*~}{+=-]){0,300}(?:[^\W" + _UNSPACED + r"]|[/*+}#]))?)"
)
_BREAK = re.compile(r"[.!?:;\n]")
_PAIRS = {")": "(", "}": "{", "]": "["}


class Token(NamedTuple):
    """A piece of the text: `kind` is url, code (a code span), block (in a fenced block) or word."""

    kind: str
    text: str
    start: int
    end: int


class Scene:
    """A text with its tokens, and what stands around each of them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = scan(text)
        self.words = [fold(token.text) for token in self.tokens]
        self._joined = [False]
        end = self.tokens[0].end if self.tokens else 0
        for token in self.tokens[1:]:
            between = text[end : token.start]
            self._joined.append(between == " " or not between.strip(" *_"))
            end = token.end

    def follows(self, at: int) -> bool:
        """Return whether only spaces stand between a token and the one before it."""
        return self._joined[at]

    def before(self, at: int, steps: int = 1) -> str:
        """Return the folded word so many steps before a token, or nothing where a sign stands between."""
        joined = self._joined
        for each in range(at, at - steps, -1):
            if not joined[each]:
                return ""
        return self.words[at - steps]

    def after(self, at: int, steps: int = 1) -> str:
        """Return the folded word so many steps after a token, or nothing where a sign stands between."""
        joined = self._joined
        last = at + steps
        if last >= len(joined):
            return ""
        for each in range(at + 1, last + 1):
            if not joined[each]:
                return ""
        return self.words[last]

    def begins(self, at: int) -> bool:
        """Return whether a token begins a sentence, a line or a bullet."""
        if at == 0:
            return True
        return bool(_BREAK.search(self.text, self.tokens[at - 1].end, self.tokens[at].start))

    def arguments(self, at: int) -> str | None:
        """Return what stands in the brackets that follow a token directly, or None where none do."""
        end = self.tokens[at].end
        if self.text[end : end + 1] != "(":
            return None
        close = self.text.find(")", end, end + 160)
        inner = self.text[end + 1 : close]
        return inner if close > 0 and "\n" not in inner else None


def scan(text: str) -> list[Token]:
    """Return the tokens of a text, in order; linear in its length."""
    tokens: list[Token] = []
    fenced = False
    for found in _TOKEN.finditer(text):
        kind = str(found.lastgroup)
        surface, start = found.group(), found.start()
        if kind == "fence":
            fenced = not fenced
            continue
        if kind == "url":
            surface = _closed(surface)
            if not surface.rpartition("//")[2]:
                continue
        elif kind == "code":
            marks = 2 if surface.startswith("``") else 1
            surface, start = surface[marks:-marks].strip(), start + marks
            start = text.index(surface, start)
        elif fenced:
            kind = "block"
        elif kind == "plain":
            kind = "word"
        if surface:
            tokens.append(Token(kind, surface, start, start + len(surface)))
    return tokens


def _closed(url: str) -> str:
    """Return a URL without the signs of the sentence around it."""
    while url and url[-1] in ".,;:!?*_)}]":
        if url[-1] in _PAIRS and url.count(_PAIRS[url[-1]]) >= url.count(url[-1]):
            break
        url = url[:-1]
    return url
