"""Where the rows of a long list stand when most of them are equally high."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from itertools import accumulate


class Heights:
    """Maps rows to lines and back in O(log n) of the rows that differ from the usual height.

    `count` rows of `usual` lines each (1 or more), but for `others`: row index → lines (1 or more).
    """

    def __init__(self, count: int, usual: int = 1, others: Mapping[int, int] | None = None) -> None:
        self.count = count
        self.usual = usual
        odd = sorted((index, lines - usual) for index, lines in (others or {}).items() if 0 <= index < count)
        self._indices = [index for index, _ in odd]
        self._excess = list(accumulate((excess for _, excess in odd), initial=0))
        self._ends = [index * usual + self._excess[place + 1] + usual for place, index in enumerate(self._indices)]

    @property
    def total(self) -> int:
        """The lines of all rows together."""
        return self.count * self.usual + self._excess[-1]

    def top(self, index: int) -> int:
        """Return the first line of a row."""
        return index * self.usual + self._excess[bisect_left(self._indices, index)]

    def height(self, index: int) -> int:
        """Return the lines of a row."""
        place = bisect_left(self._indices, index)
        if place < len(self._indices) and self._indices[place] == index:
            return self.usual + self._excess[place + 1] - self._excess[place]
        return self.usual

    def row_at(self, line: int) -> int:
        """Return the row that a line belongs to; below the last row it is `count`, above the first it is 0."""
        if line < 0:
            return 0
        if line >= self.total:
            return self.count
        place = bisect_right(self._ends, line)
        if place < len(self._indices) and line >= self.top(self._indices[place]):
            return self._indices[place]
        return (line - self._excess[place]) // self.usual
