"""What a single word is by its letters alone: class, function, package, variable."""

from __future__ import annotations

import re
from functools import lru_cache

from memtui.domain.kinds import EntityType
from memtui.intelligence import lexicon
from memtui.intelligence.tokens import fold

SCOPED = re.compile(r"@[a-z0-9][\w.-]*/[\w.-]*\w")
"""A package of npm within a scope."""

VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
"""Capitals with an underscore."""

_CAPITALS = re.compile(r"[A-Z][A-Z0-9_]+")
_PASCAL = re.compile(r"_?[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*(?:_[A-Z][A-Za-z0-9]+)*")
_HUMPS = re.compile(
    r"[A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*|[A-Z]{2,}[a-z][A-Za-z0-9]{2,}|[A-Z][a-z]+[A-Z]{2,}"
)
_CAMEL = re.compile(r"[a-z][a-z0-9]*[A-Z][A-Za-z0-9]*")
_SNAKE = re.compile(r"_*[a-z][a-z0-9]*(?:_+[a-z0-9]+)+_*|_+[a-z][a-z0-9]*_*")
_KEBAB = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_DOTTED = re.compile(r"[A-Za-z_$]\w*(?:(?:\.|::|->|#)[A-Za-z_]\w*)+")
_SPLIT = re.compile(r"\.|::|->|#")
_UI = re.compile(r"(?:UI|NS|AV|CG|CA|MK|SK|WK|Q|wx|Gtk)[A-Z][a-z][A-Za-z]+")


def is_capitals(text: str) -> bool:
    """Return whether a word could be an environment variable: capitals, digits and underscores."""
    return bool(_CAPITALS.fullmatch(text))


@lru_cache(maxsize=1 << 14)
def in_code(text: str) -> EntityType | None:
    """Return what a whole code span of one word is by its shape."""
    if fold(text) in lexicon.words("entity_shapes", "values"):
        return None
    if _PASCAL.fullmatch(text):
        return EntityType.CLASS
    if _CAMEL.fullmatch(text) or _SNAKE.fullmatch(text):
        return EntityType.FUNCTION
    if _DOTTED.fullmatch(text):
        return _dotted(text)
    if _KEBAB.fullmatch(text) and is_package_like(text):
        return EntityType.PACKAGE
    return None


@lru_cache(maxsize=1 << 14)
def in_prose(text: str) -> EntityType | None:
    """Return what a word of prose is by its shape, where that leaves little doubt."""
    if _HUMPS.fullmatch(text) or _UI.fullmatch(text):
        brand = fold(text) in lexicon.words("entity_shapes", "brands") or text in lexicon.words(
            "entity_shapes", "acronyms"
        )
        return None if brand or (text[-1] == "s" and text[:-1].isupper()) else EntityType.CLASS
    if _CAMEL.fullmatch(text) or _SNAKE.fullmatch(text):
        return EntityType.FUNCTION if is_verb(first_part(text)) else None
    if ("." in text or "::" in text) and _DOTTED.fullmatch(text):
        last = _SPLIT.split(text)[-1]
        return EntityType.CLASS if _HUMPS.fullmatch(last) or _UI.fullmatch(last) else None
    if "-" in text and _KEBAB.fullmatch(text) and is_package_like(text):
        return EntityType.PACKAGE
    return None


def is_identifier(text: str) -> bool:
    """Return whether a word is written as code writes names, with humps or underscores."""
    return bool(_CAMEL.fullmatch(text) or _SNAKE.fullmatch(text) or _HUMPS.fullmatch(text) or _DOTTED.fullmatch(text))


def is_name(text: str) -> bool:
    """Return whether a word can name something in code at all."""
    return text.replace("_", "").replace("$", "").isalnum() and not text[0].isdigit()


def first_part(text: str) -> str:
    """Return the first part of a name in several parts, folded."""
    found = _HUMP.search(text)
    return found.group().lower() if found else ""


@lru_cache(maxsize=1 << 12)
def is_verb(word: str) -> bool:
    """Return whether functions begin with this word."""
    return word in lexicon.words("entity_shapes", "verbs")


def is_package_like(text: str) -> bool:
    """Return whether a name with dashes is built as packages' names are (react-…, …-loader)."""
    first, *_, last = text.split("-")
    if last in lexicon.words("entity_shapes", "compounds") or first in lexicon.words("entity_shapes", "compound_heads"):
        return False
    return first in lexicon.words("entity_shapes", "package_heads") or last in lexicon.words(
        "entity_shapes", "package_tails"
    )


def _dotted(text: str) -> EntityType | None:
    parts = _SPLIT.split(text)
    if _PASCAL.fullmatch(parts[-1]) and not _PASCAL.fullmatch(parts[0]):
        return EntityType.CLASS
    if len(parts) == 2 and _PASCAL.fullmatch(parts[0]) and is_verb(first_part(parts[-1])):
        return EntityType.FUNCTION
    return None
