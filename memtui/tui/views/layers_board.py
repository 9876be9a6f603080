"""The board itself: its columns, what fills them, and how they are laid out in the room that there is."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import Horizontal

from memtui.domain.kinds import Layer
from memtui.render import board_head
from memtui.render.board_head import Counts, Head
from memtui.render.pen import Highlight, Pen
from memtui.render.spans import Line, Role, Span
from memtui.tui.views.base import View
from memtui.tui.views.layers_column import CardList, CardRows, Column, GroupedRows, Source
from memtui.tui.views.layers_heads import Heads, OpenedPane, Strip
from memtui.tui.views.layers_window import LAYERS, Window
from memtui.tui.views.stale import Stale
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_pane import LinePane

if TYPE_CHECKING:
    from memtui.services.hierarchy import Card, LayerHold, Narrowed

TALL = 32
"""From so many rows of the terminal heads have two lines."""

SUGGEST_PAUSE = 0.3
"""Seconds that nothing changes before suggestions are worked out anew."""

CHUNK = 500
"""Memories that are judged at once, so that the screen is served in between."""

FIRST = 30
"""Cards of each column that are read along with its numbers when it showed nothing before."""


@dataclass(slots=True)
class Shown:
    """What the board shows: the counts by filter, the tokens, the suggestions, and the memories of each layer."""

    narrowed: Narrowed | None = None
    holds: dict[Layer, LayerHold] = field(default_factory=dict)
    counts: Counts | None = None
    lanes: Mapping[Layer, array[int]] = field(default_factory=dict)


class LayersBoard(View):
    """Composes, fills and lays out; `LayersView` adds the cursor and `LayersActs` the keys."""

    def __init__(self) -> None:
        super().__init__()
        self.window = Window()
        self.listed = False
        """Whether the list is shown in place of the board."""
        self.live = False
        """Whether superseded, archived and transient memories are left out."""
        self.text = ""
        self.board = Shown()
        self.stale = Stale(self)
        self.target: Layer | None = None
        """The column that something is about to be moved to, or just was."""
        self._pen: Pen | None = None
        self._columns = {layer: Column(layer) for layer in LAYERS}

    def compose(self) -> ComposeResult:
        """Compose strip, heads, columns, list, and what is known of the card under the cursor."""
        yield Strip(id="layers-strip")
        yield LineBar(id="layers-nothing")
        yield Heads(id="layers-heads")
        with Horizontal(id="layers-board"):
            yield LineBar(self._label, id="layers-label")
            yield from self._columns.values()
        yield CardList(id="layers-list")
        yield LineBar(self._foot_rule, id="layers-foot")
        yield LinePane(id="layers-why")
        yield OpenedPane(id="layers-opened")

    # --- parts ---------------------------------------------------------------------------------

    @property
    def columns(self) -> dict[Layer, Column]:
        """The columns."""
        return self._columns

    @property
    def listing(self) -> CardList:
        """The list of all layers."""
        return self.query_one("#layers-list", CardList)

    @property
    def main_list(self) -> CardList:
        """The current column, or the list."""
        return self.listing if self.listed else self.columns[self.window.current]

    @property
    def opened(self) -> OpenedPane:
        """The opened memory."""
        return self.query_one(OpenedPane)

    @property
    def lists(self) -> Sequence[CardList]:
        """All lists that may hold marks."""
        return [self.listing] if self.listed else list(self.columns.values())

    def clear_all_marks(self) -> bool:
        """Unmark all cards of all columns; says whether there were any."""
        cleared = [one.clear_own() for one in (*self.columns.values(), self.listing)]
        return any(cleared)

    @property
    def pen_now(self) -> Pen:
        """The pen that what is shown was drawn with."""
        return self._pen or self.pen()

    @property
    def slim(self) -> bool:
        """Whether cards are one line each."""
        return self.compact

    # --- layout --------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Give each column in sight its width, and draw strip and heads."""
        width = self.size.width
        if not width:
            return
        if self.compact:
            self.window.wanted = 1
        cells = self.window.cells(width - (4 if self.compact else 0))
        first = next(iter(cells))
        for layer, column in self.columns.items():
            column.display = layer in cells
            column.set_class(layer is not first, "-beside")
            if layer in cells:
                column.styles.width = cells[layer] + (layer is not first)
            column.show_as(current=layer is self.window.current, folded=self.window.is_folded(layer))
        self.set_class(self.listed, "-list")
        self.set_class(self.compact, "-compact")
        self.draw_heads()

    def draw_heads(self) -> None:
        """Draw strip and heads anew."""
        pen = self.pen_now
        heads = self._heads_of(self.window.cells(self.size.width)) if self.size.width else []
        lines = 2 if self.app.size.height >= TALL and self.size.width >= 100 else 1
        self.query_one(Heads).show(heads, pen, lines=lines)
        self.query_one(Strip).show_strip(self._strip)
        self.query_one("#layers-foot", LineBar).refresh()
        self.query_one("#layers-label", LineBar).refresh()

    def _heads_of(self, cells: dict[Layer, int]) -> list[Head]:
        narrowed = self.board.narrowed
        heads = []
        for layer, room in cells.items():
            hold = self.board.holds.get(layer)
            heads.append(
                Head(
                    layer=layer,
                    shown=narrowed.shown[layer] if narrowed else 0,
                    total=narrowed.totals[layer] if narrowed else 0,
                    cells=room,
                    tokens=hold.tokens if hold else None,
                    limit=hold.limit if hold else None,
                    focused=layer is self.window.current,
                    folded=self.window.is_folded(layer) and len(cells) > 1,
                    target=layer is self.target,
                )
            )
        return heads

    def _strip(self, width: int) -> tuple[Line, list[tuple[int, int, Layer]]]:
        pen, narrowed = self.pen_now, self.board.narrowed
        if narrowed is None:
            return (), []
        shown = self.window.layers(self.size.width)
        whole = len(shown) == len(LAYERS) or self.listed
        right = board_head.suggested(self.board.counts, pen, words=width >= 100)
        if narrowed.notices:
            right = (Span(pen.cut(narrowed.notices[0], width // 2), Role.WARNING),)
        if whole and width >= 100:
            facets = pen.cut(self.text.strip() or "none", 40)
            left: Line = (
                Span(" f", Role.KEY),
                Span(" facets: ", Role.LABEL),
                Span(facets, Role.ACCENT if self.text.strip() else Role.LABEL),
                Span("   by retention, highest first", Role.LABEL),
                *((Span(f"   . {narrowed.hidden:,} hidden", Role.ACCENT),) if narrowed.live else ()),
            )
            return pen.ends(left, (*right, Span(" ")), width), []
        return board_head.strip(narrowed.shown, () if whole else shown, pen, right, width)

    def _foot_rule(self, width: int) -> Line:
        heads = self.query_one(Heads).columns
        pen = self.pen_now
        return pen.rule("", "", width) if self.listed else board_head.foot_rule(heads, pen)

    def _label(self, width: int) -> Line:
        from memtui.domain.layers import SHORT_NAMES

        return (Span(f" {SHORT_NAMES[self.window.current]} ", Role.LABEL),)

    # --- filling -------------------------------------------------------------------------------

    def source(self, column: CardList) -> Source:
        """Return where a list gets its cards."""
        return Source(self._fetch, self._fetch_page, lambda first, last: self._arrived(column, first, last))

    async def _fetch(self, numbers: Sequence[int]) -> dict[int, Card]:
        from memtui.services import hierarchy

        found = await self.gateway.run(hierarchy.cards, list(numbers))
        return {card.memory.number: card for card in found if card.memory.number is not None}

    def _fetch_page(self, work: object) -> object:
        return self.start(work, group="pages")  # type: ignore[arg-type]

    def _arrived(self, column: CardList, first: int, last: int) -> None:
        column.redraw(first, last)
        if column is self.main_list and first <= column.cursor <= last:
            self.look()

    def look(self) -> None:
        """Show what is known of the card under the cursor."""
        raise NotImplementedError

    async def fill(self, *, follow: bool, near: int | None = None) -> None:
        """Read counts and columns, the first cards of those that showed none, and the cards around the memory `near`."""
        from memtui.services import hierarchy

        question = self.stale.start()
        try:
            first = 0 if follow and self._shows_cards else FIRST
            found = await self.gateway.run(hierarchy.lanes, self.text, live=self.live, first=first, near=near)
            self.board.narrowed, self.board.lanes = found.narrowed, found.numbers
            self._pen = self.pen(self._marker(found.narrowed.words))
            go_to = self.find_place()
            self.lay_out()
            self.show_lanes(follow=follow, go_to=go_to, cards=found.cards)
        finally:
            self.stale.stop(question)

    def find_place(self) -> int | None:
        """Make the column current that holds the card to go to, and return that card."""
        raise NotImplementedError

    @property
    def _shows_cards(self) -> bool:
        return any(len(column.rows) for column in self.lists)

    def show_lanes(self, *, follow: bool, go_to: int | None = None, cards: Mapping[int, Card] | None = None) -> None:
        """Show what was read in the columns, or in the list."""
        if self.listed:
            self._show_list(follow=follow, go_to=go_to)
            return
        for layer, column in self.columns.items():
            numbers = self.board.lanes.get(layer, array("q"))
            rows = CardRows(
                numbers, self.pen_now, self.source(column), slim=self.slim, before=column.rows, known=cards or {}
            )
            rows.tail = self._empty_column() if not len(numbers) else ()
            column.set_rows(rows, follow=follow, cursor_key=go_to if layer is self.window.current else None)

    def _show_list(self, *, follow: bool, go_to: int | None) -> None:
        shown = [layer for layer in LAYERS if not self.window.is_folded(layer)]
        lanes = {layer: self.board.lanes.get(layer, array("q")) for layer in shown}
        rows = GroupedRows(lanes, self.pen_now, self.source(self.listing), before=self.listing.rows)
        if not len(rows):
            rows.tail = self._empty_column()
        self.listing.set_rows(rows, follow=follow, cursor_key=go_to)

    def _empty_column(self) -> tuple[Line, ...]:
        raise NotImplementedError

    def _marker(self, words: Sequence[str]) -> Highlight:
        raise NotImplementedError

    async def weigh(self) -> None:
        """Work out what the layers cost and what an evaluation would move, a little at a time."""
        from memtui.services import hierarchy

        board = await self.gateway.run(hierarchy.board)
        self.board.holds = {hold.layer: hold for hold in board.layers}
        self.draw_heads()
        if self.gateway.moment is not None:
            self.board.counts = None
            return
        await asyncio.sleep(SUGGEST_PAUSE if self.board.counts is not None else 0)
        numbers = await self.gateway.run(hierarchy.candidates)
        counts = hierarchy.Suggested()
        for start in range(0, len(numbers), CHUNK):
            counts = counts.and_of(await self.gateway.run(hierarchy.moves_of, numbers[start : start + CHUNK]))
        self.board.counts = Counts(up=counts.up, down=counts.down, stale=counts.stale)
        self.draw_heads()
