"""Rows under rules that depend on the row before, which show what was known until fresh records come."""

from __future__ import annotations

from memtui.tui.widgets.rows import PAGE, Drawing, PagedRows, R, Rows, RowState


class RuledRows(PagedRows[R]):
    """Paged rows that take the place of earlier ones: those are drawn until the fresh record is there.

    Subclasses call `take_over` once `lines_of` can be asked.
    """

    _before: dict[int, R]

    def take_over(self, before: Rows | None) -> None:
        """Keep the records of rows of the same kind, and give those rows their heights, so that nothing jumps."""
        self._before = {}
        if isinstance(before, type(self)):
            self._before = {key: record for page in before._pages.values() for key, record in page.items()}
        left = len(self._before)
        for index, key in enumerate(self.keys):
            if not left:
                return
            record = self._before.get(key)
            if record is not None:
                left -= 1
                self._measure(index, record)

    def record(self, index: int) -> R | None:
        """Return the record of a row, an earlier one while the fresh one is on its way, or None."""
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

    def _keep(self, number: int, records: dict[int, R]) -> None:
        super()._keep(number, records)
        # Whether the first row of the next page has a rule hangs on the last row of this one.
        following = (number + 1) * PAGE
        record = self.record(following)
        if record is not None:
            self._measure(following, record)

    def _measure(self, index: int, record: R) -> None:
        lines = self.lines_of(index, record)
        if lines == self.usual:
            self.others.pop(index, None)
        else:
            self.others[index] = lines
