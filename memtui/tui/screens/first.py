"""The first sight: the outline of the chrome, painted before anything else is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.screen import Screen

from memtui.render.spans import Line, Role, Span
from memtui.tui.widgets.drawn import Drawn

if TYPE_CHECKING:
    from memtui.tui.app import MemtuiApp

MODE = "first"
"""The mode that the app starts in, left as soon as it was painted."""


class FirstSight(Drawn):
    """Tabs, the sign of the filter line, and the way to the keys, as the view screens will draw them."""

    DEFAULT_CSS = """
    FirstSight { width: 1fr; height: 1fr; }
    """

    def __init__(self, tabs: Line, keys: Line) -> None:
        super().__init__()
        self._tabs, self._keys = tabs, keys

    def get_line(self, y: int) -> Line:
        """Return a line of the outline."""
        if y == 0:
            return self._tabs
        if y == 1:
            return (Span(" / ", Role.KEY),)
        return self._keys if y == self.size.height - 1 else ()


class FirstScreen(Screen[None]):
    """Paints the outline and makes way for the view that is wanted; keys typed meanwhile are held for it."""

    AUTO_FOCUS = None

    def __init__(self, app: MemtuiApp, wanted: str) -> None:
        super().__init__()
        self._host, self._wanted = app, wanted

    def compose(self) -> ComposeResult:
        """Compose the outline."""
        from memtui.tui.registry import ENTRIES

        shown = self._host.keymap.shown
        tabs = tuple(
            Span(f" {shown(entry.name)} {entry.tab} ", Role.CURRENT if entry.name == self._wanted else Role.TEXT)
            for entry in ENTRIES
            if entry.tab
        )
        yield FirstSight(tabs, (Span(" "), Span(shown("help"), Role.KEY), Span(" keys")))

    def on_mount(self) -> None:
        """Go on once this was painted."""
        self._host.hold_keys()
        self.call_after_refresh(self._host.call_later, self._host.begin, self._wanted)
