"""Boxes on the screen: a drawing that scrolls in both directions, with a cursor and marks on its boxes."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from rich.segment import Segment
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from memtui.render.graph_picture import Drawing, Rect
from memtui.render.spans import Role
from memtui.tui.strips import strip_of
from memtui.tui.widgets.drawn import MainPane

if TYPE_CHECKING:
    from rich.style import Style

MARGIN = (3, 1)
"""Columns and lines that stay in sight around the box under the cursor, where there is room."""


class BoxView(MainPane, can_focus=True, inherit_bindings=False):
    """Shows a `Drawing` by the Line API; `Canvas` adds the keys.

    The cursor is a box's key, not its place: in another drawing it stays on its box, and that box stays where it
    is on the screen. `cursor_glyph` is drawn on the left border of a box, `mark_glyph` beside it: no line ends there.
    """

    ALLOW_SELECT = False

    class Moved(Message, namespace="canvas"):
        """The cursor came to another box."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Resized(Message, namespace="canvas"):
        """The canvas has another size; a drawing for its width may be better."""

    class MarksChanged(Message, namespace="canvas"):
        """Boxes were marked or unmarked."""

    def __init__(self, *, id: str | None = None) -> None:
        self._strips: dict[int, Strip] = {}
        super().__init__(id=id)
        self.drawing = Drawing(lines=())
        self.cursor: str | None = None
        self.marks: set[str] = set()
        self.cursor_glyph, self.mark_glyph = "►", "■"
        self._markable: Collection[str] = ()
        self._why_unmarkable = ""

    # --- what is shown -------------------------------------------------------------------------

    @property
    def rect(self) -> Rect | None:
        """Where the box under the cursor stands."""
        return self.drawing.boxes.get(self.cursor) if self.cursor is not None else None

    @property
    def place(self) -> int:
        """The place of the box under the cursor in reading order, from 0."""
        keys = list(self.drawing.boxes)
        return keys.index(self.cursor) if self.cursor is not None and self.cursor in keys else 0

    def show(self, drawing: Drawing, cursor: str | None, markable: Collection[str], why_unmarkable: str = "") -> None:
        """Show another drawing with the cursor on a box; marks on boxes that are gone are dropped.

        A box that stays under the cursor stays on its place of the screen; another one comes to the middle.
        """
        before, stays = self.rect, cursor == self.cursor
        offset = self.scroll_offset
        self.drawing, self._markable, self._why_unmarkable = drawing, markable, why_unmarkable
        self.cursor = cursor if cursor in drawing.boxes else next(iter(drawing.boxes), None)
        gone = self.marks - drawing.boxes.keys()
        self.marks -= gone
        self._measure()
        after = self.rect
        if before is not None and after is not None and stays:
            self._scroll(after.left - before.left + offset.x, after.top - before.top + offset.y)
            self._show_box()
        else:
            self._centre()
        if gone:
            self.post_message(self.MarksChanged())

    def go_to(self, key: str) -> None:
        """Put the cursor on a box and show it."""
        if key not in self.drawing.boxes or key == self.cursor:
            return
        old, self.cursor = self.rect, key
        self._redraw(old, self.rect)
        self._show_box()
        self.post_message(self.Moved(key))

    def clear_marks(self) -> bool:
        """Unmark all; says whether anything was marked."""
        had = bool(self.marks)
        if had:
            self.marks = set()
            self._marks_changed()
        return had

    def box_at(self, column: int, line: int) -> str | None:
        """Return the box that covers a cell of the drawing, or None."""
        for key, rect in self.drawing.boxes.items():
            if rect.left <= column < rect.left + rect.width and rect.top <= line < rect.top + rect.height:
                return key
        return None

    def text_in(self, key: str, line: int) -> str:
        """Return what a line of a box says, without its borders."""
        rect = self.drawing.boxes[key]
        strip = strip_of(self.drawing.lines[line], self.drawing.width, self.palette)
        return strip.crop(rect.left + 1, rect.left + rect.width - 1).text.strip()

    # --- scrolling -----------------------------------------------------------------------------

    def _measure(self) -> None:
        self._strips.clear()
        size = Size(max(self.drawing.width, self.size.width), len(self.drawing.lines))
        self.set_reactive(Widget.virtual_size, size)
        self.refresh()

    def _scroll(self, column: int, line: int) -> None:
        last_column = max(self.virtual_size.width - self.size.width, 0)
        last_line = max(self.virtual_size.height - self.size.height, 0)
        there = max(0, min(column, last_column)), max(0, min(line, last_line))
        if there != (self.scroll_offset.x, self.scroll_offset.y):
            self.scroll_to(*there, animate=False, force=True)

    def _show_box(self) -> None:
        """Scroll as little as needed to have the box under the cursor in sight."""
        rect = self.rect
        if rect is None or not self.size.width or not self.size.height:
            return
        column = _least(self.scroll_offset.x, self.size.width, rect.left, rect.width, MARGIN[0])
        line = _least(self.scroll_offset.y, self.size.height, rect.top, rect.height, MARGIN[1])
        self._scroll(column, line)

    def _centre(self) -> None:
        rect = self.rect
        if rect is None:
            self._scroll(0, 0)
            return
        column, line = rect.middle
        self._scroll(round(column - self.size.width / 2), round(line - self.size.height / 2))

    def on_resize(self) -> None:
        """Fit the drawing to the new size and keep the cursor in sight."""
        self._measure()
        self._scroll(self.scroll_offset.x, self.scroll_offset.y)
        self._show_box()
        self.post_message(self.Resized())

    def on_focus(self) -> None:
        """Draw the cursor as focused."""
        self._redraw(self.rect)

    def on_blur(self) -> None:
        """Draw the cursor as not focused."""
        self._redraw(self.rect)

    # --- drawing -------------------------------------------------------------------------------

    def redraw_all(self) -> None:
        """Draw everything anew, as after marks were set from outside."""
        self._strips.clear()
        self.refresh()

    def _marks_changed(self) -> None:
        self.redraw_all()
        self.post_message(self.MarksChanged())

    def _redraw(self, *rects: Rect | None) -> None:
        """Draw the lines of boxes anew."""
        for rect in rects:
            if rect is not None:
                for line in range(rect.top, rect.top + rect.height):
                    self._strips.pop(line, None)
                self.refresh(Region(0, rect.top - self.scroll_offset.y, self.size.width, rect.height))

    def notify_style_update(self) -> None:
        """Draw in the new style."""
        self._strips.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen; a line of the drawing is drawn once."""
        place, left = y + self.scroll_offset.y, self.scroll_offset.x
        if place not in self._strips:
            self._strips[place] = self._whole(place)
        return self._strips[place].crop_extend(left, left + self.size.width, self.palette.base)

    def _whole(self, place: int) -> Strip:
        """Return a line of the drawing in its whole width, with cursor and marks."""
        line = self.drawing.lines[place] if place < len(self.drawing.lines) else ()
        cells = max(self.drawing.width, self.size.width)
        strip = strip_of(line, cells, self.palette)
        for key in (*self.marks, *((self.cursor,) if self.cursor is not None else ())):
            rect = self.drawing.boxes.get(key)
            if rect is None or not rect.top <= place < rect.top + rect.height:
                continue
            if key == self.cursor:
                chosen = strip_of(line, cells, self.palette, chosen=True, focused=self.has_focus)
                strip = _laid_over(strip, chosen.crop(rect.left, rect.left + rect.width), rect.left)
                if place == rect.top + 1:
                    strip = _laid_over(strip, self._sign(self.cursor_glyph, chosen=True), rect.left)
            if key in self.marks and place == rect.top + 2:
                strip = _laid_over(strip, self._sign(self.mark_glyph, chosen=key == self.cursor), rect.left + 1)
        return strip

    def _sign(self, glyph: str, *, chosen: bool) -> Strip:
        style: Style = self.palette.chosen[self.has_focus][Role.STRONG] if chosen else self.palette.plain[Role.MARK]
        return Strip([Segment(glyph, style)], 1)


def _least(here: int, room: int, start: int, size: int, margin: int) -> int:
    """Return the scroll place nearest to `here` at which a stretch is in sight, with a margin where there is room."""
    margin = min(margin, max((room - size) // 2, 0))
    if start - margin < here or size > room:
        return start - margin
    return max(here, start + size + margin - room)


def _laid_over(strip: Strip, piece: Strip, left: int) -> Strip:
    """Return a strip with another one in place of the cells from `left` on."""
    end = left + piece.cell_length
    return Strip.join([strip.crop(0, left), piece, strip.crop(end, max(strip.cell_length, end))])
