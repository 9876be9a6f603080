"""What words outside of code name: paths, variables, calls, names beside a kind noun, listed names, shapes."""

from __future__ import annotations

import re
from functools import lru_cache

from memtui.domain.kinds import EntityType
from memtui.intelligence import lexicon
from memtui.intelligence.entities import names, people, shapes
from memtui.intelligence.entities.hits import Hit, listed, package_name, token_hit
from memtui.intelligence.entities.paths import is_path
from memtui.intelligence.entities.scanning import Scene

_ASSIGNED = re.compile(r"([A-Z][A-Z0-9_]+)=\S*")
_DOLLAR = re.compile(r"\$\{?([A-Z][A-Z0-9_]+)\}?|%([A-Z][A-Z0-9_]+)%")
_READ = re.compile(r"(?:process\.env|import\.meta\.env|env|ENV)\.([A-Z][A-Z0-9_]+)")
_PINNED = re.compile(r"([A-Za-z][\w.-]{0,80})[=~]=v?(\d[\w.*]{0,40})")
_PARTS = frozenset(["component", "widget", "class", "komponente", "klasse"])
_LOADING = frozenset(["require", "import"])
_PLURAL = frozenset(["s", "es", "ies", "ren", "en", ""])
_NEAR = 3
_ENVIRONMENT = frozenset(["env", "envvar", "envvars", "environment", "getenv", "environ"])
_BASES = frozenset(["extends", "inherits", "subclasses"])


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
    if (plain and text[0].isupper() and is_path(text, False)) or (
        text.isupper() and scene.after(at) == "file" and is_path(text, True)
    ):
        return token_hit(scene, at, EntityType.FILE_PATH)
    known = listed(scene, at)
    if known and known.last > at:
        return known
    if known and known.type is EntityType.TOOL and scene.after(at) in _PARTS:
        known = _beside_noun(scene, at) or known
    return (
        _called(scene, at)
        or (known if plain else None)
        or _beside_noun(scene, at)
        or known
        or people.project(scene, at)
        or people.person(scene, at)
        or _shaped(scene, at, plain)
    )


def inert(scene: Scene) -> set[int]:
    """Return which tokens are words that name nothing, at a look: in small letters, in no list, beside nothing that makes names."""
    before, behind = _marks()
    words, text = scene.words, scene.text
    last = len(words) - 1
    return {
        at
        for at, token in enumerate(scene.tokens)
        if token.kind == "word"
        and token.text.islower()
        and _is_inert(token.text)
        and not (at and words[at - 1] in before)
        and not (at < last and words[at + 1] in behind)
        and text[token.end : token.end + 1] != "("
    }


@lru_cache(maxsize=1 << 15)
def _is_inert(text: str) -> bool:
    """Whether a word in small letters is in no list and has no sign of a name: only what stands beside it could make it one."""
    return text.isalpha() and not names.heads(text) and names.known(text) is None and not shapes.is_of_library(text)


@lru_cache(maxsize=1)
def _marks() -> tuple[frozenset[str], frozenset[str]]:
    """Return the words before and behind a word that could make it a name: keywords and kind nouns."""
    nouns = lexicon.mapping("entity_words", "kind_nouns")
    before = frozenset([*_before_words(), *_declarations(), "of", "project"])
    return before, frozenset(nouns) | lexicon.words("people", "projects")


def _declared(scene: Scene, at: int) -> Hit | None:
    """Return what the keyword before declares: "def parse_line(x)", "class Foo extends Bar"."""
    before = scene.before(at)
    declares = _declarations().get(before)
    if declares is None or scene.tokens[at - 1].text != before:
        return None
    text = scene.tokens[at].text
    if declares is EntityType.CLASS and text[0].isupper() and shapes.is_name(text):
        return token_hit(scene, at, EntityType.CLASS, base=_base(scene, at))
    if declares is EntityType.FUNCTION and scene.arguments(at) is not None and shapes.is_name(text):
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
    if _near_environment(scene, at) or (shapes.VARIABLE.fullmatch(token.text) and not _is_constant(scene, at)):
        return token_hit(scene, at, EntityType.ENV_VAR)
    return None


