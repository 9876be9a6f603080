"""A column of the board: cards one below the other, drawn as they come into sight, to be carried by the mouse."""

from __future__ import annotations

from array import array
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual import events
from textual.message import Message
from textual.strip import Strip

from memtui.domain.kinds import Layer
from memtui.domain.layers import SHORT_NAMES
from memtui.render import board
from memtui.render.memories import rule_line
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.rows import Drawing, Rows, RowState
from memtui.tui.widgets.ruled_rows import RuledRows

if TYPE_CHECKING:
    from memtui.services.hierarchy import Card

CARD = board.CARD_LINES + 1
"""Lines of a card, the blank one above it among them."""

FAR = 2
"""Cells that the pointer moves before a press becomes a drag."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a column gets the cards that it has not got: `fetch` by number, `spawn` the fetching, `arrived` when they are there."""

    fetch: Callable[[Sequence[int]], Awaitable[dict[int, Card]]]
    spawn: Callable[[Any], object]
    arrived: Callable[[int, int], None]


class CardRows(RuledRows["Card"]):
    """The memories of a column, as cards or (`slim`) one line each."""

    def __init__(
        self,
        numbers: array[int],
        pen: Pen,
        source: Source,
        *,
        slim: bool = False,
        before: Rows | None = None,
        known: Mapping[int, Card] | None = None,
    ) -> None:
        super().__init__(numbers, source.fetch, source.spawn, source.arrived)
        self.pen, self.slim = pen, slim
        self.usual = 1 if slim else CARD
        if not slim and len(numbers):
            self.others[0] = CARD - 1
        self.take_over(before)
        self._before.update(known or {})

    def lines_of(self, index: int, record: Card) -> int:
        """Return the lines of a row: the first card has no blank line above it."""
        return self.usual if self.slim or index else CARD - 1

    def draw_record(self, index: int, record: Card, width: int, state: RowState) -> Drawing:
        """Draw a card under a blank line, or a row."""
        if self.slim:
            return Drawing((board.row(record, self.pen, width - 1, current=state.cursor),))
        body = tuple(board.card(record, self.pen, width, current=state.cursor))
        return Drawing(body, ((),) if index else ())

    def waiting(self, index: int) -> Line:
        """Return what stands in place of a card that is on its way."""
        return (Span(self.pen.glyphs.ellipsis, Role.DIM),)


class GroupedRows(CardRows):
    """The memories of all layers as one list, each layer under a rule."""

    def __init__(
        self, lanes: Mapping[Layer, array[int]], pen: Pen, source: Source, *, before: Rows | None = None
    ) -> None:
        self.starts: dict[int, tuple[Layer, int]] = {}
        numbers = array("q")
        for layer, lane in lanes.items():
            if len(lane):
                self.starts[len(numbers)] = (layer, len(lane))
            numbers.extend(lane)
        super().__init__(numbers, pen, source, slim=True, before=before)
        self.others.update({start: self._tall(start) for start in self.starts})

    def lines_of(self, index: int, record: Card) -> int:
        """Return the lines of a row, its group's rule among them."""
        return self._tall(index) if index in self.starts else 1

    def _tall(self, start: int) -> int:
        return 3 if start else 2

    def layer_at(self, index: int) -> Layer | None:
        """Return the layer of a row."""
        found = [layer for start, (layer, _) in self.starts.items() if start <= index]
        return found[-1] if found else None

    def draw_record(self, index: int, record: Card, width: int, state: RowState) -> Drawing:
        """Draw a row, its layer's rule above the first."""
        drawn = super().draw_record(index, record, width, state)
        if index not in self.starts:
            return drawn
        layer, count = self.starts[index]
        rule = rule_line(f"{SHORT_NAMES[layer]} {layer.value}  {count:,}", self.pen, width)
        return Drawing(drawn.body, (rule,) if index == 0 else ((), rule))


