"""The version of a product that a clause has in its subject: "Node.js 18 is required", "Python 3.12 is the minimum"."""

from __future__ import annotations

from typing import NamedTuple

from memtui.intelligence import families, lexicon
from memtui.intelligence.clauses import Clause, Phrase
from memtui.intelligence.reading import Word


class Versioned(NamedTuple):
    """The stems of a product, the phrase of it with its version, and what the text says of that version."""

    product: frozenset[str]
    value: Phrase
    name: str


def versioned(clause: Clause) -> Versioned | None:
    """Return what a clause says is required of a product or used of it, or None.

    One version of a product is required, used or the least one; several may be supported, installed or tested.
    """
    name = _said(clause)
    value = product_of(clause.subject) if name else None
    return Versioned(value.stems, value, name) if value else None


def product_of(phrase: Phrase) -> Phrase | None:
    """Return the product with its version where a phrase consists of them ("Node.js 18", "Java 21 or newer"), or None."""
    words = [word for word in phrase.words if word.kind != "." and word.lower not in _around()]
    numbers = [word for word in words if word.kind in "vd"]
    names = [word for word in words if word.kind not in "vd"]
    if len(numbers) != 1 or words[-1] is not numbers[0] or not 1 <= len(names) <= 2 or not _is_product(names):
        return None
    return Phrase((*names, *numbers))


def agree(new: Phrase, old: Phrase) -> bool:
    """Return whether two versions are one, or one only says more of the other ("3.12", "3.12.0"; "18", "v18.17")."""
    return all(one == two for one, two in zip(_numbers(new), _numbers(old), strict=False))


def _numbers(phrase: Phrase) -> list[str]:
    return phrase.words[-1].lower.lstrip("v").split(".")


def _said(clause: Clause) -> str:
    if clause.modality not in ("", "must"):
        return ""
    if clause.passive and not _is_bare(clause.object):
        return _names().get(clause.verb, "")
    if clause.kind == "be" and _is_bare(clause.object) and len(clause.object.words) == 1:
        return _names().get(clause.object.words[0].lower, "")
    return ""


def _names() -> dict[str, str]:
    held: dict[str, str] = lexicon.table("versions")["said"]
    return {word: name for name, words in held.items() for word in words.split()}


def _is_bare(phrase: Phrase) -> bool:
    return bool(phrase) and not phrase.preposition


def _around() -> frozenset[str]:
    return lexicon.words("versions", "around")


def _is_product(names: list[Word]) -> bool:
    """Say whether words name what has one version at a time; an everyday word such as "lab" or "stack" is no such name."""
    written = " ".join(word.lower for word in names)
    if written in lexicon.words("versions", "products"):
        return True
    if written in lexicon.words("packages", "everyday", "plain"):
        return False
    kinds = families.kinds(written if len(names) > 1 else names[0].name)
    return names[-1].kind in "nc" and not kinds.isdisjoint(lexicon.table("versions")["kinds"])
