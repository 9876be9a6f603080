"""What stands above and below the columns of the board: its strip of counts, its heads, and what is known of one card."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.message import Message

from memtui.domain.kinds import Layer
from memtui.render import board_head
from memtui.render.board_head import Head
from memtui.render.pen import Pen
from memtui.render.spans import Line
from memtui.tui.widgets.drawn import Drawn, LineBar
from memtui.tui.widgets.line_pane import LinePane

DrawStrip = Callable[[int], tuple[Line, list[tuple[int, int, Layer]]]]
"""Draws the strip for a width and says where each layer stands in it."""


class LayerClicked(Message):
    """A click on a layer's head or on its count."""

    def __init__(self, layer: Layer) -> None:
        super().__init__()
        self.layer = layer


class Strip(LineBar):
    """The counts of all layers; a click goes to one, and a card may be let go on one."""

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self._draw_strip: DrawStrip | None = None
        self._places: list[tuple[int, int, Layer]] = []

    def show_strip(self, draw: DrawStrip) -> None:
        """Draw this from now on."""
        self._draw_strip = draw
        self.refresh()

    def get_line(self, y: int) -> Line:
        """Draw the counts, remembering where each stands."""
        if self._draw_strip is None:
            return ()
        line, self._places = self._draw_strip(self.size.width)
        return line

    def layer_at(self, x: int) -> Layer | None:
        """Return the layer whose count stands at a cell."""
        return next((layer for first, last, layer in self._places if first <= x < last), None)

    def on_click(self, event: events.Click) -> None:
        """Tell which layer was clicked."""
        layer = self.layer_at(event.x)
        if layer is not None:
            self.post_message(LayerClicked(layer))


class Heads(Drawn):
    """The heads of the columns in sight and the rule under them; a click goes to a column."""

    DEFAULT_CSS = """
    Heads { height: 2; width: 1fr; }
    """
    ALLOW_SELECT = False

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.columns: Sequence[Head] = ()
        self._lines: Sequence[Line] = ()

    def show(self, columns: Sequence[Head], pen: Pen, *, lines: int) -> None:
        """Show these heads in one or two lines."""
        self.columns = columns
        self._lines = board_head.heads(columns, pen, lines=lines) if columns else ()
        if self.styles.height is None or self.styles.height.value != lines + 1:
            self.styles.height = lines + 1
        self.refresh()

    def get_line(self, y: int) -> Line:
        """Return a line of the heads."""
        return self._lines[y] if y < len(self._lines) else ()

    def layer_at(self, x: int) -> Layer | None:
        """Return the layer whose head stands at a cell."""
        for head in self.columns:
            if x < head.cells:
                return head.layer
            x -= head.cells + 1
        return None

    def on_click(self, event: events.Click) -> None:
        """Tell which layer was clicked."""
        layer = self.layer_at(event.x)
        if layer is not None:
            self.post_message(LayerClicked(layer))

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the lines of the heads."""
        return len(self._lines)


class OpenedPane(Vertical):
    """The opened memory: all that is known of it, under its rule."""

    def compose(self) -> ComposeResult:
        """Compose the rule and the lines."""
        yield LineBar(id="layers-memory-bar", classes="bar")
        yield LinePane(id="layers-memory")

    @property
    def lines(self) -> LinePane:
        """The lines."""
        return self.query_one(LinePane)

    def show(self, title: Callable[[int], Line], draw: Callable[[int], Sequence[Line]]) -> None:
        """Show a memory."""
        self.query_one(LineBar).show(title)
        self.lines.show(draw)
