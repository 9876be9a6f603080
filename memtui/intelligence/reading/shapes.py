"""The shapes of update signals, compiled from the language files and found by the words that anchor them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from memtui.intelligence.reading import languages
from memtui.intelligence.tokens import fold

SLOTS = frozenset(["OUT", "IN", "SLOT", "WHO", "DATE"])
FORMS = ("base", "third", "past", "gerund")


class Element(NamedTuple):
    """One place of a shape: a slot to fill, or the words that may stand there with the verb forms that they are."""

    slot: str
    words: Mapping[str, str]
    many: bool = False
    verb: bool = False


class Shape(NamedTuple):
    """A shape: what kind of signal it makes, its elements in order, and which of them anchors it."""

    kind: str
    language: str
    elements: tuple[Element, ...]
    anchor: int


@cache
def anchors() -> Mapping[str, tuple[Shape, ...]]:
    """Return for each word the shapes that it anchors, in the order of the files."""
    found: dict[str, list[Shape]] = {}
    for code in languages.languages():
        for shape in _shapes(code):
            for word in shape.elements[shape.anchor].words:
                found.setdefault(word, []).append(shape)
    return {word: tuple(shapes) for word, shapes in found.items()}


@cache
def cues() -> frozenset[str]:
    """Return the words that anchor a shape: a sentence without one of them has no signal."""
    return frozenset(anchors())


@cache
def verb_forms() -> frozenset[str]:
    """Return every form of every verb that signals are made of."""
    return frozenset(form for code in languages.languages() for verb in _verbs(code).values() for form in verb)


def _shapes(code: str) -> Iterator[Shape]:
    table = languages.table(code)
    verbs = _verbs(code)
    for kind, shapes in table.get("shapes", {}).items():
        for text in shapes:
            for elements in _variants(text.split()):
                made = tuple(_element(element, table, verbs) for element in elements)
                yield Shape(kind, code, made, next(at for at, one in enumerate(made) if not one.slot and not one.many))


def _variants(elements: list[str]) -> list[list[str]]:
    """Return a shape once with each optional element and once without, the longest first."""
    found: list[list[str]] = [[]]
    for element in elements:
        if element.endswith("?") and len(element) > 1:
            found = [*([*start, element[:-1]] for start in found), *found]
        else:
            found = [[*start, element] for start in found]
    return sorted(found, key=len, reverse=True)


def _element(text: str, table: dict[str, Any], verbs: dict[str, dict[str, str]]) -> Element:
    if text in SLOTS:
        return Element(text, {})
    many = text.endswith("+") and len(text) > 1
    text = text.rstrip("+") if many else text
    words: dict[str, str] = {}
    for choice in text.split("|"):
        if choice.startswith("@"):
            name, _, form = choice[1:].partition(".")
            words |= {word: forms for word, forms in verbs[name].items() if not form or form in forms.split()}
        elif choice.startswith("%"):
            words |= dict.fromkeys(map(fold, table["sets"][choice[1:]].split()), "")
        else:
            words[fold(choice)] = ""
    return Element("", words, many, "@" in text)


@cache
def _verbs(code: str) -> dict[str, dict[str, str]]:
    """Return the forms of each verb of a language, each with the names of the forms that it may be."""
    found: dict[str, dict[str, str]] = {}
    for name, lists in languages.table(code).get("verbs", {}).items():
        forms: dict[str, str] = {}
        for form, words in zip(FORMS, lists, strict=True):
            for word in map(fold, words.split()):
                forms[word] = f"{forms[word]} {form}" if word in forms else form
        found[name] = forms
    return found
