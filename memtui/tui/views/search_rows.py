"""The rows of Search: a ranking that is held whole, or a list of any length that is loaded as it is seen."""

from __future__ import annotations

from array import array
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from memtui.domain.filters import Order
from memtui.domain.kinds import Status
from memtui.domain.records import Memory
from memtui.render.dates import day_rule, local
from memtui.render.memories import GUTTER, RowLook, conflict_line, look_for, memory_row, rule_line, superseded_line
from memtui.render.pen import Pen
from memtui.render.spans import Line, Role, Span
from memtui.tui.widgets.rows import Drawing, Rows, RowState
from memtui.tui.widgets.ruled_rows import RuledRows

if TYPE_CHECKING:
    from memtui.services.browsing import Listing
    from memtui.services.findings import Hit, SearchResult

END_CELL = 1
"""The last cell of each row stays empty, so that columns do not touch the next pane."""


class RankedRows(Rows):
    """The hits of a query, best first; `raw` puts them in the order of the words alone.

    `is_new` says of a hit whether it came since the last visit.
    """

    def __init__(
        self, result: SearchResult, pen: Pen, is_new: Callable[[Hit], bool], *, lines: int = 1, raw: bool = False
    ) -> None:
        hits = sorted(result.hits, key=_place_by_words) if raw else list(result.hits)
        super().__init__(array("q", (hit.memory.number or 0 for hit in hits)))
        self.hits = [_as_raw(hit, place) for place, hit in enumerate(hits, 1)] if raw else hits
        self.result, self.pen, self.is_new, self.raw = result, pen, is_new, raw
        self.usual = lines
        self.others = {place: lines + 1 for place, hit in enumerate(hits) if _has_second(hit)}
        self._ranks = {hit.memory.id: hit.rank for hit in self.hits}
        self._by_id = {hit.memory.id: hit.memory for hit in hits}
        self._furthest = max((abs(hit.rank - hit.rank_before) for hit in hits if hit.rank_before), default=0)
        self._tails: dict[int, tuple[Line, ...]] = {}

    def look(self, width: int) -> RowLook:
        """Return the layout for rows of `width` cells without the gutter."""
        return look_for(
            width - END_CELL,
            ranked=True,
            last_rank=len(self.hits),
            furthest_move=self._furthest,
            lines=self.usual,
        )

    def hit(self, index: int) -> Hit | None:
        """Return the hit of a row."""
        return self.hits[index] if index < len(self.hits) else None

    def draw(self, index: int, width: int, state: RowState) -> Drawing:
        """Draw a hit, and below one that needs it a second line."""
        hit, look = self.hits[index], self.look(width)
        lines = _filled(memory_row(hit, self.pen, look, current=state.cursor, new=self.is_new(hit)), self.usual)
        if _has_second(hit):
            by = hit.memory.superseded_by or ""
            lines.append(second_line(hit, self.pen, look, self._by_id.get(by), self._ranks.get(by)))
        return Drawing(tuple(lines))


