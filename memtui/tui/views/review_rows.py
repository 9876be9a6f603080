"""The rows of Review: conflicts, loaded as they are seen."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from memtui.render.pen import Pen
from memtui.render.review import QueueLook, queue_row
from memtui.tui.widgets.rows import Drawing, Rows, RowState
from memtui.tui.widgets.ruled_rows import RuledRows

if TYPE_CHECKING:
    from memtui.services.review_queue import QueueRow


class QueueRows(RuledRows["QueueRow"]):
    """Conflicts in the order of the queue; `before` are the rows that these take the place of, drawn until fresh ones are there.

    What was found after `since` is marked as new.
    """

    def __init__(
        self,
        numbers: Iterable[int],
        pen: Pen,
        fetch: Callable[[Sequence[int]], Awaitable[dict[int, QueueRow]]],
        spawn: Callable[[Awaitable[None]], object],
        arrived: Callable[[int, int], None],
        *,
        decided: bool = False,
        since: datetime | None = None,
        before: Rows | None = None,
    ) -> None:
        super().__init__(numbers, fetch, spawn, arrived)
        self.pen, self.decided, self.since = pen, decided, since
        self.take_over(before)

    def look(self, width: int) -> QueueLook:
        """Return the layout for rows of `width` cells without the gutter."""
        return QueueLook(width=width, decided=self.decided)

    def draw_record(self, index: int, record: QueueRow, width: int, state: RowState) -> Drawing:
        """Draw a conflict."""
        new = self.since is not None and record.entry.conflict.created_at > self.since
        return Drawing((queue_row(record.entry, self.pen, self.look(width), current=state.cursor, new=new),))
