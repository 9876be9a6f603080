"""A pane of lines to read: details, explanations, diffs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import BindingType
from textual.strip import Strip

from memtui.render.spans import Line, Role, Span
from memtui.render.widths import wrap
from memtui.safe_text import one_line
from memtui.tui.strips import strip_of
from memtui.tui.widgets.drawn import Scrolled
from memtui.tui.widgets.list_keys import move_bindings

DrawLines = Callable[[int], Sequence[Line]]
"""Draws lines for a width in cells."""


def wrapped(text: str, width: int, role: Role = Role.TEXT) -> list[Line]:
    """Return a sentence wrapped to a width."""
    safe = one_line(text)
    return [(Span(safe[start:end], role),) for start, end in wrap(safe, max(width, 10))] if safe else []


class LinePane(Scrolled, can_focus=True, inherit_bindings=False):
    """Scrollable lines that can be read but not chosen; the movement keys scroll.

    `draw` is called with the width in cells whenever the content or the width changes.
    """

    ALLOW_SELECT = True
    DEFAULT_CSS = """
    LinePane { height: 1fr; width: 1fr; scrollbar-size: 0 0; overflow-x: hidden; overflow-y: scroll; }
    """
    BINDINGS: ClassVar[list[BindingType]] = move_bindings()

    def __init__(self, draw: DrawLines | None = None, *, id: str | None = None, classes: str | None = None) -> None:
        self._strips: dict[int, Strip] = {}
        super().__init__(id=id, classes=classes)
        self._draw = draw
        self._lines: Sequence[Line] = ()

    @property
    def lines(self) -> Sequence[Line]:
        """The lines as drawn for the present width."""
        return self._lines

    def show(self, draw: DrawLines, *, keep_place: bool = False) -> None:
        """Show other lines, from the top unless `keep_place`."""
        self._draw = draw
        self._lay_out()
        if not keep_place:
            self.scroll_lines_to(0)

    def _lay_out(self) -> None:
        width = self.size.width
        self._lines = self._draw(width) if self._draw is not None and width else ()
        self._strips.clear()
        self.set_lines(len(self._lines))

    def on_resize(self) -> None:
        """Draw the lines for the new width."""
        self._lay_out()

    def notify_style_update(self) -> None:
        """Draw in the new style."""
        self._strips.clear()
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """Draw one line of the screen; a line is drawn once."""
        place = y + self.scroll_offset.y
        if place not in self._strips:
            line = self._lines[place] if place < len(self._lines) else ()
            self._strips[place] = strip_of(line, self.size.width, self.palette)
        return self._strips[place]

    def action_move(self, way: str) -> None:
        """Scroll; `way` is a name of `MOVES`."""
        page = max(self.size.height, 2)
        here, end = self.scroll_offset.y, max(len(self._lines) - self.size.height, 0)
        targets = {
            "down": here + 1,
            "up": here - 1,
            "top": 0,
            "bottom": end,
            "half_down": here + page // 2,
            "half_up": here - page // 2,
            "page_down": here + page - 1,
            "page_up": here - page + 1,
        }
        self.scroll_lines_to(targets[way])