class CardList(LineList):
    """A list of cards; marks are one set over all lists of the board."""

    clear_all: Callable[[], bool] | None = None
    """Clears the marks of all columns."""

    def clear_marks(self) -> bool:
        """Unmark all, in the other columns as well."""
        return super().clear_marks() if self.clear_all is None else self.clear_all()

    def clear_own(self) -> bool:
        """Unmark what is marked here."""
        return super().clear_marks()

    def card(self, index: int) -> Card | None:
        """Return what is known of a row."""
        rows = self.rows
        return rows.record(index) if isinstance(rows, CardRows) and len(rows) else None


class Column(CardList):
    """One layer's cards. Only the current column shows its cursor; a folded one shows nothing."""

    class Focused(Message):
        """A column got the focus."""

        def __init__(self, column: Column) -> None:
            super().__init__()
            self.column = column

    class Unfolded(Message):
        """Enter on the folded column."""

    class Carried(Message):
        """A card is being dragged; `done` when it is let go."""

        def __init__(self, column: Column, key: int, x: int, y: int, done: bool) -> None:
            super().__init__()
            self.column, self.key, self.x, self.y, self.done = column, key, x, y, done

    def __init__(self, layer: Layer) -> None:
        super().__init__(id=f"layers-{layer.value.replace('_', '-')}")
        self.lane = layer
        self.current = self.folded = False
        self._pressed: tuple[int, int, int] | None = None
        self._carrying = self._carried = False

    def show_as(self, *, current: bool, folded: bool) -> None:
        """Draw as the current column or another one, folded or not."""
        if (current, folded) != (self.current, self.folded):
            self.current, self.folded = current, folded
            self.markable = not folded
            self.refresh()

    def action_open(self) -> None:
        """Open the card under the cursor, or the folded column."""
        if self.folded:
            self.post_message(self.Unfolded())
        else:
            super().action_open()

    def row_state(self, index: int) -> RowState:
        """Return how a row is to look; a column that is not the current one has no cursor to see."""
        state = super().row_state(index)
        return state if self.current else state._replace(cursor=False)

    def render_line(self, y: int) -> Strip:
        """Draw one line; the last one says how many cards follow, where it would else be blank."""
        if self.folded:
            return self._strip(())
        if y == self.size.height - 1 and (more := self._more(y)):
            return self._strip((Span(f"  {more:,} more", Role.DIM),))
        return super().render_line(y)

    def _more(self, y: int) -> int:
        line = y + self.scroll_offset.y
        index = self._heights.row_at(line)
        if not 0 < index < len(self.rows) or line != self._heights.top(index) or self.rows.usual == 1:
            return 0
        return len(self.rows) - index

    def on_focus(self) -> None:
        """Become the current column."""
        self.post_message(self.Focused(self))

    # --- carrying a card -----------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember which card was pressed."""
        index = self._heights.row_at(event.y + self.scroll_offset.y)
        if event.button == 1 and not self.folded and index < len(self.rows):
            self._pressed = (self.rows.keys[index], event.screen_x, event.screen_y)
        self._carried = False

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Carry the pressed card once the pointer went far enough."""
        if self._pressed is None:
            return
        key, x, y = self._pressed
        if not self._carrying and abs(event.screen_x - x) + abs(event.screen_y - y) >= FAR:
            self._carrying = True
            self.capture_mouse()
        if self._carrying:
            self.post_message(self.Carried(self, key, event.screen_x, event.screen_y, done=False))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let the card go."""
        if self._pressed is not None and self._carrying:
            self.post_message(self.Carried(self, self._pressed[0], event.screen_x, event.screen_y, done=True))
            self._carried = True
        self.put_back()

    def put_back(self) -> bool:
        """Carry nothing any more; says whether something was carried."""
        carried = self._carrying
        if carried:
            self.release_mouse()
            self._carried = True
        self._pressed, self._carrying = None, False
        return carried

    def on_click(self, event: events.Click) -> None:
        """Leave the click that ends a drag without effect."""
        if self._carried:
            self._carried = False
            event.prevent_default()
            event.stop()
