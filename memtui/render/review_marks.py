"""What is marked in the two texts of a conflict: the signal, the values, the words that changed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache

from memtui.render.judgements_json import EntryShape
from memtui.render.pen import Pen
from memtui.render.spans import Role, Span
from memtui.render.widths import exact, shown
from memtui.render.word_diff import changes

SIDE_LIMIT = 6000
"""Characters of a text that a pair lays out; the memory itself shows all."""

ALIKE = 0.6
"""From this likeness on two texts are compared word by word; less alike ones only have their values marked."""

DIFFED = 2000
"""Characters up to which texts are compared word by word."""

REMEMBERED = 64
"""Pairs whose marks are remembered: the one under the cursor is drawn several times."""

_SPACES = re.compile(r"\s+")

_SIGNS = {Role.REMOVED: ("[-", "-]"), Role.ADDED: ("{+", "+}")}


Mark = tuple[int, int, Role]


def marks_of(entry: EntryShape) -> tuple[Sequence[Mark], Sequence[Mark]]:
    """Return what is marked in the older and in the newer text: signal, values, and changed words of texts much alike."""
    evidence = entry.conflict.evidence
    swapped = entry.new.number != entry.conflict.new_number
    spans = tuple(_pair(evidence.get(name)) for name in ("old_span", "span"))
    values = tuple(str(evidence.get(name) or "") for name in ("old_value", "new_value"))
    texts = (entry.old.content[:SIDE_LIMIT], entry.new.content[:SIDE_LIMIT])
    told = int(not swapped) if evidence.get("signal") else None
    return _marks(texts, spans[::-1] if swapped else spans, values[::-1] if swapped else values, told)


@lru_cache(maxsize=REMEMBERED)
def _marks(
    texts: tuple[str, ...], spans: tuple[tuple[int, int] | None, ...], values: tuple[str, ...], told: int | None
) -> tuple[Sequence[Mark], Sequence[Mark]]:
    """Return the marks of the older and the newer text; `told` is the place of the one that holds the signal."""
    found: list[list[Mark]] = [[], []]
    for place, text in enumerate(texts):
        if place == told:
            found[place] += _spanned(spans[place], Role.SIGNAL, text)
        found[place] += [(*at, Role.REMOVED) for at in _places(values[0], text)]
        found[place] += [(*at, Role.ADDED) for at in _places(values[1], text)]
        found[place] += _spanned(spans[place], Role.ADDED if place else Role.REMOVED, text)
    old, new = found
    if not any(role is not Role.SIGNAL for _, _, role in [*old, *new]) or alike(*texts):
        removed, added = _diffed(*texts)
        old, new = old + removed, new + added
    return _apart(old), _apart(new)


def _pair(value: object) -> tuple[int, int] | None:
    if isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(at, int) for at in value):
        return (int(value[0]), int(value[1]))
    return None


def _spanned(span: tuple[int, int] | None, role: Role, text: str) -> list[Mark]:
    """Return a span as a mark; one that is nearly the whole text says nothing."""
    if span is None or not 0 <= span[0] < span[1] <= len(text) or span[1] - span[0] > 0.8 * len(text):
        return []
    return [(*span, role)]


def _places(value: str, text: str) -> list[tuple[int, int]]:
    if (len(value) < 2 and not value.isdigit()) or len(value) > 0.8 * len(text):
        return []
    pattern = rf"(?<!\w){re.escape(value)}(?!\w)" if value.isascii() else re.escape(value)
    return [found.span() for found in re.finditer(pattern, text, re.IGNORECASE)][:20]


def alike(old: str, new: str) -> bool:
    """Say whether two texts have so many words in common that they are best compared word by word."""
    if len(old) + len(new) > DIFFED:
        return False
    return SequenceMatcher(None, old.split(), new.split(), autojunk=False).ratio() >= ALIKE


def _diffed(old: str, new: str) -> tuple[list[Mark], list[Mark]]:
    if old == new or len(old) + len(new) > DIFFED:
        return [], []
    removed: list[Mark] = []
    added: list[Mark] = []
    at_old = at_new = 0
    for kind, text in changes(old, new):
        size = len(text)
        if kind == "removed":
            removed.append((at_old, at_old + size, Role.REMOVED))
        if kind == "added":
            added.append((at_new, at_new + size, Role.ADDED))
        at_old += size if kind != "added" else 0
        at_new += size if kind != "removed" else 0
    whole = sum(end - start for start, end, _ in removed) > 0.8 * len(old)
    return ([], []) if whole else (removed, added)


def _apart(marks: list[Mark]) -> list[Mark]:
    """Return marks in order of place, an earlier one of the list taking what both would mark."""
    taken: list[Mark] = []
    for start, end, role in marks:
        if end > start and all(end <= first or start >= last for first, last, _ in taken):
            taken.append((start, end, role))
    return sorted(taken)


def marked_text(content: str, marks: Sequence[Mark], pen: Pen) -> list[Span]:
    """Return a text on one line with marks in it; one that holds a credential is masked and bears none."""
    masked = pen.mask(content)
    if masked != content:
        return [Span(shown(masked[:SIDE_LIMIT]))]
    spans: list[Span] = []
    at = 0
    for start, end, role in marks:
        spans.append(Span(_flat(content[at:start])))
        opening, closing = _brackets(role, pen)
        spans.append(Span(f"{opening}{_flat(content[start:end])}{closing}", role))
        at = end
    spans.append(Span(_flat(content[at:SIDE_LIMIT])))
    if len(content) > SIDE_LIMIT:
        spans.append(Span(pen.glyphs.ellipsis, Role.DIM))
    return [span for span in spans if span.text]


def _brackets(role: Role, pen: Pen) -> tuple[str, str]:
    if not pen.brackets:
        return "", ""
    return _SIGNS.get(role, (pen.glyphs.signal_open, pen.glyphs.signal_close))


def _flat(text: str) -> str:
    return exact(_SPACES.sub(" ", text))


def changed_text(before: str, after: str, pen: Pen) -> list[Span]:
    """Return two texts much alike as one run; an arrow leads from the words that went to those that came."""
    if (masked := pen.mask(before)) != before or pen.mask(after) != after:
        return [Span(shown(f"{masked} {pen.glyphs.becomes} {pen.mask(after)}"))]
    spans: list[Span] = []
    last = ""
    for kind, text in changes(before, after):
        if (last, kind) == ("removed", "added"):
            spans.append(Span(pen.glyphs.becomes, Role.DIM))
        role = {"removed": Role.REMOVED, "added": Role.ADDED}.get(kind, Role.TEXT)
        opening, closing = _brackets(role, pen) if role is not Role.TEXT else ("", "")
        spans.append(Span(f"{opening}{_flat(text)}{closing}", role))
        last = kind
    return spans
