"""The list of Search: heads, notices, rows, and the words where there are none."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message

from memtui.domain.filters import Order
from memtui.domain.records import Memory
from memtui.render.memories import header
from memtui.render.pen import Pen
from memtui.tui.views import search_words
from memtui.tui.views.search_rows import ListedRows, RankedRows, SearchRows, tail_lines
from memtui.tui.widgets.drawn import LineBar
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.services.findings import Hit
    from memtui.tui.views.search_words import Answer

MOST_LINES = 4
"""Lines of text that a row may have."""


@dataclass(slots=True)
class Switches:
    """How the list is asked for and drawn, beside the words of the filter line."""

    history: bool = False
    raw: bool = False
    order: Order = Order.NEWEST
    lines: int = 1

    def kept(self) -> dict[str, Any]:
        """Return the switches as JSON."""
        return {"history": self.history, "raw": self.raw, "order": self.order.value, "lines": self.lines}

    def take_up(self, kept: Mapping[str, Any]) -> None:
        """Take up switches that an earlier run kept; what makes no sense is left."""
        self.history, self.raw = kept.get("history") is True, kept.get("raw") is True
        order = kept.get("order")
        if isinstance(order, str) and order in set(Order):
            self.order = Order(order)
        lines = kept.get("lines")
        if isinstance(lines, int) and 1 <= lines <= MOST_LINES:
            self.lines = lines


@dataclass(slots=True)
class Supply:
    """Where the list gets the rows that it has not got: `fetch` records by number, `spawn` the fetching.

    `successors` fills as pages come: what took the place of superseded memories, by id.
    """

    fetch: Callable[[Sequence[int]], Awaitable[dict[int, Hit]]]
    spawn: Callable[[Any], object]
    is_new: Callable[[Hit], bool]
    arrived: Callable[[int, int], None] = field(default=lambda first, last: None)
    successors: dict[str, Memory] = field(default_factory=dict)


class SearchList(LineList):
    """The rows; enter where there are none asks for the closest word."""

    class Meant(Message):
        """Enter on an empty list."""

    def action_open(self) -> None:
        """Open the row under the cursor, or ask for the word that was probably meant."""
        if len(self.rows):
            super().action_open()
        else:
            self.post_message(self.Meant())


class ResultPane(Vertical):
    """The answer to a query as a list under its heads."""

    def __init__(self, supply: Supply, *, id: str) -> None:
        super().__init__(id=id)
        self.supply = supply

    def compose(self) -> ComposeResult:
        """Compose heads, notices and rows."""
        yield LineBar(id="search-list-bar", classes="bar")
        yield LineBar(id="search-notice")
        yield SearchList(id="search-list")

    def on_mount(self) -> None:
        """Have no notice to show yet."""
        self.query_one("#search-notice").display = False

    @property
    def list(self) -> SearchList:
        """The rows' widget."""
        return self.query_one(SearchList)

    @property
    def rows(self) -> SearchRows | None:
        """The rows, once there was an answer."""
        rows = self.list.rows
        return rows if isinstance(rows, RankedRows | ListedRows) else None

    def hit(self, index: int) -> Hit | None:
        """Return what is known of a row; None where it is not there or not loaded."""
        rows = self.rows
        return rows.hit(index) if rows is not None and len(rows) else None

    def show(
        self,
        answer: Answer,
        pen: Pen,
        switches: Switches,
        empty: search_words.Situation,
        *,
        follow: bool,
        go_to: int | None = None,
    ) -> None:
        """Show an answer; `follow` keeps the cursor on its memory, `go_to` puts it on another where that is listed."""
        rows = self._rows_of(answer, pen, switches)
        if len(rows):
            rows.tail = tail_lines(search_words.tail_words(answer, history=switches.history), rows)
        else:
            rows.tail = ((), *search_words.nothing(answer, empty, pen))
        self.query_one("#search-list-bar", LineBar).show(
            lambda width: header(rows.look(width - 2)) if len(rows) else ()
        )
        notice = self.query_one("#search-notice", LineBar)
        notice.display = bool(answer.notices)
        notice.show(lambda width: search_words.notice(answer.notices, pen, width))
        self.list.set_rows(rows, follow=follow, cursor_key=go_to)

    def _rows_of(self, answer: Answer, pen: Pen, switches: Switches) -> SearchRows:
        supply = self.supply
        if search_words.is_ranking(answer):
            return RankedRows(answer, pen, supply.is_new, lines=switches.lines, raw=switches.raw)
        return ListedRows(
            answer,
            pen,
            supply.fetch,
            supply.spawn,
            self._arrived,
            supply.is_new,
            successors=supply.successors,
            lines=switches.lines,
            before=self.rows,
        )

    def _arrived(self, first: int, last: int) -> None:
        self.list.redraw(first, last)
        self.supply.arrived(first, last)
