"""The pane of Search that shows one memory: its rule, its text and all that belongs to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from memtui.domain.filters import Badge
from memtui.render.pen import Pen
from memtui.render.spans import Line
from memtui.tui.views import search_detail
from memtui.tui.views.search_detail import Shown
from memtui.tui.widgets.ruled_pane import RuledPane

if TYPE_CHECKING:
    from memtui.services.findings import Detail, Hit

WIDE = 100
"""From this many cells on the pane stands beside the list, else below it."""


class MemoryPane(RuledPane):
    """One memory: at first what its row knows, then its full record; opened, all of it.

    `why` says whether the parts of the score are shown.
    """

    LINES_ID = "search-detail"

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.why = True
        self.now: Shown | None = None
        self._pen: Pen | None = None

    @property
    def beside(self) -> bool:
        """Whether the pane stands beside the list."""
        return self.app.size.width >= WIDE

    @property
    def opened(self) -> bool:
        """Whether the memory is opened in full."""
        return self.now is not None and self.now.opened

    def show_row(self, hit: Hit | None, pen: Pen, runner_up: float | None = None) -> None:
        """Show what a row knows of its memory; the same memory keeps its place, its record and what was opened."""
        self._pen = pen
        before, same = self.now, False
        if hit is None:
            self.now = None
        else:
            self.now = Shown(hit=hit, why=self.why, runner_up=runner_up)
            same = before is not None and before.hit.memory.id == hit.memory.id
            if before is not None and same:
                record = before.detail if before.hit.memory.version == hit.memory.version else None
                self.now = replace(self.now, detail=record, opened=before.opened, revealed=before.revealed)
        self._refresh(keep_place=same)

    def take(self, detail: Detail, *, opened: bool = False) -> None:
        """Take the full record of the memory that is shown; another one's comes too late and is left."""
        if self.now is not None and self.now.hit.memory.id == detail.memory.id:
            self.now = replace(self.now, detail=detail, opened=opened or self.now.opened)
            self._refresh(keep_place=not opened)

    def close(self) -> bool:
        """Show the opened memory in brief again; say whether it was opened."""
        was = self.opened
        if self.now is not None and was:
            self.now = replace(self.now, opened=False)
            self._refresh()
        return was

    def toggle_why(self) -> None:
        """Show or hide the parts of the score."""
        self.why = not self.why
        if self.now is not None:
            self.now = replace(self.now, why=self.why)
            self._refresh(keep_place=True)

    @property
    def has_secret(self) -> bool:
        """Whether the memory that is shown holds a secret."""
        return self.now is not None and Badge.SECRET in self.now.subject.badges

    def toggle_secret(self) -> bool:
        """Show or mask the secrets of this memory until the cursor leaves it; say whether they are shown now."""
        if self.now is None:
            return False
        self.now = replace(self.now, revealed=not self.now.revealed)
        self._refresh(keep_place=True)
        return self.now.revealed

    def _title(self, width: int) -> Line:
        if self._pen is None:
            return ()
        focused = self.lines.has_focus
        return search_detail.title(self.now, self._pen, width, beside=self.beside, focused=focused)

    def _draw(self, width: int) -> Sequence[Line]:
        if self.now is None or self._pen is None:
            return ()
        return search_detail.lines(self.now, self._pen, width, beside=self.beside)
