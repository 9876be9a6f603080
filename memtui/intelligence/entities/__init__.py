"""The named things in a text: files, functions, classes, packages, URLs, variables, notes, tools, people, projects, concepts."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from memtui.domain.judgements import FoundEntity
from memtui.domain.kinds import EntityType
from memtui.intelligence.entities import code, contexts, names, prose
from memtui.intelligence.entities.hits import Hit, token_hit
from memtui.intelligence.entities.notes import Noted, notes
from memtui.intelligence.entities.scanning import Scene
from memtui.intelligence.hidden import seen

__all__ = ["MAX_CHARACTERS", "MAX_ENTITIES", "entities"]

MAX_CHARACTERS = 40_000
"""So much of a text is read for entities."""

MAX_ENTITIES = 400
"""So many mentions of one text are kept, the first ones."""


def entities(text: str) -> tuple[FoundEntity, ...]:
    """Return every mention of a named thing in text order, none overlapping another; never raises, its cost is bounded.

    Names are canonical: packages in lower case without `.js`, aliases as what they stand for, functions
    without brackets, paths without a leading "./". Attributes: `version` of a package ("latest" unless the text gives
    one) or tool, `domain` of a URL, `priority` of a note (todo, fixme, hack), `base` of a class.
    """
    bare, places = seen(text[:MAX_CHARACTERS])
    found = _found(bare)
    if not places:
        return found
    return tuple(replace(each, start=places[each.start], end=places[each.end - 1] + 1) for each in found)


@lru_cache(maxsize=1 << 8)
def _found(text: str) -> tuple[FoundEntity, ...]:
    """The last texts are kept: a write asks for its tag, its facts and its entities one after another, an import for those of a whole chunk."""
    scene = Scene(text)
    hits = list(_hits(scene))
    found = [_entity(scene, hit) for hit in _kept(hits)]
    return tuple(_with_notes(found, list(islice(notes(scene.text), MAX_ENTITIES)))[:MAX_ENTITIES])


def _hits(scene: Scene) -> Iterator[Hit]:
    end = count = 0
    skip = -1
    inert = prose.inert(scene)
    for at, token in enumerate(scene.tokens):
        if at in inert or at <= skip or count >= MAX_ENTITIES:
            continue
        for hit in _at(scene, at, token.kind):
            if hit.start >= end and hit.end > hit.start:
                yield hit
                count += 1
                end, skip = hit.end, hit.last


def _at(scene: Scene, at: int, kind: str) -> Iterator[Hit]:
    if kind == "url":
        yield token_hit(scene, at, EntityType.URL)
    elif kind == "code":
        yield from code.span(scene, at)
    else:
        hit = code.block(scene, at) if kind == "block" else prose.word(scene, at)
        if hit:
            yield hit


def _kept(hits: list[Hit]) -> Iterator[Hit]:
    """Leave out what only says where another stands: the base of a class, the .env that a variable is set in."""
    bases = {hit.base for hit in hits if hit.base}
    variables = any(hit.type is EntityType.ENV_VAR for hit in hits)
    for hit in hits:
        if hit.type is EntityType.CLASS and hit.name in bases and not hit.coded and not hit.base:
            continue
        if hit.name == ".env" and variables and not hit.coded:
            continue
        yield hit


def _entity(scene: Scene, hit: Hit) -> FoundEntity:
    at = hit.last
    while scene.tokens[at].start > hit.start:
        at -= 1
    attributes: dict[str, str] = {}
    if hit.type is EntityType.PACKAGE:
        attributes["version"] = hit.version or contexts.version_after(scene, hit.last) or "latest"
    elif hit.version:
        attributes["version"] = hit.version
    if hit.type is EntityType.URL:
        attributes["domain"] = _domain(hit.name)
    if hit.base:
        attributes["base"] = hit.base
    name = hit.name.removeprefix("./") if hit.type is EntityType.FILE_PATH else hit.name
    return FoundEntity(
        type=hit.type,
        name=name,
        start=hit.start,
        end=hit.end,
        context=contexts.context_of(scene, at, hit.last, hit.type),
        attributes=attributes,
        aliases=_aliases(hit.type, name),
    )


def _aliases(type: EntityType, name: str) -> tuple[str, ...]:
    if type in (EntityType.PACKAGE, EntityType.TOOL, EntityType.CONCEPT):
        return names.aliases(name)
    if type is EntityType.FILE_PATH:
        last = name.rstrip("/").rpartition("/")[2]
        stem = last.partition(".")[0]
        if stem[:1].isupper() and not stem.isupper() and "." in last:
            return tuple(dict.fromkeys(each for each in (last, stem) if each != name))
    return ()


def _domain(url: str) -> str:
    host = url.partition("://")[2] or url
    for sign in "/?#":
        host = host.partition(sign)[0]
    return host.rpartition("@")[2].partition(":")[0].lower()


def _with_notes(found: list[FoundEntity], noted: list[Noted]) -> list[FoundEntity]:
    """Put the notes among the others; a note that holds one is marked by its word alone."""
    if not noted:
        return found
    markers = [marker for _, marker in noted]
    kept = [each for each in found if not any(each.start < end and start < each.end for start, end in markers)]
    ends = [each.end for each in kept]
    notes_found = []
    for note, marker in noted:
        first = bisect_right(ends, note.start)
        holds = first < len(ends) and kept[first].start < note.end
        notes_found.append(replace(note, start=marker[0], end=marker[1]) if holds else note)
    return sorted((*kept, *notes_found), key=lambda each: each.start)
