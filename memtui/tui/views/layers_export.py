"""The board as lines and as a table, for an export."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.domain.kinds import Layer
from memtui.domain.layers import SHORT_NAMES
from memtui.render import board
from memtui.render.dates import iso
from memtui.render.memories import rule_line
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span

if TYPE_CHECKING:
    from memtui.services.hierarchy import Card, Narrowed

HEAD = ("layer", "memory", "status", "importance", "retention", "opened", "suggested", "why", "created", "id")


def lines_of(lanes: Mapping[Layer, Sequence[Card]], narrowed: Narrowed | None, pen: Pen, width: int) -> list[Line]:
    """Return each layer's memories under its rule, signs in place of styles."""
    pen = replace(pen, brackets=True)
    lines: list[Line] = []
    for layer, cards in lanes.items():
        total = narrowed.totals[layer] if narrowed else len(cards)
        shown = narrowed.shown[layer] if narrowed else len(cards)
        count = f"{shown:,}" if shown == total else f"{shown:,} of {total:,}"
        lines += [()] if lines else []
        lines.append(rule_line(f"{SHORT_NAMES[layer]} {layer.value}  {count}", pen, width))
        lines += [(Span(" "), *board.row(card, pen, width - 1)) for card in cards]
        if shown > len(cards):
            lines.append((Span(f" {shown - len(cards):,} more", Role.DIM),))
    return lines


def table_of(lanes: Mapping[Layer, Sequence[Card]], pen: Pen) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """Return head and rows, secrets masked."""
    return HEAD, [_row(card, pen) for cards in lanes.values() for card in cards]


def _row(card: Card, pen: Pen) -> Sequence[str]:
    memory, found = card.memory, card.judgement
    return (
        memory.layer.value,
        board.text_of(memory, pen),
        memory.status.value,
        f"{card.importance:.2f}",
        f"{card.retention.value:.2f}",
        str(memory.access_count),
        found.to.value if found.to is not None else "",
        found.reason if found.to is not None else "",
        iso(memory.created_at) or "",
        memory.id,
    )
