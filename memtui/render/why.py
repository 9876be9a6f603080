"""Why a memory ranks where it does: the parts of its score in words, on a line or as a table."""

from __future__ import annotations

from collections.abc import Sequence

from memtui.domain.layers import SHORT_NAMES
from memtui.domain.records import Memory
from memtui.render.memories import share
from memtui.render.pen import Pen
from memtui.render.shapes import ExplanationShape, HitShape, PartShape
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import shown, width, wrap

_FACTORS = frozenset({"recent", "source", "tag"})
"""Parts that multiply; the layer adds, the others are shares."""

_LABELS = {"words": "words (BM25)", "overlap": "overlap of words", "order": "order of words", "tag": "tag in the query"}

_LABEL_CELLS = 20
_VALUE_CELLS = 6


def ordinal(place: int) -> str:
    """Return `1st`, `2nd`, `11th`."""
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def why_title(hit: HitShape) -> str:
    """Return the words of the rule: `why 1st (was 3rd)`."""
    if hit.rank_before is None:
        return f"why {ordinal(hit.rank)} (not found by its own words)"
    was = f" (was {ordinal(hit.rank_before)})" if hit.rank_before != hit.rank else ""
    return f"why {ordinal(hit.rank)}{was}"


def part_value(part: PartShape) -> str:
    """Return a part's value: a share `.52`, a factor `+8%`, an addition `+.04`."""
    if part.name in _FACTORS:
        return f"{(part.value - 1) * 100:+.0f}%"
    if part.name == "layer":
        return f"{'+' if part.value >= 0 else '-'}{share(abs(part.value))}"
    return share(part.value)


def why_lines(hit: HitShape, explanation: ExplanationShape, pen: Pen, cells: int) -> list[Line]:
    """Return the parts on as few lines as they need, and why it stands where it does."""
    pieces = [f"{_brief(part, hit.memory)} {part_value(part)}" for part in explanation.parts]
    pieces.append(f"= {share(explanation.score)}")
    lines: list[str] = []
    for piece in pieces:
        if lines and width(lines[-1]) + 3 + width(piece) <= cells - 2:
            lines[-1] += "   " + piece
        else:
            lines.append(pen.cut(piece, cells - 2))
    drawn: list[Line] = [(Span(" " + one),) for one in lines]
    for words in (explanation.placed, *explanation.asides):
        drawn.extend(_sentence(words, pen, cells))
    return drawn


def why_table(
    hit: HitShape, explanation: ExplanationShape, pen: Pen, cells: int, runner_up: float | None = None
) -> list[Line]:
    """Return the parts as a table: name, value, note. `runner_up` is the score of the row below."""
    rows = [(_label(part, hit.memory), part_value(part), _note(part, hit.memory)) for part in explanation.parts]
    following = f"{ordinal(hit.rank + 1)}: {share(runner_up)}" if runner_up is not None else ""
    rows.append(("score", share(explanation.score), following))
    lines: list[Line] = []
    for label, value, note in rows:
        lines.extend(_row(label, value, note, pen, cells))
    if explanation.placed:
        lines.extend(_row("placed", "", explanation.placed, pen, cells, joined=True))
    for words in explanation.asides:
        lines.extend(_sentence(words, pen, cells))
    return lines


def _brief(part: PartShape, memory: Memory) -> str:
    return f"layer {SHORT_NAMES[memory.layer]}" if part.name == "layer" else shown(part.name)


def _label(part: PartShape, memory: Memory) -> str:
    if part.name == "layer":
        return f"layer {memory.layer.value.replace('_', ' ')}"
    if part.name == "source":
        return f"source {memory.source.value}"
    return _LABELS.get(part.name, shown(part.name))


def _note(part: PartShape, memory: Memory) -> str:
    said = "" if part.name == "layer" and part.note == memory.layer.value.replace("_", " ") else part.note
    moved = f"{part.moved:+d} place{'s' if abs(part.moved) != 1 else ''}" if part.moved else ""
    return ", ".join(one for one in (said, moved) if one)


def _row(label: str, value: str, note: str, pen: Pen, cells: int, *, joined: bool = False) -> list[Line]:
    column = _LABEL_CELLS if joined else _LABEL_CELLS + _VALUE_CELLS
    safe = shown(pen.mask(note))
    parts: Sequence[tuple[int, int]] = wrap(safe, max(cells - column - 2, 8))
    first = (
        Span(" " + pen.fit(label, _LABEL_CELLS), Role.LABEL),
        *(() if joined else (Span(f"{value:<{_VALUE_CELLS}}"),)),
        Span(safe[parts[0][0] : parts[0][1]], Role.DIM),
    )
    rest = [(Span(" " * (column + 1) + safe[start:end], Role.DIM),) for start, end in parts[1:]]
    return [first, *rest]


def _sentence(words: str, pen: Pen, cells: int) -> list[Line]:
    safe = shown(pen.mask(words))
    return [(Span(" " + safe[start:end], Role.DIM),) for start, end in wrap(safe, cells - 2)] if safe else []
