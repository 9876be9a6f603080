"""What waits in the views, as their tabs say it: counted beside everything else, after each change."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from memtui.domain.errors import MemtuiError
from memtui.domain.kinds import ConflictState
from memtui.tui import registry

if TYPE_CHECKING:
    from memtui.services.workspace import Workspace
    from memtui.tui.app import MemtuiApp

PAUSE = 0.05
"""Seconds to wait for another change before counting: a burst of them is counted once."""


def open_conflicts(workspace: Workspace) -> int:
    """Return how many conflicts of the project that is looked at wait for a verdict."""
    return workspace.store.queue.counts(workspace.settings.project).states.get(ConflictState.OPEN, 0)


class OpenCounts:
    """Keeps an app's `open_counts` up to date; a count that cannot be had leaves the last one."""

    def __init__(self, app: MemtuiApp) -> None:
        self._app = app

    def refresh(self) -> None:
        """Count anew in a moment; an earlier count that is still under way is given up."""
        if registry.known("review"):
            self._app.start_here(self._count(), group="counts")

    async def _count(self) -> None:
        await asyncio.sleep(PAUSE)
        try:
            count = await self._app.gateway.run(open_conflicts)
        except MemtuiError:
            return
        if self._app.open_counts.get("review") != count:
            self._app.open_counts["review"] = count
            self._app.update_chrome()
