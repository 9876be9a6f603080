"""The views that there are, in tab order, and how each is made: only when it is first shown."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from memtui.tui.screens.view_screen import ViewScreen
    from memtui.tui.views.base import View


class Entry(NamedTuple):
    """A view: its name, which is also the act that shows it, its tab, and where its class is.

    One without a tab is a screen of its own, made of several views.
    """

    name: str
    tab: str
    module: str
    attribute: str

    def make(self) -> View:
        """Return a new view."""
        return self.view_class()()

    def view_class(self) -> type[View]:
        """Return the view's class; raises AttributeError for what is no view."""
        found: type[View] = getattr(self.load(), self.attribute)
        return found

    def load(self) -> ModuleType:
        """Import the view's module."""
        return import_module(self.module)

    def make_screen(self) -> ViewScreen:
        """Return a new screen around a new view."""
        from memtui.tui.screens.view_screen import ViewScreen

        if self.tab:
            return ViewScreen(self.make())
        screen: ViewScreen = getattr(self.load(), self.attribute)()
        return screen


ENTRIES: tuple[Entry, ...] = (
    Entry("search", "Search", "memtui.tui.views.search", "SearchView"),
    Entry("review", "Review", "memtui.tui.views.review", "ReviewView"),
    Entry("layers", "Layers", "memtui.tui.views.layers", "LayersView"),
    Entry("graph", "Graph", "memtui.tui.views.graph", "GraphView"),
    Entry("timeline", "Timeline", "memtui.tui.views.timeline", "TimelineView"),
    Entry("history", "History", "memtui.tui.views.history", "HistoryView"),
    Entry("desk", "", "memtui.tui.screens.desk", "DeskScreen"),
)


def entry(name: str) -> Entry:
    """Return the view of that name."""
    return next(one for one in ENTRIES if one.name == name)


def known(name: str | None) -> bool:
    """Say whether there is a view of that name."""
    return any(entry.name == name for entry in ENTRIES)
