"""The list of memtui: any number of rows, drawn line by line, with a cursor, marks and ranges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType

from memtui.tui.widgets.list_keys import MOVES, move_bindings
from memtui.tui.widgets.row_view import GUTTER, RowView

__all__ = ["GUTTER", "MOVES", "LineList", "move_bindings"]


class LineList(RowView, inherit_bindings=False):
    """Shows `Rows` by the Line API, so that its cost is that of the rows in sight.

    Keys: all movements of SCREENS 2, space (mark and go down), V and shift+arrows (range), `*` (all),
    enter and double click (open). It posts `Moved`, `Opened`, `MarksChanged` and `Told`.

    The cursor is a row's key, not its place: when rows change it stays on the row it was on, and that row
    stays on the line of the screen it was on. `cursor_glyph` and `mark_glyph` are drawn in the gutter.
    """

    DEFAULT_CSS = """
    LineList { height: 1fr; width: 1fr; scrollbar-size: 0 0; overflow-x: hidden; overflow-y: scroll; }
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

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._shifting = False

    @property
    def chosen_keys(self) -> list[int]:
        """What an act applies to: the marked rows in list order, else the one under the cursor."""
        if self.marks:
            return [key for key in self.rows.keys if key in self.marks]
        return [] if self.cursor_key is None else [self.cursor_key]

    def clear_marks(self) -> bool:
        """Unmark all; says whether anything was marked."""
        had = bool(self.marks) or self.marks.anchor is not None
        if had:
            self.marks.clear()
            self._marks_changed()
        return had

    # --- events and actions --------------------------------------------------------------------

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
            self.scroll_lines_to(self.virtual_size.height)

    def action_mark(self) -> None:
        """Mark the row, or unmark it, and go down."""
        key = self._markable_key()
        if key is None:
            return
        self.marks.toggle(key)
        self._marks_changed()
        self.go_to(self.cursor + 1)

    def action_range(self) -> None:
        """Begin a range at the cursor, or keep the one that is being drawn."""
        key = self._markable_key()
        if key is None:
            return
        if self.marks.anchor is None:
            self.marks.start_range(key)
        else:
            self.marks.end_range()
        self._marks_changed()

    def action_stretch(self, step: int) -> None:
        """Move the cursor and extend the range with it, beginning one where there is none."""
        key = self._markable_key()
        if key is None:
            return
        if self.marks.anchor is None:
            self.marks.start_range(key)
            self._shifting = True
        self.go_to(self.cursor + step)

    def action_mark_all(self) -> None:
        """Mark every row of the list, or none when all are marked."""
        if self._markable_key() is not None:
            self.marks.toggle_all(self.rows.keys)
            self._marks_changed()

    def _markable_key(self) -> int | None:
        """Return the row under the cursor if it can be marked; say why not else."""
        if not self.markable:
            self.post_message(self.Told("Nothing is marked in this list."))
            return None
        if self.cursor_key is None:
            self.post_message(self.Told("There is nothing here to mark."))
        return self.cursor_key

    def action_open(self) -> None:
        """Open the row under the cursor."""
        key = self.cursor_key
        if key is not None:
            self.post_message(self.Opened(self, key, self.cursor))
        else:
            self.post_message(self.Told("There is nothing here to open."))
