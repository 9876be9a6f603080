"""The list of memtui: any number of rows, drawn line by line, with a cursor, marks and ranges."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from memtui.render.spans import Line, Role, Span
from memtui.tui.strips import strip_of
from memtui.tui.widgets.drawn import Drawn
from memtui.tui.widgets.heights import Heights
from memtui.tui.widgets.marks import Marks
from memtui.tui.widgets.rows import Drawing, Rows, RowState

GUTTER = 2
"""Cells at the left of each row for the cursor and the mark."""

DRAWN_ROWS = 400
"""Row drawings that are kept: several screens of them."""

MOVES: tuple[tuple[str, str, str], ...] = (
    ("down", "down,j", "next"),
    ("up", "up,k", "previous"),
    ("top", "home,g", "first"),
    ("bottom", "end,G", "last"),
    ("half_down", "ctrl+d", "half a page down"),
    ("half_up", "ctrl+u", "half a page up"),
    ("page_down", "pagedown", "a page down"),
    ("page_up", "pageup", "a page up"),
)
"""The movements that lists and panes share: name, keys, what it does."""


def move_bindings() -> list[BindingType]:
    """Return the bindings of the movements, ids `list.*`."""
    return [Binding(keys, f"move('{name}')", says, show=False, id=f"list.{name}") for name, keys, says in MOVES]


class LineList(Drawn, ScrollView, can_focus=True, inherit_bindings=False):
    """Shows `Rows` by the Line API, so that its cost is that of the rows in sight.

    Keys: all movements of SCREENS 2, space (mark and go down), V and shift+arrows (range), `*` (all),
    enter and double click (open). It posts `Moved`, `Opened` and `MarksChanged`.

    The cursor is a row's key, not its place: when rows change it stays on the row it was on, and that row
    stays on the line of the screen it was on. `cursor_glyph` and `mark_glyph` are drawn in the gutter.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {"line-list--cursor"}
    CURSOR_CLASS = "line-list--cursor"
    ALLOW_SELECT = False
    DEFAULT_CSS = """
    LineList { height: 1fr; width: 1fr; scrollbar-size: 0 0; overflow-x: hidden; overflow-y: auto; }
    LineList > .line-list--cursor { background: $block-cursor-blurred-background; color: $block-cursor-blurred-foreground; }
    LineList:focus > .line-list--cursor { background: $block-cursor-background; color: $block-cursor-foreground; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *move_bindings(),
        Binding("space", "mark", "mark and go down", show=False, id="list.mark"),
        Binding("V", "range", "range: extend marks as the cursor moves", show=False, id="list.range"),
        Binding("shift+down", "stretch(1)", "extend the range down", show=False, id="list.stretch_down"),
        Binding("shift+up", "stretch(-1)", "extend the range up", show=False, id="list.stretch_up"),
        Binding("asterisk", "mark_all", "mark all that the filter shows; again none", show=False, id="list.mark_all"),
        Binding("enter", "open", "open", show=False, id="list.open"),
    ]

    class Moved(Message):
        """The cursor came to another row (`key` None: the list is empty)."""

        def __init__(self, line_list: LineList, key: int | None, index: int) -> None:
            super().__init__()
            self.line_list, self.key, self.index = line_list, key, index

        @property
        def control(self) -> LineList:
            """The list."""
            return self.line_list

    class Opened(Message):
        """Enter or a double click on a row."""

        def __init__(self, line_list: LineList, key: int, index: int) -> None:
            super().__init__()
            self.line_list, self.key, self.index = line_list, key, index

        @property
        def control(self) -> LineList:
            """The list."""
            return self.line_list

    class MarksChanged(Message):
        """Rows were marked or unmarked; `count` are marked now."""

        def __init__(self, line_list: LineList, count: int) -> None:
            super().__init__()
            self.line_list, self.count = line_list, count

        @property
        def control(self) -> LineList:
            """The list."""
            return self.line_list

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
        super().__init__(id=id, classes=classes)
        self.rows = rows or Rows()
        self.markable = markable
        self.marks = Marks()
        self.cursor = 0
        self.cursor_glyph, self.mark_glyph = cursor_glyph, mark_glyph
        self._heights = Heights(len(self.rows), self.rows.usual, self.rows.others)
        self._drawn: LRUCache[tuple[int, int, RowState], Drawing | None] = LRUCache(DRAWN_ROWS)
        self._wanted: tuple[int, int] | None = None
        self._shifting = False

    # --- what is shown -------------------------------------------------------------------------

    @property
    def cursor_key(self) -> int | None:
        """The key of the row under the cursor, or None in an empty list."""
        return self.rows.keys[self.cursor] if self.cursor < len(self.rows) else None

    @property
    def chosen_keys(self) -> list[int]:
        """What an act applies to: the marked rows in list order, else the one under the cursor."""
        if self.marks:
            return [key for key in self.rows.keys if key in self.marks]
        return [] if self.cursor_key is None else [self.cursor_key]

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
            self.scroll_to(y=self._heights.top(self.cursor) - offset, animate=False)
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
            self.scroll_to(y=self._heights.top(min(self.cursor, self._heights.count)) - offset, animate=False)

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
            self.scroll_to(y=y, animate=False)

    def clear_marks(self) -> bool:
        """Unmark all; says whether anything was marked."""
        had = bool(self.marks) or self.marks.anchor is not None
        if had:
            self.marks.clear()
            self._marks_changed()
        return had

    # --- drawing -------------------------------------------------------------------------------

    def _measure(self) -> None:
        self._drawn.clear()
        self._wanted = None
        self._heights = Heights(len(self.rows), self.rows.usual, self.rows.others)
        self.virtual_size = Size(self.size.width, self._heights.total + len(self.rows.tail))
        self.refresh()

    def _refresh_row(self, index: int) -> None:
        self.refresh_lines(self._heights.top(index), self._heights.height(index))

    def _drawing(self, index: int, width: int) -> Drawing | None:
        state = RowState(index == self.cursor, self.rows.keys[index] in self.marks, self.has_focus)
        key = (index, width, state)
        if key in self._drawn:
            return self._drawn[key]
        drawing = self.rows.draw(index, width, state)
        if drawing is not None:
            self._drawn[key] = drawing
        return drawing

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

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen."""
        line, chosen = self._line_at(y + self.scroll_offset.y)
        return strip_of(line, self.size.width, self.palette, chosen=chosen)

    def _line_at(self, y: int) -> tuple[Line, bool]:
        total = self._heights.total
        if y >= total:
            place = y - total
            return (self.rows.tail[place] if place < len(self.rows.tail) else (), False)
        index = self._heights.row_at(y)
        place = y - self._heights.top(index)
        drawing = self._drawing(index, max(self.size.width - GUTTER, 1))
        body, lead = drawing or Drawing((self.rows.waiting(index),))
        if place < len(lead):
            return lead[place], False
        place -= len(lead)
        here = index == self.cursor
        if place >= len(body):
            return (), here and drawing is not None
        return (*self._gutter(index, here and place == 0, place == 0), *body[place]), here

    def _gutter(self, index: int, cursor: bool, first: bool) -> tuple[Span, Span]:
        marked = first and self.rows.keys[index] in self.marks
        return Span(self.cursor_glyph if cursor else " "), Span(self.mark_glyph if marked else " ", Role.MARK)

    # --- events and actions --------------------------------------------------------------------

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

    def on_click(self, event: events.Click) -> None:
        """Go to the clicked row; a double click opens it."""
        index = self._heights.row_at(event.y + self.scroll_offset.y)
        if index >= len(self.rows):
            return
        self.go_to(index)
        if event.chain == 2:
            self.action_open()

    def action_move(self, way: str) -> None:
        """Move the cursor; `way` is a name of `MOVES`. A range drawn by shift and arrows ends with it."""
        if self._shifting:
            self._shifting = False
            self.marks.end_range()
        page = max(self.size.height // max(self.rows.usual, 1), 2)
        steps: dict[str, Callable[[], int]] = {
            "down": lambda: self.cursor + 1,
            "up": lambda: self.cursor - 1,
            "top": lambda: 0,
            "bottom": lambda: len(self.rows) - 1,
            "half_down": lambda: self.cursor + page // 2,
            "half_up": lambda: self.cursor - page // 2,
            "page_down": lambda: self.cursor + page - 1,
            "page_up": lambda: self.cursor - page + 1,
        }
        self.go_to(steps[way]())
        if way == "bottom" and self.rows.tail:
            self.scroll_to(y=max(self.virtual_size.height - self.size.height, 0), animate=False)

    def action_mark(self) -> None:
        """Mark the row, or unmark it, and go down."""
        key = self.cursor_key
        if key is None or not self.markable:
            return
        self.marks.toggle(key)
        self._marks_changed()
        self.go_to(self.cursor + 1)

    def action_range(self) -> None:
        """Begin a range at the cursor, or keep the one that is being drawn."""
        key = self.cursor_key
        if key is None or not self.markable:
            return
        if self.marks.anchor is None:
            self.marks.start_range(key)
        else:
            self.marks.end_range()
        self._marks_changed()

    def action_stretch(self, step: int) -> None:
        """Move the cursor and extend the range with it, beginning one where there is none."""
        key = self.cursor_key
        if key is None or not self.markable:
            return
        if self.marks.anchor is None:
            self.marks.start_range(key)
            self._shifting = True
        self.go_to(self.cursor + step)

    def action_mark_all(self) -> None:
        """Mark every row of the list, or none when all are marked."""
        if self.markable and len(self.rows):
            self.marks.toggle_all(self.rows.keys)
            self._marks_changed()

    def action_open(self) -> None:
        """Open the row under the cursor."""
        key = self.cursor_key
        if key is not None:
            self.post_message(self.Opened(self, key, self.cursor))

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
