"""A laid-out graph put on a canvas: boxes, lines with their words, arrowheads, and where each box stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from memtui.render.graph_canvas import DOWN, LEFT, RIGHT, UP, Canvas
from memtui.render.graph_layout import BOX_GAP, lay_out
from memtui.render.graph_parts import Box, Item, Layout, Link, Sides
from memtui.render.graph_routes import Routes, route
from memtui.render.graph_rows import MANNERS, PLAIN, Manner
from memtui.render.graph_words import Gutter, Run
from memtui.render.pen import Pen, line_width
from memtui.render.spans import Line, Role, Span
from memtui.render.widths import width

MOST_TRIED = 24
"""Boxes of a picture that is arranged in several manners; more of them take too long."""

SIDE_LINE = 2
"""The line of a box, from its upper border, on which the first line leaves it sideways; above it the cursor stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rect:
    """Where a box stands: its first column and line, its size in cells and lines, borders included."""

    left: int
    top: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[float, float]:
        """Its middle: column and line."""
        return self.left + self.width / 2, self.top + self.height / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A picture: its lines, and the box of each node by key, in reading order. `width` is that of the longest line."""

    lines: tuple[Line, ...]
    boxes: Mapping[str, Rect] = field(default_factory=dict)
    width: int = 0


def picture(
    boxes: Sequence[Box], links: Sequence[Link], pen: Pen, cells: int, *, labels: bool, gap: int = BOX_GAP
) -> Drawing:
    """Return boxes and links as a drawing in the middle of `cells`.

    With `labels` each line has its word, the arrowheads stand at the targets and the centre's box is double; without
    them lines branch freely and are read downwards.
    """
    layout, routes = _arranged(boxes, links, cells, gap, pen.glyphs.ellipsis, labels=labels)
    gutters = routes.gutters
    canvas = Canvas(ascii=pen.glyphs.rule == "-")
    margin = max((cells - layout.width) // 2, 0)
    rects: dict[str, Rect] = {}
    line = 0
    for row, gutter in zip(layout.rows, gutters, strict=True):
        height = _height(row, layout.sides)
        for item in row:
            if item.box is not None:
                rect = Rect(left=item.left + margin, top=line, width=item.width, height=height)
                rects[item.key] = rect
                _put_box(canvas, item.box, rect, double=labels and item.box.centre)
        line += height + gutter.height
    _put_lines(canvas, layout, gutters, rects, margin, labels=labels)
    _put_sides(canvas, layout, rects)
    lines = canvas.lines(line)
    return Drawing(lines=lines, boxes=rects, width=max((line_width(one) for one in lines), default=0))


def _arranged(
    boxes: Sequence[Box], links: Sequence[Link], cells: int, gap: int, ellipsis: str, *, labels: bool
) -> tuple[Layout, Routes]:
    """Return the arrangement that is easiest to follow, of several for a picture that is small enough."""
    manners = (PLAIN,) if not labels else MANNERS if len(boxes) <= MOST_TRIED else MANNERS[:1]
    found = [_Arrangement.of(boxes, links, cells, gap, ellipsis, manner, labels=labels) for manner in manners]
    best = min(found, key=lambda one: one.cost)
    return best.layout, best.routes


@dataclass(frozen=True, slots=True)
class _Arrangement:
    """One way to arrange a picture, and how hard it is to follow."""

    layout: Layout
    routes: Routes
    cost: float

    @classmethod
    def of(
        cls,
        boxes: Sequence[Box],
        links: Sequence[Link],
        cells: int,
        gap: int,
        ellipsis: str,
        manner: Manner,
        *,
        labels: bool,
    ) -> _Arrangement:
        """Arrange boxes and links in a manner."""
        layout = lay_out(boxes, links, cells, gap, manner)
        routes = route(layout, cells, ellipsis, labels=labels, fan=not labels)
        return cls(layout, routes, _cost(layout, routes, cells))


def _cost(layout: Layout, routes: Routes, cells: int) -> float:
    """Return how hard a picture is to follow: its lines, where they cross, words left out, and what must be scrolled."""
    lines = sum(
        _height(row, layout.sides) + gutter.height for row, gutter in zip(layout.rows, routes.gutters, strict=True)
    )
    return lines + 2 * routes.crossings + 20 * routes.squeezed + 2 * max(layout.width - cells, 0)


def _height(row: Sequence[Item], sides: Sides) -> int:
    """Return the lines of a row of boxes: their bodies with borders, and a line for each of what runs sideways."""
    joined = max((len(sides.links.get((one.key, other.key), ())) for one, other in pairwise(row)), default=0)
    bodies = max((len(item.box.body) for item in row if item.box is not None), default=-1)
    return max(bodies + 2, joined + SIDE_LINE + 1 if joined else 0)


def _put_box(canvas: Canvas, box: Box, rect: Rect, *, double: bool) -> None:
    canvas.frame(rect.top, rect.left, rect.width, rect.height, Role.ACCENT if double else Role.TEXT, double=double)
    for place, one in enumerate(box.body, start=1):
        canvas.text(rect.top + place, rect.left + 2, one)
    if box.note:
        canvas.text(rect.top + 1, rect.left + rect.width + 1, (Span(box.note, Role.DIM),))


def _put_lines(
    canvas: Canvas, layout: Layout, gutters: Sequence[Gutter], rects: Mapping[str, Rect], margin: int, *, labels: bool
) -> None:
    tops: list[int] = []
    line = 0
    for row, gutter in zip(layout.rows, gutters, strict=True):
        height = _height(row, layout.sides)
        line += height
        tops.append(line)
        line += gutter.height
    for top, gutter in zip(tops, gutters, strict=True):
        for run in gutter.runs:
            _put_run(canvas, run, top, gutter, margin)
            _put_ends(canvas, layout, run, rects, margin, labels=labels)
        for word in gutter.words:
            on_line = gutter.above <= word.row < gutter.above + gutter.tracks
            text = f" {word.text} " if on_line else word.text
            canvas.text(top + word.row, word.column + margin - on_line, (Span(text, word.net.role),))
    _put_lanes(canvas, layout, tops, margin)


def _put_run(canvas: Canvas, run: Run, top: int, gutter: Gutter, margin: int) -> None:
    net, bottom = run.net, top + gutter.height - 1
    if run.track is None:
        for column in set(run.columns):
            canvas.vertical(net.number, column + margin, top, bottom, net.role, heavy=net.heavy)
        return
    track = top + gutter.above + run.track
    first, last = min(run.columns) + margin, max(run.columns) + margin
    canvas.horizontal(net.number, track, first, last, net.role, heavy=net.heavy)
    for column in run.tops.values():
        canvas.vertical(net.number, column + margin, top, track - 1, net.role, heavy=net.heavy)
        canvas.wire(net.number, track, column + margin, UP, net.role, heavy=net.heavy)
    for column in run.bottoms.values():
        canvas.vertical(net.number, column + margin, track + 1, bottom, net.role, heavy=net.heavy)
        canvas.wire(net.number, track, column + margin, DOWN, net.role, heavy=net.heavy)


def _put_ends(
    canvas: Canvas, layout: Layout, run: Run, rects: Mapping[str, Rect], margin: int, *, labels: bool
) -> None:
    """Join a line to the boxes at its ends: an arrowhead at a target, else a tee."""
    for ends, way in ((run.tops, DOWN), (run.bottoms, UP)):
        for key, column in ends.items():
            rect = rects.get(key)
            if rect is None:
                continue
            row = rect.top + rect.height - 1 if way == DOWN else rect.top
            box = layout.items[key].box
            double = labels and box is not None and box.centre
            head = key in run.net.heads if labels else way == UP
            if head:
                canvas.arrow(row, column + margin, UP if way == DOWN else DOWN, run.net.role)
            else:
                role = Role.ACCENT if double else Role.TEXT
                canvas.tee(row, column + margin, way, role, double=double, heavy=run.net.heavy)


def _put_lanes(canvas: Canvas, layout: Layout, tops: Sequence[int], margin: int) -> None:
    """Draw the ways of nets through the rows that they pass."""
    nets = {run.net.number: run.net for gutter in layout.gutters for run in gutter}
    for at, row in enumerate(layout.rows):
        height = _height(row, layout.sides)
        for item in row:
            if item.box is None:
                net = nets[int(item.key.partition("/")[0])]
                canvas.vertical(
                    net.number, item.centre + margin, tops[at] - height, tops[at] - 1, net.role, heavy=net.heavy
                )


def _put_sides(canvas: Canvas, layout: Layout, rects: Mapping[str, Rect]) -> None:
    """Draw what runs sideways from box to box, each line with its word in its middle."""
    number = -1
    for (left, right), links in layout.sides.links.items():
        one, other = rects[left], rects[right]
        first, last = one.left + one.width, other.left - 1
        for row, link in enumerate(links, start=one.top + SIDE_LINE):
            canvas.horizontal(number, row, first, last, link.role, heavy=link.heavy)
            for key, column, way in ((left, first - 1, RIGHT), (right, last + 1, LEFT)):
                box = layout.items[key].box
                double = box is not None and box.centre
                if link.target == key:
                    canvas.arrow(row, column, LEFT if way == RIGHT else RIGHT, link.role)
                else:
                    canvas.tee(row, column, way, Role.ACCENT if double else Role.TEXT, double=double, heavy=link.heavy)
            start = first + (last - first + 1 - width(link.label) - 2) // 2
            canvas.text(row, start, (Span(f" {link.label} ", link.role),))
            number -= 1
