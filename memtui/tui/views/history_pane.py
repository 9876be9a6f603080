"""The pane of History that shows one batch: its rows before → after, and what undo would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from memtui.render import history as drawing
from memtui.render import sittings as drawn_sittings
from memtui.render.history import HistoryLook
from memtui.render.pen import Pen
from memtui.render.spans import Line
from memtui.tui.widgets.ruled_pane import RuledPane

if TYPE_CHECKING:
    from memtui.domain.verdicts import Verdict
    from memtui.services.history import BatchDetail, BatchLine
    from memtui.services.sitting_detail import SittingDetail

FOLDED = 8
"""Rows of a batch that are shown before it is unfolded."""

SITTING = 2
"""Verdicts of each kind that are shown of a sitting before it is unfolded."""

UNFOLDED = 300
"""Rows that enter adds each time."""


class BatchPane(RuledPane):
    """One batch; unfolded it shows all its rows, a few hundred at a time."""

    LINES_ID = "history-detail"

    def __init__(self, *, id: str) -> None:
        super().__init__(id=id)
        self.line: BatchLine | None = None
        self.detail: BatchDetail | None = None
        self.sitting: SittingDetail | None = None
        self.verdict_keys: Mapping[Verdict, str] = {}
        self.limit = FOLDED
        self.me = ""
        self._pen: Pen | None = None

    @property
    def unfolded(self) -> bool:
        """Whether more than the first rows are shown."""
        return self.limit > FOLDED

    def show_line(self, line: BatchLine | None, pen: Pen, me: str) -> None:
        """Show what a row knows of its batch; the same batch keeps its rows until fresh ones come."""
        same = self.line is not None and line is not None and self.line.batch.id == line.batch.id
        self.line, self._pen, self.me = line, pen, me
        if not same:
            self.detail, self.sitting, self.limit = None, None, FOLDED
        self._refresh(keep_place=same)

    def take(self, detail: BatchDetail | SittingDetail) -> None:
        """Take the rows of the batch or the sitting that is shown; another one's come too late and are left."""
        from memtui.services.sitting_detail import SittingDetail

        if self.line is None or self.line.batch.id != detail.batch.id:
            return
        if isinstance(detail, SittingDetail):
            self.sitting, self.detail = detail, None
        else:
            self.sitting, self.detail = None, detail
        self._refresh(keep_place=True)

    @property
    def each(self) -> int:
        """How many verdicts of each kind a sitting shows."""
        return self.limit if self.unfolded else SITTING

    def unfold(self) -> int:
        """Show more rows from now on; return how many."""
        self.limit = UNFOLDED if not self.unfolded else self.limit + UNFOLDED
        self._refresh(keep_place=True)
        return self.limit

    def fold(self) -> bool:
        """Show the first rows only; say whether there were more."""
        was = self.unfolded
        self.limit = FOLDED
        if was:
            self._refresh()
        return was

    def blocked_because(self) -> str:
        """Return why the batch cannot be taken back, as far as that is known."""
        shown = self.detail or self.sitting
        return shown.blocked_because if shown is not None else ""

    @property
    def memory_number(self) -> int | None:
        """The first memory that the batch changed, as far as its rows are there."""
        rows = list(self.detail.rows) if self.detail is not None else []
        if self.sitting is not None:
            rows = [row for group in self.sitting.groups for one in group.judged for row in one.rows]
        return next((row.number for row in rows if row.table == "memory"), None)

    def drawn(self, width: int, pen: Pen, *, brief: bool = False) -> list[Line]:
        """Return the batch as lines: what it did, `brief` where there is little room, then what undo would do."""
        if self.sitting is not None:
            draw = drawn_sittings.brief_lines if brief else drawn_sittings.sitting_lines
            return draw(self.sitting, pen, HistoryLook(width=width, me=self.me), self.verdict_keys)
        if self.detail is None:
            return []
        look = HistoryLook(width=width, me=self.me, row_limit=self.limit, more="enter shows more", brief=brief)
        return [
            *drawing.batch_lines(self.detail, pen, look),
            (),
            pen.rule(drawing.undo_title(self.detail, pen), "", width),
            *drawing.undo_lines(self.detail, pen, width),
        ]

    def title(self, pen: Pen, *, brief: bool = False) -> str:
        """Return the words of the rule above."""
        if self.line is None:
            return ""
        given = getattr(self.line, "given", 0)
        if given:
            return drawn_sittings.sitting_title(self.line.batch, given, pen, self.me, brief=brief)
        return drawing.batch_title(self.line.batch, pen, self.me)

    def _title(self, width: int) -> Line:
        if self._pen is None:
            return ()
        focused = self.lines.has_focus
        if self.line is None:
            return self._pen.rule("", "", width, focused=focused)
        wide = width < self.app.size.width
        title = self.title(self._pen, brief=not wide)
        hint = "esc folds" if self.unfolded else "enter" if wide else "enter unfolds"
        return self._pen.rule(title, hint, width - 1, focused=focused)

    def _draw(self, width: int) -> Sequence[Line]:
        below = width == self.app.size.width
        return () if self._pen is None else self.drawn(width, self._pen, brief=below and not self.unfolded)
