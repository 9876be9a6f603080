"""The rows of History: batches under day rules, loaded as they are seen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Sequence
from datetime import date
from typing import TYPE_CHECKING

from memtui.render.dates import day_rule, local
from memtui.render.history import HistoryLook, batch_row
from memtui.render.memories import rule_line
from memtui.render.pen import Pen
from memtui.render.spans import Role
from memtui.render.widths import shown
from memtui.tui.widgets.rows import Drawing, Rows, RowState
from memtui.tui.widgets.ruled_rows import RuledRows

if TYPE_CHECKING:
    from memtui.services.history import BatchLine
    from memtui.services.journal import Journal

END_CELL = 1
"""The last cell of each row stays empty, so that columns do not touch the next pane."""


class BatchRows(RuledRows["BatchLine"]):
    """Batches and sittings, newest first; `before` are the rows that these take the place of, drawn until fresh ones are there.

    `unfolded` are the sittings whose batches stand under them, by their oldest number.
    """

    def __init__(
        self,
        journal: Journal,
        pen: Pen,
        me: str,
        fetch: Callable[[Sequence[int]], Awaitable[dict[int, BatchLine]]],
        spawn: Callable[[Awaitable[None]], object],
        arrived: Callable[[int, int], None],
        before: Rows | None = None,
        unfolded: Collection[int] = (),
    ) -> None:
        keys, self._under = journal.rows(unfolded)
        super().__init__(keys, fetch, spawn, arrived)
        self.journal, self.pen, self.me = journal, pen, me
        self._fresh = self._row_of(journal.fresh)
        self._today = local(pen.now, pen.zone).date()
        self.take_over(before)

    def look(self, width: int) -> HistoryLook:
        """Return the layout for rows of `width` cells without the gutter."""
        return HistoryLook(width=width - END_CELL, me=self.me)

    def lines_of(self, index: int, record: BatchLine) -> int:
        """Return the lines of a row, its rules included."""
        return self.usual + len(self._rules(index, record))

    def draw_record(self, index: int, record: BatchLine, width: int, state: RowState) -> Drawing:
        """Draw a batch under the rules that begin with it."""
        inside = self.keys[index] in self._under
        line = batch_row(record, self.pen, self.look(width), current=state.cursor, inside=inside)
        rules = tuple(rule_line(words, self.pen, width + 1, role) for words, role in self._rules(index, record))
        return Drawing((line,), rules)

    def _rules(self, index: int, record: BatchLine) -> list[tuple[str, Role]]:
        rules: list[tuple[str, Role]] = []
        journal = self.journal
        if self._fresh and index == self._fresh:
            count = "1 batch" if journal.fresh == 1 else f"{journal.fresh:,} batches"
            rules.append((f"since you last looked: {count}, by {_named(journal.fresh_actors)}", Role.ACCENT))
        before = self.record(index - 1) if index else None
        if (index == 0 or before is not None) and (before is None or self.day(before) != self.day(record)):
            rules.append((day_rule(self.day(record), self._today), Role.DIM))
        return rules

    def _row_of(self, place: int) -> int:
        """Return the row at which the batches from a place in the journal on begin; 0 where that is none."""
        numbers = self.journal.numbers
        if not 0 < place < len(numbers):
            return 0
        edge = numbers[place]
        return next((row for row, key in enumerate(self.keys) if self.journal.newest(key) <= edge), 0)

    def day(self, record: BatchLine) -> date:
        """Return the local day of a batch."""
        return local(record.batch.at, self.pen.zone).date()


def _named(actors: Sequence[str]) -> str:
    names = [shown(actor) for actor in actors[:3]]
    if len(actors) > 3:
        names[2:] = [f"{len(actors) - 2} others"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
