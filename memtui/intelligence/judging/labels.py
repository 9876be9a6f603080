"""The label of a line: "label: value", "label - text", "`name` - description", "`command` does this"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from memtui.intelligence import lexicon
from memtui.intelligence.reading import Statement, Word
from memtui.intelligence.reading.words import NEGATORS

MOST_LABEL_WORDS = 8
"""Longer beginnings before a colon are sentences."""

MOST_LABELS = 3
"""So many labels may stand one behind the other."""

MOST_DASHED_WORDS = 5
"""Longer beginnings before a dash are sentences."""

_DASHES = frozenset(["-", "\u2013", "\u2014", "->", "=>", ">"])


class LabelKind(Enum):
    """What a label tells: a name in code, a slot, nothing in particular, or who the thing is."""

    CODE = "code"
    SPECIFIC = "specific"
    GENERIC = "generic"
    ANNOUNCING = "announcing"
    """It only says that something is said ("Note:", "Reminder:"): as if there were none."""

    IDENTITY = "identity"


@dataclass(frozen=True, slots=True)
class Label:
    """A label, without what stands in brackets; `start` is the index of its first word, `end` of
    the first word behind it.

    `names` are the stems that it is known by: those in prose if it has any, without a count before them. `text` is
    the label as written. `open` says that nothing stands behind it (a heading). `heads` are the names of the
    labels before it ("Setup: Port: 3000").
    """

    kind: LabelKind
    names: tuple[str, ...]
    text: str
    start: int
    end: int
    open: bool
    heads: frozenset[str] = frozenset()


def label_of(statement: Statement) -> Label | None:
    """Return the innermost label of a statement, or None; worked out once and kept with it."""
    kept = vars(statement)
    if "_label" not in kept:
        kept["_label"] = _label(statement)
    found: Label | None = kept["_label"]
    return found


def _label(statement: Statement) -> Label | None:
    words = statement.words
    begin, heads = 0, frozenset[str]()
    label: Label | None = None
    for _ in range(MOST_LABELS):
        at = _separator(words[begin:])
        if at is None:
            break
        inner = _made(statement, begin, begin + at, begin + at + 1, heads)
        if inner is None or (label is not None and not _nests(inner, words)):
            break
        label, begin = inner, inner.end
        heads = heads if inner.kind is LabelKind.ANNOUNCING else heads | frozenset(inner.names)
        if inner.kind is LabelKind.CODE:
            break
    if label is None and (last := _leading_code(words)):
        return _made(statement, 0, last, last, heads)
    return label


def _nests(inner: Label, words: Sequence[Word]) -> bool:
    """Whether a label behind another label is one: before a colon, or code before a dash that adds no contrast."""
    if inner.open:
        return False
    if words[inner.end - 1].text == ":":
        return True
    return inner.kind is LabelKind.CODE and words[inner.end].lower not in NEGATORS


def _separator(words: Sequence[Word]) -> int | None:
    """Return the index of the sign that ends the label, or None."""
    depth = count = 0
    for at, word in enumerate(words):
        if word.kind != ".":
            count += depth == 0
            if count > MOST_LABEL_WORDS:
                return None
            continue
        if word.text in "([":
            depth += 1
        elif word.text in ")]":
            depth -= 1
        elif word.span or depth > 0 or not count:
            continue
        elif word.text == ":" and (
            at + 1 >= len(words) or words[at + 1].start > word.end or words[at + 1].text in "`\"'"
        ):
            return at
        elif word.text in _DASHES and _spaced(words, at):
            code = all(each.span or each.kind in ".cp" for each in words[:at])
            return at if code or count <= MOST_DASHED_WORDS else None
        elif word.text in ".;!?":
            return None
    return None


def _spaced(words: Sequence[Word], at: int) -> bool:
    return words[at - 1].end < words[at].start and (at + 1 >= len(words) or words[at + 1].start > words[at].end)


def _leading_code(words: Sequence[Word]) -> int:
    """Return how many words the code span has that a statement begins with, if prose follows it."""
    if not words or not words[0].span:
        return 0
    first = words[0].span
    last = next((at for at, word in enumerate(words) if word.span != first), len(words))
    rest = words[last:]
    return last if any(word.span == 0 and word.kind in "wn" for word in rest) else 0


def _made(statement: Statement, start: int, stop: int, end: int, heads: frozenset[str]) -> Label | None:
    words = statement.words[start:stop]
    outside = list(_outside(words))
    named = [word for word in outside if not word.stop or word.lower in _quantifiers()] or outside
    if not named:
        return None
    text = statement.text[words[0].start - statement.start : words[-1].end - statement.start].strip("` ")
    prose = [word for word in named if not word.span and word.kind != "p" and "_" not in word.text]
    if len(prose) > 1 and prose[0].kind == "d":
        prose = prose[1:]
    opened = not any(word.kind != "." for word in statement.words[end:])
    names = tuple(word.stem for word in prose or named)
    return Label(_kind(named), names, text, start, end, opened, heads)


def _quantifiers() -> frozenset[str]:
    return lexicon.words("judging/silent", "quantifiers")


def _outside(words: Sequence[Word]) -> list[Word]:
    """Return the words outside brackets."""
    depth = 0
    kept = []
    for word in words:
        if word.kind == ".":
            depth = max(0, depth + (word.text in "([") - (word.text in ")]"))
        elif depth == 0:
            kept.append(word)
    return kept


def _kind(words: Sequence[Word]) -> LabelKind:
    if all(word.lower in lexicon.words("generic", "announcing") for word in words):
        return LabelKind.ANNOUNCING
    if all(word.span or word.kind in "cp" for word in words):
        return LabelKind.CODE
    lowers = [word.lower for word in words]
    if all(lower in lexicon.words("generic", "identity_labels") for lower in lowers):
        return LabelKind.IDENTITY
    if all(lower in lexicon.words("generic", "labels", "nouns") or lower.isdigit() for lower in lowers):
        return LabelKind.GENERIC
    return LabelKind.SPECIFIC
