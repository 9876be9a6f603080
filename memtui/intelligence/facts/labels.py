"""What facts call their ends: labels, when two of them mean the same thing, and which entity a label names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from memtui.domain.judgements import FoundEntity
from memtui.domain.kinds import EntityType
from memtui.intelligence import lexicon
from memtui.intelligence.facts.vocabulary import words

WE = "we"
"""How the memory's own project is called where the text says "we" or "our team"."""

EXACT = frozenset({EntityType.FILE_PATH, EntityType.URL, EntityType.ENV_VAR, EntityType.CODE_NOTE})
"""Types whose names are exact: nothing but their case is folded."""

CODE = EXACT | {EntityType.FUNCTION, EntityType.CLASS}
"""Types whose names are code: a plural or a dash makes another name."""

_BASED = re.compile(r"[-\s]based(?=\s+\w)", re.IGNORECASE)
_BORDERS = re.compile(r"[\s.\-_'‐-―]+")
_VERSION = re.compile(r"v?\d[\w.]*(?:\.x)?", re.IGNORECASE)
_ES = ("sses", "shes", "ches", "xes", "zes")
_NO_PLURAL = ("ss", "us", "is", "os", "as", "ics")
LABEL = 160
"""Characters of the longest label (TekMemo)."""


def without_based(label: str) -> str:
    """Return a label without "-based": session-based auth and session auth are one thing."""
    return _BASED.sub("", label) if "based" in label.lower() else label


def without_article(label: str) -> str:
    """Return a label without the article or possessive that it begins with."""
    first, blank, rest = label.partition(" ")
    return rest.strip() if blank and first.lower() in words("article") else label


@lru_cache(maxsize=1 << 14)
def fold_label(label: str, *, plural: bool = True) -> str:
    """Return a label without case, article, space, dots, dashes and (where asked) the plural of its last word."""
    bare = without_article(without_based(" ".join(label.split())))
    if plural:
        head, blank, last = bare.rpartition(" ")
        bare = f"{head}{blank}{singular(last)}"
    return _BORDERS.sub("", bare.casefold()) or label.strip().casefold()


@lru_cache(maxsize=1 << 13)
def singular(word: str) -> str:
    """Return an English noun without its plural ending; acronyms and words that only look plural stay."""
    lower = word.casefold()
    if len(word) < 4 or not lower.endswith("s") or word.isupper() or lower in words("singular"):
        return word
    if lower.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if lower.endswith(_ES):
        return word[:-2]
    return word if lower.endswith(_NO_PLURAL) else word[:-1]


def entity_named(
    label: str, found: Sequence[FoundEntity] = (), project: str | None = None
) -> tuple[EntityType, str, tuple[str, ...]]:
    """Return type, canonical name and aliases of the entity that a fact's label means.

    "we" and the project's own name are the project where there is one; a name that the text's entities know
    ("Redis 7" is redis) is that entity; all else is a concept, without its article.
    """
    if label == WE or (project and fold_label(label) == fold_label(project)):
        return (EntityType.PROJECT, project, ()) if project else (EntityType.CONCEPT, WE, ())
    bare = without_article(label)
    whole, versionless = fold_label(bare, plural=False), fold_label(_without_version(bare), plural=False)
    for entity in found:
        wanted = (whole, versionless) if entity.type in (EntityType.PACKAGE, EntityType.TOOL) else (whole,)
        if any(fold_label(name, plural=False) in wanted for name in (entity.name, *entity.aliases)):
            if entity.type is EntityType.CONCEPT and without_based(entity.name) != entity.name:
                return entity.type, without_based(entity.name), (*entity.aliases, entity.name)
            return entity.type, entity.name, entity.aliases
    known = lexicon.mapping("aliases", "names").get(bare.casefold())
    return EntityType.CONCEPT, bare, (known,) if known and known != bare.casefold() else ()


def _without_version(label: str) -> str:
    parts = label.split()
    while len(parts) > 1 and _VERSION.fullmatch(parts[-1]):
        parts.pop()
    return " ".join(parts)
