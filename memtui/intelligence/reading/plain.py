"""Texts freed of markup, character by character, so that every offset still points into the original."""

from __future__ import annotations

import re
from collections.abc import Iterator

_SAME_LENGTH = str.maketrans(
    {
        **dict.fromkeys("\u2018\u2019\u02bc\u02b9\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2212", "-"),
        **dict.fromkeys("\u00a0\u2007\u202f\t\u3000", " "),
    }
)
_BULLET = re.compile(r"(?m)^[ ]*(?:[-*+\u2022]|\d{1,3}[.)]|>|#{1,6})[ ]+(?:\[[ xX]\][ ]+)?")
_EMPHASIS = re.compile(r"\*\*|__|~~|(?<![\w*])\*(?=\w)|(?<=[\w`])\*(?![\w*])")
_LINK = re.compile(r"!?\[([^\[\]\n]{1,200})\]\(([^()\s]{1,500})\)")
_DECORATION = re.compile("[\u2190\u2191\u2193-\u21ff\u2600-\u27bf\u2b00-\u2bff\ufe0f\U0001f000-\U0001faff]")
_CODE = re.compile(r"(`{1,3})[^`\n]{1,400}\1")
_END = re.compile(r"[.!?;](?=[ ]+[A-Z\"'`(\u00c0-\u024f])|[\u3002\uff01\uff1f\uff1b]|\n+")
_ABBREVIATION = re.compile(
    r"(?<!\w)(?:e\.g|i\.e|etc|vs|z\.b|d\.h|bzw|no|cf|approx|dr|mr|mrs|prof|nr|ca|inkl|ggf|fig)\.$", re.I
)
_ORDINAL = re.compile(r"(?<!\w)\d{1,2}\.$")
_GERMAN = re.compile(r"(?<!\w)(?:am|vom|zum|im|der|die|das|den|dem|des|bis|ab|seit) \d{1,2}\.$", re.I)
_MONTH = re.compile(r" +(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)", re.I)
"""A number with a full stop behind it is German for "the 30th", where such words stand beside it."""

LONGEST_ABBREVIATION = 12

_ARROWS = "\u21d2\u2794\u27f6"


def plain(text: str) -> str:
    """Return a text of equal length without bullets, emphasis, emoji and link brackets; quotes and dashes are plain ASCII."""
    text = text.translate(_SAME_LENGTH)
    if any(arrow in text for arrow in _ARROWS):
        for arrow in _ARROWS:
            text = text.replace(arrow, "\u2192")
    if "](" in text:
        text = _LINK.sub(lambda m: f"{_blank(m, 1)}{m.group(1)}  {m.group(2)} ", text)
    text = _BULLET.sub(lambda m: " " * len(m.group()), text)
    if "*" in text or "__" in text or "~~" in text:
        text = _EMPHASIS.sub(lambda m: " " * len(m.group()), text)
    return text if text.isascii() else _DECORATION.sub(" ", text)


def _blank(found: re.Match[str], group: int) -> str:
    return " " * (found.start(group) - found.start())


def sentences(text: str, limit: int) -> Iterator[tuple[int, int]]:
    """Yield the first `limit` sentences of a plain text as offsets; a code span is never cut, a line end always ends one."""
    spans = [found.span() for found in _CODE.finditer(text)] if "`" in text else []
    start = count = 0
    for end in _END.finditer(text):
        if any(first < end.start() < last for first, last in spans):
            continue
        answer = end.end() - start < 8 and text[start : end.end()].strip().lower() == "no."
        if text[end.start()] == "." and not answer and _goes_on(text, end.start() + 1):
            continue
        if text[start : end.end()].strip():
            yield start, end.end()
            count += 1
            if count >= limit:
                return
        start = end.end()
    if text[start:].strip():
        yield start, len(text)


def _goes_on(text: str, end: int) -> bool:
    """Whether a full stop before the offset `end` ends an abbreviation or a German ordinal, and no sentence."""
    before = text[max(0, end - LONGEST_ABBREVIATION) : end]
    if _ABBREVIATION.search(before) or _GERMAN.search(before):
        return True
    return bool(_ORDINAL.search(before)) and _MONTH.match(text, end) is not None


def code_spans(text: str) -> list[tuple[int, int]]:
    """Return the offsets of the code spans of a sentence, back-ticks within."""
    return [found.span() for found in _CODE.finditer(text)] if "`" in text else []
