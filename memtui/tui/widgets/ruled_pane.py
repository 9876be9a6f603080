"""A pane of lines under a rule that is double while the pane has the focus."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical

from memtui.render.spans import Line
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_pane import LinePane


class RuledPane(Vertical):
    """Lines under a rule; a subclass draws both, and names the lines by `LINES_ID`."""

    LINES_ID: str

    def compose(self) -> ComposeResult:
        """Compose the rule and the lines."""
        yield LineBar(self._title, id=f"{self.LINES_ID}-bar", classes="bar")
        yield LinePane(self._draw, id=self.LINES_ID)

    @property
    def lines(self) -> LinePane:
        """The lines."""
        return self.query_one(LinePane)

    def on_descendant_focus(self) -> None:
        """Draw the rule double."""
        self.query_one(LineBar).refresh()

    def on_descendant_blur(self) -> None:
        """Draw the rule single."""
        self.query_one(LineBar).refresh()

    def _refresh(self, *, keep_place: bool = False) -> None:
        self.lines.show(self._draw, keep_place=keep_place)
        self.query_one(LineBar).refresh()

    def _title(self, width: int) -> Line:
        raise NotImplementedError

    def _draw(self, width: int) -> Sequence[Line]:
        raise NotImplementedError