def _is_constant(scene: Scene, at: int) -> bool:
    """Whether the words around say that capitals name something else: a constant, an error code, a column."""
    words = _constants()
    around = (scene.before(at), scene.before(at, 2), scene.after(at))
    return scene.arguments(at) is not None or any(word in words for word in around)


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
    pinned = _PINNED.fullmatch(text) if "==" in text or "~=" in text else None
    if pinned and "." in pinned.group(2):
        token = scene.tokens[at]
        name, version = pinned.groups()
        return Hit(EntityType.PACKAGE, package_name(name), token.start, token.start + len(name), at, version)
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
    if (
        inner is None
        or (text in _LOADING and inner[:1] in "'\"")
        or inner in _PLURAL - {""}
        or not shapes.is_name(re.sub(r"\.|::|->|#|!", "", text) or "1")
    ):
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
    folded = text.lower()
    nouns = lexicon.mapping("entity_words", "kind_nouns")
    noun, before = scene.after(at), scene.before(at)
    kind = nouns.get(noun, "")
    kind_before = nouns.get(before, "") if before in _before_words() else ""
    if (
        not (kind or kind_before or before == "of")
        or folded in _not_names()
        or not shapes.is_name(_SIGNS.sub("", text) or "1")
    ):
        return None
    named = text[0].isupper() and not text.isupper() and "-" not in text and len(text) > 1
    if named and before == "of" and scene.before(at, 2) in _INSTANCES:
        return token_hit(scene, at, EntityType.CLASS)
    if named and (kind == "class" or kind_before == "class") and not (noun in _VAGUE and scene.begins(at)):
        return token_hit(scene, at, EntityType.CLASS, base=_base(scene, at))
    if "function" in (kind, kind_before) and shapes.is_identifier(text) and not text[0].isupper():
        return token_hit(scene, at, EntityType.FUNCTION)
    if noun in _CALLED and before in _ARTICLES and text.islower() and len(text) > 2 and not shapes.is_adjective(text):
        return token_hit(scene, at, EntityType.FUNCTION)
    if kind == "package" and (
        (named and not scene.begins(at) and shapes.is_unusual(text)) or shapes.is_package_dashed(text)
    ):
        return token_hit(scene, at, EntityType.PACKAGE, package_name(text))
    return None


_INSTANCES = frozenset(["instance", "instances", "subclass", "subclasses", "object", "objects"])
_CALLED = frozenset(["function", "method"])
_ARTICLES = frozenset(["the", "its", "my", "our", "their"])
_SIGNS = re.compile(r"[.:-]")
_VAGUE = frozenset(
    ["object", "objects", "type", "schema", "record", "entity", "error", "exception", "protocol", "interface"]
)


def _shaped(scene: Scene, at: int, plain: bool) -> Hit | None:
    text = scene.tokens[at].text
    kind = shapes.of_library(text, scene.begins(at)) or (None if plain else shapes.in_prose(text))
    if kind is EntityType.CLASS and (scene.after(at) in _members() or scene.before(at) in _members()):
        return None
    return token_hit(scene, at, kind, text.removeprefix("@")) if kind else None


@lru_cache(maxsize=1)
def _declarations() -> dict[str, EntityType]:
    held = lexicon.table("entity_words")["declarations"]
    return {each: kind for kind in (EntityType.CLASS, EntityType.FUNCTION) for each in held[kind.value].split()}


@lru_cache(maxsize=1)
def _constants() -> frozenset[str]:
    return frozenset(lexicon.table("entity_words")["constants"]["words"].split())


@lru_cache(maxsize=1)
def _before_words() -> frozenset[str]:
    return frozenset(lexicon.table("entity_words")["before"]["words"].split())


@lru_cache(maxsize=1)
def _not_names() -> frozenset[str]:
    return frozenset(lexicon.table("entity_words")["not_names"]["words"].split())


@lru_cache(maxsize=1)
def _members() -> frozenset[str]:
    return frozenset(lexicon.table("entity_words")["members"]["words"].split())
