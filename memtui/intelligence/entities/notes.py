"""Notes in code and text: TODO, FIXME and HACK, with what they say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memtui.domain.judgements import FoundEntity, Span
from memtui.domain.kinds import EntityType

_NOTE = re.compile(
    r"(?<![\w`])(TODO|FIXME|HACK|(?:(?<=\n)|(?<![\s\S]))(?:todo|fixme|hack)(?=:))(?:\([^()\n]{0,60}\))?(?::|(?<=\))|(?=[ ]+[a-z]))[ ]*([^\n]{1,300})"
)
_MARK = re.compile(r"TODO|FIXME|HACK|todo:|fixme:|hack:")
_MARKED = re.compile(r"(?:^|\n|[#*/;.!?-])[ ]*$")
_END = re.compile(r"[.!?](?=\s|$)|\*/|-->|\s+(?:TODO|FIXME|HACK)\b")
_OPENING = re.compile(r"(?:add|implement|create|write|introduce|build)[ ]+(?:(?:an?|the|some)[ ]+)?(?=\w)", re.I)


Noted = tuple[FoundEntity, Span]
"""A note, and where the word stands that marks it."""


def notes(text: str) -> Iterator[Noted]:
    """Yield the notes of a text; what a note asks to be added is named without the verb."""
    if not _MARK.search(text):
        return
    for found in _NOTE.finditer(text):
        colon = text[found.end(1) : found.start(2)].strip() != ""
        if not colon and not _MARKED.search(text, max(0, found.start() - 20), found.start()):
            continue
        said = found.group(2)
        end = _END.search(said)
        said = said[: end.start()] if end else said
        opening = _OPENING.match(said)
        start = found.start(2) + (opening.end() if opening else 0)
        name = said[opening.end() :] if opening else said
        name = name.rstrip(" .,;:)")
        if any(character.isalnum() for character in name):
            note = FoundEntity(
                type=EntityType.CODE_NOTE,
                name=name,
                start=start,
                end=start + len(name),
                attributes={"priority": found.group(1).lower()},
            )
            yield note, found.span(1)
