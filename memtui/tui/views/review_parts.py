"""The parts and the state of Review, which its acts and its fetching share."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from memtui.render.pen import Pen
from memtui.tui.views.base import View
from memtui.tui.views.review_pane import MorePane, Pair, PairPane, VerdictPane
from memtui.tui.views.review_rows import QueueRows
from memtui.tui.views.review_sitting import Sitting
from memtui.tui.views.stale import Stale
from memtui.tui.widgets.line_list import LineList

if TYPE_CHECKING:
    from memtui.services.review_closer import Closer
    from memtui.services.review_queue import QueueList, QueueRow

WIDE = 100
"""From this many cells on words are written out."""

LOW = 19
"""Below this many rows of the view the verdicts are one line of keys."""


class ReviewParts(View):
    """What Review consists of; `ReviewView` fills it and `ReviewActs` does what keys ask for."""

    def __init__(self) -> None:
        super().__init__()
        self.tab = "open"
        self.text = ""
        self.queue: QueueList | None = None
        self.pair = Pair()
        self.sitting = Sitting()
        self.stale = Stale(self)
        self.unfolded = False
        self.judging = False
        """Whether a verdict is being written; the next one waits for it."""
        self.planning = False
        """Whether a preview is being made."""
        self.since: datetime | None = None
        """When the queue was read first in this run: what is found later is new."""
        self.mine: list[tuple[int, ...]] = []
        """The conflicts of the newest verdicts of this sitting, batch by batch, so that undo can lead back to them."""
        self._done_at: tuple[str, int | None] | None = None
        self.exported: Sequence[QueueRow] = ()
        self.drawing: Pen | None = None
        """The pen of the present rows."""

    @property
    def main_list(self) -> LineList:
        """The queue."""
        return self.query_one("#review-list", LineList)

    @property
    def rows(self) -> QueueRows | None:
        """The rows, once the queue was read."""
        rows = self.main_list.rows
        return rows if isinstance(rows, QueueRows) else None

    @property
    def row(self) -> QueueRow | None:
        """The conflict under the cursor, as far as its row is loaded."""
        rows = self.rows
        return rows.record(self.main_list.cursor) if rows is not None else None

    # --- what u means ---------------------------------------------------------------------------

    def say(self, text: str, *, undo: bool = False, kept: bool = False) -> None:
        """Show a sentence; where it names the key that takes an act back, that key is for this act until the cursor moves."""
        super().say(text, undo=undo, kept=kept)
        if undo:
            self._done_at = (self.tab, self.main_list.cursor_key)
            self._draw_undo()

    @property
    def undoes_last(self) -> bool:
        """Whether `u` takes back the newest act, not the verdict under the cursor of a tab of decided conflicts."""
        return self.tab == "open" or self._done_at == (self.tab, self.main_list.cursor_key)

    def withdraw_undo(self, *, anyway: bool = False) -> None:
        """Name `u` no longer for an act where it has come to mean the verdict under the cursor."""
        if anyway or not self.undoes_last:
            self._done_at = None
            self.host.forget_undo()
        self._draw_undo()

    def _draw_undo(self) -> None:
        if self.pair.undoes_last != self.undoes_last:
            self.pair.undoes_last = self.undoes_last
            self.draw_pair(keep_place=True)

    @property
    def texts(self) -> PairPane:
        """The two texts."""
        return self.query_one(PairPane)

    @property
    def wide(self) -> bool:
        """Whether words are written out."""
        return self.size.width >= WIDE

    def draw_pair(self, *, keep_place: bool = False) -> None:
        """Draw all that is shown of the conflict under the cursor."""
        if self.compact:
            return
        self.texts.draw_anew(keep_place=keep_place)
        self.query_one(VerdictPane).draw_anew()
        self.query_one(MorePane).draw_anew()

    def take(self, closer: Closer) -> None:
        """Take what is told of the conflict that is shown; another one's comes too late and is left."""
        if self.pair.number == closer.number:
            self.pair.closer = closer
            self.draw_pair(keep_place=True)

    def select_side(self) -> None:
        """Make the memory of the side in focus the selection, and the conflict too."""
        self.host.selection.set_conflict(self.pair.number)
        if self.pair.memory_number is not None:
            self.select(self.pair.memory_number)

    async def find(self, *, follow: bool, go_to: int | None = None, stable: bool = False, seek: bool = False) -> None:
        """Read the queue anew and show it."""
        raise NotImplementedError

    def drop(self, numbers: Sequence[int]) -> None:
        """Show the queue without some conflicts, before the store has said so."""
        raise NotImplementedError
