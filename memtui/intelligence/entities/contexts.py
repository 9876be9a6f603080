"""What the text says of an entity: the verb or noun beside it, its version, what a variable is for."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from memtui.domain.kinds import EntityType
from memtui.intelligence import lexicon
from memtui.intelligence.entities.scanning import Scene

REACH = 4
"""So many words on each side are read for a verb."""

VERSION = re.compile(r"[vV^~=]{0,2}\d{1,4}(?:\.(?:\d+|x|X|\*)){0,3}(?:-?(?:alpha|beta|rc)[\d.]*)?\+?")
"""A version as it stands after a name."""


def context_of(scene: Scene, at: int, last: int, type: EntityType) -> str:
    """Return what is done to or by the entity of the tokens `at` to `last`, or nothing."""
    if type is EntityType.ENV_VAR:
        return variable(scene.tokens[at].text)
    if type in (EntityType.URL, EntityType.CODE_NOTE):
        return ""
    if type in (EntityType.PACKAGE, EntityType.TOOL):
        noun = scene.after(last)
        if noun in _nouns():
            return noun.removesuffix("s") if noun.removesuffix("s") in _nouns() else noun
    if type in (EntityType.FUNCTION, EntityType.CLASS):
        return _verb_after(scene, last) or _verb_before(scene, at)
    return _verb_before(scene, at) or _verb_after(scene, last)


def _verb_before(scene: Scene, at: int) -> str:
    verbs = lexicon.mapping("entity_words", "contexts")
    for steps in range(1, REACH + 1):
        word = scene.before(at, steps)
        if not word or word in _ASIDE:
            return ""
        if word in verbs:
            return verbs[word]
    return ""


def _verb_after(scene: Scene, at: int) -> str:
    verbs = lexicon.mapping("entity_words", "contexts")
    for steps in range(1, REACH):
        word = scene.after(at, steps)
        if not word or word in _CLAUSE:
            return ""
        if word in verbs:
            return verbs[word]
    return ""


_ASIDE = frozenset(["favor", "favour", "than", "instead", "and", "or", "but", "which", "that", "because", "if", "when"])
_CLAUSE = frozenset(
    ["and", "or", "but", "which", "that", "because", "so", "when", "if", "to", "for", "with", "in", "from"]
)


def version_after(scene: Scene, last: int) -> str:
    """Return the version that follows a name ("React 18", "Python v3.11"), or nothing."""
    at = last + 1
    if at < len(scene.tokens) and scene.follows(at):
        word = scene.tokens[at].text
        if word.lower() in ("version", "v") and at + 1 < len(scene.tokens) and scene.follows(at + 1):
            word = scene.tokens[at + 1].text
        if VERSION.fullmatch(word):
            return word.lstrip("vV^~=")
    return ""


@lru_cache(maxsize=1 << 12)
def variable(name: str) -> str:
    """Return what an environment variable is for by the parts of its name: DATABASE_URL is "database connection"."""
    uses = lexicon.table("entity_words")["variables"]
    parts = name.strip("${}%=").split("=")[0].lower().split("_")
    pairs = ["_".join(pair) for pair in pairwise(parts)]
    return next((uses[part] for part in (*pairs, *parts) if part in uses), "")


@lru_cache(maxsize=1)
def _nouns() -> frozenset[str]:
    return frozenset(lexicon.table("entity_words")["nouns"]["words"].split())
