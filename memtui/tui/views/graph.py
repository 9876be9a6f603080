"""Graph."""

from __future__ import annotations

from textual.app import ComposeResult

from memtui.tui.views.base import View
from memtui.tui.widgets.line_list import LineList


class GraphView(View):
    """Graph."""

    NAME = "graph"
    TITLE = "Graph"
    FILTER = "a memory or an entity"

    def compose(self) -> ComposeResult:
        """Compose the list."""
        yield LineList(id="graph-list")

    @property
    def main_list(self) -> LineList:
        """The list."""
        return self.query_one(LineList)
