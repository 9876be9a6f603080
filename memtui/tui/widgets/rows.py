"""What a line list shows: rows with stable keys, drawn on demand, loaded page by page where there are many."""

from __future__ import annotations

from array import array
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from memtui.render.spans import Line, Role, Span

R = TypeVar("R")

PAGE = 100
"""Rows that are fetched at once; about two screens of them."""

HELD_PAGES = 12
"""Pages that are kept, so that a list of any length costs the same memory."""


class RowState(NamedTuple):
    """How a row is to look: is the cursor on it, is it marked, does its list have the focus."""

    cursor: bool = False
    marked: bool = False
    focused: bool = True


class Drawing(NamedTuple):
    """A drawn row: `lead` lines stand above it and are not part of it (day rules, group heads); `body` is the row.

    A list that was promised another number of lines adjusts itself; see `Rows.others`.
    """

    body: tuple[Line, ...]
    lead: tuple[Line, ...] = ()


class Rows:
    """The rows of a `LineList`; subclass it and draw.

    `keys` names each row by a number that stays its own when the list changes (a memory's row number, a
    batch's number); keys must not repeat. `usual` is how many lines most rows have; `others` says which
    have another number, lead lines included (row index → lines). `tail` lines stand below the last row.
    All of them are read when the rows are set and whenever `LineList.redraw` is called.
    """

    usual: int = 1

    def __init__(self, keys: Iterable[int] = ()) -> None:
        self.keys: array[int] = keys if isinstance(keys, array) else array("q", keys)
        self.others: dict[int, int] = {}
        self.tail: tuple[Line, ...] = ()

    def __len__(self) -> int:
        return len(self.keys)

    def draw(self, index: int, width: int, state: RowState) -> Drawing | None:
        """Draw a row for `width` cells (the list's gutter is not among them); None while it is not loaded.

        Called on the event loop for visible rows only and cached until the row is redrawn: be quick, be
        pure, clean what you show.
        """
        raise NotImplementedError

    def want(self, first: int, last: int) -> None:
        """Take notice that rows `first` to `last` (inclusive) are about to be drawn, a screen before and after included."""

    def waiting(self, index: int) -> Line:
        """Return what stands in place of a row that is not loaded yet."""
        return (Span("…", Role.DIM),)


class PagedRows(Rows, Generic[R]):
    """Rows of which only the keys are held; their records come in pages, when they are about to be seen.

    `fetch` gets some keys and returns their records by key; it is awaited in a task that `spawn` starts
    (a view passes `self.start`, which reports failures), and `arrived` is called with the first and last
    row that came (a view passes `list.redraw`). A record missing from the answer draws as gone.
    Subclasses override `draw_record`, and `lines_of` when records differ in height.
    """

    def __init__(
        self,
        keys: Iterable[int],
        fetch: Callable[[Sequence[int]], Awaitable[dict[int, R]]],
        spawn: Callable[[Awaitable[None]], object],
        arrived: Callable[[int, int], None],
    ) -> None:
        super().__init__(keys)
        self._fetch = fetch
        self._spawn = spawn
        self._arrived = arrived
        self._pages: OrderedDict[int, dict[int, R]] = OrderedDict()
        self._coming: set[int] = set()

    def record(self, index: int) -> R | None:
        """Return the record of a row, or None while it is not loaded."""
        if not 0 <= index < len(self.keys):
            return None
        page = self._pages.get(index // PAGE)
        return None if page is None else page.get(self.keys[index])

    def put(self, records: dict[int, R], first: int = 0) -> None:
        """Take records that are at hand already, for the page that row `first` is in."""
        self._keep(first // PAGE, records)

    def want(self, first: int, last: int) -> None:
        """Fetch the pages of these rows that are neither here nor on their way."""
        for number in range(max(0, first) // PAGE, min(last, len(self.keys) - 1) // PAGE + 1):
            if number in self._pages:
                self._pages.move_to_end(number)
            elif number not in self._coming:
                self._coming.add(number)
                self._spawn(self._bring(number))

    async def _bring(self, number: int) -> None:
        first = number * PAGE
        keys = self.keys[first : first + PAGE]
        try:
            records = await self._fetch(keys)
        finally:
            self._coming.discard(number)
        self._keep(number, records)
        self._arrived(first, first + len(keys) - 1)

    def _keep(self, number: int, records: dict[int, R]) -> None:
        self._pages[number] = records
        while len(self._pages) > HELD_PAGES:
            self._pages.popitem(last=False)
        first = number * PAGE
        for index in range(first, min(first + PAGE, len(self.keys))):
            record = records.get(self.keys[index])
            lines = self.usual if record is None else self.lines_of(index, record)
            if lines == self.usual:
                self.others.pop(index, None)
            else:
                self.others[index] = lines

    def forget(self) -> None:
        """Drop all records, so that visible rows are fetched anew; the keys stay."""
        self._pages.clear()

    def lines_of(self, index: int, record: R) -> int:
        """Return how many lines a row will have, lead lines included."""
        return self.usual

    def draw(self, index: int, width: int, state: RowState) -> Drawing | None:
        """Draw a row, or None while its page is on its way."""
        if index // PAGE not in self._pages:
            return None
        record = self.record(index)
        return Drawing((self.gone(index),)) if record is None else self.draw_record(index, record, width, state)

    def draw_record(self, index: int, record: R, width: int, state: RowState) -> Drawing:
        """Draw a loaded row."""
        raise NotImplementedError

    def gone(self, index: int) -> Line:
        """Return what stands for a row whose record is no longer there."""
        return (Span("(gone)", Role.DIM),)
