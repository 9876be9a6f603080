"""A laid-out graph put on a canvas: boxes, lines with their words, arrowheads, and where each box stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memtui.render.graph_canvas import DOWN, UP, Canvas
from memtui.render.graph_layout import BOX_GAP, lay_out
from memtui.render.graph_parts import Box, Item, Layout, Link
from memtui.render.graph_routes import route
from memtui.render.graph_words import Gutter, Run
from memtui.render.pen import Pen, line_width
from memtui.render.spans import Line, Role, Span


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
    layout = lay_out(boxes, links, cells, gap)
    gutters = route(layout, labels=labels, fan=not labels)
    canvas = Canvas(ascii=pen.glyphs.rule == "-")
    margin = max((cells - layout.width) // 2, 0)
    rects: dict[str, Rect] = {}
    line = 0
    for row, gutter in zip(layout.rows, gutters, strict=True):
        height = _height(row)
        for item in row:
            if item.box is not None:
                rect = Rect(left=item.left + margin, top=line, width=item.width, height=height)
                rects[item.key] = rect
                _put_box(canvas, item.box, rect, double=labels and item.box.centre)
        line += height + gutter.height
    _put_lines(canvas, layout, gutters, rects, margin, labels=labels)
    lines = canvas.lines(line)
    return Drawing(lines=lines, boxes=rects, width=max((line_width(one) for one in lines), default=0))


def _height(row: Sequence[Item]) -> int:
    return max((len(item.box.body) + 2 for item in row if item.box is not None), default=1)


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
        height = _height(row)
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
        height = _height(row)
        for item in row:
            if item.box is None:
                net = nets[int(item.key.partition("/")[0])]
                canvas.vertical(
                    net.number, item.centre + margin, tops[at] - height, tops[at] - 1, net.role, heavy=net.heavy
                )
