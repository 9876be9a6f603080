"""Rows on the screen: which of them are in sight, drawn once, with a cursor that keeps to its row."""

from __future__ import annotations

from typing import TypeAlias

from textual.cache import LRUCache
from textual.geometry import Region
from textual.strip import Strip

from memtui.render.spans import Line, Role, Span
from memtui.tui.strips import strip_of
from memtui.tui.widgets import list_messages
from memtui.tui.widgets.drawn import MainPane
from memtui.tui.widgets.heights import Heights
from memtui.tui.widgets.marks import Marks
from memtui.tui.widgets.rows import Drawing, Rows, RowState

GUTTER = 2
"""Cells at the left of each row for the cursor and the mark."""

DRAWN_ROWS = 400
"""Drawings and strips that are kept: several screens of them."""


class RowView(MainPane, can_focus=True, inherit_bindings=False):
    """Draws `Rows` by the Line API; `LineList` adds the keys.

    The cursor is a row's key, not its place: when rows change it stays on the row it was on, and that row
    stays on the line of the screen it was on. `cursor_glyph` and `mark_glyph` are drawn in the gutter.
    """

    Moved: TypeAlias = list_messages.Moved
    Opened: TypeAlias = list_messages.Opened
    MarksChanged: TypeAlias = list_messages.MarksChanged
    Told: TypeAlias = list_messages.Told

    def __init__(
        self,
        rows: Rows | None = None,
        *,
        markable: bool = True,
        cursor_glyph: str = "►",
        mark_glyph: str = "■",
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        self._strips: LRUCache[tuple[int, RowState], Strip] = LRUCache(DRAWN_ROWS)
        super().__init__(id=id, classes=classes)
        self.rows = rows or Rows()
        self.markable = markable
        self.marks = Marks()
        self.cursor = 0
        self.cursor_glyph, self.mark_glyph = cursor_glyph, mark_glyph
        self._heights = Heights(len(self.rows), self.rows.usual, self.rows.others)
        self._drawn: LRUCache[tuple[int, RowState], Drawing] = LRUCache(DRAWN_ROWS)
        self._wanted: tuple[int, int] | None = None

    # --- what is shown -------------------------------------------------------------------------

    @property
    def cursor_key(self) -> int | None:
        """The key of the row under the cursor, or None in an empty list."""
        return self.rows.keys[self.cursor] if self.cursor < len(self.rows) else None

    def index_of(self, key: int) -> int | None:
        """Return the place of a key, or None."""
        try:
            return self.rows.keys.index(key)
        except ValueError:
            return None

    def set_rows(self, rows: Rows, *, follow: bool = True, cursor_key: int | None = None) -> None:
        """Show other rows.

        `follow` keeps the cursor on its row and that row on its screen line (live changes); otherwise the
        cursor goes to the first row (another query). `cursor_key` names the row to go to where it exists.
        Marks on rows that are gone are dropped.
        """
        before = self.cursor_key if cursor_key is None else cursor_key
        offset = self._heights.top(min(self.cursor, self._heights.count)) - self.scroll_offset.y
        old_index, marked = self.cursor, len(self.marks)
        self.rows = rows
        self.marks.keep_only(rows.keys)
        found = self.index_of(before) if before is not None and (follow or cursor_key is not None) else None
        if found is not None:
            self.cursor = found
        else:
            self.cursor = min(old_index, max(len(rows) - 1, 0)) if follow else 0
        self._measure()
        if follow and cursor_key is None:
            self.scroll_lines_to(self._heights.top(self.cursor) - offset)
        self.show_cursor()
        if len(self.marks) != marked:
            self.post_message(self.MarksChanged(self, len(self.marks)))
        self.post_message(self.Moved(self, self.cursor_key, self.cursor))

    def redraw(self, first: int = 0, last: int | None = None) -> None:
        """Draw rows anew after their records came or changed; the row under the cursor keeps its screen line."""
        offset = self._heights.top(min(self.cursor, self._heights.count)) - self.scroll_offset.y
        total = self._heights.total
        self._measure()
        if self._heights.total != total:
            self.scroll_lines_to(self._heights.top(min(self.cursor, self._heights.count)) - offset)

    def go_to(self, index: int) -> None:
        """Put the cursor on a row and show it."""
        if not len(self.rows):
            return
        index = max(0, min(index, len(self.rows) - 1))
        if self.marks.anchor is not None:
            self._stretch_to(index)
        if index == self.cursor:
            self.show_cursor()
            return
        old, self.cursor = self.cursor, index
        self._refresh_row(old)
        self._refresh_row(index)
        self.show_cursor()
        self.post_message(self.Moved(self, self.cursor_key, index))

    def go_to_key(self, key: int) -> bool:
        """Put the cursor on the row with that key; says whether there is one."""
        index = self.index_of(key)
        if index is not None:
            self.go_to(index)
        return index is not None

    def show_cursor(self) -> None:
        """Scroll as little as needed to have the cursor's row in sight, its lead lines too where they fit."""
        if not len(self.rows) or not self.size.height:
            return
        top, height, page = self._heights.top(self.cursor), self._heights.height(self.cursor), self.size.height
        y = self.scroll_offset.y
        if top < y:
            y = top
        elif top + height > y + page:
            y = top + height - page if height <= page else top
        if y != self.scroll_offset.y:
            self.scroll_lines_to(y)

    # --- drawing -------------------------------------------------------------------------------

    def _measure(self) -> None:
        self._drawn.clear()
        self._strips.clear()
        self._wanted = None
        self._heights = Heights(len(self.rows), self.rows.usual, self.rows.others)
        self.set_lines(self._heights.total + len(self.rows.tail))

    def _refresh_row(self, index: int) -> None:
        self.refresh_lines(self._heights.top(index), self._heights.height(index))

    def _want_window(self) -> None:
        """Tell the rows which of them are in sight or one screen away, once per window."""
        if not len(self.rows):
            return
        top, page = self.scroll_offset.y, max(self.size.height, 1)
        first = self._heights.row_at(max(top - page, 0))
        last = min(self._heights.row_at(top + 2 * page), len(self.rows) - 1)
        if self._wanted != (first, last):
            self._wanted = (first, last)
            self.rows.want(first, last)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw a part of the list, having asked for the rows that it needs."""
        self._want_window()
        return super().render_lines(crop)

    def notify_style_update(self) -> None:
        """Draw in the new style."""
        self._strips.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen; a line that was drawn in the same state is not drawn again."""
        line = y + self.scroll_offset.y
        index = self._heights.row_at(line)
        if index >= len(self.rows):
            place = line - self._heights.total
            return self._strip(self.rows.tail[place] if place < len(self.rows.tail) else ())
        state = self.row_state(index)
        key = (line, state)
        if key not in self._strips:
            drawing = self._drawing(index, state)
            strip = self._row_strip(drawing or Drawing((self.rows.waiting(index),)), index, line, state)
            if drawing is None:
                return strip
            self._strips[key] = strip
        return self._strips[key]

    def row_state(self, index: int) -> RowState:
        """Return how a row is to look."""
        return RowState(index == self.cursor, self.rows.keys[index] in self.marks, self.has_focus)

    def _drawing(self, index: int, state: RowState) -> Drawing | None:
        key = (index, state)
        if key in self._drawn:
            return self._drawn[key]
        drawing = self.rows.draw(index, max(self.size.width - GUTTER, 1), state)
        if drawing is not None:
            self._drawn[key] = drawing
        return drawing

    def _row_strip(self, drawing: Drawing, index: int, line: int, state: RowState) -> Strip:
        place = line - self._heights.top(index)
        if place < len(drawing.lead):
            return self._strip(drawing.lead[place])
        place -= len(drawing.lead)
        if place >= len(drawing.body):
            return self._strip((), state.cursor)
        return self._strip((*self._gutter(state, place == 0), *drawing.body[place]), state.cursor)

    def _strip(self, line: Line, chosen: bool = False) -> Strip:
        return strip_of(line, self.size.width, self.palette, chosen=chosen, focused=self.has_focus)

    def _gutter(self, state: RowState, first: bool) -> tuple[Span, Span]:
        cursor = self.cursor_glyph if first and state.cursor else " "
        mark = self.mark_glyph if first and state.marked else " "
        return Span(cursor), Span(mark, Role.MARK)

    def on_resize(self) -> None:
        """Fit the list to its new size and keep the cursor in sight."""
        self._measure()
        self.show_cursor()

    def on_focus(self) -> None:
        """Draw the cursor's row as focused."""
        self.refresh()

    def on_blur(self) -> None:
        """Draw the cursor's row as not focused."""
        self.refresh()

    def _stretch_to(self, index: int) -> None:
        anchor = None if self.marks.anchor is None else self.index_of(self.marks.anchor)
        if anchor is None:
            self.marks.end_range()
        else:
            low, high = sorted((anchor, index))
            self.marks.stretch(self.rows.keys[low : high + 1])
        self._marks_changed()

    def _marks_changed(self) -> None:
        self.refresh()
        self.post_message(self.MarksChanged(self, len(self.marks)))
