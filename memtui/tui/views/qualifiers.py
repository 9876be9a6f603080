"""Qualifiers of a filter line as facets write them there and take them away: `tag:db`, `entity:"token endpoint"`."""

from __future__ import annotations

import re


def qualified(column: str, value: str) -> str:
    """Return a qualifier as it is typed; a value with spaces stands in quotes."""
    return f'{column}:"{value}"' if re.search(r"\s", value) else f"{column}:{value}"


def holds(text: str, qualifier: str) -> bool:
    """Return whether a filter has a qualifier, as words of its own."""
    return _whole(qualifier).search(text) is not None


def toggled(text: str, qualifier: str) -> str:
    """Return a filter with a qualifier added, or without it when it was there."""
    rest, found = _whole(qualifier).subn(" ", text, count=1)
    return " ".join((rest if found else f"{text} {qualifier}").split())


def marked(qualifier: str, text: str) -> str:
    """Return the sign before a choice: whether the filter has it."""
    return "* " if holds(text, qualifier) else "  "


def _whole(qualifier: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|(?<=\s)){re.escape(qualifier)}(?=\s|$)")
