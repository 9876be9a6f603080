"""People and projects, where a text names them clearly."""

from __future__ import annotations

import re

from memtui.domain.kinds import EntityType
from memtui.intelligence import lexicon
from memtui.intelligence.entities import names
from memtui.intelligence.entities.hits import Hit, token_hit
from memtui.intelligence.entities.scanning import Scene

_NAME = re.compile(r"[A-Z][a-z\u00df-\u00ff]{1,20}(?:-[A-Z][a-z\u00df-\u00ff]{1,20})?")
_HANDLE = re.compile(r"@[a-z][a-z0-9_-]{1,38}")
_PROJECT = re.compile(r"[A-Za-z][\w.-]{1,60}(?:/[\w.-]{1,60})?")
_TITLED = re.compile(r"\b(?:dr|mr|mrs|ms|prof)\. *$", re.I)
_VOWELS = frozenset("aeiouy\u00e4\u00f6\u00fc\u00e9\u00e8\u00e1\u00f3\u00ed")


def person(scene: Scene, at: int) -> Hit | None:
    """Return the person that a word names: a given name, "Dr. Smith", "@alice", or who says, asks, likes or owns."""
    text = scene.tokens[at].text
    if text[0] == "@":
        known = text[1:] in lexicon.words("people", "not_handles") or names.known(text[1:])
        return None if known or not _HANDLE.fullmatch(text) else token_hit(scene, at, EntityType.PERSON, text[1:])
    if not _NAME.fullmatch(text):
        return None
    token = scene.tokens[at]
    if scene.before(at) in lexicon.words("people", "titles") or _TITLED.search(
        scene.text, max(0, token.start - 8), token.start
    ):
        return _with_surname(scene, at)
    if text in lexicon.words("people", "given") and scene.before(at) not in ("the", "a", "an"):
        return _with_surname(scene, at)
    if scene.begins(at) and scene.after(at) in lexicon.words("people", "acts") and _could_be_named(text):
        return token_hit(scene, at, EntityType.PERSON)
    return None


def project(scene: Scene, at: int) -> Hit | None:
    """Return the project that a word names: "the web-shop repo", "project Apollo"."""
    text = scene.tokens[at].text
    nouns = lexicon.words("people", "projects")
    if scene.after(at) not in nouns and scene.before(at) != "project":
        return None
    if text.lower() in lexicon.words("people", "not_projects") or not _PROJECT.fullmatch(text):
        return None
    named = text[0].isupper() or "-" in text or "_" in text or "/" in text
    if (
        scene.after(at) in nouns
        and ((named and not scene.begins(at)) or (scene.before(at) == "the" and scene.after(at) != "project"))
        and _is_no_plain_word(text)
    ):
        return token_hit(scene, at, EntityType.PROJECT)
    if scene.before(at) == "project" and text[0].isupper() and text[1:].islower() and not scene.begins(at):
        return token_hit(scene, at, EntityType.PROJECT)
    return None


def _is_no_plain_word(text: str) -> bool:
    known = names.known(text)
    return not known and not text.lower().endswith(("ing", "ed", "ment", "tion", "al", "ive"))


def _could_be_named(text: str) -> bool:
    lower = text.lower()
    return (
        lower not in lexicon.words("people", "roles")
        and lower not in lexicon.words("stop_words")
        and names.known(text) is None
        and not lower.endswith(("s", "ing", "er", "or", "ment", "tion", "ity", "ware", "ly"))
        and any(letter in _VOWELS for letter in lower)
    )


def _with_surname(scene: Scene, at: int) -> Hit:
    hit = token_hit(scene, at, EntityType.PERSON)
    following = at + 1
    if following < len(scene.tokens) and scene.follows(following):
        token = scene.tokens[following]
        plain = token.text.lower() in lexicon.words("stop_words") or names.known(token.text)
        if _NAME.fullmatch(token.text) and not plain and token.kind == "word":
            return hit._replace(name=f"{hit.name} {token.text}", end=token.end, last=following)
    return hit
