"""The rows of History: batches under day rules, loaded as they are seen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING

from memtui.render.dates import day_rule, local
from memtui.render.history import HistoryLook, batch_row
from memtui.render.memories import rule_line
from memtui.render.pen import Pen
from memtui.render.spans import Role
from memtui.render.widths import shown
from memtui.tui.widgets.rows import PAGE, Drawing, PagedRows, Rows, RowState

if TYPE_CHECKING:
    from memtui.services.history import BatchLine
    from memtui.services.journal import Journal

END_CELL = 1
"""The last cell of each row stays empty, so that columns do not touch the next pane."""


class BatchRows(PagedRows["BatchLine"]):
    """Batches, newest first; `before` are the rows that these take the place of, drawn until fresh ones are there."""

    def __init__(
        self,
        journal: Journal,
        pen: Pen,
        me: str,
        fetch: Callable[[Sequence[int]], Awaitable[dict[int, BatchLine]]],
        spawn: Callable[[Awaitable[None]], object],
        arrived: Callable[[int, int], None],
        before: Rows | None = None,
    ) -> None:
        super().__init__(journal.numbers, fetch, spawn, arrived)
        self.journal, self.pen, self.me = journal, pen, me
        self._today = local(pen.now, pen.zone).date()
        self._before: dict[int, BatchLine] = {}
        if isinstance(before, BatchRows):
            self._before = {key: line for page in before._pages.values() for key, line in page.items()}
            self._measure_known()

    def look(self, width: int) -> HistoryLook:
        """Return the layout for rows of `width` cells without the gutter."""
        return HistoryLook(width=width - END_CELL, me=self.me)

    def _measure_known(self) -> None:
        """Give the rows that are known already their heights, so that nothing jumps when fresh records come."""
        left = len(self._before)
        for index, key in enumerate(self.keys):
            if not left:
                return
            record = self._before.get(key)
            if record is None:
                continue
            left -= 1
            lines = self.lines_of(index, record)
            if lines != self.usual:
                self.others[index] = lines

    def record(self, index: int) -> BatchLine | None:
        """Return the batch of a row, an earlier record while the fresh one is on its way, or None."""
        found = super().record(index)
        if found is None and self._before and 0 <= index < len(self.keys) and index // PAGE not in self._pages:
            return self._before.get(self.keys[index])
        return found

    def draw(self, index: int, width: int, state: RowState) -> Drawing | None:
        """Draw a row, or None while nothing is known of it."""
        if index // PAGE not in self._pages:
            known = self.record(index)
            return None if known is None else self.draw_record(index, known, width, state)
        return super().draw(index, width, state)

    def _keep(self, number: int, records: dict[int, BatchLine]) -> None:
        super()._keep(number, records)
        following = (number + 1) * PAGE
        record = self.record(following)
        if record is None:
            return
        lines = self.lines_of(following, record)
        if lines == self.usual:
            self.others.pop(following, None)
        else:
            self.others[following] = lines

    def lines_of(self, index: int, record: BatchLine) -> int:
        """Return the lines of a row, its rules included."""
        return self.usual + len(self._rules(index, record))

    def draw_record(self, index: int, record: BatchLine, width: int, state: RowState) -> Drawing:
        """Draw a batch under the rules that begin with it."""
        line = batch_row(record, self.pen, self.look(width), current=state.cursor)
        rules = tuple(rule_line(words, self.pen, width + 1, role) for words, role in self._rules(index, record))
        return Drawing((line,), rules)

    def _rules(self, index: int, record: BatchLine) -> list[tuple[str, Role]]:
        rules: list[tuple[str, Role]] = []
        journal = self.journal
        if journal.fresh and index == journal.fresh:
            count = "1 batch" if journal.fresh == 1 else f"{journal.fresh:,} batches"
            rules.append((f"since you last looked: {count}, by {_named(journal.fresh_actors)}", Role.ACCENT))
        before = self.record(index - 1) if index else None
        if (index == 0 or before is not None) and (before is None or self.day(before) != self.day(record)):
            rules.append((day_rule(self.day(record), self._today), Role.DIM))
        return rules

    def day(self, record: BatchLine) -> date:
        """Return the local day of a batch."""
        return local(record.batch.at, self.pen.zone).date()


def _named(actors: Sequence[str]) -> str:
    names = [shown(actor) for actor in actors[:3]]
    if len(actors) > 3:
        names[2:] = [f"{len(actors) - 2} others"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