class ListedRows(RuledRows["Hit"]):
    """All memories of a list without words, newest first under day rules, what is new in front.

    Other orders than newest and oldest have no day rules. `before` are the rows that these take the place
    of: what they had loaded is drawn until the fresh record is there. `successors` are looked up by id when
    a superseded row is drawn.
    """

    def __init__(
        self,
        listing: Listing,
        pen: Pen,
        fetch: Callable[[Sequence[int]], Awaitable[dict[int, Hit]]],
        spawn: Callable[[Awaitable[None]], object],
        arrived: Callable[[int, int], None],
        is_new: Callable[[Hit], bool],
        *,
        successors: Mapping[str, Memory],
        lines: int = 1,
        before: Rows | None = None,
    ) -> None:
        super().__init__(listing.numbers, fetch, spawn, arrived)
        self.listing, self.pen, self.is_new, self.successors = listing, pen, is_new, successors
        self.usual = lines
        self.dated = listing.order in (Order.NEWEST, Order.OLDEST)
        self._today = local(pen.now, pen.zone).date()
        self.take_over(before)

    def look(self, width: int) -> RowLook:
        """Return the layout for rows of `width` cells without the gutter."""
        return look_for(width - END_CELL, ranked=False, lines=self.usual)

    def hit(self, index: int) -> Hit | None:
        """Return the record of a row, if it is loaded."""
        return self.record(index)

    def lines_of(self, index: int, record: Hit) -> int:
        """Return the lines of a row: its own, its rules, and what replaced it."""
        return self.usual + len(self._rules(index, record)) + _has_second(record)

    def draw_record(self, index: int, record: Hit, width: int, state: RowState) -> Drawing:
        """Draw a memory under the rules that begin with it."""
        look = self.look(width)
        lines = _filled(memory_row(record, self.pen, look, current=state.cursor, new=self.is_new(record)), self.usual)
        if _has_second(record):
            successor = self.successors.get(record.memory.superseded_by or "")
            lines.append(second_line(record, self.pen, look, successor))
        rules = tuple(rule_line(words, self.pen, width, role) for words, role in self._rules(index, record))
        return Drawing(tuple(lines), rules)

    def _rules(self, index: int, record: Hit) -> list[tuple[str, Role]]:
        if not self.dated:
            return []
        new = self.listing.new
        if new and index == 0:
            return [(f"new since you last looked: {new:,}", Role.ACCENT)]
        if index < new:
            return []
        before = self.record(index - 1) if index > new else None
        if index > new and before is None:
            return []
        if before is not None and self._day(before) == self._day(record):
            return []
        return [(day_rule(self._day(record), self._today), Role.DIM)]

    def _day(self, record: Hit) -> date:
        return local(record.memory.sort_at, self.pen.zone).date()

    def waiting(self, index: int) -> Line:
        """Return what stands in place of a memory that is on its way."""
        return (Span(" "), Span(self.pen.glyphs.ellipsis, Role.DIM))


SearchRows = RankedRows | ListedRows


def tail_lines(words: Sequence[str], rows: SearchRows) -> tuple[Line, ...]:
    """Return the dim lines below the last row: what was left out and how to see it."""
    sign = rows.pen.glyphs.rule
    indent = Span(" " * (GUTTER + rows.look(80).left + 1))
    return ((), *((indent, Span(f"{sign} {one} {sign}", Role.DIM)) for one in words)) if words else ()


def hidden_words(hidden: Mapping[str, int]) -> str:
    """Return what is left out by status or tier: `3 superseded, 1 archived`; empty when nothing is."""
    return ", ".join(f"{count:,} {name}" for name, count in hidden.items() if count)


def _filled(lines: list[Line], count: int) -> list[Line]:
    return [*lines, *([()] * (count - len(lines)))]


def second_line(
    hit: Hit, pen: Pen, look: RowLook, successor: Memory | None = None, successor_rank: int | None = None
) -> Line:
    """Return the dim line below a row that needs a word: what replaced it, or what it is in conflict with."""
    if hit.memory.status is Status.SUPERSEDED:
        return superseded_line(pen, look, hit.memory, successor, successor_rank)
    return conflict_line(pen, look, _conflict(hit))


def _has_second(hit: Hit) -> bool:
    return hit.memory.status is Status.SUPERSEDED or bool(_conflict(hit))


def _conflict(hit: Hit) -> str:
    """Return the remark on a conflict that is not settled; empty when there is none."""
    if hit.memory.status is not Status.CONFLICTED:
        return ""
    return next((mark for mark in hit.marks if mark.startswith("in conflict")), "")


def _place_by_words(hit: Hit) -> tuple[int, int]:
    return (hit.rank_before or 10**9, hit.rank)


def _as_raw(hit: Hit, place: int) -> Hit:
    """Return a hit with its place by words alone, its move turned round: where ranking takes it."""
    return replace(hit, rank=place, rank_before=place - (hit.rank - place) if hit.rank_before else None)
