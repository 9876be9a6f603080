"""A screen that needs some room: with less it says so, and with enough again it is as it was."""

from __future__ import annotations

from textual.screen import Screen
from textual.widget import Widget

from memtui.render.spans import Line, Span
from memtui.tui.widgets.drawn import LineBar

LEAST = (60, 16)
"""Columns and rows that memtui needs."""


class RoomScreen(Screen[None]):
    """A screen that shows what memtui needs in place of everything else where there is less; the focus survives that."""

    # Nothing is focused by itself: Textual would choose the first input, and keys meant for the list were typed there.
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (LEAST[0], "-narrow"), (100, "-wide"), (140, "-desk")]
        self.VERTICAL_BREAKPOINTS = [(0, "-flat"), (LEAST[1], "-short"), (32, "-tall")]
        self._focused_before: Widget | None = None

    @property
    def home(self) -> Widget:
        """What has the focus where nothing else is chosen."""
        raise NotImplementedError

    def tell(self, sentence: str) -> None:
        """Answer a key in the status line."""
        raise NotImplementedError

    def too_small_bar(self) -> LineBar:
        """Return the line that is all there is to see where there is too little room."""
        return LineBar(self._too_small, classes="too-small")

    def _too_small(self, width: int) -> Line:
        columns, rows = self.app.size
        least = f"{LEAST[0]}×{LEAST[1]}"
        forms = (f" memtui needs {least}, this is {columns}×{rows}", f" needs {least}", least)
        return (Span(next((words for words in forms if len(words) <= width), least)),)

    def on_resize(self) -> None:
        """Keep what has the focus while it is hidden, and give the focus back once there is room."""
        if self.app.size.width < LEAST[0] or self.app.size.height < LEAST[1]:
            self._focused_before = self.focused or self._focused_before
        elif self._focused_before is not None:
            self.call_after_refresh(self._focus_again)

    def on_screen_resume(self) -> None:
        """Never come to front without a focus: letters would do their acts and the arrows nothing."""
        if self.focused is None:
            self.call_after_refresh(self._focus_home)

    def _focus_home(self) -> None:
        if self.focused is None and self.is_current:
            self.set_focus(self.home)

    def _focus_again(self) -> None:
        before, self._focused_before = self._focused_before, None
        if before is not None and self.focused is None:
            self.set_focus(before if before.is_attached and before.focusable else self.home)
