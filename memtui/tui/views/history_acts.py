"""What the keys do in History beside moving: undo of this batch, days, facets, copies, exports, the split."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from memtui.render.plain import plain_text
from memtui.render.spans import Line
from memtui.render.tables import batch_table
from memtui.render.widths import cut
from memtui.safe_text import one_line
from memtui.tui.acts import ON_MEMORIES
from memtui.tui.views import history_words
from memtui.tui.views.base import Command, View
from memtui.tui.views.history_export import table_of
from memtui.tui.views.history_list import BatchList
from memtui.tui.views.history_pane import BatchPane
from memtui.tui.views.history_rows import BatchRows
from memtui.tui.views.stale import Stale
from memtui.tui.widgets.line_list import LineList
from memtui.tui.widgets.rows import PAGE

if TYPE_CHECKING:
    from memtui.services.history import BatchDetail, BatchLine
    from memtui.services.journal import Journal
    from memtui.services.sitting_detail import SittingDetail

WIDE = 100
"""From this many cells on the batch stands beside the list."""

SPLITS = (25, 35, 45, 60, 70, 80)
"""Shares of the list in percent that `<` and `>` step through."""

COPIED = 100
"""The width in cells of a batch that is copied as text."""

MOST_EXPORTED = 5000
"""Batches that an export holds, newest first."""

EXPORT_PAGE = 200
"""Batches that are fetched at once for an export."""


class HistoryActs(View):
    """The parts of History and what its keys do with them; `HistoryView` fills it."""

    COMMANDS: ClassVar[tuple[Command, ...]] = (
        Command("Undo this batch", "take back the batch under the cursor, whoever did it", "undo"),
        Command("Facets of the journal", "narrow by who, what, or the memory concerned", "facets"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.journal: Journal | None = None
        self.unfolded: frozenset[int] = frozenset()
        """The sittings whose batches stand under them, by their oldest number."""
        self.split: int | None = None
        self.me = ""
        self.stale = Stale(self)
        self.exported: Sequence[BatchLine] = ()
        """The batches that an export holds while it is written."""

    # --- parts ---------------------------------------------------------------------------------

    @property
    def main_list(self) -> LineList:
        """The list of batches."""
        return self.query_one("#history-list", BatchList)

    @property
    def pane(self) -> BatchPane:
        """The batch under the cursor."""
        return self.query_one(BatchPane)

    @property
    def rows(self) -> BatchRows | None:
        """The rows, once the journal was read."""
        rows = self.main_list.rows
        return rows if isinstance(rows, BatchRows) else None

    @property
    def beside(self) -> bool:
        """Whether the batch stands beside the list."""
        return self.app.size.width >= WIDE

    @property
    def line(self) -> BatchLine | None:
        """The batch under the cursor, as far as its row is loaded."""
        rows = self.rows
        return rows.record(self.main_list.cursor) if rows is not None else None

    def sitting_of(self, key: int | None) -> int:
        """Return the oldest number of the sitting that a row is or is part of, 0 where there is none."""
        if self.journal is None or key is None:
            return 0
        if key < 0:
            return -key
        return next((oldest for oldest, members in self.journal.sittings.items() if key in members), 0)

    async def fetch_lines(self, found: Journal, keys: Sequence[int]) -> dict[int, BatchLine]:
        """Return the lines of some rows by key."""
        from memtui.services import journal

        return await self.gateway.run(journal.lines, found, keys)

    async def fetch_detail(self, key: int) -> BatchDetail | SittingDetail:
        """Return the batch or the sitting of a row, as full as the pane shows it."""
        from memtui.services import history, sitting_detail

        members = self.journal.members(key) if self.journal is not None else ()
        if members:
            return await self.gateway.run(sitting_detail.detail, members, each=self.pane.each)
        return await self.gateway.run(history.detail, key, limit=self.pane.limit)

    # --- acts ----------------------------------------------------------------------------------

    def why_not(self, act: str) -> str:
        """Return why an act can do nothing now."""
        if act == "undo":
            return history_words.why_no_undo(self.line, self.pane.blocked_because())
        if act == "redo" and self.journal is not None and self.journal.redo is None:
            return "There is nothing to redo."
        if act in ("copy", "copy_id"):
            return "" if self.line is not None else "There is no batch to copy."
        if act in ON_MEMORIES:
            return "These are batches; 1 shows memories to act on."
        return super().why_not(act)

    def act_undo(self) -> None:
        """Take back the batch under the cursor, whoever did it."""
        key = self.main_list.cursor_key
        if self.line is not None and key is not None:
            self.start(self._undo(key, self.line.batch.changes), group="act")

    async def _undo(self, key: int, changes: int) -> None:
        from memtui.services import history, sittings
        from memtui.tui.acts.journal import stopped, taken_back

        members = self.journal.members(key) if self.journal is not None else ()
        if members:
            outcome = await taken_back(self, "undo", changes, sittings.take_back, members)
        else:
            outcome = await taken_back(self, "undo", changes, history.undo, key)
        if said := stopped(self, outcome, changes):
            self.say(said, kept=True)
            return
        room = max(self.app.size.width - 24, 20)
        said = cut(one_line(outcome.sentence).rstrip("."), room)
        self.say(f"{said} · {self.host.keymap.shown('redo')} redo", kept=True)

    def act_copy(self) -> None:
        """Copy the batch as text."""
        self.start(self._copy(), group="act")

    async def _copy(self) -> None:
        from memtui.tui.acts.share import copy

        if self.line is None:
            return
        pen = replace(self.pen(), brackets=True)
        lines = self.pane.drawn(COPIED, pen)
        await copy(self, f"{self.pane.title(pen)}\n{plain_text(lines)}", "batch")

    def act_copy_id(self) -> None:
        """Copy the batch's id."""
        self.start(self._copy_id(), group="act")

    async def _copy_id(self) -> None:
        from memtui.tui.acts.share import copy

        if self.line is not None:
            await copy(self, self.line.batch.id, "id")

    def act_earlier(self) -> None:
        """Go to the newest batch of the day before."""
        self.start(self._seek_day(1), group="day", exclusive=True)

    def act_later(self) -> None:
        """Go to the newest batch of the day after."""
        self.start(self._seek_day(-1), group="day", exclusive=True)

    async def _seek_day(self, step: int) -> None:
        """Walk down (1) or up (-1) to the first row of another day, fetching pages on the way."""
        rows, index = self.rows, self.main_list.cursor
        here = await self._line_at(index)
        if rows is None or here is None:
            return
        found = await self._edge(rows, index, step, here)
        if found is not None and step < 0:
            there = await self._line_at(found)
            above = await self._edge(rows, found, -1, there) if there is not None else None
            found = 0 if above is None else above + 1
        if found is None:
            self.say("There is no earlier day." if step > 0 else "There is no later day.")
        elif self.rows is rows:
            self.main_list.go_to(found)

    async def _edge(self, rows: BatchRows, index: int, step: int, line: BatchLine) -> int | None:
        """Return the nearest row in that direction whose day differs."""
        day, place = rows.day(line), index + step
        while 0 <= place < len(rows):
            there = await self._line_at(place)
            if there is not None and rows.day(there) != day:
                return place
            place += step
        return None

    async def _line_at(self, index: int) -> BatchLine | None:
        """Return a row's batch, fetching its page where it is not loaded."""
        rows = self.rows
        if rows is None:
            return None
        if rows.record(index) is None and 0 <= index < len(rows):
            first = index // PAGE * PAGE
            rows.put(await self.fetch_lines(rows.journal, rows.keys[first : first + PAGE]), first)
            self.main_list.redraw()
        return rows.record(index)

    def act_export(self) -> None:
        """Export the journal; batches that are not loaded are fetched for it."""
        self.start(self._export(), group="act")

    async def _export(self) -> None:
        from memtui.tui.acts.share import do_export

        left_out = 0
        if (rows := self.rows) is not None:
            left_out = max(0, len(rows) - MOST_EXPORTED)
            keys = rows.keys[:MOST_EXPORTED]
            fetched: list[BatchLine] = []
            for first in range(0, len(keys), EXPORT_PAGE):
                page = keys[first : first + EXPORT_PAGE]
                found = await self.fetch_lines(rows.journal, page)
                fetched += [found[key] for key in page if key in found]
            self.exported = fetched
        try:
            await do_export(self, left_out=left_out)
        finally:
            self.exported = ()

    def act_facets(self) -> None:
        """Choose whose or which batches to show."""
        self.start(self._choose_facet(), group="act")

    async def _choose_facet(self) -> None:
        from memtui.services import journal
        from memtui.tui.modals.choice import ChoiceScreen

        facets = await self.gateway.run(journal.journal_facets, self.pane.memory_number)
        offered = history_words.choices(facets, self.me)
        qualifier = await self.host.push_screen_wait(ChoiceScreen("whose and which batches", offered))
        if qualifier is not None:
            self.set_filter(qualifier)

    def act_narrower(self) -> None:
        """Give the list less room."""
        self._set_split(-1)

    def act_wider(self) -> None:
        """Give the list more room."""
        self._set_split(1)

    def _set_split(self, step: int) -> None:
        place = min(range(len(SPLITS)), key=lambda index: abs(SPLITS[index] - (self.split or 60))) + step
        if not 0 <= place < len(SPLITS):
            self.say("The split goes no further.")
            return
        self.split = SPLITS[place]
        self.apply_split()

    def apply_split(self) -> None:
        """Give list and batch their shares of the width, or of the height where they stand one above the other."""
        if self.split is None:
            return
        for pane, share in ((self.query_one("#history-results"), self.split), (self.pane, 100 - self.split)):
            pane.styles.width = f"{share}fr" if self.beside else "1fr"
            pane.styles.height = "1fr" if self.beside else f"{share}fr"

    # --- exports -------------------------------------------------------------------------------

    def export_lines(self, width: int) -> Sequence[Line]:
        """Return the batches as lines."""
        lines = self._listed()
        return batch_table(lines, replace(self.pen(), brackets=True), width, self.me) if lines else ()

    def export_table(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """Return the batches as a table."""
        return table_of(self._listed(), self.pen())

    def _listed(self) -> Sequence[BatchLine]:
        rows = self.rows
        found = (rows.record(index) for index in range(len(rows))) if rows is not None else ()
        return self.exported or [line for line in found if line is not None]
