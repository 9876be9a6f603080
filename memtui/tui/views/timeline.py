"""Timeline."""

from __future__ import annotations

from textual.app import ComposeResult

from memtui.tui.views.base import View
from memtui.tui.widgets.line_list import LineList


class TimelineView(View):
    """Timeline."""

    NAME = "timeline"
    TITLE = "Timeline"
    FILTER = "an entity"

    def compose(self) -> ComposeResult:
        """Compose the list."""
        yield LineList(id="timeline-list")

    @property
    def main_list(self) -> LineList:
        """The list."""
        return self.query_one(LineList)
