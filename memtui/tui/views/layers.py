"""Layers."""

from __future__ import annotations

from textual.app import ComposeResult

from memtui.tui.views.base import View
from memtui.tui.widgets.line_list import LineList


class LayersView(View):
    """Layers."""

    NAME = "layers"
    TITLE = "Layers"
    FILTER = "words, layer: tag: kind: is:"

    def compose(self) -> ComposeResult:
        """Compose the list."""
        yield LineList(id="layers-list")

    @property
    def main_list(self) -> LineList:
        """The list."""
        return self.query_one(LineList)
