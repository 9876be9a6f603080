"""The card under the cursor: what is known of it, where a click or a drag brings it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual import events

from memtui.domain.kinds import Layer
from memtui.domain.layers import SHORT_NAMES
from memtui.render import board
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.tui.views.layers_acts import LayersActs
from memtui.tui.views.layers_column import Column, GroupedRows
from memtui.tui.views.layers_heads import Heads, LayerClicked, Strip
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    from memtui.services.hierarchy import Card


class LayersCursor(LayersActs):
    """Follows cursor and pointer."""

    # --- the card under the cursor -------------------------------------------------------------

    @property
    def cursor_number(self) -> int | None:
        """The memory under the cursor."""
        if not self.listed and self.window.is_folded(self.window.current):
            return None
        return self.main_list.cursor_key

    @property
    def card(self) -> Card | None:
        """What is known of the memory under the cursor."""
        return self.main_list.card(self.main_list.cursor) if self.cursor_number is not None else None

    @property
    def marked(self) -> int:
        """How many cards are marked."""
        return sum(len(one.marks) for one in self.lists)

    def on_line_list_moved(self, message: LineList.Moved) -> None:
        """Show the card that the cursor came to."""
        if message.line_list is not self.main_list:
            return
        if self.listed and isinstance(self.listing.rows, GroupedRows):
            layer = self.listing.rows.layer_at(message.index)
            if layer is not None and layer is not self.window.current:
                self.window.current = layer
        self.select(self.cursor_number)
        self.look()

    def look(self) -> None:
        """Show why the card under the cursor is where it is."""
        self.query_one("#layers-why", LinePane).show(self._why_lines)
        if self.is_open and self.cursor_number is not None:
            self.start(self.read_opened(self.cursor_number, count=False), group="detail", exclusive=True)
        self.status_changed()

    def _why_lines(self, width: int) -> Sequence[Line]:
        card, pen = self.card, self.pen_now
        if card is None:
            return ()
        keymap = self.host.keymap
        keys = (keymap.shown("promote"), keymap.shown("demote"), keymap.shown("move"))
        reasons = board.why(card, pen, width)
        if width < 100:
            return [*reasons[:3], board.ways(card, pen, width, keys)]
        text = pen.fit_line((*line_of(card, pen, width - 1),), width)
        return [text, board.known_line(card, pen, width), *reasons[:1], board.ways(card, pen, width, keys)]

    def on_column_focused(self, message: Column.Focused) -> None:
        """Make the column current that got the focus."""
        if message.column.has_focus:
            self.go_to_layer(message.column.lane)

    def on_column_unfolded(self) -> None:
        """Unfold the archive."""
        self.unfold()

    def on_layer_clicked(self, message: LayerClicked) -> None:
        """Go to the layer whose head or count was clicked."""
        self.go_to_layer(message.layer)
        self.screen.set_focus(self.main_list)

    def on_line_list_opened(self, message: LineList.Opened) -> None:
        """Open the memory under the cursor."""
        self.start(self.open_memory(message.key), group="detail", exclusive=True)

    def on_resize(self) -> None:
        """Show as many columns as there is room for."""
        self.lay_out()

    def on_key(self, event: events.Key) -> None:
        """Let escape put back the card that is being carried."""
        if event.key == "escape" and self._put_back():
            event.stop()
            self.target = None
            self.draw_heads()
            self.say("Put back.")

    def _put_back(self) -> bool:
        carried = [column.put_back() for column in self.columns.values()]
        return any(carried)

    # --- the mouse -----------------------------------------------------------------------------

    def on_column_carried(self, message: Column.Carried) -> None:
        """Show where a carried card would go, and move it there when it is let go."""
        layer = self._layer_at(message.x, message.y)
        numbers = self.chosen() if self.marked and message.key in self.chosen() else [message.key]
        what = "this card" if len(numbers) == 1 else f"{len(numbers):,} cards"
        if not message.done:
            goal = layer if layer is not message.column.lane or len(numbers) > 1 else None
            if goal is not self.target:
                self.target = goal
                self.draw_heads()
                where = f"let {what} go to move to {SHORT_NAMES[goal]}" if goal else "carry it to another column"
                self.say(f"{where[:1].upper()}{where[1:]}; esc puts back.")
            return
        self.target = None
        self.draw_heads()
        if layer is None or (layer is message.column.lane and len(numbers) == 1):
            self.say("Put back.")
            return
        self.start(self.carry(numbers, layer), group="act")

    def _layer_at(self, x: int, y: int) -> Layer | None:
        for column in self.columns.values():
            if column.display and column.region.contains(x, y):
                return column.lane
        heads, strip = self.query_one(Heads), self.query_one(Strip)
        if heads.region.contains(x, y):
            return heads.layer_at(x - heads.region.x)
        return strip.layer_at(x - strip.region.x) if strip.region.contains(x, y) else None


def line_of(card: Card, pen: Pen, width: int) -> Line:
    """Return a memory's text on one line."""
    return (Span(" " + pen.cut(board.text_of(card.memory, pen), width - 1), Role.STRONG),)
