"""A tag for a text that comes without any: decision, error, architecture, config, dependency, todo, code or conversation."""

from __future__ import annotations

import re
from functools import cache

from memtui.domain.kinds import EntityType
from memtui.intelligence import lexicon
from memtui.intelligence.entities import entities

MAX_CHARACTERS = 4_000
"""What a text is about stands at its beginning: so much of it is read."""

NO_TAG_FITS = "conversation"

_BY_TYPE = {
    EntityType.CODE_NOTE: "todo",
    EntityType.ENV_VAR: "config",
    EntityType.FILE_PATH: "code",
    EntityType.FUNCTION: "code",
    EntityType.CLASS: "code",
}
_ERROR_NAME = re.compile(r"\b[A-Z][A-Za-z]*(?:Error|Exception)\b|\bE[A-Z]{4,}\b")
_SCOPED = re.compile(r"(?<![\w/@])@[a-z0-9][\w.-]*/[\w.-]*\w")


def proposed_tag(text: str) -> str:
    """Return the tag that the text's words propose, the first of todo, error, decision, dependency, config, architecture, code that fits; else conversation."""
    text = text[:MAX_CHARACTERS]
    lower = text.lower().replace("\u2019", "'")
    unspaced = not lower.isascii()
    types = {found.type for found in entities(text)}
    for tag in lexicon.table("tagging")["order"]:
        if _cues(tag).search(lower) or (unspaced and _stands(tag, lower)) or _shows(tag, text, types):
            return str(tag)
    return NO_TAG_FITS


def _stands(tag: str, lower: str) -> bool:
    return any(cue in lower for cue in lexicon.table("tagging")["unspaced"].get(tag, ()))


def _shows(tag: str, text: str, types: set[EntityType]) -> bool:
    """Whether what stands in the text shows its tag without a word for it."""
    if tag == "error":
        return bool(_ERROR_NAME.search(text))
    if tag == "dependency":
        return bool(_SCOPED.search(text))
    return any(_BY_TYPE.get(each) == tag for each in types)


@cache
def _cues(tag: str) -> re.Pattern[str]:
    cues = sorted(lexicon.table("tagging")["cues"][tag], key=len, reverse=True)
    return re.compile(r"(?<![\w-])(?:" + "|".join(map(re.escape, cues)) + r")(?![\w-])")
