"""The views that there are, in tab order, and how each is made: only when it is first shown."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from memtui.tui.screens.view_screen import ViewScreen
    from memtui.tui.views.base import View


class Entry(NamedTuple):
    """A view: its name, which is also the act that shows it, its tab, where its class is, and what it asks for its content.

    One without a tab is a screen of its own, made of several views.
    """

    name: str
    tab: str
    module: str
    attribute: str
    services: tuple[str, ...] = ()

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

    def load_all(self) -> None:
        """Import the view's module and what it calls, which would hold up the keys when it is first shown."""
        self.load()
        for name in self.services:
            import_module(f"memtui.services.{name}")

    def make_screen(self) -> ViewScreen:
        """Return a new screen around a new view."""
        from memtui.tui.screens.view_screen import ViewScreen

        if self.tab:
            return ViewScreen(self.make())
        screen: ViewScreen = getattr(self.load(), self.attribute)()
        return screen


_TIMELINE = ("timeline_following", "timeline_detail", "entity_list", "alias_suggestions")

ENTRIES: tuple[Entry, ...] = (
    Entry("search", "Search", "memtui.tui.views.search", "SearchView"),
    Entry(
        "review", "Review", "memtui.tui.views.review", "ReviewView", ("review_queue", "review_sitting", "review_closer")
    ),
    Entry("layers", "Layers", "memtui.tui.views.layers", "LayersView", ("hierarchy",)),
    Entry("graph", "Graph", "memtui.tui.views.graph", "GraphView"),
    Entry("timeline", "Timeline", "memtui.tui.views.timeline", "TimelineView", _TIMELINE),
    Entry("history", "History", "memtui.tui.views.history", "HistoryView", ("journal", "history")),
    Entry("desk", "", "memtui.tui.screens.desk", "DeskScreen"),
)


def entry(name: str) -> Entry:
    """Return the view of that name."""
    return next(one for one in ENTRIES if one.name == name)


def known(name: str | None) -> bool:
    """Say whether there is a view of that name."""
    return any(entry.name == name for entry in ENTRIES)
