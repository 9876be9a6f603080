"""What code names: a code span read as a whole, and the words of a command or of a fenced block."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memtui.domain.kinds import EntityType
from memtui.intelligence import lexicon
from memtui.intelligence.entities import shapes
from memtui.intelligence.entities.hits import Hit, listed, package_name, token_hit
from memtui.intelligence.entities.paths import is_path
from memtui.intelligence.entities.scanning import Scene

_URL = re.compile(r"(?:https?|ftp|wss?)://[^\s<>\"'`|\\^\[\]]{1,1000}")
_CALL = re.compile(r"!?([A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_]\w*)*!?)\(([^()]*)(?:\([^()]*\)[^()]*)?\)[;?]?")
_DECLARED = re.compile(
    r"(?:(?:export|public|private|static|async|default|pub) )*"
    r"(?:(?P<function>def|fn|func|function|defun) (?:\([^()]{0,60}\) )?|(?P<class>class|struct|enum|interface|trait|protocol) )(?P<name>[A-Za-z_]\w*)"
)
_VARIABLE = re.compile(r"(?:\$\{?|%)?([A-Z][A-Z0-9_]+)(?:\}|%)?(?:=.*)?")
_READ = re.compile(
    r"(?:process\.env|import\.meta\.env|env|ENV)\.([A-Z][A-Z0-9_]+)|(?:environ\[|getenv\(|ENV\[|env::var\(|environ\.get\()[\"']([A-Z][A-Z0-9_]+)[\"']\S?"
)
_SCOPED_VERSION = re.compile(r"(@?[a-zA-Z][\w./-]*)@([\^~=v]{0,2}\d[\w.]*|latest|next)")
_WORD = re.compile(r"[^\s\"'`()\[\]{},;|]+")
_INSTALL = re.compile(
    r"\b(?:pip3?|pipx|uv|npm|pnpm|yarn|bun|cargo|gem|composer|poetry|pdm|conda|mamba|brew|apt|apt-get|dnf|apk|choco|dotnet)"
    r"(?: pip)? (?:install|add|i|require)(?: package)?(?= )"
)
_REQUIREMENT = re.compile(r"([A-Za-z][\w.-]*(?:/[\w.-]+)?)(?:[=~><!]=?([\d.]+)|@[\^~]?([\d.]+))?")


def span(scene: Scene, at: int) -> Iterator[Hit]:
    """Yield what a code span names: the whole of it, or the parts of a command."""
    text = scene.tokens[at].text
    url = _URL.search(text)
    if url:
        start = scene.tokens[at].start + url.start()
        name = url.group().rstrip(".,;:!?)")
        if name.partition("://")[2]:
            yield Hit(EntityType.URL, name, start, start + len(name), at, coded=True)
        return
    hit = _whole(scene, at, text)
    if hit:
        yield hit
    elif " " in text:
        yield from _parts(scene, at)


def block(scene: Scene, at: int) -> Hit | None:
    """Return what a word of a fenced block names: paths, scoped packages, variables, declarations."""
    text = scene.tokens[at].text
    before = scene.before(at)
    words = lexicon.table("entity_words")["declarations"]
    for kind in (EntityType.CLASS, EntityType.FUNCTION):
        if before in words[kind.value].split() and shapes.is_name(text):
            return token_hit(scene, at, kind)
    return _sure(text, scene.tokens[at].start, at)


def _whole(scene: Scene, at: int, text: str) -> Hit | None:
    token = scene.tokens[at]
    sure = _sure(text, token.start, at) if " " not in text else None
    if sure:
        return sure
    declared = _DECLARED.match(text)
    if declared:
        kind = EntityType.CLASS if declared.group("class") else EntityType.FUNCTION
        return _part(scene, at, kind, *declared.span("name"))
    read = _READ.fullmatch(text)
    if read:
        return _part(scene, at, EntityType.ENV_VAR, *read.span(1 if read.group(1) else 2))
    call = _CALL.fullmatch(text)
    if call:
        name, inner = call.group(1), call.group(2)
        pascal = shapes.in_code(name) is EntityType.CLASS
        kind = (
            EntityType.CLASS
            if pascal and inner and not shapes.is_verb(shapes.first_part(name))
            else EntityType.FUNCTION
        )
        return _part(scene, at, kind, *call.span(1))
    if " " in text:
        return None
    return _word(scene, at, text)


def _word(scene: Scene, at: int, text: str) -> Hit | None:
    noun = lexicon.mapping("entity_words", "kind_nouns").get(scene.after(at), "")
    if noun == "function" and shapes.is_name(text.replace(".", "")):
        return token_hit(scene, at, EntityType.FUNCTION, coded=True)
    if noun == "class" and text[0].isupper() and not text.isupper() and shapes.is_name(text.replace(".", "")):
        return token_hit(scene, at, EntityType.CLASS, coded=True)
    found = listed(scene, at, sure=True)
    if (
        found
        and found.last == at
        and (text[0].islower() or not found.name.isalpha() or found.type is not EntityType.PACKAGE or len(text) > 3)
    ):
        return found._replace(coded=True)
    kind = shapes.in_code(text)
    return token_hit(scene, at, kind, coded=True) if kind else None


def _sure(text: str, start: int, at: int) -> Hit | None:
    """Return paths, scoped packages and variables: what is told by its signs alone."""
    versioned = _SCOPED_VERSION.fullmatch(text)
    if versioned and not is_path(text, True):
        name = versioned.group(1)
        return Hit(
            EntityType.PACKAGE,
            name.lower(),
            start,
            start + len(name),
            at,
            versioned.group(2).lstrip("^~=v"),
            coded=True,
        )
    if shapes.SCOPED.fullmatch(text):
        return Hit(EntityType.PACKAGE, text, start, start + len(text), at, coded=True)
    variable = _VARIABLE.fullmatch(text)
    if variable and (shapes.VARIABLE.fullmatch(variable.group(1)) or text[0] in "$%" or "=" in text):
        first, last = variable.span(1)
        return Hit(EntityType.ENV_VAR, variable.group(1), start + first, start + last, at, coded=True)
    if is_path(text, True):
        return Hit(EntityType.FILE_PATH, text, start, start + len(text), at, coded=True)
    return None


def _installed(text: str, start: int, at: int) -> Hit | None:
    """Return the package that a command installs ("rich", "flask==3.0")."""
    found = _REQUIREMENT.fullmatch(text)
    if not found:
        return None
    name, version = found.group(1), found.group(2) or found.group(3) or ""
    return Hit(EntityType.PACKAGE, package_name(name), start, start + len(name), at, version, coded=True)


def _part(scene: Scene, at: int, type: EntityType, first: int, last: int) -> Hit:
    token = scene.tokens[at]
    return Hit(type, token.text[first:last], token.start + first, token.start + last, at, coded=True)


def _parts(scene: Scene, at: int) -> Iterator[Hit]:
    """Yield what the words of a command name: only what its signs prove."""
    token = scene.tokens[at]
    command = _INSTALL.search(token.text)
    end = command.end() if command else len(token.text)
    for found in _WORD.finditer(token.text):
        hit = _sure(found.group(), token.start + found.start(), at)
        if not hit and found.start() >= end and not found.group().startswith("-"):
            hit = _installed(found.group(), token.start + found.start(), at)
        if hit and (hit.type is not EntityType.FILE_PATH or "." in hit.name.strip("./") or "/" in hit.name.strip("/")):
            yield hit
