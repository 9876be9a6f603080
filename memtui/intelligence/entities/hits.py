"""What a rule found, before the text around it is asked for context."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from memtui.domain.kinds import EntityType
from memtui.intelligence import lexicon
from memtui.intelligence.entities import contexts, names
from memtui.intelligence.entities.names import Proof
from memtui.intelligence.entities.scanning import Scene


class Hit(NamedTuple):
    """An entity at `start` to `end` of the text; `last` is the last token that it takes, `version` what is written with it."""

    type: EntityType
    name: str
    start: int
    end: int
    last: int
    version: str = ""
    base: str = ""
    coded: bool = False


def token_hit(scene: Scene, at: int, type: EntityType, name: str | None = None, **more: str | bool) -> Hit:
    """Return the hit that a whole token is."""
    token = scene.tokens[at]
    return Hit(type, name or token.text, token.start, token.end, at, **more)  # type: ignore[arg-type]


def package_name(written: str) -> str:
    """Return a package's name as it is printed: its canonical name by the lists, in lower case."""
    found = names.known(written)
    return found.name if found and found.type is EntityType.PACKAGE else written.lower()


def listed(scene: Scene, at: int, *, sure: bool = False) -> Hit | None:
    """Return the name of the lists that begins at a token, the longest one, or None.

    `sure` says that the place proves it (code), so that everyday words count as well.
    """
    token = scene.tokens[at]
    several = _several(scene, at)
    if several:
        return several
    written, version = token.text, ""
    if "@" in written[1:]:
        written, _, version = written.rpartition("@")
    found = names.known(written)
    if found is None or not (sure or version or found.proof is Proof.NONE or _proved(scene, at, found)):
        return None
    version = version.lstrip("vV^~=") or contexts.version_after(scene, at)
    return Hit(found.type, found.name, token.start, token.start + len(written), at, version)


def _several(scene: Scene, at: int) -> Hit | None:
    word = scene.tokens[at].text.lower()
    for rest in names.heads(word):
        last = at + len(rest)
        if last < len(scene.tokens) and all(scene.after(at, step + 1) == each for step, each in enumerate(rest)):
            found = names.known(" ".join((word, *rest)))
            if found and (found.proof is Proof.NONE or _capitals(scene, at, last)):
                start, end = scene.tokens[at].start, scene.tokens[last].end
                return Hit(found.type, found.name, start, end, last, contexts.version_after(scene, last))
    return None


def _capitals(scene: Scene, at: int, last: int) -> bool:
    return all(token.text[0].isupper() for token in scene.tokens[at : last + 1])


def _proved(scene: Scene, at: int, found: names.Known) -> bool:
    """Whether a word that is a plain word too is a name here."""
    word, proof = scene.tokens[at].text, found.proof
    if word == found.name and word.isupper() and len(word) > 2:
        return True
    if proof is Proof.NOUN:
        beside = scene.after(at) in names.package_nouns() and scene.before(at) not in _DETERMINED
        return beside or (scene.before(at) in _uses() and "." in contexts.version_after(scene, at))
    if scene.after(at) in names.kind_nouns():
        return True
    if word[0].isupper() and not word.isupper() and not scene.begins(at) and not _titled(scene, at):
        return True
    version = contexts.version_after(scene, at)
    if version and (word[0].isupper() or "." in version):
        return True
    return proof is Proof.USE and (scene.before(at) in _uses() or _listed_beside(scene, at))


_DETERMINED = frozenset(["a", "an", "this", "that", "each", "every", "another"])


def _listed_beside(scene: Scene, at: int) -> bool:
    """Whether a name that needs no proof is listed together with a word: "redis and celery"."""
    for step in (2, -2):
        joined = scene.after(at) if step > 0 else scene.before(at)
        if joined in ("and", "or", "with", "vs") and 0 <= at + step < len(scene.tokens):
            found = names.known(scene.tokens[at + step].text)
            if found and found.proof is Proof.NONE:
                return True
    for step in (1, -1):
        if 0 <= at + step < len(scene.tokens):
            left, right = sorted((at, at + step))
            between = scene.text[scene.tokens[left].end : scene.tokens[right].start].strip()
            found = names.known(scene.tokens[at + step].text) if between in (",", "+", "/", "&") else None
            if found and found.proof is Proof.NONE:
                return True
    return False


@lru_cache(maxsize=1)
def _uses() -> frozenset[str]:
    return frozenset(lexicon.table("entity_words")["uses"]["words"].split())


def _titled(scene: Scene, at: int) -> bool:
    """Whether the words around are in title case too, so that a capital says nothing."""
    tokens = scene.tokens
    around = [tokens[each].text for each in (at - 1, at + 1) if 0 <= each < len(tokens)]
    return len(around) == 2 and all(text[0].isupper() and text[1:].islower() and len(text) > 3 for text in around)
