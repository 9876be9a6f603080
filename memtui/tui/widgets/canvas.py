"""A picture of boxes that is walked from box to box and scrolls in both directions."""

from __future__ import annotations

import re
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from memtui.render.graph import step
from memtui.tui.widgets.box_view import BoxView
from memtui.tui.widgets.list_keys import move_bindings

NOTE = re.compile(r"\+[\d,]+ more(: enter lists)?")
"""The line of a box that counts what is not shown around it."""

NOTHING = {
    "left": "Nothing lies to the left of this box.",
    "right": "Nothing lies to the right of this box.",
    "up": "Nothing lies above this box.",
    "down": "Nothing lies below this box.",
}
"""What is said of a way on which no box lies."""


class Canvas(BoxView, can_focus=True, inherit_bindings=False):
    """Lets a drawing be walked, marked and opened.

    Keys: j k and the arrows up and down walk (the shell's h and l come by `walk`), home and end go to the first and
    the last box in reading order, page keys scroll, space marks, `*` marks all, enter and double click open. It
    posts `Moved`, `Opened`, `MarksChanged`, and `Told` for what a key cannot do here.
    """

    DEFAULT_CSS = """
    Canvas { height: 1fr; width: 1fr; scrollbar-size: 0 0; overflow-x: scroll; overflow-y: scroll; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *move_bindings(),
        Binding("space", "mark", "mark", show=False, id="list.mark"),
        Binding("V", "range", "range", show=False, id="list.range"),
        Binding("asterisk", "mark_all", "mark all that is shown; again none", show=False, id="list.mark_all"),
        Binding("enter", "open", "open", show=False, id="list.open"),
    ]

    class Opened(Message):
        """Enter or a double click on a box."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class NoteClicked(Message):
        """A click on the `+3 more` of a box."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    class Told(Message):
        """A key could do nothing; `sentence` says why."""

        def __init__(self, sentence: str) -> None:
            super().__init__()
            self.sentence = sentence

    def walk(self, way: str) -> None:
        """Go to the box that lies next in a direction: left, right, up, down."""
        if self.cursor is None:
            return
        there = step(self.drawing, self.cursor, way)
        if there == self.cursor:
            self.post_message(self.Told(NOTHING[way]))
        else:
            self.go_to(there)

    # --- keys and mouse ------------------------------------------------------------------------

    def action_move(self, way: str) -> None:
        """Walk, go to the first or last box, or scroll; `way` is a name of `list_keys.MOVES`."""
        keys = list(self.drawing.boxes)
        if way in ("up", "down"):
            self.walk(way)
        elif way in ("top", "bottom"):
            if keys:
                self.go_to(keys[0] if way == "top" else keys[-1])
        else:
            page = max(self.size.height, 2)
            lines = page // 2 if way.startswith("half") else page - 1
            self._scroll(self.scroll_offset.x, self.scroll_offset.y + (lines if way.endswith("down") else -lines))

    def turn(self, by: int) -> None:
        """Go on (1) or back (-1) in reading order; after the last box comes the first."""
        keys = list(self.drawing.boxes)
        if len(keys) == 1:
            self.post_message(self.Told("This is the only box."))
        elif keys:
            self.go_to(keys[(self.place + by) % len(keys)])

    def action_mark(self) -> None:
        """Mark the box under the cursor, or unmark it."""
        if self.cursor is None:
            return
        if self.cursor not in self._markable:
            self.post_message(self.Told(self._why_unmarkable))
            return
        self.marks ^= {self.cursor}
        self._marks_changed()

    def action_mark_all(self) -> None:
        """Mark every box that can be marked, or none when all are."""
        every = set(self._markable) & self.drawing.boxes.keys()
        self.marks = set() if every <= self.marks else self.marks | every
        self._marks_changed()

    def action_range(self) -> None:
        """Say that a picture has no ranges."""
        self.post_message(self.Told("Boxes stand in no order to draw a range over; space marks them one by one."))

    def action_open(self) -> None:
        """Open the box under the cursor."""
        if self.cursor is not None:
            self.post_message(self.Opened(self.cursor))

    def on_click(self, event: events.Click) -> None:
        """Go to the clicked box; a double click opens it, a click on its `+3 more` asks for those."""
        line = event.y + self.scroll_offset.y
        key = self.box_at(event.x + self.scroll_offset.x, line)
        if key is None:
            return
        self.go_to(key)
        if NOTE.fullmatch(self.text_in(key, line)):
            self.post_message(self.NoteClicked(key))
        elif event.chain == 2:
            self.action_open()
