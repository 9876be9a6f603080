"""A canvas of cells on which boxes, lines and words are put down; lines of one net join, those of two pass each other."""

from __future__ import annotations

from dataclasses import dataclass, field

from memtui.render.spans import Line, Role, Span
from memtui.render.widths import width

UP, DOWN, LEFT, RIGHT = 1, 2, 4, 8
VERTICAL, HORIZONTAL = UP | DOWN, LEFT | RIGHT

_LIGHT = {
    UP: "│", DOWN: "│", VERTICAL: "│", LEFT: "─", RIGHT: "─", HORIZONTAL: "─",
    DOWN | RIGHT: "┌", DOWN | LEFT: "┐", UP | RIGHT: "└", UP | LEFT: "┘",
    VERTICAL | RIGHT: "├", VERTICAL | LEFT: "┤", DOWN | HORIZONTAL: "┬", UP | HORIZONTAL: "┴", 15: "┼",
}  # fmt: skip
_DOUBLE = {
    UP: "║", DOWN: "║", VERTICAL: "║", LEFT: "═", RIGHT: "═", HORIZONTAL: "═",
    DOWN | RIGHT: "╔", DOWN | LEFT: "╗", UP | RIGHT: "╚", UP | LEFT: "╝",
    VERTICAL | RIGHT: "╠", VERTICAL | LEFT: "╣", DOWN | HORIZONTAL: "╦", UP | HORIZONTAL: "╩", 15: "╬",
}  # fmt: skip
_TEES = {
    (False, False, DOWN): "┬", (False, True, DOWN): "╥", (True, False, DOWN): "╤", (True, True, DOWN): "╦",
    (False, False, UP): "┴", (False, True, UP): "╨", (True, False, UP): "╧", (True, True, UP): "╩",
    (False, False, RIGHT): "├", (False, True, RIGHT): "╞", (True, False, RIGHT): "╟", (True, True, RIGHT): "╠",
    (False, False, LEFT): "┤", (False, True, LEFT): "╡", (True, False, LEFT): "╢", (True, True, LEFT): "╣",
}  # fmt: skip

_HEADS = ({UP: "▲", DOWN: "▼", LEFT: "◄", RIGHT: "►"}, {UP: "^", DOWN: "v", LEFT: "<", RIGHT: ">"})
"""Arrowheads, and those in ASCII."""


@dataclass(slots=True)
class _Cell:
    net: int
    mask: int
    heavy: bool
    role: Role


@dataclass(slots=True)
class Canvas:
    """Cells by row and column; `ascii` draws with + - | = and the letters v and ^ for arrowheads."""

    ascii: bool = False
    cells: dict[tuple[int, int], _Cell] = field(default_factory=dict)
    texts: dict[int, dict[int, Span]] = field(default_factory=dict)

    def wire(self, net: int, row: int, column: int, mask: int, role: Role, *, heavy: bool = False) -> None:
        """Add a piece of a net's line; it joins pieces of its own net and runs above those of others."""
        cell = self.cells.get((row, column))
        if cell is None or (cell.net != net and mask & VERTICAL):
            self.cells[row, column] = _Cell(net, mask, heavy, role)
        elif cell.net == net:
            cell.mask |= mask

    def vertical(self, net: int, column: int, top: int, bottom: int, role: Role, *, heavy: bool = False) -> None:
        """Draw a line down a column, both rows included."""
        for row in range(top, bottom + 1):
            self.wire(net, row, column, VERTICAL, role, heavy=heavy)

    def horizontal(self, net: int, row: int, left: int, right: int, role: Role, *, heavy: bool = False) -> None:
        """Draw a line along a row, both columns included."""
        for column in range(left, right + 1):
            ends = (RIGHT if column < right else 0) | (LEFT if column > left else 0)
            self.wire(net, row, column, ends, role, heavy=heavy)

    def text(self, row: int, column: int, spans: Line) -> None:
        """Put words down, over whatever is there."""
        for span in spans:
            if span.text:
                self.texts.setdefault(row, {})[column] = span
                column += width(span.text)

    def frame(self, top: int, left: int, cells: int, height: int, role: Role, *, double: bool) -> None:
        """Draw a box of `cells` by `height`, its borders included."""
        line = _DOUBLE if double else _LIGHT
        across, down = (("=", "|") if double else ("-", "|")) if self.ascii else (line[HORIZONTAL], line[VERTICAL])
        corners = ("+",) * 4 if self.ascii else (line[10], line[6], line[9], line[5])
        fill = across * (cells - 2)
        self.text(top, left, (Span(corners[0] + fill + corners[1], role),))
        for row in range(top + 1, top + height - 1):
            self.text(row, left, (Span(down, role),))
            self.text(row, left + cells - 1, (Span(down, role),))
        self.text(top + height - 1, left, (Span(corners[2] + fill + corners[3], role),))

    def tee(self, row: int, column: int, way: int, role: Role, *, double: bool, heavy: bool) -> None:
        """Let a line leave a box by the border that lies in its way: up, down, left or right."""
        self.mark(row, column, "+" if self.ascii else _TEES[double, heavy, way], role)

    def arrow(self, row: int, column: int, way: int, role: Role) -> None:
        """Put an arrowhead on a box's border, pointing into it."""
        self.mark(row, column, _HEADS[self.ascii][way], role)

    def mark(self, row: int, column: int, sign: str, role: Role) -> None:
        """Replace one cell within words that are one cell a character, such as a border."""
        for start, span in self.texts.get(row, {}).items():
            at = column - start
            if 0 <= at < len(span.text):
                pieces = (
                    (start, Span(span.text[:at], span.role)),
                    (column, Span(sign, role)),
                    (column + 1, Span(span.text[at + 1 :], span.role)),
                )
                del self.texts[row][start]
                self.texts[row].update((place, piece) for place, piece in pieces if piece.text)
                return
        self.texts.setdefault(row, {})[column] = Span(sign, role)

    def lines(self, height: int) -> tuple[Line, ...]:
        """Return the rows as lines of spans, without blanks at their ends."""
        rows: list[dict[int, _Piece]] = [{} for _ in range(height)]
        for (row, column), cell in self.cells.items():
            rows[row][column] = (self._sign(cell), cell.role, 1)
        for row, texts in self.texts.items():
            for start, span in texts.items():
                size = width(span.text)
                for column in range(start, start + size):
                    rows[row].pop(column, None)
                rows[row][start] = (span.text, span.role, size)
        return tuple(_joined(row) for row in rows)

    def _sign(self, cell: _Cell) -> str:
        if self.ascii:
            plain = {VERTICAL: "|", UP: "|", DOWN: "|"} | dict.fromkeys((LEFT, RIGHT, HORIZONTAL), "-="[cell.heavy])
            return plain.get(cell.mask, "+")
        return (_DOUBLE if cell.heavy else _LIGHT)[cell.mask]


_Piece = tuple[str, Role, int]
"""A text, its role, and the cells that it takes."""


def _joined(row: dict[int, _Piece]) -> Line:
    """Return pieces by column as one line, neighbours in one role joined."""
    spans: list[Span] = []
    texts: list[str] = []
    role, at = Role.TEXT, 0
    for column in sorted(row):
        text, own, size = row[column]
        gap = column - at
        if gap > 0 or own is not role:
            if texts:
                spans.append(Span("".join(texts), role))
            texts, role = [], own
        if gap > 0:
            spans.append(Span(" " * gap))
        texts.append(text)
        at = column + size
    if texts:
        spans.append(Span("".join(texts), role))
    return tuple(spans)
