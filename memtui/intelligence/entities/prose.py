"""What words outside of code name: paths, variables, calls, names beside a kind noun, listed names, shapes."""

from __future__ import annotations

import re
from functools import lru_cache

from memtui.domain.kinds import EntityType
from memtui.intelligence import lexicon
from memtui.intelligence.entities import shapes
from memtui.intelligence.entities.hits import Hit, listed, package_name, token_hit
from memtui.intelligence.entities.paths import is_path
from memtui.intelligence.entities.scanning import Scene

_ASSIGNED = re.compile(r"([A-Z][A-Z0-9_]+)=\S*")
_DOLLAR = re.compile(r"\$\{?([A-Z][A-Z0-9_]+)\}?|%([A-Z][A-Z0-9_]+)%")
_READ = re.compile(r"(?:process\.env|import\.meta\.env|env|ENV)\.([A-Z][A-Z0-9_]+)")
_PLURAL = frozenset(["s", "es", "ies", "ren", "en", ""])
_NEAR = 3
_ENVIRONMENT = frozenset(["env", "envvar", "envvars", "environment", "getenv", "environ"])
_BASES = frozenset(["extends", "inherits", "subclasses", "implements"])


def word(scene: Scene, at: int) -> Hit | None:
    """Return what the word at a token names, or None for the plain words that most are."""
    text = scene.tokens[at].text
    declared = _declared(scene, at)
    if declared:
        return declared
    plain = text.isalpha() and (text.islower() or text[1:].islower())
    if not plain:
        found = _variable(scene, at) or _coded(scene, at)
        if found:
            return found
    return _called(scene, at) or _beside_noun(scene, at) or listed(scene, at) or (None if plain else _shaped(scene, at))


def _declared(scene: Scene, at: int) -> Hit | None:
    """Return what the keyword before declares: "def parse_line(x)", "class Foo extends Bar"."""
    before = scene.before(at)
    words = lexicon.table("entity_words")["declarations"]
    if not before or scene.tokens[at - 1].text != before:
        return None
    text = scene.tokens[at].text
    if before in words["class"].split() and text[0].isupper() and shapes.is_name(text):
        return token_hit(scene, at, EntityType.CLASS, base=_base(scene, at))
    if before in words["function"].split() and scene.arguments(at) is not None and shapes.is_name(text):
        return token_hit(scene, at, EntityType.FUNCTION)
    return None


def _base(scene: Scene, at: int) -> str:
    """Return the class that a class is said to extend, or nothing."""
    tokens = scene.tokens
    for step in (1, 2, 3):
        if scene.after(at, step) in _BASES:
            next_one = at + step + (2 if scene.after(at, step + 1) in ("from", "the") else 1)
            if next_one < len(tokens) and scene.follows(next_one) and tokens[next_one].text[0].isupper():
                return tokens[next_one].text
    return ""


def _variable(scene: Scene, at: int) -> Hit | None:
    token = scene.tokens[at]
    found = _DOLLAR.fullmatch(token.text) or _ASSIGNED.fullmatch(token.text) or _READ.fullmatch(token.text)
    if found:
        name = found.group(1) or found.group(2)
        start = token.start + token.text.index(name)
        return Hit(EntityType.ENV_VAR, name, start, start + len(name), at)
    if not shapes.is_capitals(token.text):
        return None
    if (shapes.VARIABLE.fullmatch(token.text) and scene.arguments(at) is None) or _near_environment(scene, at):
        return token_hit(scene, at, EntityType.ENV_VAR)
    return None


def _near_environment(scene: Scene, at: int) -> bool:
    beside = (scene.before(at, step) for step in range(1, _NEAR + 1))
    after = (scene.after(at, step) for step in range(1, _NEAR))
    return any(word.rpartition(".")[2] in _ENVIRONMENT for word in (*beside, *after) if word)


def _coded(scene: Scene, at: int) -> Hit | None:
    """Return paths and scoped packages, whose signs prove them anywhere."""
    text = scene.tokens[at].text
    scoped = shapes.SCOPED.match(text)
    if scoped:
        rest = text[scoped.end() :]
        token = scene.tokens[at]
        name = scoped.group()
        version = ""
        if "@" in name[1:] or rest.startswith("@"):
            name, _, version = text.rpartition("@")
        if shapes.SCOPED.fullmatch(name):
            return Hit(EntityType.PACKAGE, name, token.start, token.start + len(name), at, version)
    if "." in text or "/" in text or "\\" in text:
        by_list = listed(scene, at)
        if by_list:
            return by_list
    if is_path(text, False):
        return token_hit(scene, at, EntityType.FILE_PATH)
    return None


def _called(scene: Scene, at: int) -> Hit | None:
    """Return what is written as a call: "parse(x)", "Model.save()"."""
    inner = scene.arguments(at)
    text = scene.tokens[at].text
    if inner is None or inner in _PLURAL - {""} or not shapes.is_name(re.sub(r"\.|::|->|#|!", "", text) or "1"):
        return None
    if (
        inner
        and (" " in inner.strip() and "," not in inner and not any(sign in inner for sign in "=\"'"))
        and not shapes.is_identifier(text)
    ):
        return None
    if len(text) < 2 or (inner and text.isupper()):
        return None
    kind = EntityType.FUNCTION
    if inner and shapes.in_code(text) is EntityType.CLASS and not shapes.is_verb(shapes.first_part(text)):
        kind = EntityType.CLASS
    return token_hit(scene, at, kind)


def _beside_noun(scene: Scene, at: int) -> Hit | None:
    """Return the name that a kind noun stands beside: "the handleSubmit function", "Button component", "class User"."""
    text = scene.tokens[at].text
    if not shapes.is_name(re.sub(r"[.:-]", "", text) or "1"):
        return None
    folded = text.lower()
    nouns = lexicon.mapping("entity_words", "kind_nouns")
    kind, before = _KINDS.get(nouns.get(scene.after(at), "")), scene.before(at)
    kind_before = _KINDS.get(nouns.get(before, "")) if before in _before_words() else None
    stopped = folded in _not_names()
    if stopped:
        return None
    if kind is EntityType.CLASS and text[0].isupper() and not text.isupper():
        return token_hit(scene, at, kind, base=_base(scene, at))
    if EntityType.FUNCTION in (kind, kind_before) and shapes.is_identifier(text) and not text[0].isupper():
        return token_hit(scene, at, EntityType.FUNCTION)
    if kind_before is EntityType.CLASS and text[0].isupper() and not text.isupper():
        return token_hit(scene, at, EntityType.CLASS)
    if kind is EntityType.PACKAGE and ((text[0].isupper() and not scene.begins(at)) or "-" in text[1:-1]):
        return listed(scene, at, sure=True) or token_hit(scene, at, EntityType.PACKAGE, package_name(text))
    return None


_KINDS = {"function": EntityType.FUNCTION, "class": EntityType.CLASS, "package": EntityType.PACKAGE}


def _shaped(scene: Scene, at: int) -> Hit | None:
    kind = shapes.in_prose(scene.tokens[at].text)
    return token_hit(scene, at, kind) if kind else None


@lru_cache(maxsize=1)
def _before_words() -> frozenset[str]:
    return frozenset(lexicon.table("entity_words")["before"]["words"].split())


@lru_cache(maxsize=1)
def _not_names() -> frozenset[str]:
    return frozenset(lexicon.table("entity_words")["not_names"]["words"].split())
