"""The list of History, which has nothing to mark and says so."""

from __future__ import annotations

from memtui.tui.views.base import View
from memtui.tui.widgets.line_list import LineList

NO_MARKS = "Batches are taken back one at a time; there is nothing to mark."


class BatchList(LineList):
    """The list of batches; there is nothing to mark, and it says so."""

    def action_mark(self) -> None:
        """Say that there is nothing to mark."""
        self._refuse()

    def action_range(self) -> None:
        """Say that there is nothing to mark."""
        self._refuse()

    def action_mark_all(self) -> None:
        """Say that there is nothing to mark."""
        self._refuse()

    def _refuse(self) -> None:
        view = next((one for one in self.ancestors if isinstance(one, View)), None)
        if view is not None:
            view.say(NO_MARKS)
