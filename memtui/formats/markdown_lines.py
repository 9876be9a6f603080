"""A Markdown file's lines made ready: comments out, tabs as spaces, code left as it is."""

from __future__ import annotations

import re

Numbered = tuple[int, str]
"""A line's number, from 1, and its text."""
FENCE = re.compile(r"( *)(`{3,}|~{3,})([^`]*)$")
"""The line that opens or closes a block of code, at any depth."""


def prepared(lines: list[Numbered]) -> list[Numbered]:
    """Outside code: blank out comments, make tabs spaces, and let no more than two blank lines follow another."""
    result: list[Numbered] = []
    fence = ""
    tabbed = inside = False
    for number, text in lines:
        plain = text.expandtabs(4).rstrip()
        opened = None if inside else FENCE.match(plain)
        if fence:
            if opened and opened[2].startswith(fence) and not opened[3].strip():
                fence = ""
            result.append((number, _spaced(text) if tabbed else text.rstrip("\r")))
            continue
        if opened:
            fence = opened[2]
            tabbed = text[:1] == "\t"
        else:
            plain, inside = _cut_comments(plain, inside)
        if plain or not result[-2:] or any(before for _, before in result[-2:]):
            result.append((number, plain))
    return result


def _spaced(text: str) -> str:
    body = text.lstrip()
    return text[: len(text) - len(body)].expandtabs(4) + body


def _cut_comments(text: str, inside: bool) -> tuple[str, bool]:
    if not inside and "<!--" not in text:
        return text, False
    kept = ""
    while text:
        if inside:
            _, end, text = text.partition("-->")
            if not end:
                return kept.rstrip(), True
            inside = False
            continue
        before, start, after = text.partition("<!--")
        kept += before
        if not start:
            break
        if (kept.count("`")) % 2:
            kept += start
            text = after
            continue
        inside, text = True, after
    return kept.rstrip(), inside
