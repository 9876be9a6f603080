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
_C_STYLE = re.compile(r"[A-Z]+(?:_[a-z]+[A-Za-z]*)+")
_SELECTOR = re.compile(r"[a-z](?:For(?:Row|Item|Key|Header|Cell)|AtIndex|InSection|WithURL|WithFrame)")
_KEBAB = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)+")
_SURNAME = re.compile(r"(?:Mc|Mac|De|Di|Le|La|Van|Von|Fitz)[A-Z][a-z]+")
_HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_DOTTED = re.compile(r"[A-Za-z_$]\w*(?:(?:\.|::|->|#)[A-Za-z_]\w*)+")
_SPLIT = re.compile(r"\.|::|->|#")
_UI = re.compile(r"(?:UI|NS|AV|CG|CA|MK|SK|WK|Q|wx|Gtk)[A-Z](?:[a-z][A-Za-z]+|[A-Z]{2,})")


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
    if _KEBAB.fullmatch(text) and is_package_dashed(text):
        return EntityType.PACKAGE
    return None


@lru_cache(maxsize=1 << 14)
def in_prose(text: str) -> EntityType | None:
    """Return what a word of prose is by its shape, where that leaves little doubt."""
    if _HUMPS.fullmatch(text) or _UI.fullmatch(text):
        return _humped(text)
    if _CAMEL.fullmatch(text) or _SNAKE.fullmatch(text) or _C_STYLE.fullmatch(text):
        parts = parts_of(text)
        verb = is_verb(parts[0]) or ("_" in text and is_verb(parts[-1])) or _SELECTOR.search(text)
        return EntityType.FUNCTION if verb else None
    if ("." in text or "::" in text) and _DOTTED.fullmatch(text):
        return _dotted_prose(text)
    if "-" in text and _KEBAB.fullmatch(text) and is_package_like(text):
        return EntityType.PACKAGE
    if text[0] == "@" and (_HUMPS.fullmatch(text[1:]) or text[1:] in lexicon.words("entity_shapes", "annotations")):
        return EntityType.CLASS
    return None


def _humped(text: str) -> EntityType | None:
    brand = fold(text) in lexicon.words("entity_shapes", "brands") or text in lexicon.words("entity_shapes", "acronyms")
    if brand or _SURNAME.fullmatch(text) or (text[-1] == "s" and text[:-1].isupper()):
        return None
    if parts_of(text)[-1] in lexicon.words("entity_shapes", "member_tails"):
        return None
    return EntityType.FUNCTION if is_method_like(text) else EntityType.CLASS


def is_method_like(text: str) -> bool:
    """Return whether a name with a capital at its start is built as a method's: GetValue, not GetterView."""
    parts = parts_of(text)
    return (
        len(parts) > 1
        and parts[0] in lexicon.words("entity_shapes", "capital_verbs")
        and parts[-1] not in (lexicon.words("entity_shapes", "class_tails") - _ALSO_OBJECTS)
    )


_ALSO_OBJECTS = frozenset(
    [
        "value",
        "name",
        "id",
        "key",
        "object",
        "file",
        "property",
        "data",
        "items",
        "item",
        "list",
        "type",
        "field",
        "path",
        "message",
        "record",
        "records",
        "color",
        "size",
    ]
)


def _dotted_prose(text: str) -> EntityType | None:
    if text.lower() in lexicon.words("entity_shapes", "qualified"):
        return EntityType.CLASS
    parts = _SPLIT.split(text)
    if is_method_like(parts[-1]):
        return EntityType.FUNCTION
    if len(parts) == 2 and parts[0] in lexicon.words("entity_shapes", "modules") and parts[1].islower():
        return EntityType.FUNCTION
    pascal = [bool(_PASCAL.fullmatch(part)) for part in parts]
    humps = bool(_HUMPS.fullmatch(parts[-1]) or _UI.fullmatch(parts[-1]))
    if len(parts) == 2 and all(pascal) and "." in text:
        return None
    return EntityType.CLASS if humps or (len(parts) > 2 and all(pascal)) else None


@lru_cache(maxsize=1 << 13)
def of_library(text: str, begins: bool) -> EntityType | None:
    """Return what a plain word is by the standard libraries' own names; capitals at a sentence's beginning say nothing."""
    if text.lower() in lexicon.words("entity_shapes", "functions"):
        return EntityType.FUNCTION
    if text in lexicon.words("entity_shapes", "standard_classes"):
        return None if begins else EntityType.CLASS
    return EntityType.CLASS if text.lower().removesuffix("s") in lexicon.words("entity_shapes", "controls") else None


def is_of_library(lower: str) -> bool:
    """Return whether a word in small letters is one of the standard libraries' own names, wherever it stands."""
    return lower in lexicon.words("entity_shapes", "functions", "standard_classes") or lower.removesuffix(
        "s"
    ) in lexicon.words("entity_shapes", "controls")


def is_identifier(text: str) -> bool:
    """Return whether a word is written as code writes names, with humps or underscores."""
    return bool(_CAMEL.fullmatch(text) or _SNAKE.fullmatch(text) or _HUMPS.fullmatch(text) or _DOTTED.fullmatch(text))


def is_name(text: str) -> bool:
    """Return whether a word can name something in code at all."""
    return text.replace("_", "").replace("$", "").isalnum() and not text[0].isdigit()


def parts_of(text: str) -> list[str]:
    """Return the parts of a name in several parts, folded."""
    return [part.lower() for part in _HUMP.findall(text)] or [""]


def first_part(text: str) -> str:
    """Return the first part of a name in several parts, folded."""
    return parts_of(text)[0]


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


def is_package_dashed(text: str) -> bool:
    """Return whether a name with dashes that stands before "library" or "package" is one of its own."""
    first, _, rest = text.partition("-")
    last = rest.rpartition("-")[2]
    return bool(_KEBAB.fullmatch(text)) and not (
        last in lexicon.words("entity_shapes", "compounds")
        or first in lexicon.words("entity_shapes", "compound_heads")
        or is_past(last)
    )


def is_past(word: str) -> bool:
    """Return whether a word ends as participles do."""
    return word.endswith(("ed", "ing"))


def is_unusual(text: str) -> bool:
    """Return whether a capitalised word is built as names are rather than words: by its humps or digits, or no participle."""
    return not is_past(text.lower())


def is_adjective(word: str) -> bool:
    """Return whether a word ends as what says which function is meant rather than names it: recursive, following, helpful."""
    return word.endswith(("ing", "ed", "ive", "al", "able", "ible", "ful", "less", "ous", "ic", "ary", "est", "ward"))
