"""Where the words of a sentence have the shape of an update signal, and what fills its slots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from memtui.intelligence.reading.languages import all_words
from memtui.intelligence.reading.shapes import Element, Shape, anchors
from memtui.intelligence.reading.words import Word

MAX_SLOT = 16
"""So many words fill a slot at most."""

MAX_MATCHES = 12
"""So many signals are read from one sentence."""

Range = tuple[int, int]


class Match(NamedTuple):
    """A shape found: the anchor's index, the form of its verb and the index of that (or -1), the indexes of its own words, and each slot's words."""

    shape: Shape
    anchor: int
    form: str
    verb: int
    literals: tuple[int, ...]
    slots: dict[str, tuple[Range, ...]]


def matches(
    words: Sequence[Word], fits: Callable[[Sequence[Word], Match], bool] = lambda words, match: True
) -> list[Match]:
    """Return the shapes found in a sentence in text order; the first shape that fits at a word wins, and that `fits` takes."""
    found: list[Match] = []
    used: set[int] = set()
    known = anchors()
    for at, word in enumerate(words):
        if at in used or word.lower not in known or word.span or _glued(words, at):
            continue
        before = words[at - 1].lower if at else ""
        behind = words[at + 1].lower if at + 1 < len(words) else ""
        for shape in known[word.lower]:
            if not _beside(shape, before, behind):
                continue
            match = _fit(shape, words, at, used)
            if match is not None and fits(words, match):
                found.append(match)
                used.update(match.literals)
                break
        if len(found) >= MAX_MATCHES:
            break
    return found


def _beside(shape: Shape, before: str, behind: str) -> bool:
    """Whether the words beside the anchor may belong to the shape: most shapes are done with here."""
    elements, at = shape.elements, shape.anchor
    if at + 1 < len(elements) and not elements[at + 1].slot and behind not in elements[at + 1].words:
        return False
    return not at or bool(elements[at - 1].slot) or before in elements[at - 1].words


def _glued(words: Sequence[Word], at: int) -> bool:
    """Whether a sign such as an arrow stands without spaces, so that it belongs to a name or to code."""
    if words[at].kind != "." or (len(words[at].text) < 2 and words[at].text != "→"):
        return False
    before = at > 0 and words[at - 1].end == words[at].start
    return before or (at + 1 < len(words) and words[at].end == words[at + 1].start)


def _fit(shape: Shape, words: Sequence[Word], at: int, used: set[int]) -> Match | None:
    right = _right(shape.elements[shape.anchor :], words, at)
    if right is None:
        return None
    left = _left(shape.elements[: shape.anchor], words, at, used)
    if left is None:
        return None
    slots: dict[str, tuple[Range, ...]] = {}
    for name, filled in (*left[0], *right[0]):
        slots[name] = (*slots.get(name, ()), filled)
    verb = next((i for one, i in right[1] if one.verb), -1)
    form = next((one.words.get(words[i].lower, "") for one, i in right[1] if one.verb), "")
    return Match(shape, at, form, verb, tuple(sorted({*left[1], *(i for _, i in right[1])})), slots)


_Found = tuple[list[tuple[str, Range]], list[tuple[Element, int]]]


def _right(elements: Sequence[Element], words: Sequence[Word], at: int) -> _Found | None:
    if not elements:
        return [], []
    head, rest = elements[0], elements[1:]
    if head.slot:
        return _right_slot(head, rest, words, at)
    if at >= len(words) or words[at].lower not in head.words or words[at].span:
        return None
    behind = at + 1
    while head.many and behind < min(at + 3, len(words)) and words[behind].lower in head.words:
        behind += 1
    found = _right(rest, words, behind)
    return None if found is None else (found[0], [*((head, i) for i in range(at, behind)), *found[1]])


def _right_slot(head: Element, rest: Sequence[Element], words: Sequence[Word], at: int) -> _Found | None:
    if not rest:
        end = border(words, at, wide=head.slot == "DATE")
        return ([(head.slot, (at, end))], []) if _filled(words, at, end) else None
    end = border(words, at, wide=True, commas="," not in rest[0].words and "，" not in rest[0].words)
    for stop in range(at + 1, min(end + 1, at + MAX_SLOT, len(words))):
        if words[stop].lower in rest[0].words and words[stop].span == 0 and _filled(words, at, stop):
            found = _right(rest, words, stop)
            if found is not None:
                return [(head.slot, (at, stop)), *found[0]], found[1]
    return None


def _left(
    elements: Sequence[Element], words: Sequence[Word], at: int, used: set[int]
) -> tuple[list[tuple[str, Range]], list[int]] | None:
    """Fit what stands before the anchor: from the anchor leftwards, a slot reaching back to the border of its clause."""
    slots: list[tuple[str, Range]] = []
    literals: list[int] = []
    for index in range(len(elements) - 1, -1, -1):
        element = elements[index]
        if element.slot:
            start = _left_border(words, at, used)
            following = elements[index - 1] if index else None
            if following is not None:
                start = next((i + 1 for i in range(at - 1, start - 1, -1) if words[i].lower in following.words), -1)
            if start < 0 or not (_filled(words, start, at) or (element.slot == "WHO" and start < at)):
                return None
            slots.append((element.slot, (start, at)))
            at = start
            continue
        begin = at
        while begin > max(0, at - (3 if element.many else 1)) and words[begin - 1].lower in element.words:
            begin -= 1
        if begin == at:
            return None
        literals.extend(range(begin, at))
        at = begin
    return slots[::-1], literals


def _filled(words: Sequence[Word], start: int, end: int) -> bool:
    return any(word.kind != "." for word in words[start:end])


def border(words: Sequence[Word], at: int, *, wide: bool = False, commas: bool = True) -> int:
    """Return the index where the phrase that begins at `at` ends: a sign, a clause's first word, or a comma that lists nothing.

    `wide` lets conjunctions pass, for a slot that a word of its shape ends; `commas` says that commas end it.
    """
    stop = min(len(words), at + MAX_SLOT + 4)
    for index in range(at, stop):
        word = words[index]
        if word.span:
            continue
        if word.kind == ".":
            if _abbreviates(words, index):
                continue
            if word.text in ",，、" and (not commas or index == at or _lists(words, index)):
                continue
            if word.text in _HARD or (not wide and word.text in _SOFT):
                return index
        elif not wide and index > at and word.lower in all_words("clause"):
            return index
    return stop


_HARD = frozenset(".;!?。；！？,，—–")
_SOFT = frozenset(":：()（）-")


def _abbreviates(words: Sequence[Word], at: int) -> bool:
    """Whether a sign is the full stop of an abbreviation in mid-sentence ("Acme Ltd. was …")."""
    return words[at].text == "." and 0 < at < len(words) - 1 and words[at - 1].lower in _ABBREVIATED


def _lists(words: Sequence[Word], comma: int) -> bool:
    """Whether a comma stands in a list: another comma, "and" or "or" follows within four words."""
    joins = all_words("joins")
    for word in words[comma + 1 : comma + 6]:
        if word.span == 0 and (word.lower in joins or word.text in "、"):
            return True
    return words[comma].text == "、"


def _left_border(words: Sequence[Word], at: int, used: set[int]) -> int:
    for index in range(at - 1, max(-1, at - MAX_SLOT - 1), -1):
        word = words[index]
        if word.span:
            continue
        ends = word.kind == "." and word.text in _ENDS and not _abbreviates(words, index)
        if index in used or ends or (word.lower in all_words("clause")):
            return index + 1
    return max(0, at - MAX_SLOT)


_ABBREVIATED = frozenset(
    ["ltd", "inc", "corp", "co", "llc", "dr", "mr", "mrs", "prof", "st", "vs", "etc", "approx", "nr", "ca", "gmbh"]
)
_ENDS = _HARD | _SOFT
